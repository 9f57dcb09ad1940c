import Clock from 'lucide-react/icons/clock';
import ClockAlert from 'lucide-react/icons/clock-alert';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './wait-field.module.css';

/**
 * A number of minutes of wait, or none; beside it, how such a wait looks. What is no number stays as it was typed, and the schema refuses it.
 */
export const WaitField = ({ name, label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('queues');
  const isLate = name === 'lateAfterMinutes';
  return (
    <Field label={label} error={error} hint={isLate ? words('waitHint') : undefined}>
      {(control) => (
        <span className={styles.wait}>
          <TextInput
            {...control}
            ref={ref}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            value={String(value ?? '')}
            onBlur={onBlur}
            onChange={({ target }) => onChange(minutesOf(target.value))}
          />
          <span>{words('minutesOfWait')}</span>
          {typeof value === 'number' && (
            <span className={isLate ? styles.late : styles.near} aria-hidden>
              <Icon of={isLate ? ClockAlert : Clock} />
              {words('waitShown', { count: value })}
            </span>
          )}
        </span>
      )}
    </Field>
  );
};

const minutesOf = (typed: string): unknown => {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : typed;
};
