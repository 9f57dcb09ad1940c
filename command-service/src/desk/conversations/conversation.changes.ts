import { reactionKey } from '../conversation-kernel/conversation.known.ts';
import type { ConversationEvent, ConversationState, MessageBrief } from '../conversation-kernel/conversation.state.ts';
import type { MessageCommand } from './conversation.commands.ts';

export type ChangeCommand = Extract<MessageCommand, { do: 'edit message' | 'revoke message' | 'react to message' }>;

/**
 * The rules of what chat participants do to a message. Only its author may edit or revoke it; anyone in the chat may react. If the message
 * is foreign, unknown, too old or deleted, nothing changes. Of one person's changes the latest by the channel's time counts, in whichever order
 * they come. These actions neither open a ticket nor make it unread.
 */
export const decideChange = (command: ChangeCommand, state: ConversationState): ConversationEvent[] => {
  const message = changeable(state, command);
  if (!message) return [];
  const { ticketId, from } = message;
  const { messageId, sentAt } = command;
  if (command.do === 'react to message') {
    // Observations are internal to the team: customers do not know of them.
    if (from === 'team') return [];
    const { emoji, contactId: customer, own, authorId } = command;
    const by = own ? null : (authorId ?? customer);
    if (isOlder(sentAt, state.reactedAt.get(reactionKey(messageId, by)))) return [];
    const data = { messageId, sentAt, emoji, contactId: by };
    return [ticketId === null ? { type: 'OutreachReacted', data } : { type: 'MessageReacted', data: { ...data, ticketId } }];
  }
  if (!isAuthor(message, command)) return [];
  if (command.do === 'edit message' && isOlder(sentAt, message.editedAt)) return [];
  const data = { messageId, sentAt };
  if (command.do === 'edit message') {
    const { body } = command;
    return [
      ticketId === null
        ? { type: 'OutreachEdited', data: { ...data, body } }
        : { type: 'MessageEdited', data: { ...data, ticketId, body } },
    ];
  }
  return [ticketId === null ? { type: 'OutreachRevoked', data } : { type: 'MessageRevoked', data: { ...data, ticketId } }];
};

const isOlder = (sentAt: string, last: number | undefined): boolean => last !== undefined && Date.parse(sentAt) < last;

/** Whether the change is the author's own: everybody in a chat can name any of its messages. */
const isAuthor = ({ from, authorId }: MessageBrief, { own, authorId: actor }: ChangeCommand): boolean =>
  own ? from === 'us' || from === 'phone' : from === 'customer' && authorId === actor;

/** Whether the message belongs to this conversation and is still in the state. */
export const isKnown = ({ messageId }: { messageId: string }, { messages }: ConversationState): boolean =>
  messages.has(messageId);

const changeable = (
  state: ConversationState,
  { messageId, connectionId, contactId }: ChangeCommand,
): MessageBrief | undefined => {
  // Anyone who knows an id may name it, but only the customer of this conversation is a participant of its chat.
  if (state.started?.connectionId !== connectionId || state.started.contactId !== contactId) return undefined;
  const message = state.messages.get(messageId);
  return message?.deleted ? undefined : message;
};
