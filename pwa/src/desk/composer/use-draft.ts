import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { type Draft, keepDraft, readDraft, watchDraft } from '../messages/state/offline.ts';

/**
 * The text being written in a ticket, stored on this device until it is sent or its user signs out. All tabs share it: what is written or sent
 * in one of them shows in the others.
 */
export const useDraft = (kind: Draft, ticketId: string): [text: string, write: (text: string) => void] => {
  const userId = useSelector(selectMe)?.id ?? '';
  const [text, setText] = useState(() => readDraft(kind, userId, ticketId));
  useEffect(() => watchDraft(kind, userId, ticketId, setText), [kind, userId, ticketId]);
  const write = (next: string) => {
    setText(next);
    keepDraft(kind, userId, ticketId, next);
  };
  return [text, write];
};
