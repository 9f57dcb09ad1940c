import { Refused, routes, type Viewer } from '@prosa/contracts';
import { concernCall } from '../conversation-kernel/concern.call.ts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket, seen } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope & { do: 'mark unread'; ticketId: string; by: Viewer };

/** How far a ticket counts as read once it is marked: not even what the company wrote, if its customer has written nothing. */
const NOTHING = -1;

/** The `seq` of the newest message of a ticket, of its customer if there is one of them; undefined: there is none. */
const newestOf = ({ messages }: ConversationState, ticketId: string): { seq: number; isCustomers: boolean } | undefined => {
  const own = [...messages.values()].filter((message) => message.ticketId === ticketId);
  const newest = own.findLast(({ from }) => from === 'customer') ?? own.at(-1);
  return newest && { seq: newest.seq, isCustomers: newest.from === 'customer' };
};

/** Marks a ticket as unread, unless it is, or has no messages. */
export const marksUnread = (state: ConversationState, ticketId: string): ConversationEvent[] => {
  const newest = newestOf(state, ticketId);
  const readUpTo = state.tickets.get(ticketId)?.readUpTo ?? NOTHING;
  const isUnread = !newest || (newest.isCustomers ? newest.seq > readUpTo : readUpTo === NOTHING);
  return isUnread ? [] : [{ type: 'TicketMarkedUnread', data: { ticketId } }];
};

/** Marking a ticket as unread: its newest message counts as unread again, so that reading it once more ends that. */
export const unread = {
  initial: () => ({}),

  evolve: {
    TicketMarkedUnread: (state, { ticketId }) => {
      const newest = newestOf(state, ticketId);
      const wasReadUpTo = state.tickets.get(ticketId)?.readUpTo;
      changeTicket(state, ticketId, { readUpTo: newest?.isCustomers ? newest.seq - 1 : NOTHING, wasReadUpTo });
    },
  },

  stays: { 'mark unread': ofKnownTicket },

  decide: {
    'mark unread': ({ ticketId, by }, state) => {
      const { id, status } = seen(state, ticketId, by);
      if (status !== 'open') throw new Refused('ERR_TRANSITION');
      if (!newestOf(state, id)) throw new Refused('ERR_NO_MESSAGE_FOUND');
      return marksUnread(state, id);
    },
  },

  calls: [
    concernCall(routes.unread.mark, {
      of: ({ params }) => params.ticketId.toLowerCase(),
      missing: 'ERR_NO_TICKET_FOUND',
      command: ({ params, by }) => ({ do: 'mark unread', ticketId: params.ticketId.toLowerCase(), by }),
      reply: 'ticket',
    }),
  ],
} satisfies Concern<Command, object>;
