import type { TwoStepSetUp } from '@prosa/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { CodeField } from '../two-step/code-field.tsx';
import { RecoveryCodes } from '../two-step/recovery-codes.tsx';
import { SetUp } from '../two-step/set-up.tsx';
import styles from '../two-step/two-step.module.css';
import { EntryPage, FormRefusal, type FrameProps } from './entry-page.tsx';

/** The proof that the second step adds to e-mail and password. */
export type Proof = { code: string; setUp?: string } | { recoveryCode: string };
export type SecondStepProps = FrameProps & {
  email: string;
  /** The secret to set it up with, where the company requires it and it is not on. */
  setUp: TwoStepSetUp | null;
  /** The codes to keep, once it was set up. */
  recoveryCodes: readonly string[] | null;
  /** Why the last code was refused. */
  refusal: string | null;
  isBusy: boolean;
  onSubmit: (proof: Proof) => void;
  onBack: () => void;
  onCodesSaved: () => void;
};

/** The sign-in's second step: the code, where need be with its set-up, and then the recovery codes. */
export const SecondStepPage = (props: SecondStepProps) => {
  const { email, setUp, recoveryCodes, refusal, isBusy, onSubmit, onBack, onCodesSaved, ...frame } = props;
  const { t } = useTexts('two-step');
  const [isRecovery, setRecovery] = useState(false);
  if (recoveryCodes)
    return (
      <EntryPage {...frame} key="codes" title={t('codesTitle')} lead={t('codesLead')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onCodesSaved();
          }}
        >
          <RecoveryCodes codes={recoveryCodes} email={email} />
          <Button kind="primary" wide type="submit">
            {t('kept')}
          </Button>
        </form>
      </EntryPage>
    );
  // The code of a set-up goes with what says which secret it is of.
  const handleSubmit = (proof: Proof) => onSubmit(setUp ? { ...proof, setUp: setUp.setUp } : proof);
  const form = { isRecovery, refusal, isBusy, onSubmit: handleSubmit };
  return (
    <EntryPage {...frame} title={t('title')} lead={t(setUp ? 'setUpLead' : isRecovery ? 'recoveryLead' : 'codeLead')}>
      <CodeForm {...form} key={String(isRecovery)} act={t(setUp ? 'turnOnAndEnter' : 'submit')}>
        {setUp && <SetUp {...setUp} />}
      </CodeForm>
      <p className={styles.other}>
        <TextButton onClick={onBack}>{t('back')}</TextButton>
        {!setUp && <TextButton onClick={() => setRecovery(!isRecovery)}>{t(isRecovery ? 'useApp' : 'useRecovery')}</TextButton>}
      </p>
    </EntryPage>
  );
};

type FormProps = Pick<SecondStepProps, 'refusal' | 'isBusy' | 'onSubmit'> & {
  isRecovery: boolean;
  act: string;
  children?: ReactNode;
};

const CodeForm = ({ isRecovery, act, refusal, isBusy, onSubmit, children }: FormProps) => {
  const { t } = useTexts('two-step');
  const [value, setValue] = useState('');
  const [isMissing, setMissing] = useState(false);
  /** A refusal is of the code that was sent from this form, and shown until another one is typed. */
  const [sent, setSent] = useState<string | null>(null);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const code = value.trim();
    setMissing(code === '');
    if (code === '' || isBusy) return;
    setSent(value);
    onSubmit(isRecovery ? { recoveryCode: code } : { code });
  };
  return (
    <form onSubmit={handleSubmit} noValidate>
      {refusal !== null && !isBusy && sent !== null && sent === value && <FormRefusal>{refusal}</FormRefusal>}
      {children}
      <CodeField
        value={value}
        onChange={setValue}
        isRecovery={isRecovery}
        error={isMissing && value.trim() === '' ? t('required') : undefined}
        autoFocus
      />
      <Button kind="primary" wide type="submit" busy={isBusy}>
        {isBusy ? t('submitting') : act}
      </Button>
    </form>
  );
};
