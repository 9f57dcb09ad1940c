import { childId, conversationEvents, conversationOf, type Fact, type TicketLine } from '@prosa/contracts';
import { nullable, position, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';
import { UUID } from './messages.told.ts';

const {
  TicketOpened,
  TicketQueued,
  TicketAccepted,
  TicketTransferred,
  TicketReturned,
  TicketReopened,
  TicketLeftQueue,
  TicketSnoozed,
  TicketWoken,
} = conversationEvents;

/** Lines that are not shown: they only say in which queue the ticket was before a later one. */
export const hiddenLines = ['opened', 'queued'] as const;
/** Lines after which the ticket is in their queue, or in none. */
export const movingLines = [...hiddenLines, 'transferred', 'reopened', 'left-queue'] as const;

type Kind = TicketLine['kind'] | (typeof hiddenLines)[number];
type OfTicket = Fact<string, { ticketId: string }>;
type Told = { queueId?: string | null; userId?: string | null; until?: string; reason?: NonNullable<TicketLine['reason']> };

/** The id that a line has in the conversation of its ticket. */
const lineIdOf = ({ data: { ticketId }, meta }: OfTicket): string => childId(conversationOf(ticketId)!, `line:${meta.position}`);

const line = (fact: OfTicket, kind: Kind, { queueId = null, userId = null, until, reason = undefined }: Told = {}) => ({
  id: lineIdOf(fact),
  companyId: fact.meta.companyId,
  ticketId: fact.data.ticketId,
  position: fact.meta.position,
  kind,
  at: fact.meta.at,
  actorId: fact.meta.actor.kind === 'user' && UUID.test(fact.meta.actor.id) ? fact.meta.actor.id : null,
  userId,
  queueId,
  until: until === undefined ? null : new Date(until),
  reason: reason ?? null,
});

/** What was done with each ticket, one row for each act: what its conversation shows between the messages. */
export const ticketLineRows = defineRows({
  table: 'ticket_line',
  version: 1,
  events: {
    TicketOpened,
    TicketQueued,
    TicketAccepted,
    TicketTransferred,
    TicketReturned,
    TicketReopened,
    TicketLeftQueue,
    TicketSnoozed,
    TicketWoken,
  },
  columns: {
    id: uuid(),
    companyId: uuid(),
    ticketId: uuid(),
    position: position(),
    kind: text<Kind>(),
    at: time(),
    /** Who did it; null: no user. */
    actorId: nullable(uuid()),
    userId: nullable(uuid()),
    queueId: nullable(uuid()),
    until: nullable(time()),
    reason: nullable(text<NonNullable<TicketLine['reason']>>()),
  },
  indexes: ['(ticket_id, position)'],
  key: lineIdOf,
  begins: {
    TicketOpened: (fact) => line(fact, 'opened', { queueId: fact.data.queueId }),
    TicketQueued: (fact) => line(fact, 'queued', { queueId: fact.data.queueId }),
    TicketAccepted: (fact) => line(fact, 'accepted', { userId: fact.data.userId }),
    TicketTransferred: (fact) => line(fact, 'transferred', { queueId: fact.data.queueId, userId: fact.data.userId }),
    TicketReturned: (fact) => line(fact, 'returned'),
    TicketReopened: (fact) => line(fact, 'reopened', { queueId: fact.data.queueId, userId: fact.data.userId }),
    TicketLeftQueue: (fact) => line(fact, 'left-queue'),
    TicketSnoozed: (fact) => line(fact, 'snoozed', { until: fact.data.until }),
    TicketWoken: (fact) => line(fact, 'woken', { reason: fact.data.reason }),
  },
  changes: {},
});
