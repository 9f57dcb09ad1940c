import type { ConnectionDetail } from '@prosa/contracts';
import { connections as definition } from '@prosa/contracts/schemas';
import { useEffect, useRef, useState } from 'react';
import { useSelector } from 'react-redux';
import type { z } from 'zod';
import { type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { api } from '../../kernel/calls/client.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';

type Detail = z.output<typeof ConnectionDetail>;

/**
 * Fetches one connection with its code and the number of its unfinished tickets, and again when the live connection is back: then some
 * pushes may have been missed. `onAsk` is called with each request, and what it returns with its answer.
 */
export const useDetail = (
  id: string,
  onAsk?: () => (detail: Detail) => void,
): { detail: Detail | null; failure: Failure | null } => {
  const [found, setFound] = useState<{ detail: Detail | null; failure: Failure | null }>({ detail: null, failure: null });
  const isConnected = useSelector(selectLive).state === 'connected';
  const ask = useRef(onAsk);
  ask.current = onAsk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const tell = ask.current?.();
    api.call(definition.routes.show, { params: { id }, query: {}, signal }).then(
      ({ data }) => {
        if (signal.aborted) return;
        setFound({ detail: data, failure: null });
        tell?.(data);
      },
      (error: unknown) => signal.aborted || setFound((before) => ({ ...before, failure: failureOf(error) })),
    );
    return () => controller.abort();
  }, [id, isConnected]);
  return found;
};
