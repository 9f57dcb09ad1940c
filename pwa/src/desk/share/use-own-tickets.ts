import { limits, type TicketView, ticketRoutes } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';

type Found = {
  tickets: TicketView[];
  page: number;
  hasMore: boolean;
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | null;
};
const nothing: Found = { tickets: [], page: 0, hasMore: false, status: 'loading', failure: null };

/** The user's open tickets, paged, or those that match a typed text, searched half a second after the last key press. */
export const useOwnTickets = (userId: string) => {
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [tries, setTries] = useState(0);
  const [found, setFound] = useState<Found>(nothing);
  const searchParam = words.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the request
  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      setFound((before) => ({ ...before, status: 'loading', failure: null }));
      try {
        const query = { status: 'open' as const, users: [userId], searchParam, pageNumber: page };
        const { data } = await call(ticketRoutes.list, { query, signal: controller.signal });
        setFound((before) => {
          const known = page === 1 ? [] : before.tickets;
          const ids = new Set(known.map(({ id }) => id));
          // The search also finds other users' tickets, which this user cannot write to.
          const more = data.tickets.filter((ticket) => ticket.userId === userId && !ids.has(ticket.id));
          return { tickets: [...known, ...more], page, hasMore: data.hasMore, status: 'ready', failure: null };
        });
      } catch (error) {
        if (!controller.signal.aborted) setFound((before) => ({ ...before, status: 'failed', failure: failureOf(error) }));
      }
    };
    const timer = setTimeout(() => void ask(), searchParam === '' ? 0 : limits.searchDebounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [userId, searchParam, page, tries]);
  return {
    ...found,
    words,
    write: (next: string) => {
      setWords(next);
      setPage(1);
    },
    more: () => setPage(found.page + 1),
    again: () => setTries(tries + 1),
  };
};
