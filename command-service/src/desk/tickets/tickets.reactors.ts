import {
  type ConversationFact,
  connectionEvents,
  conversationEvents as conversation,
  type Fact,
  queueEvents,
  userEvents,
} from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { inBulk } from '../../kernel/turns.ts';
import { createConverse } from '../conversations/conversations.ts';
import { beginnings } from './beginnings.ts';
import { openTickets, ticketsOf } from './open-tickets.ts';
import { goneOwners, leave, leavingBy, ownersOf } from './orphans.ts';

/**
 * Removes deleted queues, users and connections from their tickets, and users who became auditors. The affected tickets are in a table that
 * is exact at this reactor's checkpoint. If a ticket is assigned to an owner later who is gone already, the assigning event triggers the
 * removal.
 */
export const leaveDeletedOwners = defineReactor({
  name: 'deleted-owners',
  streams: ['conversation-', 'queues-', 'users-', 'connections-'],
  events: [
    conversation.TicketOpened,
    conversation.TicketReopened,
    conversation.ClosingUndone,
    conversation.TicketAccepted,
    conversation.TicketReturned,
    conversation.TicketTransferred,
    conversation.TicketQueued,
    conversation.TicketLeftQueue,
    conversation.TicketClosed,
    conversation.TicketDeleted,
    queueEvents.QueueDeleted,
    userEvents.UserChanged,
    userEvents.UserDeleted,
    connectionEvents.ConnectionDeleted,
  ],
  start: ({ shared, sets, handle, pool, turns }) => {
    const converse = createConverse(handle);
    const begun = shared(beginnings);
    const connectionOf = async (stream: string) => (await begun.of(stream)).connectionId;
    const gone = (fact: Fact) => goneOwners(sets, fact, () => connectionOf(fact.meta.stream));
    return {
      rows: () => openTickets(connectionOf),

      mayCommand: async (fact) => {
        if (leavingBy(fact)) return true;
        const owners = ownersOf(fact as ConversationFact);
        if (!owners) return false;
        if (owners.kinds.some((kind) => !sets.knows(kind, fact.meta.companyId))) return true;
        return (await gone(fact)).length > 0;
      },

      command: async (fact) => {
        const owner = leavingBy(fact);
        if (!owner) {
          const { ticketId } = fact.data as { ticketId: string };
          for (const one of await gone(fact)) await leave(converse, fact, one, ticketId);
          return;
        }
        const { companyId } = fact.meta;
        const left = await ticketsOf(pool, owner.column, owner.id);
        await inBulk(turns, companyId, left, (ticketId) => leave(converse, fact, owner, ticketId, { bulk: true }));
      },
    };
  },
});
