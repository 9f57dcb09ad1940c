import type { MessageView } from '@prosa/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { keyOf } from './thread.model.ts';
import { estimated, type ThreadRow } from './thread.rows.ts';

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rows: ThreadRow[];
  /** Rows that stay drawn wherever one scrolls: the focus is in them, or a menu hangs on them. */
  held: (string | null)[];
  /** Whether one has scrolled up: what comes is not seen. */
  onUp: (isUp: boolean) => void;
  onNearTop: () => void;
  nearTop: number;
};

/** So near the end counts as there. */
const AT_END = 24;
/** Below the last row. */
const FOOT = 20;
/** What one is taken to stands so far below the upper edge: under the day's mark, with the line that says what is new. */
const BELOW_TOP = 88;

/**
 * Only the rows that are seen are drawn. Nothing jumps: at the end new messages keep one at the end; elsewhere what is seen stays
 * where it is, whatever comes above or below it, and however high it turns out to be. One's own message takes one to the end.
 */
export const useThreadScroll = ({ scroller, rows, held, onUp, onNearTop, nearTop }: Options) => {
  const headRef = useRef<HTMLDivElement>(null);
  const [headHeight, setHeadHeight] = useState(0);
  const up = useRef(false);
  const last = useRef<string | null>(null);
  /** The message that stays where it is. */
  const anchor = useRef<string | null>(null);

  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const heldPlaces = held.flatMap((key) => places.get(key ?? '') ?? []);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimated(rows[index]!),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: (range) => withHeld(range, heldPlaces),
    overscan: 8,
    scrollMargin: headHeight,
    scrollPaddingStart: BELOW_TOP,
    paddingEnd: FOOT,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
  });

  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index, start }, _, { scrollOffset }) => {
    const at = places.get(anchor.current ?? '');
    return at === undefined ? start < (scrollOffset ?? 0) : index < at;
  };

  const look = useCallback(() => {
    const el = scroller.current;
    if (!el) return;
    up.current = el.scrollHeight - el.clientHeight - el.scrollTop > AT_END;
    anchor.current = up.current ? seen(el, anchor.current) : null;
    onUp(up.current);
    if (el.scrollTop < nearTop) onNearTop();
  }, [scroller, onUp, onNearTop, nearTop]);
  const toEnd = useCallback(() => {
    up.current = false;
    onUp(false);
    virtualizer.scrollToEnd();
  }, [virtualizer, onUp]);

  // What stands above the rows moves them when it grows, and what is seen with them.
  useLayoutEffect(() => {
    const height = headRef.current?.offsetHeight ?? 0;
    if (height === headHeight) return;
    if (headHeight > 0 && scroller.current) scroller.current.scrollTop += height - headHeight;
    setHeadHeight(height);
  });

  const newest = rows.at(-1)?.item.message;
  useLayoutEffect(() => {
    const key = newest ? keyOf(newest) : null;
    const before = last.current;
    last.current = key;
    if (newest && key !== before && (before === null || isOwnNow(newest))) toEnd();
  }, [newest, toEnd]);

  // The field to write in grows, a phone's keyboard comes: at the end one stays there.
  useEffect(() => {
    const el = scroller.current;
    if (!el || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      if (!up.current) virtualizer.scrollToEnd();
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, [scroller, virtualizer]);

  // A short page may leave the top in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useEffect(look, [rows, look]);

  return { headRef, virtualizer, handleScroll: look, toEnd };
};

/** Sent from here just now: its record has another id than its key. */
const isOwnNow = ({ fromMe, id, clientId }: MessageView): boolean => fromMe && clientId === id;

/** The message that was looked at, while it is in sight; else the first that is. What comes above it must not become the measure. */
const seen = (el: HTMLElement, before: string | null): string | null => {
  const { top, bottom } = el.getBoundingClientRect();
  const all = [...el.querySelectorAll<HTMLElement>('[data-key]')].filter((message) => {
    const begins = message.getBoundingClientRect().top;
    return begins >= top && begins < bottom;
  });
  return (all.find(({ dataset }) => dataset.key === before) ?? all[0])?.dataset.key ?? null;
};

/** The rows in sight, and those that are held with the ones beside them, which the arrow keys go to. */
const withHeld = (range: Range, held: number[]): number[] => {
  const seen = defaultRangeExtractor(range);
  if (held.length === 0) return seen;
  const beside = held.flatMap((index) => [index - 1, index, index + 1]).filter((index) => index >= 0 && index < range.count);
  return [...new Set([...seen, ...beside])].sort((a, b) => a - b);
};
