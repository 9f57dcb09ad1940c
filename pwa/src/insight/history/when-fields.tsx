import { type HistoryEntry, instantOf, wallTimeAt } from '@prosa/contracts';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { DateInput } from '../../ui/fields/date-input.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { placeOf } from './steps.ts';
import styles from './time-line.module.css';
import { useShownTime } from './use-shown-time.ts';

type Props = { entries: readonly HistoryEntry[]; at: number; onMove: (at: number) => void };

/** The shown moment as day and time; what is typed there goes to the last event before it. */
export const WhenFields = ({ entries, at, onMove }: Props) => {
  const { t } = useTexts('history');
  const { zone = Intl.DateTimeFormat().resolvedOptions().timeZone } = useFormat();
  const { clock } = useShownTime();
  const moment = entries[at]?.at;
  const own = moment === undefined ? null : { day: wallTimeAt(new Date(moment), zone).slice(0, 10), time: clock(moment) };
  const [typed, setTyped] = useState<{ day: string; time: string } | null>(null);
  const [fault, setFault] = useState<'badTime' | 'tooEarly' | null>(null);
  const [of, setOf] = useState(at);
  // Moved by something else.
  if (of !== at) {
    setOf(at);
    setTyped(null);
    setFault(null);
  }
  const { day, time } = typed ?? own ?? { day: '', time: '' };
  const change = (more: Partial<{ day: string; time: string }>) => setTyped({ day, time, ...more });
  const go = () => {
    if (typed === null) return;
    const place = placeTyped(entries, typed, zone);
    if (typeof place !== 'number') return setFault(place);
    setTyped(null);
    setFault(null);
    onMove(place);
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    go();
  };
  const described = { 'aria-invalid': fault !== null, ...(fault && { 'aria-describedby': 'history-when-fault' }) };
  return (
    <form className={styles.when} onSubmit={handleSubmit} onBlur={go} aria-label={t('asItStood')}>
      <span className={styles.label} aria-hidden="true">
        {t('asItStood')}
      </span>
      <span className={styles.fields}>
        <DateInput aria-label={t('day')} value={day} onChange={(value) => change({ day: value })} {...described} />
        <TextInput
          aria-label={t('time')}
          value={time}
          maxLength={8}
          inputMode="numeric"
          autoComplete="off"
          onChange={({ target }) => change({ time: target.value })}
          {...described}
        />
      </span>
      {fault && (
        <span className={styles.fault} id="history-when-fault" role="alert">
          {t(fault)}
        </span>
      )}
      <button type="submit" hidden>
        {t('asItStood')}
      </button>
    </form>
  );
};

const TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/** The place of the last event up to a typed moment; without seconds, up to the end of its minute. */
const placeTyped = (
  entries: readonly HistoryEntry[],
  { day, time }: { day: string; time: string },
  zone: string,
): number | 'badTime' | 'tooEarly' => {
  const parts = TIME.exec(time.trim());
  if (!parts || !/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(Date.parse(day))) return 'badTime';
  const minute = instantOf(`${day}T${parts[1]}:${parts[2]}`, zone);
  if (!minute) return 'badTime';
  // Up to the end of that second: the screen shows no parts of it.
  const moment = new Date(minute.getTime() + Number(parts[3] ?? 59) * 1_000 + 999);
  const place = placeOf(entries, moment.toISOString());
  return place < 0 ? 'tooEarly' : place;
};
