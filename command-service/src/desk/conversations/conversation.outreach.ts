import { childId, Refused } from '@prosa/contracts';
import { beginning, unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, MessageBrief } from '../conversation-kernel/conversation.state.ts';
import type { MessageCommand } from './conversation.commands.ts';
import { assertReaches } from './conversation.through.ts';

type ReachOut = Extract<MessageCommand, { do: 'reach out' }>;

/** Sends a message to this customer: into their unfinished ticket, pending or open, or else outside of any ticket, without opening one. */
export const reachOut = (command: ReachOut, state: ConversationState): ConversationEvent[] => {
  const { key, commandId, origin, userId, body, clientId, connectionId, contactId, media, mediaOf, cards, template, through } =
    command;
  // The file is encrypted for the contact who gets it, and for nobody else.
  if (media && mediaOf !== contactId) throw new Refused('ERR_NO_MEDIA_FOUND');
  assertReaches(state, command, through);
  const begun = beginning(state, connectionId, contactId);
  const messageId = childId(key, `out:${commandId}`);
  const said = { messageId, body, userId, origin, clientId, ...(media && { media }), ...cards, ...(template && { template }) };
  const ticketId = unfinishedOf(state)?.id;
  const sent: ConversationEvent =
    ticketId === undefined
      ? { type: 'OutreachSent', data: { ...said, contactId, lastTicketId: [...state.tickets.keys()].at(-1) ?? null } }
      : { type: 'MessageSent', data: { ...said, ticketId, signature: null, quotedId: null } };
  return [...begun, sent];
};

type Of = { messageId: string; message: MessageBrief };

/** The events of a message of ours: those of its ticket, or outreach events if it has no ticket. */
export const acknowledgedEvent = ({ messageId, message: { ticketId } }: Of, ack: number): ConversationEvent =>
  ticketId === null
    ? { type: 'OutreachAcknowledged', data: { messageId, ack } }
    : { type: 'MessageAcknowledged', data: { ticketId, messageId, ack } };

export const failedEvent = ({ messageId, message: { ticketId, attempt } }: Of, reason: string): ConversationEvent =>
  ticketId === null
    ? { type: 'OutreachFailed', data: { messageId, attempt, reason } }
    : { type: 'MessageFailed', data: { ticketId, messageId, attempt, reason } };

export const unsureEvent = ({ messageId, message: { ticketId, attempt } }: Of): ConversationEvent =>
  ticketId === null
    ? { type: 'OutreachUnsure', data: { messageId, attempt } }
    : { type: 'MessageUnsure', data: { ticketId, messageId, attempt } };

export const retriedEvent = ({ messageId, message }: Of, userId: string): ConversationEvent => {
  const { ticketId, attempt, seq: sentRevision } = message;
  const retried = { messageId, attempt: attempt + 1, userId, sentRevision };
  return ticketId === null
    ? { type: 'OutreachRetried', data: retried }
    : { type: 'MessageRetried', data: { ticketId, ...retried } };
};

export const deletedEvent = ({ messageId, message: { ticketId, from } }: Of, userId: string): ConversationEvent =>
  ticketId === null
    ? { type: 'OutreachDeleted', data: { messageId, userId } }
    : { type: 'MessageDeleted', data: { ticketId, messageId, userId, outgoing: from === 'us' } };

export const deletionFailedEvent = ({ messageId, message: { ticketId } }: Of, reason: string): ConversationEvent =>
  ticketId === null
    ? { type: 'OutreachDeletionFailed', data: { messageId, reason } }
    : { type: 'MessageDeletionFailed', data: { ticketId, messageId, reason } };
