import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import styles from './two-step.module.css';
import type texts from './two-step.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'two-step': typeof texts;
  }
}

type Props = {
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  /** A recovery code instead of one of the authenticator app. */
  isRecovery?: boolean;
  autoFocus?: boolean;
};

/** A code of the second step. Phones offer the one of the authenticator app. */
export const CodeField = ({ value, onChange, error, isRecovery = false, autoFocus = false }: Props) => {
  const { t } = useTexts('two-step');
  return (
    <div className={styles.code}>
      <Field label={t(isRecovery ? 'recoveryCode' : 'code')} error={error}>
        {(control) => (
          <TextInput
            {...control}
            key={String(isRecovery)}
            name={isRecovery ? 'recoveryCode' : 'code'}
            value={value}
            autoFocus={autoFocus}
            maxLength={isRecovery ? 40 : 20}
            spellCheck={false}
            {...(isRecovery
              ? { autoComplete: 'off', autoCapitalize: 'characters' }
              : { autoComplete: 'one-time-code', inputMode: 'numeric' as const })}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </div>
  );
};
