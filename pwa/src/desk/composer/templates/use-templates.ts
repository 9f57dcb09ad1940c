import type { MessageTemplate } from '@prosa/contracts';
import { connections } from '@prosa/contracts/schemas';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../../../kernel/calls/api-error.ts';
import { api } from '../../../kernel/calls/client.ts';

type Found = {
  templates: MessageTemplate[];
  next: string | null;
  status: 'loading' | 'ready' | 'failed';
  failure: Failure | null;
};

/** The words that a search looks at. */
const wordsOf = ({ name, language, text }: MessageTemplate): string => `${name} ${language} ${text}`.toLowerCase();
/** So many matches fill the list: until then further pages are asked for. */
const ENOUGH = 8;

/** The templates of a connection, fetched page by page until the list is full of those that match the search. */
export const useTemplates = (connectionId: string, query: string) => {
  const [found, setFound] = useState<Found>({ templates: [], next: null, status: 'loading', failure: null });
  const asking = useRef<AbortController>(null);
  const fetchPage = useCallback(
    async (next: string | null) => {
      asking.current?.abort();
      const controller = new AbortController();
      asking.current = controller;
      const { signal } = controller;
      setFound((now) => ({ ...now, status: 'loading', failure: null }));
      try {
        const request = { params: { id: connectionId }, body: { next }, signal };
        const { data } = await api.call(connections.routes.templates, request);
        if (signal.aborted) return;
        setFound((now) => ({
          templates: [...(next === null ? [] : now.templates), ...data.templates],
          next: data.next,
          status: 'ready',
          failure: null,
        }));
      } catch (error) {
        if (!signal.aborted) setFound((now) => ({ ...now, status: 'failed', failure: failureOf(error) }));
      }
    },
    [connectionId],
  );
  useEffect(() => {
    void fetchPage(null);
    return () => asking.current?.abort();
  }, [fetchPage]);
  const sought = query.trim().toLowerCase();
  const templates = found.templates.filter((template) => wordsOf(template).includes(sought));
  const { next, status } = found;
  const more = () => {
    if (status === 'ready' && next !== null) void fetchPage(next);
  };
  const isShort = templates.length < ENOUGH;
  useEffect(() => {
    if (isShort && status === 'ready' && next !== null) void fetchPage(next);
  }, [isShort, status, next, fetchPage]);
  return {
    templates,
    status,
    failure: found.failure,
    more,
    again: () => void fetchPage(found.templates.length > 0 ? next : null),
  };
};
