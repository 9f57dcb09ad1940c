import type { MessageView } from '@prosa/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { idle, painted } from '../kernel/painted.ts';
import { keyOf } from './thread.model.ts';
import { estimated, type ThreadRow } from './thread.rows.ts';

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rows: ThreadRow[];
  /** Rows that stay rendered regardless of scrolling: they contain the focus or an open menu. */
  held: (string | null)[];
  /** Whether the user has scrolled up, so that new messages are out of sight; `isFar`: by more than a screenful. */
  onUp: (isUp: boolean, isFar: boolean) => void;
  onNearTop: () => void;
  nearTop: number;
  /** There are older messages than the rows'. */
  hasMore: boolean;
  /** The rows end before the newest message, so their end is not the conversation's end. */
  isPart: boolean;
  onNearEnd: () => void;
};

/** Distance from the end of a part, in pixels, at which the next newer page is fetched. */
const NEAR_END = 300;

/** Distance that still counts as at the end. */
const AT_END = 24;
/** Space below the last row. */
const FOOT = 20;
/**
 * The heights of the conversation shown last, and of the heads of those with and without older messages, in pixels: the next one's are
 * probably the same.
 */
const seenLast = { height: Number.POSITIVE_INFINITY, head: { more: 120, whole: 86 } };
/** Rows rendered beyond the visible ones on either side; until these are painted and the browser has time, fewer. */
const BEYOND = 8;
const BEYOND_FIRST = 1;
/** Distance of a sought message from the upper edge: below the day and the line above new messages. */
const BELOW_TOP = 88;

/**
 * Renders only visible rows, without jumps. At the end, new messages keep the view at the end; elsewhere the visible rows stay in place,
 * whatever is added above or below and whatever their final height is. An own message scrolls to the end.
 */
export const useThreadScroll = ({ scroller, rows, held, onUp, onNearTop, nearTop, hasMore, isPart, onNearEnd }: Options) => {
  const headRef = useRef<HTMLDivElement>(null);
  const measuredHead = useRef<number | null>(null);
  const headHeight = measuredHead.current ?? seenLast.head[hasMore ? 'more' : 'whole'];
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const isEmpty = rows.length === 0;
  const [isSettled, setSettled] = useState(false);
  const up = useRef(false);
  const last = useRef<string | null>(null);
  const wasPart = useRef(isPart);
  /** The message that stays in place. */
  const anchor = useRef<string | null>(null);

  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const heldPlaces = held.flatMap((key) => places.get(key ?? '') ?? []);
  const heightAhead = Math.min(seenLast.height, globalThis.innerHeight);
  const virtualizer = useVirtualizer({
    count: rows.length,
    // Without rows it would begin at the top. Enabled with the first ones, it draws the last of them at once, by their estimated heights.
    enabled: !isEmpty,
    initialRect: { width: 0, height: heightAhead },
    initialOffset: () => (isPart ? 0 : Math.max(0, headHeight + heightOf(rows) - heightAhead)),
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimated(rows[index]!),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: (range) => withHeld(range, heldPlaces),
    overscan: isSettled ? BEYOND : BEYOND_FIRST,
    scrollMargin: headHeight,
    scrollPaddingStart: BELOW_TOP,
    paddingEnd: FOOT,
    anchorTo: 'end',
    // The page that joins a part to the newest messages does not scroll to them.
    followOnAppend: !isPart && !wasPart.current,
    scrollEndThreshold: AT_END,
  });

  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = ({ index, start }, _, { scrollOffset }) => {
    const at = places.get(anchor.current ?? '');
    return at === undefined ? start < (scrollOffset ?? 0) : index < at;
  };

  const look = useCallback(() => {
    const el = scroller.current;
    if (!el) return;
    const fromEnd = el.scrollHeight - el.clientHeight - el.scrollTop;
    up.current = isPart || fromEnd > AT_END;
    anchor.current = up.current ? seen(el, anchor.current) : null;
    onUp(up.current, isPart || fromEnd > el.clientHeight);
    if (el.scrollTop < nearTop) onNearTop();
    if (isPart && fromEnd < NEAR_END) onNearEnd();
  }, [scroller, onUp, onNearTop, nearTop, isPart, onNearEnd]);
  const toEnd = useCallback(() => {
    up.current = false;
    onUp(false, false);
    virtualizer.scrollToEnd();
  }, [virtualizer, onUp]);

  // When the head above the rows grows, it moves them and the visible rows with them.
  useLayoutEffect(() => {
    if (isEmpty) return;
    const height = headRef.current?.offsetHeight ?? 0;
    measuredHead.current = height;
    seenLast.head[hasMore ? 'more' : 'whole'] = height;
    if (height === headHeight) return;
    if (scroller.current) scroller.current.scrollTop += height - headHeight;
    redraw();
  });

  useEffect(() => {
    if (isEmpty || isSettled) return;
    let isOver = false;
    void painted()
      .then(idle)
      .then(() => isOver || setSettled(true));
    return () => {
      isOver = true;
    };
  }, [isEmpty, isSettled]);

  const newest = rows.at(-1)?.item.message;
  useLayoutEffect(() => {
    const key = newest ? keyOf(newest) : null;
    const before = last.current;
    last.current = key;
    if (newest && key !== before && !isPart && (before === null || isOwnNow(newest))) toEnd();
  }, [newest, isPart, toEnd]);

  // From a part to the newest messages: scrolls to the end, unless they were joined and the visible message is among them.
  useLayoutEffect(() => {
    const before = wasPart.current;
    wasPart.current = isPart;
    if (before && !isPart && !places.has(anchor.current ?? '')) toEnd();
  }, [isPart, places, toEnd]);

  // When the input field grows or a phone's keyboard appears, the view stays at the end.
  useEffect(() => {
    const el = scroller.current;
    if (!el || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      seenLast.height = el.clientHeight;
      if (!up.current) virtualizer.scrollToEnd();
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, [scroller, virtualizer]);

  // After a short page the top may still be visible.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(look, [rows, look]);

  return { headRef, virtualizer, handleScroll: look, toEnd };
};

const heightOf = (rows: ThreadRow[]): number => rows.reduce((sum, row) => sum + estimated(row), FOOT);

/** Just sent from here: its record has a different id than its key. */
const isOwnNow = ({ fromMe, id, clientId }: MessageView): boolean => fromMe && clientId === id;

/** The previous anchor while it is visible, else the first visible message. A message added above must not become the anchor. */
const seen = (el: HTMLElement, before: string | null): string | null => {
  const { top, bottom } = el.getBoundingClientRect();
  const all = [...el.querySelectorAll<HTMLElement>('[data-key]')].filter((message) => {
    const begins = message.getBoundingClientRect().top;
    return begins >= top && begins < bottom;
  });
  return (all.find(({ dataset }) => dataset.key === before) ?? all[0])?.dataset.key ?? null;
};

/** The visible rows, and the held rows with their neighbours, which the arrow keys reach. */
const withHeld = (range: Range, held: number[]): number[] => {
  const seen = defaultRangeExtractor(range);
  if (held.length === 0) return seen;
  const beside = held.flatMap((index) => [index - 1, index, index + 1]).filter((index) => index >= 0 && index < range.count);
  return [...new Set([...seen, ...beside])].sort((a, b) => a - b);
};
