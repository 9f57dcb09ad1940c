import type { connections as definition } from '@prosa/contracts/schemas';
import { useDispatch } from 'react-redux';
import type { z } from 'zod';
import { errorText } from '../../kernel/calls/error-text.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { useWords } from '../../records/use-words.ts';
import { connections } from './connections.slice.ts';

/** Pages whose subscriptions are asked for take the channel a while, in milliseconds. */
export const PAGES_TIMEOUT_MS = 60_000;

export type Connected = { data: z.output<typeof definition.routes.connectPages.reply> };

/** Tells which pages were connected and which were not, and then calls `onClose`. */
export const useConnected = (onClose: () => void) => {
  const words = useWords('connections');
  const dispatch = useDispatch();
  return ({ data: { connections: made, left } }: Connected): void => {
    dispatch(connections.wanted());
    dispatch(notified({ kind: 'ok', text: words('pagesConnected', { count: made.length }) }));
    if (left.length > 0) {
      const pages = left.map(({ name }) => name).join(', ');
      const reason = errorText({ code: left[0]!.code, details: {} });
      dispatch(notified({ kind: 'warn', text: words('pagesLeft', { pages, reason }) }));
    }
    onClose();
  };
};
