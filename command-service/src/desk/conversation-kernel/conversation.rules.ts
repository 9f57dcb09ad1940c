import { Refused, sees, type Viewer } from '@prosa/contracts';
import { KNOWN_TICKETS, put } from './conversation.known.ts';
import type { ConversationEvent, ConversationState, TicketBrief } from './conversation.state.ts';

/** Returns the ticket if the user may see it. Throws Refused ERR_NO_TICKET_FOUND otherwise, as for one that does not exist. */
export const seen = (state: ConversationState, ticketId: string, by: Viewer): TicketBrief => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || !sees(by, ticket)) throw new Refused('ERR_NO_TICKET_FOUND');
  return ticket;
};

/** The refusal if another ticket of the conversation is unfinished. The route adds the name of its user. */
export const otherOpen = ({ userId }: TicketBrief): Refused => new Refused('ERR_OTHER_OPEN_TICKET', { details: { userId } });

export const unfinishedOf = (state: ConversationState): TicketBrief | undefined =>
  state.unfinished === null ? undefined : state.tickets.get(state.unfinished);

/** The customer's messages of a ticket that do not count as read, by id, oldest first. */
export const unreadOf = (state: ConversationState, { id: ticketId, readUpTo }: TicketBrief): [string, { seq: number }][] => [
  ...[...state.olderUnread].filter(([, message]) => message.ticketId === ticketId && message.seq > readUpTo),
  ...[...state.messages].filter(
    ([, message]) => message.ticketId === ticketId && message.from === 'customer' && message.seq > readUpTo,
  ),
];

/**
 * That a ticket is read up to a message, which `unread` may name. What was read before the ticket was marked as unread is not named again: its
 * customer knows of it.
 */
export const reads = (
  unread: readonly [string, { seq: number }][],
  { id: ticketId, wasReadUpTo = -1 }: TicketBrief,
  [upTo, { seq: last }]: readonly [string, { seq: number }],
): ConversationEvent => {
  const messageIds = unread.filter(([, { seq }]) => seq <= last && seq > wasReadUpTo).map(([id]) => id);
  return {
    type: 'MessagesRead',
    data: { ticketId, upTo, messageIds, unread: unread.filter(([, { seq }]) => seq > last).length },
  };
};

/** The first event of a conversation; none if it has begun. Throws Refused ERR_IDENTITY_COLLISION for another pair with the same key. */
export const beginning = (state: ConversationState, connectionId: string, contactId: string): ConversationEvent[] => {
  if (!state.started) return [{ type: 'ConversationStarted', data: { connectionId, contactId } }];
  if (state.started.connectionId !== connectionId || state.started.contactId !== contactId)
    throw new Refused('ERR_IDENTITY_COLLISION');
  return [];
};

/** Changes a ticket that is known; a ticket that is too old stays unknown. */
export const changeTicket = (state: ConversationState, id: string, changes: Partial<TicketBrief>): void => {
  const before = state.tickets.get(id);
  if (before) putTicket(state, { ...before, ...changes });
};

export const putTicket = (state: ConversationState, ticket: TicketBrief): void => {
  if (ticket.status !== 'closed') state.unfinished = ticket.id;
  else if (state.unfinished === ticket.id) state.unfinished = null;
  put(state.tickets, ticket.id, ticket, KNOWN_TICKETS, state.unfinished);
};
