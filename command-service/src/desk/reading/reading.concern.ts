import { Refused, routes, type Viewer } from '@prosa/contracts';
import { concernCall } from '../conversation-kernel/concern.call.ts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket, reads, seen, unreadOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope & { do: 'read messages'; ticketId: string; by: Viewer; upTo: string };
type Own = Pick<ConversationState, 'olderUnread'>;

/** How far a ticket was read. */
export const reading = {
  initial: (): Own => ({ olderUnread: new Map() }),

  evolve: {
    TicketOpened: (state) => state.olderUnread.clear(),
    MessagesRead: (state, { ticketId, upTo }) => {
      const readUpTo = (state.messages.get(upTo) ?? state.olderUnread.get(upTo))?.seq ?? 0;
      changeTicket(state, ticketId, { readUpTo, wasReadUpTo: undefined });
      for (const [id, { seq }] of state.olderUnread) if (seq <= readUpTo) state.olderUnread.delete(id);
    },
  },

  stays: { 'read messages': ofKnownTicket },

  decide: {
    'read messages': (command, state) => {
      const ticket = seen(state, command.ticketId, command.by);
      const upTo = state.messages.get(command.upTo) ?? state.olderUnread.get(command.upTo);
      if (upTo?.ticketId !== ticket.id) throw new Refused('ERR_NO_MESSAGE_FOUND');
      if (upTo.seq <= ticket.readUpTo) return [];
      return [reads(unreadOf(state, ticket), ticket, [command.upTo, upTo])];
    },
  },

  calls: [
    concernCall(routes.reading.read, {
      of: ({ params }) => params.ticketId.toLowerCase(),
      missing: 'ERR_NO_TICKET_FOUND',
      command: ({ params, body, by }) => ({
        do: 'read messages',
        ticketId: params.ticketId.toLowerCase(),
        by,
        upTo: body.upTo.toLowerCase(),
      }),
      reply: 'ticket',
    }),
  ],
} satisfies Concern<Command, Own>;
