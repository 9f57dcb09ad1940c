import { limits, Refused, snoozeFaults, type Viewer } from '@prosa/contracts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { changeTicket, seen } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationState, Envelope } from '../conversation-kernel/conversation.state.ts';

/** `until` null takes the ticket back. `now` in milliseconds since 1970. */
type Command = Envelope &
  (
    | { do: 'snooze ticket'; ticketId: string; by: Viewer; until: string | null; now: number }
    | { do: 'wake ticket'; ticketId: string; now: number }
  );

const wakes = (state: ConversationState, { ticketId }: { ticketId: string }): void =>
  changeTicket(state, ticketId, { snoozedUntil: undefined });

/** Snoozing a ticket: it is out of sight until a time, until its customer writes, or until it is handed over or closed. */
export const snooze = {
  initial: () => ({}),

  evolve: {
    TicketSnoozed: (state, { ticketId, until }) => changeTicket(state, ticketId, { snoozedUntil: Date.parse(until) }),
    TicketWoken: wakes,
    TicketReturned: wakes,
    TicketTransferred: wakes,
    TicketClosed: wakes,
    ClosingUndone: (state, { ticketId, snoozedUntil }) =>
      changeTicket(state, ticketId, { snoozedUntil: snoozedUntil === null ? undefined : Date.parse(snoozedUntil) }),
  },

  stays: { 'snooze ticket': ofKnownTicket, 'wake ticket': ofKnownTicket },

  decide: {
    'snooze ticket': ({ ticketId, by, until, now }, state) => {
      const { id, status, snoozedUntil } = seen(state, ticketId, by);
      if (status !== 'open') throw new Refused('ERR_TRANSITION');
      if (until === null)
        return snoozedUntil === undefined ? [] : [{ type: 'TicketWoken', data: { ticketId: id, reason: 'user' } }];
      const at = Date.parse(until);
      if (at <= now) throw new Refused('ERR_VALIDATION', { fields: { until: snoozeFaults.past } });
      if (at > now + limits.snoozeMs) throw new Refused('ERR_VALIDATION', { fields: { until: snoozeFaults.far } });
      return snoozedUntil === at ? [] : [{ type: 'TicketSnoozed', data: { ticketId: id, until, userId: by.userId } }];
    },
    'wake ticket': ({ ticketId, now }, state) => {
      const until = state.tickets.get(ticketId)?.snoozedUntil;
      return until === undefined || until > now ? [] : [{ type: 'TicketWoken', data: { ticketId, reason: 'time' } }];
    },
  },
} satisfies Concern<Command, object>;
