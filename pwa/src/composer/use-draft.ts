import { useState } from 'react';
import { useSelector } from 'react-redux';
import { type Draft, keepDraft, readDraft } from '../messages/kept.ts';
import { selectMe } from '../sessions/sessions.slice.ts';

/** The text being written in a ticket, stored on this device until it is sent or its user signs out. */
export const useDraft = (kind: Draft, ticketId: string): [text: string, write: (text: string) => void] => {
  const userId = useSelector(selectMe)?.id ?? '';
  const [text, setText] = useState(() => readDraft(kind, userId, ticketId));
  const write = (next: string) => {
    setText(next);
    keepDraft(kind, userId, ticketId, next);
  };
  return [text, write];
};
