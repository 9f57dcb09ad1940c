import { EDITABLE_UNTIL_MS, instantOf, wallTimeAt } from '@prosa/contracts';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { selectZone } from '../../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import type { FieldProps } from '../../../records/record.ts';
import { TimeField } from '../../../records/time-field.tsx';
import { useWords } from '../../../records/use-words.ts';
import { Segmented } from '../../../ui/marks/tabs.tsx';
import styles from './form.module.css';

type Mode = 'not-yet' | 'now' | 'at';

const HOUR_MS = 3_600_000;
/** The proposed time leaves an hour for changes. */
const AHEAD_MS = EDITABLE_UNTIL_MS + HOUR_MS;

const isTime = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-.*Z$/.test(value);

/** When a campaign is sent: not yet, at once, or at a time on the company's clocks. The value is that time in UTC, or null. */
export const WhenField = ({ label, value, onChange, ...field }: FieldProps) => {
  const words = useWords('campaigns');
  const { dateTime } = useFormat();
  const zone = useSelector(selectZone) ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [chosen, setChosen] = useState<Mode>(value === null ? 'not-yet' : 'at');
  // Somebody else may have set or removed the time.
  const mode: Mode = value === null ? 'not-yet' : chosen === 'not-yet' ? 'at' : chosen;
  const choose = (next: Mode) => {
    setChosen(next);
    if (next === 'not-yet') onChange(null);
    else onChange(new Date(Date.now() + (next === 'now' ? 0 : AHEAD_MS)).toISOString());
  };
  const until = isTime(value) ? Date.parse(value) - EDITABLE_UNTIL_MS : Number.NaN;
  const hint = {
    'not-yet': words('when.notYetHint'),
    now: words('when.nowHint'),
    at: until > Date.now() ? words('when.until', { at: dateTime(new Date(until).toISOString()) }) : words('when.tooLate'),
  }[mode];
  const modes = [
    { id: 'not-yet' as const, label: words('when.notYet') },
    { id: 'now' as const, label: words('when.now') },
    { id: 'at' as const, label: words('when.at') },
  ];
  return (
    <div className={styles.when}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Segmented label={label} items={modes} chosen={mode} onChoose={choose} />
      {mode === 'at' && (
        <TimeField
          {...field}
          label={words('when.day')}
          value={isTime(value) ? wallTimeAt(new Date(value), zone) : value}
          // A time that is not whole stays as it is typed, for the form to refuse.
          onChange={(wall) => onChange(instantIn(String(wall), zone) ?? String(wall))}
        />
      )}
      <p className="hint">{hint}</p>
    </div>
  );
};

const instantIn = (wall: string, zone: string): string | null =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(wall) && !Number.isNaN(Date.parse(`${wall}Z`))
    ? (instantOf(wall, zone)?.toISOString() ?? null)
    : null;
