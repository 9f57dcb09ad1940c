import type { MessageView } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import type { Conversation } from './conversation.ts';
import { selectConversation, selectCurrent, type WithMessages } from './messages.slice.ts';

/** Returns the current state of a message in its conversation; undefined if that part is not loaded. */
export const messageIn = (conversation: Conversation | undefined, id: string): MessageView | undefined =>
  conversation?.live.byId[id] ?? conversation?.part?.byId[id];

/** The current state of a message of the open conversation: a component may have been opened before the message's file arrived. */
export const useLiveMessage = (message: MessageView): MessageView => {
  const conversation = useSelector((state: WithMessages) => {
    const ticketId = selectCurrent(state);
    return ticketId === null ? undefined : selectConversation(ticketId)(state);
  });
  return messageIn(conversation, message.id) ?? message;
};
