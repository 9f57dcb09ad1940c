import { Refused, routes, type Viewer } from '@prosa/contracts';
import { concernCall } from '../conversation-kernel/concern.call.ts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket, seen } from '../conversation-kernel/conversation.rules.ts';
import type { Envelope } from '../conversation-kernel/conversation.state.ts';

type Command = Envelope & { do: 'read messages'; ticketId: string; by: Viewer; upTo: string };

/** How far a ticket was read. */
export const reading = {
  initial: () => ({}),

  evolve: {
    MessagesRead: (state, { ticketId, upTo }) => changeTicket(state, ticketId, { readUpTo: state.messages.get(upTo)?.seq ?? 0 }),
  },

  stays: { 'read messages': ofKnownTicket },

  decide: {
    'read messages': (command, state) => {
      const ticket = seen(state, command.ticketId, command.by);
      const upTo = state.messages.get(command.upTo);
      if (upTo?.ticketId !== ticket.id) throw new Refused('ERR_NO_MESSAGE_FOUND');
      if (upTo.seq <= ticket.readUpTo) return [];
      const after = [...state.messages].filter(
        ([, message]) => message.ticketId === ticket.id && message.from === 'customer' && message.seq > ticket.readUpTo,
      );
      const messageIds = after.filter(([, { seq }]) => seq <= upTo.seq).map(([id]) => id);
      return [
        {
          type: 'MessagesRead',
          data: { ticketId: ticket.id, upTo: command.upTo, messageIds, unread: after.length - messageIds.length },
        },
      ];
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
} satisfies Concern<Command, object>;
