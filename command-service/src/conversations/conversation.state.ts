import type { ConversationFact, Meta, TicketStatus, Unstored } from '@prosa/contracts';

export type ConversationEvent = Unstored<ConversationFact>;

/** A ticket in brief. `readUpTo` is the place (`seq`) of the newest message that was read. */
export type TicketBrief = {
  id: string;
  protocol: string;
  status: TicketStatus;
  queueId: string | null;
  userId: string | null;
  tagIds: readonly string[];
  readUpTo: number;
};

/** A message in brief: `from` a customer, us (it goes out), or the team (an observation). `at` in milliseconds since 1970. */
export type MessageBrief = {
  ticketId: string;
  from: 'customer' | 'us' | 'team';
  /** The revision of the event by which it came to be, and so its place among the others. */
  seq: number;
  at: number;
  ack: number;
  attempt: number;
  state: 'failed' | 'unsure' | null;
  deleted: boolean;
  clientId: string | null;
};

/** What the rules must know of one conversation. Bounded, and without anything personal (ADR 8). */
export type ConversationState = {
  started: { connectionId: string; contactId: string } | null;
  channel: string;
  tickets: Map<string, TicketBrief>;
  /** The one ticket that is not closed. */
  unfinished: string | null;
  /** The newest, oldest first. */
  messages: Map<string, MessageBrief>;
  /** The ticket of each note, the newest ones. */
  notes: Map<string, string>;
  /** Messages there were in all. */
  count: number;
  /** The conversation to which everything but acks goes, since the contact was merged. */
  continuedIn: string | null;
};

/** Messages and tickets beyond these are no longer known to the rules. */
export const KNOWN_MESSAGES = 1_000;
export const KNOWN_TICKETS = 300;
export const KNOWN_NOTES = 1_000;

export const initial = (): ConversationState => ({
  started: null,
  channel: '',
  tickets: new Map(),
  unfinished: null,
  messages: new Map(),
  notes: new Map(),
  count: 0,
  continuedIn: null,
});

const acked = { ack: 1, attempt: 1, state: null, deleted: false } as const;

/** The state after an event: the very object it is given. What it does not know of (too old) stays unknown. */
export const evolve = (state: ConversationState, { type, data }: ConversationEvent, meta: Meta): ConversationState => {
  switch (type) {
    case 'ConversationStarted':
      state.started = { connectionId: data.connectionId, contactId: data.contactId };
      return state;
    case 'TicketOpened': {
      const { ticketId: id, protocol, status, queueId, userId } = data;
      state.channel = data.channel;
      return withTicket(state, { id, protocol, status, queueId, userId, tagIds: [], readUpTo: 0 });
    }
    case 'TicketAccepted':
      return change(state, data.ticketId, { status: 'open', userId: data.userId });
    case 'TicketReturned':
      return change(state, data.ticketId, { status: 'pending', userId: null });
    case 'TicketTransferred':
      return change(state, data.ticketId, {
        status: data.userId ? 'open' : 'pending',
        queueId: data.queueId,
        userId: data.userId,
      });
    case 'TicketClosed':
      return change(state, data.ticketId, { status: 'closed', ...(data.userId && { userId: data.userId }) });
    case 'TicketReopened':
      return change(state, data.ticketId, { status: 'open', queueId: data.queueId, userId: data.userId });
    case 'TicketLeftQueue':
      return change(state, data.ticketId, { queueId: null });
    case 'TicketTagged':
      return change(state, data.ticketId, { tagIds: data.tagIds });
    case 'TicketNoteAdded':
      state.notes.set(data.noteId, data.ticketId);
      if (state.notes.size > KNOWN_NOTES) for (const oldest of state.notes.keys()) if (state.notes.delete(oldest)) break;
      return state;
    case 'TicketNoteDeleted':
      state.notes.delete(data.noteId);
      return state;
    case 'MessagesRead':
      return change(state, data.ticketId, { readUpTo: state.messages.get(data.upTo)?.seq ?? 0 });
    case 'MessageReceived':
      return withMessage(state, data.messageId, { ...acked, ticketId: data.ticketId, from: 'customer', clientId: null }, meta);
    case 'MessageSent':
      return withMessage(state, data.messageId, { ...acked, ticketId: data.ticketId, from: 'us', clientId: data.clientId }, meta);
    case 'MessageObserved':
      return withMessage(
        state,
        data.messageId,
        { ...acked, ticketId: data.ticketId, from: 'team', clientId: data.clientId },
        meta,
      );
    case 'MessageAcknowledged':
      return changeMessage(state, data.messageId, { ack: data.ack, state: null });
    case 'MessageFailed':
      return changeMessage(state, data.messageId, { state: 'failed' });
    case 'MessageUnsure':
      return changeMessage(state, data.messageId, { state: 'unsure' });
    case 'MessageRetried':
      return changeMessage(state, data.messageId, { state: null, attempt: data.attempt });
    case 'MessageDeleted':
      return changeMessage(state, data.messageId, { deleted: true });
    case 'NumberChanged':
      return state;
    case 'ConversationContinued':
      state.continuedIn = data.in;
      return state;
    default: {
      data satisfies never;
      return state;
    }
  }
};

const withTicket = (state: ConversationState, ticket: TicketBrief): ConversationState => {
  state.tickets.set(ticket.id, ticket);
  if (ticket.status !== 'closed') state.unfinished = ticket.id;
  else if (state.unfinished === ticket.id) state.unfinished = null;
  if (state.tickets.size > KNOWN_TICKETS) dropOldest(state.tickets, state.unfinished);
  return state;
};

const dropOldest = (tickets: Map<string, TicketBrief>, except: string | null): void => {
  for (const id of tickets.keys()) {
    if (id === except) continue;
    tickets.delete(id);
    return;
  }
};

const change = (state: ConversationState, id: string, changes: Partial<TicketBrief>): ConversationState => {
  const before = state.tickets.get(id);
  return before ? withTicket(state, { ...before, ...changes }) : state;
};

const withMessage = (
  state: ConversationState,
  id: string,
  message: Omit<MessageBrief, 'at' | 'seq'>,
  { at, revision }: Meta,
): ConversationState => {
  state.count += 1;
  state.messages.set(id, { ...message, at: at.getTime(), seq: Number(revision) });
  if (state.messages.size > KNOWN_MESSAGES) for (const oldest of state.messages.keys()) if (state.messages.delete(oldest)) break;
  return state;
};

const changeMessage = (state: ConversationState, id: string, changes: Partial<MessageBrief>): ConversationState => {
  const before = state.messages.get(id);
  if (before) state.messages.set(id, { ...before, ...changes });
  return state;
};
