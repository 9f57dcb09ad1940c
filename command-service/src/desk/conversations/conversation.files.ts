import { isLastingFailure, Refused } from '@prosa/contracts';
import type { ConversationEvent, ConversationState, MessageBrief } from '../conversation-kernel/conversation.state.ts';
import type { MessageCommand } from './conversation.commands.ts';

type Conclude = Extract<MessageCommand, { do: 'conclude fetching' }>;

/**
 * How an attempt to fetch a customer's file ended. A stored file counts from any attempt, a failure only from the latest one, so that a
 * late or repeated report changes nothing.
 */
export const concludeFetching = (command: Conclude, state: ConversationState): ConversationEvent[] => {
  const { messageId, connectionId, attempt, media, reason } = command;
  if (state.started?.connectionId !== connectionId) throw new Refused('ERR_NO_MESSAGE_FOUND');
  const file = state.files.get(messageId);
  if (!file) return [];
  const { ticketId } = file;
  if (media) return [{ type: 'MediaStored', data: { ticketId, messageId, media } }];
  if (file.failed || file.attempt !== attempt) return [];
  return [{ type: 'MediaFailed', data: { ticketId, messageId, attempt, reason: reason ?? 'unavailable' } }];
};

/** Fetches the file of a customer's message once more. One that is here, or on its way, is not asked for again; one that is unusable is refused. */
export const retryFetching = (
  messageId: string,
  message: MessageBrief,
  userId: string,
  state: ConversationState,
): ConversationEvent[] => {
  if (message.storedAt === undefined || message.deleted) throw new Refused('ERR_NO_MESSAGE_FOUND');
  const file = state.files.get(messageId);
  if (!file?.failed) return [];
  if (isLastingFailure(file.failed)) throw new Refused('ERR_MEDIA_UNUSABLE');
  const { ticketId, attempt, seq: receivedRevision } = file;
  return [{ type: 'MediaRetried', data: { ticketId, messageId, attempt: attempt + 1, userId, receivedRevision } }];
};
