import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import { messagesOf, selectConversation } from '../../messages/messages.slice.ts';
import { Thread } from '../../messages/thread.tsx';
import { selectTicket, type WithTickets } from '../state/tickets.selectors.ts';

/** The messages of a ticket, with what is known of it and of the older tickets whose messages are among them. */
export const ConversationThread = ({ ticketId }: { ticketId: string }) => {
  const conversation = useSelector(selectConversation(ticketId));
  const ticketIds = useMemo(
    () => [...new Set([ticketId, ...(conversation ? messagesOf(conversation) : []).map((message) => message.ticketId)])],
    [ticketId, conversation],
  );
  const tickets = useSelector(
    (state: WithTickets) => Object.fromEntries(ticketIds.map((id) => [id, selectTicket(id)(state)])),
    shallowEqual,
  );
  return <Thread ticketId={ticketId} tickets={tickets} />;
};
