import { childId, isBlank, meaningOf, Refused, sees } from '@prosa/contracts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { beginning, changeTicket, otherOpen, putTicket, seen, unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, TicketBrief } from '../conversation-kernel/conversation.state.ts';
import { hadInHand, handedBy, movedOn } from '../handover/handed.ts';
import { marksUnread } from '../unread/unread.concern.ts';
import { closedUndoably, released } from './conversation.closing.ts';
import type { TicketCommand } from './conversation.commands.ts';
import { assertBegins, isWindowOpen } from './conversation.through.ts';
import { saying } from './saying.ts';

type Own = Pick<ConversationState, 'started' | 'channel' | 'tickets' | 'unfinished' | 'continuedIn'>;

/** The successive tickets of a conversation: opened, served, handed over, tagged, closed, deleted; and where it goes on after a merge. */
export const tickets = {
  initial: (): Own => ({ started: null, channel: '', tickets: new Map(), unfinished: null, continuedIn: null }),

  evolve: {
    ConversationStarted: (state, { connectionId, contactId }) => {
      state.started = { connectionId, contactId };
    },
    TicketOpened: (state, { ticketId: id, protocol, status, queueId, userId, channel }) => {
      state.channel = channel;
      putTicket(state, { id, protocol, status, queueId, userId, tagIds: [], readUpTo: 0 });
    },
    TicketQueued: (state, { ticketId, queueId }) => changeTicket(state, ticketId, { queueId }),
    TicketAccepted: (state, { ticketId, userId }) => changeTicket(state, ticketId, { status: 'open', userId }),
    TicketReturned: (state, { ticketId }, meta) =>
      changeTicket(state, ticketId, { status: 'pending', userId: null, handed: handedBy(state, ticketId, meta) }),
    TicketTransferred: (state, { ticketId, queueId, userId }, meta) =>
      changeTicket(state, ticketId, {
        status: userId ? 'open' : 'pending',
        queueId,
        userId,
        handed: handedBy(state, ticketId, meta),
      }),
    TicketClosed: (state, { ticketId, userId }) => changeTicket(state, ticketId, { status: 'closed', ...(userId && { userId }) }),
    TicketReopened: (state, { ticketId, queueId, userId }) => changeTicket(state, ticketId, { status: 'open', queueId, userId }),
    ClosingUndone: (state, { ticketId, queueId, userId }) => changeTicket(state, ticketId, { status: 'open', queueId, userId }),
    TicketLeftQueue: (state, { ticketId }) => changeTicket(state, ticketId, { queueId: null }),
    TicketTagged: (state, { ticketId, tagIds }) => changeTicket(state, ticketId, { tagIds }),
    TicketDeleted: (state, { ticketId }) => {
      // Its messages stay known: the channel's later reports on them are valid, and they can still be quoted.
      state.tickets.delete(ticketId);
      if (state.unfinished === ticketId) state.unfinished = null;
    },
    ConversationContinued: (state, data) => {
      state.continuedIn = data.in;
    },
  },

  stays: {
    'continue elsewhere': () => true,
    // A command on a closed ticket stays where the ticket is.
    'change ticket': ofKnownTicket,
    'tag ticket': ofKnownTicket,
    'delete ticket': ofKnownTicket,
    'delete tickets': () => true,
  },

  decide: {
    'create ticket': (command, state) => create(command, state),
    'change ticket': (command, state) => change(command, state),
    'tag ticket': (command, state) => {
      const { id, tagIds: before } = seen(state, command.ticketId, command.by);
      const tagIds = [...new Set(command.tagIds)];
      if (tagIds.length === before.length && tagIds.every((tag) => before.includes(tag))) return [];
      return [{ type: 'TicketTagged', data: { ticketId: id, tagIds } }];
    },
    'delete ticket': (command, state) => {
      const { id: ticketId } = seen(state, command.ticketId, command.by);
      if (command.by.profile !== 'admin') throw new Refused('ERR_NO_PERMISSION');
      // If the user sees a ticket, its conversation has begun.
      return [{ type: 'TicketDeleted', data: { ticketId, userId: command.by.userId, contactId: state.started!.contactId } }];
    },
    'delete tickets': ({ userId }, { tickets: all, started }) =>
      [...all.keys()].map((ticketId) => ({ type: 'TicketDeleted', data: { ticketId, userId, contactId: started!.contactId } })),
    'leave queue': (command, state) => {
      const ticket = unfinishedOf(state);
      if (ticket?.id !== command.ticketId || ticket.queueId !== command.queueId) return [];
      return [{ type: 'TicketLeftQueue', data: { ticketId: ticket.id } }];
    },
    'leave user': (command, state) => {
      const ticket = unfinishedOf(state);
      if (ticket?.id !== command.ticketId || ticket.userId !== command.userId) return [];
      return [{ type: 'TicketReturned', data: { ticketId: ticket.id } }];
    },
    'give ticket': ({ ticketId, queueId, userId }, state) => {
      const ticket = unfinishedOf(state);
      const waits = ticket?.id === ticketId && ticket.status === 'pending' && ticket.queueId === queueId;
      if (!waits || state.menu?.ticketId === ticketId) return [];
      return [{ type: 'TicketAccepted', data: { ticketId, userId, distributed: true } }];
    },
    'leave connection': (command, state) => {
      const ticket = unfinishedOf(state);
      if (ticket?.id !== command.ticketId) return [];
      return [
        { type: 'TicketClosed', data: { ticketId: ticket.id, userId: null, reason: 'connection-deleted', ratingAsked: false } },
      ];
    },
    'continue elsewhere': (command, state) => {
      if (state.continuedIn !== null) return [];
      const ticketId = unfinishedOf(state)?.id;
      return [
        ...beginning(state, command.connectionId, command.contactId),
        ...(ticketId === undefined
          ? []
          : [{ type: 'TicketClosed' as const, data: { ticketId, userId: null, reason: 'merged' as const, ratingAsked: false } }]),
        { type: 'ConversationContinued', data: { in: command.in } },
      ];
    },
    'take ticket over': (command, state) => {
      const { key, commandId, connectionId, contactId, channel, protocol } = command;
      const { status: before, queueId, userId, tagIds } = command.ticket;
      const own = unfinishedOf(state);
      // The user who serves the customer accepts the ticket here if it waits for somebody.
      if (own)
        return userId === null || own.userId !== null ? [] : [{ type: 'TicketAccepted', data: { ticketId: own.id, userId } }];
      const status = before === 'open' ? 'open' : 'pending';
      const ticketId = childId(key, `ticket:${commandId}`);
      return [
        ...beginning(state, connectionId, contactId),
        { type: 'TicketOpened', data: { ticketId, protocol, status, queueId, userId, connectionId, contactId, channel } },
        ...(tagIds.length > 0 ? [{ type: 'TicketTagged' as const, data: { ticketId, tagIds: [...tagIds] } }] : []),
      ];
    },
    look: () => [],
  },
} satisfies Concern<TicketCommand, Own>;

type Create = Extract<TicketCommand, { do: 'create ticket' }>;
const create = (command: Create, state: ConversationState): ConversationEvent[] => {
  const { key, commandId, by, connectionId, contactId, channel, queueId, userId, protocol } = command;
  if (queueId === null && by.profile !== 'admin') throw queueRequired();
  if (by.profile !== 'admin' && (userId !== by.userId || !mayServe(by, queueId))) throw new Refused('ERR_NO_PERMISSION');
  const events = beginning(state, connectionId, contactId);
  assertBegins(state, command.through);
  const other = unfinishedOf(state);
  if (other) throw otherOpen(other);
  const ticketId = childId(key, `ticket:${commandId}`);
  return [
    ...events,
    { type: 'TicketOpened', data: { ticketId, protocol, status: 'open', queueId, userId, connectionId, contactId, channel } },
  ];
};

type Change = Extract<TicketCommand, { do: 'change ticket' }>;
const change = (command: Change, state: ConversationState): ConversationEvent[] => {
  const { by, body } = command;
  assertStillServed(command, state);
  const ticket = seen(state, command.ticketId, by);
  const meaning = meaningOf(body, ticket.status, by.userId);
  if (!meaning) return reopenedMeanwhile(command, ticket);
  if (body.note && meaning.do !== 'transfer') throw new Refused('ERR_VALIDATION', { fields: { note: 'Only with a transfer' } });
  switch (meaning.do) {
    case 'accept':
      return accept(command, ticket);
    case 'return':
      if (ticket.status === 'closed') throw new Refused('ERR_TRANSITION');
      return ticket.status === 'pending' ? [] : [{ type: 'TicketReturned', data: { ticketId: ticket.id } }];
    case 'close':
      return close(command, ticket, state);
    case 'reopen':
      return reopen(command, ticket, state, meaning.queueId);
    case 'transfer':
      return transfer(command, ticket, meaning, state);
    default:
      meaning satisfies never;
      return [];
  }
};

/** Refuses what was decided while somebody else served the ticket, also for whoever does not see it any more because it was taken from them. */
const assertStillServed = ({ ticketId, by, body: { servedBy } }: Change, state: ConversationState): void => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || servedBy === undefined || servedBy === ticket.userId) return;
  if (sees(by, ticket) || hadInHand(ticket, by.userId)) throw movedOn(ticket);
};

/**
 * Handles a body that means nothing or two things. If it would reopen a ticket that another user has just reopened, the refusal says so.
 */
const reopenedMeanwhile = ({ body, by }: Change, ticket: TicketBrief): ConversationEvent[] => {
  const reopens = body.status === 'open' && ticket.status === 'open' && (body.userId ?? by.userId) === by.userId;
  if (reopens && ticket.userId !== by.userId) throw otherOpen(ticket);
  if (reopens && ticket.queueId === body.queueId) return [];
  throw new Refused('ERR_VALIDATION', { fields: { status: 'Invalid' } });
};

const accept = ({ by }: Change, ticket: TicketBrief): ConversationEvent[] => {
  if (ticket.status === 'open' && ticket.userId === by.userId) return [];
  if (ticket.status === 'open') throw otherOpen(ticket);
  return [{ type: 'TicketAccepted', data: { ticketId: ticket.id, userId: by.userId } }];
};

const close = (command: Change, ticket: TicketBrief, state: ConversationState): ConversationEvent[] => {
  const { by, rules } = command;
  if (ticket.status === 'closed') return [];
  if (ticket.status === 'pending') throw new Refused('ERR_TRANSITION');
  if (rules.tagForce && ticket.tagIds.length === 0) throw new Refused('ERR_TAG_REQUIRED');
  const said = isWindowOpen(state, rules.through) ? saying(command, ticket.id, rules.closingTexts) : [];
  const earlier = released(command, state, { texts: rules.waitingTexts, through: rules.through }, 'user');
  if (command.undoable) return [...earlier, closedUndoably(command, ticket, said)];
  const ratingAsked = said.some(({ type, data }) => type === 'MessageSent' && data.origin === 'rating');
  return [
    ...earlier,
    ...said,
    { type: 'TicketClosed', data: { ticketId: ticket.id, userId: by.userId, reason: 'resolved', ratingAsked } },
  ];
};

const reopen = ({ by, rules }: Change, ticket: TicketBrief, state: ConversationState, queueId: string | null) => {
  if (state.continuedIn !== null) throw new Refused('ERR_CONTACT_MERGED');
  if (queueId === null) throw queueRequired();
  if (!rules.queueExists) throw new Refused('ERR_NO_QUEUE_FOUND');
  if (!mayServe(by, queueId)) throw new Refused('ERR_NO_PERMISSION');
  if (!rules.connectionExists) throw new Refused('ERR_NO_WAPP_FOUND');
  const other = unfinishedOf(state);
  if (other) throw otherOpen(other);
  return [{ type: 'TicketReopened' as const, data: { ticketId: ticket.id, queueId, userId: by.userId } }];
};

/**
 * A queue only: pending in that queue, without a user. With a user: open, in the named queue or its current one, and unread for them until they
 * open it.
 */
const transfer = (
  { key, commandId, by, body: { note = '' }, rules }: Change,
  ticket: TicketBrief,
  to: { queueId: string | null | undefined; userId: string | null },
  state: ConversationState,
): ConversationEvent[] => {
  if (ticket.status !== 'open') throw new Refused('ERR_TRANSITION');
  const { userId } = to;
  const queueId = to.queueId ?? (userId ? ticket.queueId : null);
  if (queueId === null && !userId) throw queueRequired();
  if (to.queueId && !rules.queueExists) throw new Refused('ERR_NO_QUEUE_FOUND');
  if (userId && !rules.userExists) throw new Refused('ERR_NO_USER_FOUND');
  const { id: ticketId } = ticket;
  const messageId = childId(key, `out:${commandId}`);
  const noted: ConversationEvent[] = isBlank(note)
    ? []
    : [{ type: 'MessageObserved', data: { ticketId, messageId, body: note, clientId: null, userId: by.userId } }];
  if (queueId === ticket.queueId && userId === ticket.userId) return noted;
  const isToOther = userId !== null && userId !== by.userId;
  return [
    { type: 'TicketTransferred', data: { ticketId, queueId, userId } },
    ...noted,
    ...(isToOther ? marksUnread(state, ticketId) : []),
  ];
};

const mayServe = (by: Change['by'], queueId: string | null): boolean =>
  by.profile === 'admin' || (queueId !== null && by.queueIds.includes(queueId));

const queueRequired = (): Refused => new Refused('ERR_QUEUE_REQUIRED', { fields: { queueId: 'Selecione uma fila' } });
