import { isSample, type TicketStatus } from '@prosa/contracts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { type Span, startOf } from '../dashboard/spans.ts';

const spans: readonly Span[] = ['quarter', 'day', 'month'];

/**
 * Tickets, but those of the test customer, by the time of their opening and by what they are now: a change of a ticket moves it from one group to another. As in the
 * dashboard's tally (decision 29), a quarter of an hour is exact in every time zone, and a whole UTC day stands for its 96 quarters; a
 * whole UTC month stands for its days.
 */
export const ticketTally = defineCounter({
  table: 'ticket_tally',
  version: 2,
  of: ticketRows,
  columns: {
    span: text<Span>(),
    start: time(),
    status: text<TicketStatus>(),
    queueId: nullable(uuid()),
    userId: nullable(uuid()),
  },
  indexes: ['(company_id, span, start)'],
  group: ({ createdAt, status, queueId, userId, channel }) =>
    isSample({ channel }) ? null : spans.map((span) => ({ span, start: startOf(span, createdAt), status, queueId, userId })),
});

/**
 * Tickets by the quarter of an hour of their opening and by tag, as they are now: one with two tags counts in both, one without any under
 * null.
 */
export const tagDayTally = defineCounter({
  table: 'tag_day_tally',
  version: 1,
  of: ticketRows,
  columns: { start: time(), tagId: nullable(uuid()) },
  indexes: ['(company_id, start)'],
  group: ({ createdAt, tagIds, channel }) =>
    isSample({ channel }) ? null : tagsOf(tagIds).map((tagId) => ({ start: startOf('quarter', createdAt), tagId })),
});

/** `before9`: those that were opened before the ninth hour of the UTC day had ended. */
const before = (hours: number) => `before${hours}` as const;
export const sumsBefore = Array.from({ length: 23 }, (_, n) => before(n + 1));
/** The amounts that a ticket adds to these sums, by the hour of its opening. */
const addedIn = Array.from({ length: 24 }, (_, hour) =>
  Object.fromEntries(sumsBefore.map((name, n) => [name, hour <= n ? 1 : 0])),
);

/**
 * The same by whole UTC days, each with the number of tickets before each of its hours: the day is cut at a local midnight by reading one
 * number.
 */
export const tagHoursTally = defineCounter({
  table: 'tag_hours_tally',
  version: 1,
  of: ticketRows,
  columns: { start: time(), tagId: nullable(uuid()) },
  sums: sumsBefore,
  indexes: ['(company_id, start)'],
  group: ({ createdAt, tagIds, channel }) =>
    isSample({ channel })
      ? null
      : tagsOf(tagIds).map((tagId) => ({ start: startOf('day', createdAt), tagId, ...addedIn[createdAt.getUTCHours()] })),
});

/** A ticket's tags, each once; null stands for none. */
export const tagsOf = (tagIds: readonly string[]): (string | null)[] => (tagIds.length === 0 ? [null] : [...new Set(tagIds)]);
