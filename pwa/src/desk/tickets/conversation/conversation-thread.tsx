import { useMemo } from 'react';
import { shallowEqual, useSelector } from 'react-redux';
import { selectServes } from '../../../people/sessions/sessions.slice.ts';
import { CardActsContext } from '../../messages/kinds/card-acts.ts';
import { selectConversation, shownMessagesOf } from '../../messages/state/messages.slice.ts';
import { Thread } from '../../messages/thread/thread.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { selectTicket, type WithTickets } from '../state/tickets.selectors.ts';

type Props = {
  ticketId: string;
  /** Absent if the thread never shows an older part of the conversation. */
  onNewest?: () => void;
  /** The thread cannot be answered from here: an open ticket is treated as a pending one. */
  isReadOnly?: boolean;
};

/** A ticket's messages, with the details of this ticket and of the older tickets whose messages are among them. */
export const ConversationThread = ({ ticketId, onNewest, isReadOnly = false }: Props) => {
  const conversation = useSelector(selectConversation(ticketId));
  const ticketIds = useMemo(
    () => [
      ...new Set([ticketId, ...(conversation ? shownMessagesOf(conversation) : []).flatMap((message) => message.ticketId ?? [])]),
    ],
    [ticketId, conversation],
  );
  const known = useSelector(
    (state: WithTickets) => Object.fromEntries(ticketIds.map((id) => [id, selectTicket(id)(state)])),
    shallowEqual,
  );
  const tickets = useMemo(() => {
    const shown = known[ticketId];
    return isReadOnly && shown?.status === 'open' ? { ...known, [ticketId]: { ...shown, status: 'pending' as const } } : known;
  }, [known, ticketId, isReadOnly]);
  const acts = useTicketActs();
  const serves = useSelector(selectServes);
  return (
    <CardActsContext value={serves ? acts : null}>
      <Thread ticketId={ticketId} tickets={tickets} {...(onNewest && { onNewest })} />
    </CardActsContext>
  );
};
