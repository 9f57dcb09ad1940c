import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useAfterPaint } from '../../../kernel/loading/use-after-paint.ts';
import styles from '../message/marks.module.css';
import { DayName } from './thread-marks.tsx';

type Props = {
  scroller: RefObject<HTMLElement | null>;
};

/** Distance from the upper edge of the list, in pixels. */
const TOP = 8;

/**
 * The day of the message at the upper edge, shown once nothing of its own separator is seen any more; the next day's separator pushes it
 * out. It is a separate element, because rows above are not rendered and neither are their separators: each rendered row says its own day. Rows far
 * away may be rendered too, those with the focus: what is nearest above the edge counts. It is hidden from screen readers, which have
 * the separators between the messages.
 */
export const StickyDay = ({ scroller }: Props) => {
  const [day, setDay] = useState<string | null>(null);
  const mark = useRef<HTMLParagraphElement>(null);
  const hasLooked = useRef(false);
  const look = useCallback(() => {
    const el = scroller.current;
    if (!el) return;
    hasLooked.current = true;
    const upper = el.getBoundingClientRect().top;
    const edge = upper + TOP;
    let now: string | null = null;
    let nearest = Number.NEGATIVE_INFINITY;
    let room = Number.POSITIVE_INFINITY;
    for (const one of el.querySelectorAll<HTMLElement>('[data-day], [data-day-of]')) {
      const { top, bottom } = one.getBoundingClientRect();
      const { day: begun, dayOf } = one.dataset;
      if (top > edge) room = begun === undefined ? room : Math.min(room, top - edge);
      else if (top >= nearest) {
        nearest = top;
        const isSeen = begun !== undefined && bottom > upper;
        now = isSeen ? null : (begun ?? dayOf ?? null);
      }
    }
    setDay(now);
    const { current } = mark;
    if (current) current.style.transform = `translateY(${Math.min(0, room - current.offsetHeight - TOP)}px)`;
  }, [scroller]);
  // After each rendering, because rows come and go; once it is painted, when positions are known without a layout more.
  const lookSoon = useAfterPaint(look);
  useEffect(lookSoon);
  useEffect(() => {
    const el = scroller.current;
    // The first rows scroll to their end before they are painted.
    const handleScroll = () => hasLooked.current && look();
    el?.addEventListener('scroll', handleScroll, { passive: true });
    return () => el?.removeEventListener('scroll', handleScroll);
  }, [scroller, look]);
  return (
    <div className={styles.stickyDay} aria-hidden="true" hidden={day === null}>
      <p className={styles.day} ref={mark}>
        {day !== null && <DayName at={day} />}
      </p>
    </div>
  );
};
