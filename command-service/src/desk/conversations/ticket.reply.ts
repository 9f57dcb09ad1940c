import { Refused, type TicketOwn } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { ConversationState } from '../conversation-kernel/conversation.state.ts';
import { findAfter } from './conversation.answer.ts';
import type { Conversed } from './conversations.ts';

/** Returns what a command on a ticket answers, as found by `findAfter`. */
export const ownTicket = async (
  store: Store,
  done: Pick<Conversed, 'state' | 'key' | 'revision' | 'repeated'>,
  { companyId }: { companyId: string },
  ticketId: string,
): Promise<TicketOwn> => {
  const own = await findAfter(store, done, (state) => ticketOf(state, companyId, ticketId));
  if (!own) throw new Refused('ERR_NO_TICKET_FOUND');
  return own;
};

const ticketOf = (
  { started, channel, tickets, closing }: ConversationState,
  companyId: string,
  ticketId: string,
): TicketOwn | null => {
  const ticket = tickets.get(ticketId);
  if (!ticket || !started) return null;
  const { id, protocol, status, userId, queueId, tagIds } = ticket;
  return {
    id,
    uuid: id,
    companyId,
    protocol,
    status,
    userId,
    queueId,
    whatsappId: started.connectionId,
    contactId: started.contactId,
    channel,
    tagIds: [...tagIds],
    ...(closing?.ticketId === id && { closing: { waits: closing.waits !== null } }),
  };
};
