import type { MessageView } from '@prosa/contracts';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useAfterPaint } from '../../../kernel/loading/use-after-paint.ts';
import { useSettled } from '../../../kernel/loading/use-settled.ts';
import { keyOf } from '../message/thread.model.ts';
import { estimated, type ThreadRow } from './thread.rows.ts';
import { useOpeningLine } from './use-opening-line.ts';
import { useMeasuredHead, useThreadHead } from './use-thread-head.ts';

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  rows: ThreadRow[];
  /** Rows that stay rendered regardless of scrolling: they contain the focus or an open menu. */
  held: (string | null)[];
  /** Whether the user has scrolled up, so that new messages are out of sight; `isFar`: by more than a screenful. */
  onUp: (isUp: boolean, isFar: boolean) => void;
  onNearTop: () => void;
  nearTop: number;
  /** Whether pages can be fetched now. */
  mayPage: boolean;
  /** There are older messages than the rows'. */
  hasMore: boolean;
  /** The rows end before the newest message, so their end is not the conversation's end. */
  isPart: boolean;
  onNearEnd: () => void;
  /** The message below the line above what was unread at the opening, which is where a conversation opens; null: at its end. */
  line: string | null;
};

/** Distance from the end of a part, in pixels, at which the next newer page is fetched. */
const NEAR_END = 300;

/** Distance that still counts as at the end. */
const AT_END = 24;
/** Space below the last row. */
const FOOT = 20;
/** The height of the conversation shown last, in pixels: the next one's is probably the same. */
const seenLast = { height: Number.POSITIVE_INFINITY };
/** Rows rendered beyond the visible ones on either side; until these are painted and the browser has time, fewer. */
const BEYOND = 8;
const BEYOND_FIRST = 1;
/** Distance of a sought message from the upper edge: below the day and the line above new messages. */
const BELOW_TOP = 88;

/**
 * Renders only visible rows, without jumps. At the end, new messages keep the view at the end; elsewhere the visible rows stay in place,
 * whatever is added above or below and whatever their final height is. An own message scrolls to the end.
 */
export const useThreadScroll = ({
  scroller,
  rows,
  held,
  onUp,
  onNearTop,
  nearTop,
  mayPage,
  hasMore,
  isPart,
  onNearEnd,
  line,
}: Options) => {
  const isEmpty = rows.length === 0;
  const head = useThreadHead(scroller, hasMore);
  const { headRef, headHeight } = head;
  const isSettled = useSettled(!isEmpty);
  const up = useRef(false);
  const last = useRef<string | null>(null);
  const wasPart = useRef(isPart);
  /** The message that stays in place. */
  const anchor = useRef<string | null>(null);
  const scrolledTo = useRef(0);
  const seenRows = useRef(rows);

  const places = useMemo(() => new Map(rows.map(({ key }, index) => [key, index])), [rows]);
  const lineAt = line === null ? undefined : places.get(line);
  const heldPlaces = held.flatMap((key) => places.get(key ?? '') ?? []);
  const heightAhead = Math.min(seenLast.height, globalThis.innerHeight);
  const virtualizer = useVirtualizer({
    count: rows.length,
    // Without rows it would begin at the top. Enabled with the first ones, it draws the last of them at once, by their estimated heights.
    enabled: !isEmpty,
    initialRect: { width: 0, height: heightAhead },
    initialOffset: () => {
      const end = isPart ? 0 : Math.max(0, headHeight + heightOf(rows) - heightAhead);
      return lineAt === undefined ? end : Math.min(end, Math.max(0, headHeight + heightOf(rows.slice(0, lineAt)) - BELOW_TOP));
    },
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimated(rows[index]!),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    rangeExtractor: (range) => withHeld(range, heldPlaces),
    overscan: isSettled ? BEYOND : BEYOND_FIRST,
    useFlushSync: isSettled, // the scroll to the end of the first rows shows no others
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

  const newest = useRef({ rows, onUp, onNearTop, onNearEnd, isPart });
  newest.current = { rows, onUp, onNearTop, onNearEnd, isPart };
  /** The previous anchor while it is visible, else the first visible message. A message added above must not become the anchor. */
  const keepAnchor = useCallback(
    (top: number) => {
      const bottom = top + seenLast.height;
      const visible = virtualizer.getVirtualItems().filter(({ start }) => start >= top && start < bottom);
      const keys = visible.map(({ index }) => newest.current.rows[index]?.key ?? null);
      if (!up.current) anchor.current = null;
      else if (!keys.includes(anchor.current)) anchor.current = keys[0] ?? null;
    },
    [virtualizer],
  );
  // Scrolling has rendered further rows: the first visible one may be among them. The browser is not asked, as that costs a layout.
  const firstDrawn = virtualizer.getVirtualItems()[0]?.key;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when these rows are rendered
  useLayoutEffect(() => {
    if (newest.current.rows === seenRows.current) keepAnchor(scrolledTo.current);
    seenRows.current = newest.current.rows;
  }, [firstDrawn, keepAnchor]);
  const look = useCallback(() => {
    const el = scroller.current;
    if (!el) return;
    const { onUp, onNearTop, onNearEnd, isPart } = newest.current;
    const fromEnd = el.scrollHeight - el.clientHeight - el.scrollTop;
    up.current = isPart || fromEnd > AT_END;
    scrolledTo.current = el.scrollTop;
    keepAnchor(el.scrollTop);
    onUp(up.current, isPart || fromEnd > el.clientHeight);
    if (el.scrollTop < nearTop) onNearTop();
    if (isPart && fromEnd < NEAR_END) onNearEnd();
  }, [scroller, nearTop, keepAnchor]);
  const toEnd = useCallback(() => {
    up.current = false;
    newest.current.onUp(false, false);
    virtualizer.scrollToEnd();
  }, [virtualizer]);

  useMeasuredHead(head, isEmpty, hasMore);

  const lastOne = rows.at(-1)?.item.message;
  useLayoutEffect(() => {
    const key = lastOne ? keyOf(lastOne) : null;
    const before = last.current;
    last.current = key;
    if (lastOne && key !== before && !isPart && (before === null || isOwnNow(lastOne))) toEnd();
  }, [lastOne, isPart, toEnd]);

  // Messages that come before those that wait here to be sent are no end that could be followed.
  const count = useRef(0);
  useLayoutEffect(() => {
    const grew = rows.length > count.current && count.current > 0;
    count.current = rows.length;
    if (grew && !up.current && !isPart) toEnd();
  }, [rows, isPart, toEnd]);

  // From a part to the newest messages: scrolls to the end, unless they were joined and the visible message is among them.
  useLayoutEffect(() => {
    const before = wasPart.current;
    wasPart.current = isPart;
    if (before && !isPart && !places.has(anchor.current ?? '')) toEnd();
  }, [isPart, places, toEnd]);

  // Whatever scrolls to the end comes before.
  const goTo = useCallback(
    (index: number) => {
      up.current = true; // it may be the end as well: that is looked at once it is painted
      virtualizer.scrollToIndex(index, { align: 'start' });
    },
    [virtualizer],
  );
  useOpeningLine({ scroller, line, lineAt, goTo });

  // When the input field grows or a phone's keyboard appears, the view stays at the end.
  useEffect(() => {
    const el = scroller.current;
    if (!el || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      seenLast.height = el.clientHeight;
      if (!up.current && !newest.current.isPart) virtualizer.scrollToEnd();
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, [scroller, virtualizer]);

  // After a short page the top may still be visible. While a page is on its way none is fetched, so it looks again when that has ended:
  // once the frame is painted, as a look before that would force a layout.
  const lookSoon = useAfterPaint(look);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the rows
  useEffect(lookSoon, [rows, mayPage, isPart]);

  return { headRef, virtualizer, handleScroll: look, toEnd };
};

const heightOf = (rows: ThreadRow[]): number => rows.reduce((sum, row) => sum + estimated(row), FOOT);

/** Just sent from here: its record has a different id than its key. */
const isOwnNow = ({ fromMe, id, clientId }: MessageView): boolean => fromMe && clientId === id;

/** The visible rows, and the held rows with their neighbours, which the arrow keys reach. */
const withHeld = (range: Range, held: number[]): number[] => {
  const seen = defaultRangeExtractor(range);
  if (held.length === 0) return seen;
  const beside = held.flatMap((index) => [index - 1, index, index + 1]).filter((index) => index >= 0 && index < range.count);
  return [...new Set([...seen, ...beside])].sort((a, b) => a - b);
};
