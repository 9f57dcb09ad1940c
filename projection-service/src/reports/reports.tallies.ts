import type { TicketStatus } from '@prosa/contracts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { type Span, startOf } from '../dashboard/spans.ts';
import { nullable, text, time, uuid } from '../kernel/columns.ts';
import { defineCounter } from '../kernel/counter.ts';

const spans: readonly Span[] = ['quarter', 'day'];

/**
 * Tickets by the time of their opening and by what they are now: a change of a ticket moves it from one group to another. As in the
 * dashboard's tally (ADR 350), a quarter of an hour is exact in every time zone, and a whole UTC day stands for its 96 quarters.
 */
export const ticketTally = defineCounter({
  table: 'ticket_tally',
  version: 1,
  of: ticketRows,
  columns: {
    span: text<Span>(),
    start: time(),
    status: text<TicketStatus>(),
    queueId: nullable(uuid()),
    userId: nullable(uuid()),
  },
  indexes: ['(company_id, span, start)'],
  group: ({ createdAt, status, queueId, userId }) =>
    spans.map((span) => ({ span, start: startOf(span, createdAt), status, queueId, userId })),
});

/**
 * Tickets by the time of their opening and by tag, as they are now: one with two tags counts in both, one without any under null. Each row
 * is of one day of the company, so there are quarters of an hour only. `userId`: who serves it or served it last.
 */
export const tagDayTally = defineCounter({
  table: 'tag_day_tally',
  version: 1,
  of: ticketRows,
  columns: { start: time(), tagId: nullable(uuid()) },
  indexes: ['(company_id, start)'],
  group: ({ createdAt, tagIds }) => tagsOf(tagIds).map((tagId) => ({ start: startOf('quarter', createdAt), tagId })),
});

/** A ticket's tags, each once; null stands for none. */
export const tagsOf = (tagIds: readonly string[]): (string | null)[] => (tagIds.length === 0 ? [null] : [...new Set(tagIds)]);
