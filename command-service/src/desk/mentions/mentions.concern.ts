import { limits, type Meta, routes, type Viewer } from '@prosa/contracts';
import { concernCall } from '../conversation-kernel/concern.call.ts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket, seen } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope & { do: 'see ticket'; ticketId: string; by: Viewer };

/** Something is new to these people, unless they did it themselves. */
const becomesNew = (state: ConversationState, ticketId: string, ids: readonly (string | null)[], { actor }: Meta): void => {
  const before = state.tickets.get(ticketId)?.newTo ?? [];
  const fresh = ids.filter((id) => id !== null && !(actor.kind === 'user' && actor.id === id)) as string[];
  if (fresh.some((id) => !before.includes(id)))
    changeTicket(state, ticketId, { newTo: [...new Set([...before, ...fresh])].slice(-limits.newToMax) });
};

const given = (state: ConversationState, { ticketId, userId }: { ticketId: string; userId: string | null }, meta: Meta): void =>
  becomesNew(state, ticketId, [userId], meta);

/** What is new to somebody in a ticket until they open it. */
export const mentions = {
  initial: () => ({}),

  evolve: {
    MessageObserved: (state, { ticketId, mentions: named = [] }, meta) =>
      becomesNew(
        state,
        ticketId,
        named.map(({ userId }) => userId),
        meta,
      ),
    TicketOpened: given,
    TicketAccepted: given,
    TicketTransferred: given,
    TicketSeen: (state, { ticketId, userId }) => {
      const before = state.tickets.get(ticketId)?.newTo ?? [];
      changeTicket(state, ticketId, { newTo: before.filter((id) => id !== userId) });
    },
  },

  stays: { 'see ticket': ofKnownTicket },

  decide: {
    'see ticket': ({ ticketId, by }, state) => {
      const { id, newTo = [] } = seen(state, ticketId, by);
      return newTo.includes(by.userId) ? [{ type: 'TicketSeen', data: { ticketId: id, userId: by.userId } }] : [];
    },
  },

  calls: [
    concernCall(routes.mentions.seen, {
      of: ({ params }) => params.ticketId.toLowerCase(),
      missing: 'ERR_NO_TICKET_FOUND',
      command: ({ params, by }) => ({ do: 'see ticket', ticketId: params.ticketId.toLowerCase(), by }),
      reply: () => null,
    }),
  ],
} satisfies Concern<Command, object>;
