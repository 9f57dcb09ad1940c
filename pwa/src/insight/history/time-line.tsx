import type { HistoryEntry } from '@prosa/contracts';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { kindOf } from './steps.ts';
import styles from './time-line.module.css';
import { useShownTime } from './use-shown-time.ts';
import { WhenFields } from './when-fields.tsx';

type Props = {
  entries: readonly HistoryEntry[];
  /** The place of the event whose moment is shown. */
  at: number;
  onMove: (at: number) => void;
  /** Shows the newest moment, with what has happened since. */
  onNow: () => void;
};

/** Events that a page of the keyboard leaps over. */
const PAGE = 10;
/** Marks beyond this number would be a bar. */
const MOST_MARKS = 240;

/** All events of a ticket in a line, equally far from one another, to draw or to walk along; a typed time goes to the last event before it. */
export const TimeLine = ({ entries, at, onMove, onNow }: Props) => {
  const { t } = useTexts('history');
  const last = entries.length - 1;
  const move = (to: number) => onMove(Math.min(Math.max(to, 0), last));
  return (
    <section className={styles.bar} aria-label={t('moment')}>
      <WhenFields entries={entries} at={at} onMove={move} />
      <IconButton icon={ChevronLeft} small label={t('previous')} disabled={at <= 0} onClick={() => move(at - 1)} />
      <Line entries={entries} at={at} onMove={move} />
      <IconButton icon={ChevronRight} small label={t('next')} disabled={at >= last} onClick={() => move(at + 1)} />
      <Button small onClick={onNow}>
        {t('now')}
      </Button>
    </section>
  );
};

const Line = ({ entries, at, onMove }: Omit<Props, 'onNow'>) => {
  const { t } = useTexts('history');
  const { date } = useFormat();
  const { shown } = useShownTime();
  const track = useRef<HTMLDivElement>(null);
  const last = Math.max(entries.length - 1, 1);
  const share = (place: number): CSSProperties => ({ '--at': place / last }) as CSSProperties;
  const drawTo = ({ clientX }: PointerEvent) => {
    const { left, width } = track.current!.getBoundingClientRect();
    onMove(Math.round(((clientX - left) / width) * last));
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const steps = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -PAGE,
      PageUp: PAGE,
      Home: -Infinity,
      End: Infinity,
    };
    const step = steps[event.key as keyof typeof steps];
    if (step === undefined) return;
    event.preventDefault();
    onMove(at + step);
  };
  const every = Math.ceil(entries.length / MOST_MARKS);
  const days = entries.flatMap((one, place) => {
    const day = date(one.at);
    return place === 0 || date(entries[place - 1]!.at) !== day ? [{ day, place }] : [];
  });
  return (
    <div
      ref={track}
      className={styles.line}
      role="slider"
      tabIndex={0}
      aria-label={t('asItStood')}
      aria-valuemin={1}
      aria-valuemax={entries.length}
      aria-valuenow={at + 1}
      aria-valuetext={t('eventOf', { number: at + 1, total: entries.length, at: shown(entries[at]?.at) })}
      onKeyDown={handleKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drawTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && drawTo(event)}
    >
      <span className={styles.track} />
      <span className={styles.filled} style={share(at)} />
      {entries.map(
        ({ position, type }, place) =>
          place % every === 0 && (
            <span
              key={position}
              className={`${styles.mark} ${kindOf(type) === 'changes' ? styles.tall : ''} ${place <= at ? styles.past : ''}`}
              style={share(place)}
            />
          ),
      )}
      <span className={styles.thumb} style={share(at)} />
      {apart(days, last).map(({ day, place }) => (
        <span key={day} className={styles.day} style={share(place)}>
          {day}
        </span>
      ))}
    </div>
  );
};

/** The share of the line that a day's name takes. */
const NAME = 0.12;
/** The days whose names have room one beside the other. */
const apart = (days: { day: string; place: number }[], last: number) => {
  let free = 0;
  return days.filter(({ place }) => {
    const begins = place / last;
    if (begins < free || begins > 1 - NAME / 2) return false;
    free = begins + NAME;
    return true;
  });
};
