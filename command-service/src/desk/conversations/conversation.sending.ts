import { Refused } from '@prosa/contracts';
import type { ConversationEvent, ConversationState, MessageBrief } from '../conversation-kernel/conversation.state.ts';
import type { MessageCommand } from './conversation.commands.ts';
import { acknowledgedEvent, deletionFailedEvent, failedEvent, unsureEvent } from './conversation.outreach.ts';

/** A channel reports how far a message of ours has come. */
export const acknowledge = (
  { messageId, connectionId, ack }: Extract<MessageCommand, { do: 'acknowledge' }>,
  state: ConversationState,
): ConversationEvent[] => {
  const message = sent(state, { messageId, connectionId });
  return message ? acknowledged({ messageId, message }, ack) : [];
};

type Conclude = Extract<MessageCommand, { do: 'conclude sending' }>;
/** How an attempt to send a message, or to delete it there, ended. */
export const concludeSending = (command: Conclude, state: ConversationState): ConversationEvent[] => {
  const message = sent(state, command);
  if (!message) return [];
  const { messageId, attempt, outcome, reason } = command;
  const of = { messageId, message };
  if (attempt === DELETION) return message.deleted && outcome !== 'taken' ? [deletionFailedEvent(of, reason ?? '')] : [];
  if (outcome === 'taken') return acknowledged(of, 2);
  // An older outcome is ignored once a newer attempt exists. Outcomes of one attempt only become more certain, so a repeated one does
  // nothing, however late it arrives. A channel may accept a message and then fail to deliver it; what was delivered cannot fail.
  const certain = outcome === 'failed' ? 3 : 2;
  if (message.ack >= certain || message.attempt !== attempt || message.state === outcome || message.state === 'failed') return [];
  return [outcome === 'failed' ? failedEvent(of, reason ?? '') : unsureEvent(of)];
};

/** Acks only increase; an ack proves that the message was sent. */
const acknowledged = (of: { messageId: string; message: MessageBrief }, ack: number): ConversationEvent[] => {
  const { ack: before, state } = of.message;
  return ack > before || state !== null ? [acknowledgedEvent(of, Math.max(ack, before, 2))] : [];
};

/** The attempt number in outcomes that concern a deletion. */
export const DELETION = 0;

/** Returns the message of ours that a channel reports on; null if it is too old to be known. Throws Refused for a foreign connection. */
const sent = (
  state: ConversationState,
  { messageId, connectionId }: { messageId: string; connectionId: string },
): MessageBrief | null => {
  if (state.started?.connectionId !== connectionId) throw new Refused('ERR_NO_MESSAGE_FOUND');
  const message = state.messages.get(messageId);
  return message?.from === 'us' ? message : null;
};
