import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** How many rows are rendered beyond the visible ones, on either side; until these are painted and the browser has time, fewer. */
const BEYOND = 6;
const BEYOND_FIRST = 1;
/** How long after its last movement the list is said to stand still. */
const STILL_MS = 150;

type Options = {
  count: number;
  rowHeight: number;
  initialOffset: number;
  scroller: RefObject<HTMLElement | null>;
  isSettled: boolean;
};

/**
 * The rows of a list to be rendered, by index: the visible ones and some around them. All rows are of one height, so none is measured; the
 * library that measures a conversation's messages would be a part of the first screen for nothing.
 */
export const useVisibleRows = ({ count, rowHeight, initialOffset, scroller, isSettled }: Options) => {
  const [{ first, seen }, setSeen] = useState({ first: Math.floor(initialOffset / rowHeight), seen: 0 });
  const [isScrolling, setScrolling] = useState(false);
  const isEmpty = useRef(true);
  isEmpty.current = count === 0;
  useLayoutEffect(() => {
    const el = scroller.current;
    if (!el) return;
    const look = () => {
      const now = { first: Math.floor(el.scrollTop / rowHeight), seen: Math.ceil(el.clientHeight / rowHeight) + 1 };
      setSeen((before) => (before.first === now.first && before.seen === now.seen ? before : now));
    };
    // Before the browser paints: it scrolls without waiting for React.
    let still: ReturnType<typeof setTimeout> | undefined;
    const handleScroll = () => {
      clearTimeout(still);
      still = setTimeout(() => setScrolling(false), STILL_MS);
      flushSync(() => {
        setScrolling(true);
        look();
      });
    };
    el.addEventListener('scroll', handleScroll, { passive: true });
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    sizes?.observe(el);
    // The observer reports the size of a list that is still empty after the browser's own layout, which looking now would force.
    if (!sizes || !isEmpty.current) look();
    return () => {
      clearTimeout(still);
      el.removeEventListener('scroll', handleScroll);
      sizes?.disconnect();
    };
  }, [rowHeight, scroller]);
  const beyond = isSettled ? BEYOND : BEYOND_FIRST;
  const start = Math.max(0, Math.min(first, count - seen) - beyond);
  const end = Math.min(count, first + seen + beyond);
  return {
    indexes: Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index),
    isScrolling,
    /** Scrolls no further than until the row is visible. */
    scrollTo: (index: number) => {
      const el = scroller.current;
      if (!el) return;
      const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
      if (top < el.scrollTop) el.scrollTop = top;
      else if (bottom > el.scrollTop + el.clientHeight) el.scrollTop = bottom - el.clientHeight;
    },
  };
};
