import { conversationStream, Refused, type TicketOwn } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { stateAsOf } from '../kernel/state-as-of.ts';
import { conversation } from './conversation.decider.ts';
import type { ConversationState } from './conversation.state.ts';
import type { Conversed } from './conversations.ts';

/**
 * What a command on a ticket answers, of the state after it. Call it before the next `await`: the state is the cache's. A repeat
 * may be about a ticket that the state no longer holds: it answers what it answered then.
 */
export const ownTicket = async (
  store: Store,
  { state, key, revision, repeated }: Pick<Conversed, 'state' | 'key' | 'revision' | 'repeated'>,
  { companyId }: { companyId: string },
  ticketId: string,
): Promise<TicketOwn> => {
  const own =
    ticketOf(state, companyId, ticketId) ??
    (repeated ? ticketOf(await stateAsOf(store, conversation, conversationStream(key), revision), companyId, ticketId) : null);
  if (!own) throw new Refused('ERR_NO_TICKET_FOUND');
  return own;
};

const ticketOf = ({ started, channel, tickets }: ConversationState, companyId: string, ticketId: string): TicketOwn | null => {
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
  };
};
