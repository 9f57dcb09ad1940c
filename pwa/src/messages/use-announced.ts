import type { MessageView } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';

/**
 * The customer's newest message that came while the conversation was on the screen, in words to be read aloud. The list itself is no
 * live region: its rows come and go with scrolling, and old ones would be read as news.
 */
export const useAnnounced = (messages: MessageView[], isLoaded: boolean): string => {
  const [words, setWords] = useState('');
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const newest = messages.findLast(({ fromMe }) => !fromMe);
    const before = last.current;
    last.current = newest?.id ?? '';
    if (before !== null && newest && newest.id !== before && isLast(messages, newest))
      setWords(`${newest.contact.name ?? ''}: ${newest.body ?? ''}`);
  }, [messages, isLoaded]);
  return words;
};

/** Nothing but one's own came after it: an older page does not end so. */
const isLast = (messages: MessageView[], newest: MessageView): boolean =>
  messages.slice(messages.indexOf(newest) + 1).every(({ fromMe }) => fromMe);
