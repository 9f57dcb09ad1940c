import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react';

/** The heights of the heads shown last, of conversations with and without older messages, in pixels: the next one's is probably the same. */
const seenLast = { more: 120, whole: 86 };

/** The height of what is above the rows of a conversation. When it grows, it moves them and the visible rows with them. */
export const useThreadHead = (scroller: RefObject<HTMLDivElement | null>, hasMore: boolean) => {
  const headRef = useRef<HTMLDivElement>(null);
  const measured = useRef<number | null>(null);
  const headHeight = measured.current ?? seenLast[hasMore ? 'more' : 'whole'];
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const newest = useRef({ hasMore, headHeight });
  newest.current = { hasMore, headHeight };
  const measure = useCallback(() => {
    const height = headRef.current?.offsetHeight ?? 0;
    const before = measured.current ?? newest.current.headHeight;
    measured.current = height;
    seenLast[newest.current.hasMore ? 'more' : 'whole'] = height;
    if (height === before) return;
    if (scroller.current) scroller.current.scrollTop += height - before;
    redraw();
  }, [scroller]);
  return { headRef, headHeight, measure };
};

/**
 * Measures it before the first rows, and a changed head, are painted, once the list has scrolled to where it begins. Else the browser says
 * when its height has changed, which costs no layout.
 */
export const useMeasuredHead = (
  { headRef, measure }: Pick<ReturnType<typeof useThreadHead>, 'headRef' | 'measure'>,
  isEmpty: boolean,
  hasMore: boolean,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the head is another where there are no older messages
  useLayoutEffect(() => {
    const head = headRef.current;
    if (isEmpty || !head) return;
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(head, { box: 'border-box' });
    return () => observer.disconnect();
  }, [isEmpty, hasMore, measure]);
};
