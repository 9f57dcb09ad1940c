import Clock from 'lucide-react/icons/clock';
import ClockAlert from 'lucide-react/icons/clock-alert';
import type { ReactNode } from 'react';
import type { FieldProps } from '../../records/record.ts';
import { useWords } from '../../records/use-words.ts';
import { Field } from '../../ui/fields/field.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './wait-field.module.css';

type Props = FieldProps & {
  hint: string | undefined;
  unit: string;
  /** Beside the number. */
  children?: ReactNode;
};

/** A number with its unit, or nothing. What is no number stays as it was typed, and the schema refuses it. */
const NumberField = ({ name, label, error, value, onChange, onBlur, ref, hint, unit, children }: Props) => (
  <Field label={label} error={error} hint={hint}>
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
          onChange={({ target }) => onChange(numberOf(target.value))}
        />
        <span>{unit}</span>
        {children}
      </span>
    )}
  </Field>
);

/** A number of minutes of wait, or none; beside it, how such a wait looks. */
export const WaitField = (props: FieldProps) => {
  const words = useWords('queues');
  const { name, value } = props;
  const isLate = name === 'lateAfterMinutes';
  return (
    <NumberField {...props} unit={words('minutesOfWait')} hint={isLate ? words('waitHint') : undefined}>
      {typeof value === 'number' && (
        <span className={isLate ? styles.late : styles.near} aria-hidden>
          <Icon of={isLate ? ClockAlert : Clock} />
          {words('waitShown', { count: value })}
        </span>
      )}
    </NumberField>
  );
};

/** How many open tickets somebody may have to be given more, or no limit. */
export const LimitField = (props: FieldProps) => {
  const words = useWords('queues');
  return <NumberField {...props} unit={words('openTickets')} hint={words('limitHint')} />;
};

const numberOf = (typed: string): unknown => {
  const text = typed.trim();
  if (text === '') return null;
  return /^\d+$/.test(text) ? Number(text) : typed;
};
