import { type MessageView, messageRoutes, type TicketView, ticketRoutes } from '@prosa/contracts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MessagePage } from '../../desk/messages/state/conversation.ts';
import { ApiError, type Failure, failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';

/** A ticket at a moment: null if there was none (any more). `before`: as it was before the event of that moment. */
export type Past = {
  asOf: string;
  ticket: TicketView | null;
  before: TicketView | null;
  page: MessagePage;
  /** The conversation's older tickets whose messages are among the page's. */
  older: TicketView[];
};

/** While the time line is drawn, only the moment where it rests is asked for. */
const REST_MS = 120;
/** Moments that are kept, to walk back and forth. */
const KEPT = 60;

const ticketAt = async (ticketId: string, asOf: string, signal?: AbortSignal): Promise<TicketView | null> => {
  try {
    return (await call(ticketRoutes.show, { params: { ticketId }, query: { asOf }, ...(signal && { signal }) })).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
};

/** A page of the conversation as of then, before one of its messages. */
export const pageAt = async (ticketId: string, asOf: string, before?: string, signal?: AbortSignal): Promise<MessagePage> => {
  const query = { asOf, ...(before && { before }) };
  const { data, position } = await call(messageRoutes.list, { params: { ticketId }, query, ...(signal && { signal }) });
  const { messages, ...page } = data;
  return { ...page, records: messages as MessageView[], position };
};

const NONE: MessagePage = { records: [], hasMore: false, hasNewer: false, position: '0', lines: [] };

const ask = async (ticketId: string, asOf: string, previous: string | null, signal: AbortSignal): Promise<Past> => {
  const [ticket, before] = await Promise.all([
    ticketAt(ticketId, asOf, signal),
    previous === null ? null : ticketAt(ticketId, previous, signal),
  ]);
  if (!ticket) return { asOf, ticket, before, page: NONE, older: [] };
  const page = await pageAt(ticketId, asOf, undefined, signal);
  const others = new Set(page.records.flatMap((message) => message.ticketId ?? []).filter((id) => id !== ticketId));
  const older = await Promise.all([...others].map((id) => ticketAt(id, asOf, signal)));
  return { asOf, ticket, before, page, older: older.filter((one) => one !== null) };
};

/** What stood on the screen at a position; until it has come, what is shown is the moment before. */
export const usePast = (ticketId: string, asOf: string | null, previous: string | null) => {
  const [past, setPast] = useState<Past | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const kept = useRef(new Map<string, Past>());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    if (asOf === null) return;
    setFailure(null);
    const known = kept.current.get(asOf);
    if (known) {
      setPast(known);
      return;
    }
    const controller = new AbortController();
    const begin = async () => {
      try {
        const found = await ask(ticketId, asOf, previous, controller.signal);
        if (controller.signal.aborted) return;
        kept.current.set(asOf, found);
        if (kept.current.size > KEPT) kept.current.delete(kept.current.keys().next().value!);
        setPast(found);
      } catch (error) {
        if (!controller.signal.aborted) setFailure(failureOf(error));
      }
    };
    const timer = setTimeout(() => void begin(), kept.current.size === 0 ? 0 : REST_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [ticketId, asOf, previous, tries]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  return { past, failure, again, isBusy: failure === null && past?.asOf !== asOf };
};
