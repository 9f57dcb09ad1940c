import { useState } from 'react';
import { DateInput } from '../ui/fields/date-input.tsx';
import { Field } from '../ui/fields/field.tsx';
import { TextInput } from '../ui/fields/text-input.tsx';
import type { FieldProps } from './record.ts';
import styles from './time-field.module.css';
import { useWords } from './use-words.ts';

/** A day and a time on the company's clocks; the value is as `2026-11-23T14:30`, and '' without both. */
export const TimeField = ({ label, error, value, onChange, onBlur, ref }: FieldProps) => {
  const words = useWords('records');
  const [day = '', time = ''] = String(value ?? '').split('T');
  const [typed, setTyped] = useState(time);
  // The form may have set another time.
  const shown = written(typed) === time ? typed : time;
  const set = (nextDay: string, nextTime: string) => onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`);
  return (
    <div className={styles.when}>
      <Field label={label} error={error}>
        {(control) => <DateInput {...control} ref={ref} value={day} onBlur={onBlur} onChange={(next) => set(next, time)} />}
      </Field>
      <Field label={words('time')}>
        {(control) => (
          <TextInput
            {...control}
            {...(error ? { 'aria-invalid': true } : {})}
            inputMode="numeric"
            autoComplete="off"
            placeholder={words('timePattern')}
            maxLength={5}
            value={shown}
            onBlur={onBlur}
            onChange={({ target }) => {
              const next = withColon(target.value);
              setTyped(next);
              set(day, written(next));
            }}
          />
        )}
      </Field>
    </div>
  );
};

/** Adds the colon as digits are typed. */
const withColon = (typed: string): string =>
  typed
    .trim()
    .replace(/[^\d:]/g, '')
    .replace(/^(\d{2})(\d)/, '$1:$2')
    .slice(0, 5);

/** A typed time ("9:30" too) as `09:30`; other texts unchanged, for the form to refuse. */
const written = (typed: string): string => (/^\d:\d{2}$/.test(typed) ? `0${typed}` : typed);
