import type { TicketView } from '@prosa/contracts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Rows that come or go above what is seen do not move it: the list scrolls by as much. At the top they show, and the others make
 * room.
 */
export const useSteadyScroll = (scroller: RefObject<HTMLElement | null>, rows: TicketView[], rowHeight: number): void => {
  const before = useRef(rows);
  useLayoutEffect(() => {
    const el = scroller.current;
    const old = before.current;
    before.current = rows;
    if (!el || old === rows || el.scrollTop < rowHeight) return;
    const first = Math.floor(el.scrollTop / rowHeight);
    const seen = old.slice(first, first + Math.ceil(el.clientHeight / rowHeight));
    const places = new Map(rows.map(({ id }, index) => [id, index]));
    const moves = seen.flatMap(({ id }, at) => (places.has(id) ? [places.get(id)! - (first + at)] : []));
    const move = mostCommon(moves);
    if (move === 0) return;
    el.dataset.still = ''; // the rows' own motion would undo it for a moment
    el.scrollTop += move * rowHeight;
    requestAnimationFrame(() => requestAnimationFrame(() => delete el.dataset.still));
  }, [rows, rowHeight, scroller]);
};

const mostCommon = (numbers: number[]): number => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
};
