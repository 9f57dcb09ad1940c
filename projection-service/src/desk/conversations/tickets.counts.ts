import { isSample, roomsOfTicket, type Seen, type TicketStatus } from '@prosa/contracts';
import { nullable, text, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { ticketRows } from './tickets.rows.ts';

const groups = { queueId: nullable(uuid()), userId: nullable(uuid()), status: text<TicketStatus>() };

/**
 * Pending and open tickets by queue and user, so that the tabs need not count rows; of the open ones, those without an answer, and those that
 * are snoozed.
 */
export const ticketCounts = defineCounter({
  table: 'ticket_count',
  version: 2,
  of: ticketRows,
  columns: groups,
  sums: ['unanswered', 'snoozed'],
  group: ({ queueId, userId, status, waitingSince, snoozedUntil }) => {
    if (status === 'closed') return null;
    const snoozed = snoozedUntil === null ? 0 : 1;
    const unanswered = status === 'open' && waitingSince !== null && snoozed === 0 ? 1 : 0;
    return { queueId, userId, status, unanswered, snoozed };
  },
  push: { channel: 'ticketCounts', rooms: (companyId, group) => roomsOfTicket(companyId, group as Seen) },
});

/** Pending and open tickets of the test customer, which no figure counts. */
export const sampleTicketCounts = defineCounter({
  table: 'sample_ticket_count',
  version: 1,
  of: ticketRows,
  columns: { status: text<TicketStatus>() },
  group: ({ status, channel }) => (status === 'closed' || !isSample({ channel }) ? null : { status }),
});

/** Tickets with unread messages, whatever their status, for the bell and the totals of lists. */
export const unreadTicketCounts = defineCounter({
  table: 'unread_ticket_count',
  version: 1,
  of: ticketRows,
  columns: groups,
  group: ({ queueId, userId, status, unread }) => (unread > 0 ? { queueId, userId, status } : null),
});

/** Pending and open tickets by connection: those affected by deleting it. */
export const connectionTicketCounts = defineCounter({
  table: 'connection_ticket_count',
  version: 1,
  of: ticketRows,
  columns: { connectionId: uuid() },
  indexes: ['(company_id, connection_id)'],
  group: ({ connectionId, status }) => (status === 'closed' ? null : { connectionId }),
});

/** Closed tickets, of which there are many; only for the totals of lists. */
export const closedTicketCounts = defineCounter({
  table: 'closed_ticket_count',
  version: 1,
  of: ticketRows,
  columns: groups,
  group: ({ queueId, userId, status }) => (status === 'closed' ? { queueId, userId, status } : null),
});
