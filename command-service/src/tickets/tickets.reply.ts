import { Refused, type TicketOwn } from '@prosa/contracts';
import type { Conversed } from './conversations.ts';

/** What a command on a ticket answers, of the state after it. Call it before the next `await`: the state is the cache's. */
export const ownTicket = (
  { state }: Pick<Conversed, 'state'>,
  { companyId }: { companyId: string },
  ticketId: string,
): TicketOwn => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || !state.started) throw new Refused('ERR_NO_TICKET_FOUND');
  const { id, protocol, status, userId, queueId, tagIds } = ticket;
  return {
    id,
    uuid: id,
    companyId,
    protocol,
    status,
    userId,
    queueId,
    whatsappId: state.started.connectionId,
    contactId: state.started.contactId,
    channel: state.channel,
    tagIds: [...tagIds],
  };
};
