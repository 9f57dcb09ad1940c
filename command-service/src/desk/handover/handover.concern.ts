import { limits, Refused, sees, type Viewer } from '@prosa/contracts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationState, Envelope, Handed } from '../conversation-kernel/conversation.state.ts';
import { hadInHand, movedOn } from './handed.ts';

/** `now` in milliseconds since 1970. */
type Command = Envelope & { do: 'hand back'; ticketId: string; by: Viewer; now: number };

const goesOn = (state: ConversationState, ticketId: string, since: NonNullable<Handed['since']>): void => {
  const handed = state.tickets.get(ticketId)?.handed;
  if (handed && handed.since !== 'moved' && handed.since !== since)
    changeTicket(state, ticketId, { handed: { ...handed, since } });
};
const moves = (state: ConversationState, { ticketId }: { ticketId: string }): void => goesOn(state, ticketId, 'moved');

/** Taking a transfer or a return back, as long as nobody has done anything with the ticket. */
export const handover = {
  initial: () => ({}),

  evolve: {
    TicketAccepted: moves,
    TicketQueued: moves,
    TicketLeftQueue: moves,
    TicketClosed: moves,
    TicketReopened: moves,
    MessageMirrored: (state, { ticketId }) => goesOn(state, ticketId, 'answered'),
    MessageSent: (state, { ticketId, userId }) => {
      if (userId !== null) goesOn(state, ticketId, 'answered');
    },
  },

  stays: { 'hand back': ofKnownTicket },

  decide: {
    'hand back': ({ ticketId, by, now }, state) => {
      const ticket = state.tickets.get(ticketId);
      if (!ticket || !(sees(by, ticket) || hadInHand(ticket, by.userId))) throw new Refused('ERR_NO_TICKET_FOUND');
      const { handed } = ticket;
      if (handed?.by !== by.userId || handed.since === 'moved') throw movedOn(ticket);
      if (handed.since === 'answered') throw new Refused('ERR_TICKET_ANSWERED');
      if (now - handed.at > limits.handBackMs) throw new Refused('ERR_UNDO_LATE');
      return [{ type: 'TicketTransferred', data: { ticketId, queueId: handed.queueId, userId: handed.userId } }];
    },
  },
} satisfies Concern<Command, object>;
