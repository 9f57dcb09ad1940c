import type { MessageView } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { lineOfMessage } from '../kinds/summary.ts';

/**
 * The customer's newest message that arrived while the conversation was on the screen, as text for screen readers. The list itself is no
 * live region: its rows change with scrolling, and old messages would be announced as new.
 */
export const useAnnounced = (messages: MessageView[], isLoaded: boolean): string => {
  const [words, setWords] = useState('');
  const last = useRef<string | null>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const newest = messages.findLast(({ fromMe }) => !fromMe);
    const before = last.current;
    last.current = newest?.id ?? '';
    if (before !== null && newest && newest.id !== before) setWords(`${newest.contact.name ?? ''}: ${lineOfMessage(newest)}`);
  }, [messages, isLoaded]);
  return words;
};
