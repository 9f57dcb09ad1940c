import { type FormEvent, useEffect, useRef } from 'react';
import { useDispatch } from 'react-redux';
import { writingChanged } from '../state/ticket-people.ts';

/** How long after the last letter somebody counts as writing, in milliseconds. */
const QUIET_MS = 5_000;

/**
 * Tells colleagues who have the ticket open when its user writes in the composer, whatever is written there. Spread onto an element around
 * it.
 */
export const useWriting = (ticketId: string) => {
  const dispatch = useDispatch();
  const quiet = useRef<ReturnType<typeof setTimeout> | null>(null);
  useEffect(() => () => clearTimeout(quiet.current ?? undefined), []);
  const stop = () => {
    if (quiet.current === null) return;
    clearTimeout(quiet.current);
    quiet.current = null;
    dispatch(writingChanged({ ticketId, isWriting: false }));
  };
  return {
    onInput: ({ target }: FormEvent) => {
      if (!(target instanceof HTMLTextAreaElement && target.closest('[data-composer]'))) return;
      if (target.value === '') return stop();
      if (quiet.current === null) dispatch(writingChanged({ ticketId, isWriting: true }));
      else clearTimeout(quiet.current);
      quiet.current = setTimeout(stop, QUIET_MS);
    },
    onSubmit: stop,
  };
};
