import type { TicketView } from '@prosa/contracts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the visible rows in place when rows are added or removed above them, by scrolling by the same amount. At the top the list does not
 * scroll: new rows appear and push the others down.
 */
export const useSteadyScroll = (scroller: RefObject<HTMLElement | null>, rows: TicketView[], rowHeight: number): void => {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const el = scroller.current;
    const old = before.current;
    before.current = rows;
    // The scroll position is read only when something moved, because reading it forces a layout.
    if (!el || old === rows || isBeginning(old, rows) || el.scrollTop < rowHeight) return;
    const first = Math.floor(el.scrollTop / rowHeight);
    const seen = old.slice(first, first + Math.ceil(el.clientHeight / rowHeight));
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    const moves = seen.flatMap(({ id }, at) => (places.has(id) ? [places.get(id)! - (first + at)] : []));
    const move = mostCommon(moves);
    if (move === 0) return;
    el.dataset.still = ''; // the rows' own animation would undo it for a moment
    el.scrollTop += move * rowHeight;
    requestAnimationFrame(() => requestAnimationFrame(() => delete el.dataset.still));
  }, [rows, rowHeight, scroller]);
};

/** Whether only a page was appended: all previous rows are in place. */
const isBeginning = (old: TicketView[], rows: TicketView[]): boolean =>
  old.length <= rows.length && old.every(({ id }, index) => rows[index]!.id === id);

const mostCommon = (numbers: number[]): number => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};
