import type { MessageView } from '@prosa/contracts';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { keyOf } from './thread.model.ts';

type Options = { messages: MessageView[]; onNearTop: () => void; nearTop: number };
type ThreadScroll = {
  scroller: RefObject<HTMLDivElement | null>;
  /** Scrolled up: what comes is not seen. */
  isUp: boolean;
  handleScroll: () => void;
  toEnd: () => void;
};

/** So near the end counts as there. */
const AT_END = 24;

/**
 * Nothing jumps: at the end new messages keep one at the end (the list stands on its foot: `column-reverse`); elsewhere the first
 * message that is seen stays where it is, whatever comes above or below it. One's own message takes one to the end.
 */
export const useThreadScroll = ({ messages, onNearTop, nearTop }: Options): ThreadScroll => {
  const scroller = useRef<HTMLDivElement>(null);
  const [isUp, setUp] = useState(false);
  const anchor = useRef<Anchor | null>(null);
  const last = useRef<string | null>(null);

  const look = useCallback(() => {
    const el = scroller.current;
    if (!el) return;
    const up = -el.scrollTop > AT_END;
    anchor.current = up ? firstSeen(el) : null;
    setUp(up);
    if (el.scrollHeight - el.clientHeight + el.scrollTop < nearTop) onNearTop();
  }, [onNearTop, nearTop]);

  const toEnd = useCallback(() => {
    anchor.current = null;
    scroller.current?.scrollTo?.({ top: 0 });
    setUp(false);
  }, []);

  useLayoutEffect(() => {
    const el = scroller.current;
    const newest = messages.at(-1);
    const isNew = newest !== undefined && keyOf(newest) !== last.current;
    const isOwnNow = isNew && last.current !== null && newest.fromMe && newest.clientId === newest.id;
    last.current = newest ? keyOf(newest) : null;
    if (isOwnNow) return toEnd();
    const held = anchor.current;
    if (!el || !held || el.scrollTop !== held.scrollTop) return; // scrolled meanwhile: its event is on the way
    const element = el.querySelector(`[data-key="${CSS.escape(held.key)}"]`);
    if (!element) return;
    el.scrollTop += element.getBoundingClientRect().top - held.top;
    held.scrollTop = el.scrollTop;
  }); // after each drawing: lines come and go too

  // A short page may leave the top in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of what is shown
  useEffect(look, [messages, look]);

  return { scroller, isUp, handleScroll: look, toEnd };
};

/** The first message that is seen, where it stands on the screen, and how far the list was scrolled then. */
type Anchor = { key: string; top: number; scrollTop: number };
const firstSeen = (el: HTMLElement): Anchor | null => {
  const { top } = el.getBoundingClientRect();
  for (const message of el.querySelectorAll<HTMLElement>('[data-key]')) {
    const rect = message.getBoundingClientRect();
    if (rect.bottom > top) return { key: message.dataset.key!, top: rect.top, scrollTop: el.scrollTop };
  }
  return null;
};
