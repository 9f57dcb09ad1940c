import type { TicketView } from '@prosa/contracts';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Longer than the rows' motion: changes that come closer would move rows that are still moving. */
const CLOSE_MS = 500;

/** Rows move to their new places where the eye can follow; while changes come close after each other they just stand there. */
export const useCalmMotion = (scroller: RefObject<HTMLElement | null>, rows: TicketView[]): void => {
  const last = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rows counts
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
