import { limits, type TicketStatus, type TicketView, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { bulkResult } from './tickets.slice.ts';

/** An action on several tickets; `name` is also the key of its texts. */
export type BulkAct =
  | { name: 'accept' | 'return' | 'resolve' }
  | { name: 'transfer'; queueId: string; userId: string | null }
  | { name: 'tag'; tagIds: string[] };
/** `name` is the ticket's title: the ticket may have left every list when the answer is shown. */
type Bulk = { tickets: { id: string; name: string }[]; act: BulkAct };

/** Filters the tickets to which an action applies. */
export const fitting = (name: BulkAct['name'], tickets: TicketView[]): TicketView[] => {
  if (name === 'tag') return tickets;
  return tickets.filter(({ status }) => status === (name === 'accept' ? 'pending' : 'open'));
};

const statusOf: Record<'accept' | 'return' | 'resolve', TicketStatus> = { accept: 'open', return: 'pending', resolve: 'closed' };

const changeOf = (act: BulkAct) => {
  switch (act.name) {
    case 'transfer':
      return { queueId: act.queueId, ...(act.userId ? { userId: act.userId } : {}) };
    case 'tag':
      return { addTags: act.tagIds };
    default:
      return { status: statusOf[act.name] };
  }
};

/** Does the same to several tickets, as from their list rows: customers are not notified. Failures are reported per ticket. */
export const bulkTickets = createCommand({
  type: 'tickets/bulk',
  route: ticketRoutes.bulk,
  timeoutMs: 30_000,
  delayMs: ({ act }) => (act.name === 'transfer' || act.name === 'tag' ? limits.submitDelayMs : 0), // these have a form
  request: ({ tickets, act }: Bulk) => ({
    query: { msgAutomatic: false },
    body: { ticketIds: tickets.slice(0, limits.bulkTickets).map(({ id }) => id), ...changeOf(act) },
  }),
  *onDone({ tickets, act }, { results }): SagaIterator {
    const names = new Map(tickets.map(({ id, name }) => [id, name]));
    const failed = results.flatMap(({ id, error }) => (error ? [{ id, name: names.get(id) ?? '', error }] : []));
    const done = results.length - failed.length;
    if (failed.length > 0) yield put(bulkResult({ done, failed }));
    else yield put(notified({ kind: 'ok', text: textOf('tickets', `bulk-${act.name}`, { count: done }) }));
  },
});
