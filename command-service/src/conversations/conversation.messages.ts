import { childId, conversationOf, limits, Refused, sees, type Viewer } from '@prosa/contracts';
import type { MessageCommand } from './conversation.commands.ts';
import { beginning, saying, seen, unfinishedOf } from './conversation.rules.ts';
import {
  type ConversationEvent,
  type ConversationState,
  KNOWN_MESSAGES,
  type MessageBrief,
  type TicketBrief,
} from './conversation.state.ts';

/** The rules of messages. */
export const decideMessage = (command: MessageCommand, state: ConversationState): ConversationEvent[] => {
  switch (command.do) {
    case 'receive message':
      return receive(command, state);
    case 'send message': {
      const { key, commandId, body, clientId, signature, by } = command;
      const { id: ticketId } = written(seen(state, command.ticketId, by));
      const quoted = quotable(state, key, command.quotedId, by);
      const messageId = childId(key, `out:${commandId}`);
      const data = { ticketId, messageId, body, ...quoted, clientId, signature, userId: by.userId, origin: 'attendant' as const };
      return [{ type: 'MessageSent', data }];
    }
    case 'observe': {
      const { key, commandId, body, clientId, by } = command;
      const { id: ticketId } = written(seen(state, command.ticketId, by));
      if (body.trim() === '') throw observation('O campo de texto da observação não pode estar vazio.');
      if (body.trim().length < limits.observationMin)
        throw observation('O campo de texto da observação deve conter mais de 5 caracteres.');
      const messageId = childId(key, `out:${commandId}`);
      return [{ type: 'MessageObserved', data: { ticketId, messageId, body, clientId, userId: by.userId } }];
    }
    case 'retry message': {
      const message = seenMessage(state, command.messageId, command.by);
      if (message.from !== 'us' || message.deleted) throw new Refused('ERR_NO_MESSAGE_FOUND');
      if (message.state === null) return [];
      written(state.tickets.get(message.ticketId)!);
      const { ticketId, attempt, seq: sentRevision } = message;
      const { messageId, by } = command;
      const data = { ticketId, messageId, attempt: attempt + 1, userId: by.userId, sentRevision };
      return [{ type: 'MessageRetried', data }];
    }
    case 'delete message': {
      const { ticketId, from, deleted } = seenMessage(state, command.messageId, command.by);
      if (from === 'customer') throw new Refused('ERR_DELETE_WAPP_MSG');
      const { messageId, by } = command;
      if (deleted) return [];
      return [{ type: 'MessageDeleted', data: { ticketId, messageId, userId: by.userId, outgoing: from === 'us' } }];
    }
    case 'acknowledge': {
      const message = sent(state, command);
      return message ? acknowledged(message, command.messageId, command.ack) : [];
    }
    case 'conclude sending':
      return conclude(command, state);
    default:
      command satisfies never;
      return [];
  }
};

type Receive = Extract<MessageCommand, { do: 'receive message' }>;
const receive = (command: Receive, state: ConversationState): ConversationEvent[] => {
  const { connectionId, contactId, channel, messageId, body, channelId, sentAt, opens, key } = command;
  const begun = beginning(state, connectionId, contactId);
  if (state.messages.has(messageId)) return [];
  const unfinished = unfinishedOf(state);
  const quotedId = command.quotedId !== null && conversationOf(command.quotedId) === key ? command.quotedId : null;
  const ticketId = unfinished?.id ?? opens?.ticketId;
  if (ticketId === undefined) throw new Refused('ERR_CREATING_TICKET');
  const received: ConversationEvent = {
    type: 'MessageReceived',
    data: { ticketId, messageId, body, channelId, quotedId, sentAt },
  };
  if (unfinished || !opens) return [...begun, received];
  const { protocol, queueId, texts } = opens;
  const ticket = { ticketId, protocol, queueId, connectionId, contactId, channel, status: 'pending' as const, userId: null };
  return [...begun, { type: 'TicketOpened', data: ticket }, received, ...saying(command, ticketId, texts)];
};

type Conclude = Extract<MessageCommand, { do: 'conclude sending' }>;
const conclude = (command: Conclude, state: ConversationState): ConversationEvent[] => {
  const message = sent(state, command);
  if (!message) return [];
  const { messageId, attempt, outcome, reason } = command;
  if (outcome === 'taken') return acknowledged(message, messageId, 2);
  // Once it is known to be with the channel, or tried anew, an older word on it says nothing; and words on one attempt only grow
  // surer, so that one which comes again does nothing, however late it comes.
  if (message.ack >= 2 || message.attempt !== attempt || message.state === outcome || message.state === 'failed') return [];
  const { ticketId } = message;
  return outcome === 'failed'
    ? [{ type: 'MessageFailed', data: { ticketId, messageId, attempt, reason: reason ?? '' } }]
    : [{ type: 'MessageUnsure', data: { ticketId, messageId, attempt } }];
};

/** Acks only rise; one that comes proves that the message went out. */
const acknowledged = ({ ticketId, ack: before, state }: MessageBrief, messageId: string, ack: number): ConversationEvent[] =>
  ack > before || state !== null
    ? [{ type: 'MessageAcknowledged', data: { ticketId, messageId, ack: Math.max(ack, before, 2) } }]
    : [];

/** A message of ours that a channel speaks of; null where it is too old to be known. */
const sent = (
  state: ConversationState,
  { messageId, connectionId }: { messageId: string; connectionId: string },
): MessageBrief | null => {
  if (state.started?.connectionId !== connectionId) throw new Refused('ERR_NO_MESSAGE_FOUND');
  const message = state.messages.get(messageId);
  return message?.from === 'us' ? message : null;
};

const written = (ticket: TicketBrief): TicketBrief => {
  if (ticket.status !== 'open') throw new Refused('ERR_TICKET_NOT_OPEN');
  return ticket;
};

const quotable = (
  state: ConversationState,
  key: string,
  quotedId: string | null,
  by: Viewer,
): { quotedId: string | null; quotedRevision?: number } => {
  if (quotedId === null) return { quotedId };
  const message = state.messages.get(quotedId);
  const tooOld = !message && state.count > KNOWN_MESSAGES;
  if (conversationOf(quotedId) !== key || (!message && !tooOld)) throw new Refused('ERR_NO_MESSAGE_FOUND');
  const ticket = message && state.tickets.get(message.ticketId);
  if (ticket && !sees(by, ticket)) throw new Refused('ERR_NO_MESSAGE_FOUND');
  // An observation is the team's: it would reach the customer as a quote.
  if (message?.from === 'team') throw new Refused('ERR_CREATING_MESSAGE');
  return message ? { quotedId, quotedRevision: message.seq } : { quotedId };
};

/** The message, as one sees it who sees its ticket. */
const seenMessage = (state: ConversationState, messageId: string, by: Viewer): MessageBrief => {
  const message = state.messages.get(messageId);
  const ticket = message && state.tickets.get(message.ticketId);
  if (message && ticket && sees(by, ticket)) return message;
  const older = !message && state.count > KNOWN_MESSAGES && state.tickets.values().some((one) => sees(by, one));
  throw new Refused(older ? 'ERR_FETCH_WAPP_MSG' : 'ERR_NO_MESSAGE_FOUND');
};

const observation = (body: string): Refused => new Refused('ERR_VALIDATION', { fields: { body } });
