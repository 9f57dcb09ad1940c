import type { TicketView } from '@prosa/contracts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Longer than the rows' animation: changes at shorter intervals would move rows that are still moving. */
const CLOSE_MS = 500;

/** Animates rows to their new positions, but switches the animation off while changes come in quick succession. */
export const useCalmMotion = (scroller: RefObject<HTMLElement | null>, rows: TicketView[]): void => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of the rows
  useLayoutEffect(() => {
    const now = performance.now();
    const isClose = now - last.current < CLOSE_MS;
    last.current = now;
    const el = scroller.current;
    if (!el || !isClose) return;
    el.dataset.rushed = '';
    clearTimeout(timer.current);
    timer.current = setTimeout(() => delete el.dataset.rushed, CLOSE_MS);
  }, [rows, scroller]);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
};
