import type { MessageView } from '@prosa/contracts';
import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { isLookedAt, onLookedAt } from '../../../kernel/device/looked-at.ts';
import { useAfterPaint } from '../../../kernel/loading/use-after-paint.ts';
import type { ThreadRow } from './thread.rows.ts';

type Options = {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Pick<Virtualizer<HTMLDivElement, Element>, 'getVirtualItems'>;
  rows: ThreadRow[];
  ticketId: string;
  /** Called with each unread message of the customer that is the newest one seen; null while nobody's seeing counts. */
  onSeen: ((message: MessageView) => void) | null;
};

/** Distance from the end, in pixels, at which everything was seen. */
const AT_END = 24;

/**
 * Tells up to which message a conversation was seen: half of the message is in view or above it, in a window that is looked at. It looks
 * once a frame is painted, when positions are known without a layout more.
 */
export const useSeen = ({ scroller, virtualizer, rows, ticketId, onSeen }: Options): void => {
  const told = useRef<string | null>(null);
  const lookSoon = useAfterPaint(() => {
    const el = scroller.current;
    if (!el || !onSeen || !isLookedAt()) return;
    const bottom = el.scrollTop + el.clientHeight;
    const isAtEnd = el.scrollHeight - bottom <= AT_END;
    const last = virtualizer.getVirtualItems().findLast(({ start, size }) => isAtEnd || start + size / 2 <= bottom);
    const message = rows
      .slice(0, (last?.index ?? -1) + 1)
      .findLast(({ item }) => item.message.ticketId === ticketId && !item.message.fromMe)?.item.message;
    if (!message || message.read || message.id === told.current) return;
    told.current = message.id;
    onSeen(message);
  });
  useEffect(lookSoon);
  useEffect(() => {
    const el = scroller.current;
    const stop = onLookedAt(lookSoon);
    el?.addEventListener('scroll', lookSoon, { passive: true });
    return () => {
      stop();
      el?.removeEventListener('scroll', lookSoon);
    };
  }, [scroller, lookSoon]);
};
