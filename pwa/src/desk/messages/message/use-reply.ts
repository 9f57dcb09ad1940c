import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectConversation, selectReply, type WithMessages } from '../state/messages.slice.ts';
import { type Quote, quoteOf } from '../state/outgoing.ts';
import { messageIn } from '../state/use-live-message.ts';

/** The quote that the ticket's next message answers, as its message is now: it may have been edited or deleted since it was chosen. */
export const useReply = (ticketId: string): Quote | null => {
  const chosen = useSelector(selectReply(ticketId));
  const message = useSelector((state: WithMessages) => chosen && messageIn(selectConversation(ticketId)(state), chosen.id));
  return useMemo(() => (chosen && message ? quoteOf(message, chosen.author) : chosen), [chosen, message]);
};
