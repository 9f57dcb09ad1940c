import type { MessageView } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';

type Options = {
  ticketId: string;
  messages: MessageView[];
  isLoaded: boolean;
  isUp: boolean;
  /** A closed ticket is not read any more: nothing in it counts as new. */
  isClosed: boolean;
};

/** The previous line stays beside the newest one: removing it visibly would make the messages below it jump. */
const LINES = 2;

/**
 * Where new messages begin: initially the customer's first unread message; later the first one that arrived while the user had scrolled up
 * or looked elsewhere. `waiting`: number of messages that arrived since and were not scrolled to.
 */
export const useFresh = ({ ticketId, messages, isLoaded, isUp, isClosed }: Options) => {
  const [from, setFrom] = useState<string[]>([]);
  const [waiting, setWaiting] = useState(0);
  const known = useRef<Set<string> | null>(null);

  useEffect(() => {
    if (!isLoaded) return;
    if (known.current === null) {
      const unread = messages.filter((message) => message.ticketId === ticketId && !message.fromMe && !message.read);
      known.current = new Set(messages.map(({ id }) => id));
      if (unread[0] && !isClosed) setFrom([unread[0].id]);
      return;
    }
    const seen = known.current;
    const lastKnown = messages.findLastIndex(({ id }) => seen.has(id));
    const came = messages.slice(lastKnown + 1).filter(({ fromMe }) => !fromMe);
    known.current = new Set(messages.map(({ id }) => id));
    const isUnseen = isUp || document.visibilityState === 'hidden';
    if (came.length === 0 || !isUnseen) return;
    if (waiting === 0) setFrom((lines) => [...lines, came[0]!.id].slice(-LINES));
    setWaiting(waiting + came.length);
  }, [messages, isLoaded, isUp, isClosed, ticketId, waiting]);

  useEffect(() => {
    if (!isUp) setWaiting(0);
  }, [isUp]);

  return { from, waiting, seen: () => setWaiting(0) };
};
