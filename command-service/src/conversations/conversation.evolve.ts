import { type LineKind, limits, type Meta } from '@prosa/contracts';
import {
  heardAt,
  KNOWN_FILES,
  KNOWN_LINES,
  KNOWN_MESSAGES,
  KNOWN_NOTES,
  KNOWN_REACTIONS,
  KNOWN_TICKETS,
  put,
  reactionKey,
} from './conversation.known.ts';
import type { ConversationEvent, ConversationState, FileBrief, MessageBrief, TicketBrief } from './conversation.state.ts';
import { repeatedAfter } from './repeated.ts';

const acked = { ack: 1, attempt: 1, state: null, deleted: false } as const;

/** Applies an event: mutates and returns the given state. Unknown (too old) messages and tickets stay unknown. */
export const evolve = (state: ConversationState, { type, data }: ConversationEvent, meta: Meta): ConversationState => {
  switch (type) {
    case 'ConversationStarted':
      state.started = { connectionId: data.connectionId, contactId: data.contactId };
      return state;
    case 'TicketOpened': {
      const { ticketId: id, protocol, status, queueId, userId } = data;
      state.ratingAsked = null;
      state.unanswered = null;
      state.channel = data.channel;
      return withTicket(state, { id, protocol, status, queueId, userId, tagIds: [], readUpTo: 0 });
    }
    case 'TicketQueued':
      return change(state, data.ticketId, { queueId: data.queueId });
    case 'MenuShown': {
      const { ticketId, queueId, parentId, choices, wrong } = data;
      state.menu = { ticketId, queueId, parentId, choices, wrong, at: meta.at.getTime() };
      return state;
    }
    case 'MenuChosen':
      return state;
    case 'MenuLeft':
      state.menu = null;
      return state;
    case 'TicketAccepted':
      state.menu = null;
      return change(state, data.ticketId, { status: 'open', userId: data.userId });
    case 'TicketReturned':
      state.unanswered = null; // it is the team's turn
      return change(state, data.ticketId, { status: 'pending', userId: null });
    case 'TicketTransferred':
      state.menu = null;
      state.unanswered = null;
      return change(state, data.ticketId, {
        status: data.userId ? 'open' : 'pending',
        queueId: data.queueId,
        userId: data.userId,
      });
    case 'TicketClosed':
      state.menu = null;
      state.unanswered = null;
      state.ratingAsked = data.ratingAsked ? { ticketId: data.ticketId, at: meta.at.getTime() } : null;
      return change(state, data.ticketId, { status: 'closed', ...(data.userId && { userId: data.userId }) });
    case 'TicketReopened':
      state.ratingAsked = null;
      return change(state, data.ticketId, { status: 'open', queueId: data.queueId, userId: data.userId });
    case 'TicketLeftQueue':
      return change(state, data.ticketId, { queueId: null });
    case 'TicketTagged':
      return change(state, data.ticketId, { tagIds: data.tagIds });
    case 'TicketNoteAdded':
      put(state.notes, data.noteId, data.ticketId, KNOWN_NOTES);
      return state;
    case 'TicketNoteDeleted':
      state.notes.delete(data.noteId);
      return state;
    case 'MessagesRead':
      return change(state, data.ticketId, { readUpTo: state.messages.get(data.upTo)?.seq ?? 0 });
    case 'MessageReceived': {
      const { ticketId, authorId } = data;
      heard(state, data.sentAt, meta);
      state.unanswered = null;
      state.repeated = repeatedAfter(state, data.body, meta.at.getTime());
      noteLine(state, data);
      const more = { ...(authorId && { authorId }), ...fileIn(state, data, meta) };
      const brief = { ...acked, ticketId, from: 'customer' as const, clientId: null, ...more };
      return withMessage(state, data.messageId, brief, meta);
    }
    case 'MessageMirrored': {
      state.menu = null; // somebody answers on the phone
      awaitAnswer(state, data, meta);
      noteLine(state, data);
      const brief = { ...acked, ticketId: data.ticketId, from: 'phone' as const, clientId: null };
      return withMessage(state, data.messageId, { ...brief, ...fileIn(state, data, meta) }, meta);
    }
    case 'MessageFilled':
      noteLine(state, data);
      return changeMessage(state, data.messageId, {
        filledAt: Number(meta.revision),
        ...fileIn(state, data, meta),
      });
    case 'MediaStored':
      state.files.delete(data.messageId);
      return changeMessage(state, data.messageId, { storedAt: Number(meta.revision) });
    case 'MediaFailed':
    case 'MediaRetried': {
      const file = state.files.get(data.messageId);
      if (file)
        withFile(state, data.messageId, { ...file, attempt: data.attempt, failed: type === 'MediaFailed' ? data.reason : null });
      return state;
    }
    case 'MessageSent':
      if (isAnswer(data.origin)) state.automaticAt = [...state.automaticAt, meta.at.getTime()].slice(-limits.automaticTexts);
      if (data.origin === 'out-of-hours') state.outOfHoursAt = meta.at.getTime();
      if (data.userId !== null) awaitAnswer(state, data, meta);
      return withMessage(
        state,
        data.messageId,
        {
          ...acked,
          ticketId: data.ticketId,
          from: 'us',
          clientId: data.clientId,
          ...(data.template && { isTemplate: true as const }),
          ...automatic(data.origin),
        },
        meta,
      );
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
      // A channel that accepted it may fail to deliver it later.
      if (state.unanswered?.messageId === data.messageId) state.unanswered = { ...state.unanswered, failed: true };
      return changeMessage(state, data.messageId, { state: 'failed', ack: 1 });
    case 'MessageUnsure':
      return changeMessage(state, data.messageId, { state: 'unsure' });
    case 'MessageRetried':
      awaitAnswer(state, data, meta);
      return changeMessage(state, data.messageId, { state: null, attempt: data.attempt });
    case 'MessageDeleted':
    case 'MessageRevoked':
      state.lines.delete(data.messageId);
      return changeMessage(state, data.messageId, { deleted: true });
    case 'NumberChanged':
      return state;
    case 'MessageEdited':
    case 'OutreachEdited':
      return changeMessage(state, data.messageId, { editedAt: Date.parse(data.sentAt) });
    case 'MessageReacted':
    case 'OutreachReacted':
      put(state.reactedAt, reactionKey(data.messageId, data.contactId), Date.parse(data.sentAt), KNOWN_REACTIONS);
      return state;
    case 'RatingGiven':
      state.ratingAsked = null;
      heard(state, data.sentAt, meta);
      return withMessage(state, data.messageId, { ...acked, ticketId: data.ticketId, from: 'customer', clientId: null }, meta);
    case 'TicketDeleted':
      // Its messages stay known: the channel's later reports on them are valid, and they can still be quoted.
      state.tickets.delete(data.ticketId);
      if (state.unfinished === data.ticketId) state.unfinished = null;
      if (state.menu?.ticketId === data.ticketId) state.menu = null;
      if (state.ratingAsked?.ticketId === data.ticketId) state.ratingAsked = null;
      if (state.unanswered?.ticketId === data.ticketId) state.unanswered = null;
      return state;
    case 'ConversationContinued':
      state.continuedIn = data.in;
      return state;
    case 'OutreachSent':
      return withMessage(
        state,
        data.messageId,
        {
          ...acked,
          ticketId: null,
          from: data.origin === 'phone' ? 'phone' : 'us',
          clientId: data.clientId,
          ...automatic(data.origin),
        },
        meta,
      );
    case 'OutreachAcknowledged':
      return changeMessage(state, data.messageId, { ack: data.ack, state: null });
    case 'OutreachFailed':
      return changeMessage(state, data.messageId, { state: 'failed', ack: 1 });
    case 'OutreachUnsure':
      return changeMessage(state, data.messageId, { state: 'unsure' });
    case 'OutreachRetried':
      return changeMessage(state, data.messageId, { state: null, attempt: data.attempt });
    case 'OutreachDeleted':
    case 'OutreachRevoked':
      return changeMessage(state, data.messageId, { deleted: true });
    case 'MessageDeletionFailed':
    case 'OutreachDeletionFailed':
      return state;
    default: {
      data satisfies never;
      return state;
    }
  }
};

/** Whether a text of this origin answers a customer by itself; the others follow what an attendant did. */
const isAnswer = (origin: string): boolean => origin === 'greeting' || origin === 'out-of-hours' || origin === 'menu';

/** A message that a person did not send themselves is marked. */
const automatic = (origin: string): Pick<MessageBrief, 'isAutomatic'> =>
  origin === 'attendant' || origin === 'forward' || origin === 'phone' ? {} : { isAutomatic: true };

const heard = (state: ConversationState, sentAt: string, { at }: Meta): void => {
  state.customerAt = heardAt(state.customerAt, sentAt, at.getTime());
};

const withTicket = (state: ConversationState, ticket: TicketBrief): ConversationState => {
  if (ticket.status !== 'closed') state.unfinished = ticket.id;
  else if (state.unfinished === ticket.id) state.unfinished = null;
  put(state.tickets, ticket.id, ticket, KNOWN_TICKETS, state.unfinished);
  return state;
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
  put(state.messages, id, { ...message, at: at.getTime(), seq: Number(revision) }, KNOWN_MESSAGES);
  return state;
};

/** Somebody of ours wrote in the unfinished ticket: it is the customer's turn. */
const awaitAnswer = (
  state: ConversationState,
  { ticketId, messageId }: { ticketId: string; messageId: string },
  { at }: Meta,
): void => {
  if (ticketId === state.unfinished) state.unanswered = { ticketId, messageId, at: at.getTime(), failed: false };
};

/** Notes the line that stands in the place of a message until its content can be read, or that there is none any more. */
const noteLine = (
  state: ConversationState,
  { ticketId, messageId, line }: { ticketId: string; messageId: string; line?: LineKind | undefined },
): void => {
  if (line === undefined || line === 'view-once') state.lines.delete(messageId);
  else put(state.lines, messageId, { ticketId, line }, KNOWN_LINES);
};

/** Notes the file that a message announces, which is to be fetched. */
const fileIn = (
  state: ConversationState,
  { ticketId, messageId, media }: { ticketId: string; messageId: string; media?: unknown },
  { revision }: Meta,
): { storedAt: null } | undefined => {
  if (!media) return undefined;
  withFile(state, messageId, { ticketId, seq: Number(revision), attempt: 1, failed: null });
  return { storedAt: null };
};

const withFile = (state: ConversationState, messageId: string, file: FileBrief): void =>
  put(state.files, messageId, file, KNOWN_FILES);

const changeMessage = (state: ConversationState, id: string, changes: Partial<MessageBrief>): ConversationState => {
  const before = state.messages.get(id);
  if (before) state.messages.set(id, { ...before, ...changes });
  return state;
};
