import { messageRoutes } from '@prosa/contracts';
import { useEffect } from 'react';
import { call } from '../../../kernel/calls/client.ts';
import { usePages } from '../../../kernel/lists/use-pages.ts';

/** The messages of a ticket that have a file, newest first, by keyset pages. */
export const useMedias = (ticketId: string) => {
  const { first, items, status, ...pages } = usePages(async (of: string, { after: before }, signal) => {
    const query = { ...(before && { before }) };
    const { data } = await call(messageRoutes.searchMedias, { params: { ticketId: of }, query, signal });
    return { items: data.messages, hasMore: data.hasMore, told: null };
  });
  useEffect(() => first(ticketId), [first, ticketId]);
  return { ...pages, messages: items, status: status === 'idle' ? 'loading' : status };
};
