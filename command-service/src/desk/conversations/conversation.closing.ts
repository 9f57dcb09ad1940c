import { limits, Refused, type Viewer } from '@prosa/contracts';
import { type Concern, ofKnownTicket } from '../conversation-kernel/concern.ts';
import { otherOpen, seen, unfinishedOf } from '../conversation-kernel/conversation.rules.ts';
import type { ConversationEvent, ConversationState, Envelope, TicketBrief } from '../conversation-kernel/conversation.state.ts';
import type { TicketCommand, Waiting } from './conversation.commands.ts';
import { isWindowOpen } from './conversation.through.ts';
import { saying } from './saying.ts';

/** `now` in milliseconds since 1970. */
type Command = Envelope &
  (
    | { do: 'undo closing'; ticketId: string; by: Viewer; now: number }
    | ({ do: 'release closing'; ticketId: string; now: number } & Waiting)
  );

type Own = Pick<ConversationState, 'closing'>;
const ends = (state: Own, { ticketId }: { ticketId: string }): void => {
  if (state.closing?.ticketId === ticketId) state.closing = null;
};

/** Closings that can be undone for some seconds, in which their message to the customer waits. */
export const closing = {
  initial: (): Own => ({ closing: null }),

  evolve: {
    TicketClosed: (state, { ticketId, userId: closedBy, undo }) => {
      if (!undo) return;
      const { until, ...before } = undo;
      state.closing = { ...before, ticketId, closedBy, until: Date.parse(until) };
    },
    ClosingReleased: ends,
    ClosingUndone: ends,
    // A farewell would be wrong now.
    TicketReopened: ends,
    TicketDeleted: ends,
  },

  stays: { 'undo closing': ofKnownTicket, 'release closing': ofKnownTicket },

  decide: {
    'undo closing': ({ ticketId, by, now }, state) => {
      const { id, queueId } = seen(state, ticketId, by);
      const { closing } = state;
      if (closing?.ticketId !== id || closing.until < now) throw new Refused('ERR_UNDO_LATE');
      if (closing.closedBy !== by.userId) throw new Refused('ERR_NO_PERMISSION');
      if (state.continuedIn !== null) throw new Refused('ERR_CONTACT_MERGED');
      const other = unfinishedOf(state);
      if (other) throw otherOpen(other);
      const { userId, snoozedUntil } = closing;
      const isSnoozed = snoozedUntil !== null && Date.parse(snoozedUntil) > now;
      return [
        {
          type: 'ClosingUndone',
          data: {
            ticketId: id,
            queueId,
            userId,
            waitingSince: waitingSinceOf(state, id),
            snoozedUntil: isSnoozed ? snoozedUntil : null,
          },
        },
      ];
    },
    'release closing': (command, state) => {
      const { closing } = state;
      if (closing?.ticketId !== command.ticketId || closing.until > command.now) return [];
      return released(command, state, command, 'time');
    },
  },
} satisfies Concern<Command, Own>;

type Change = Extract<TicketCommand, { do: 'change ticket' }>;

/** Closes a ticket so that this can be undone; what would be said now waits until then. */
export const closedUndoably = (
  { by, rules }: Change,
  { id: ticketId, userId, snoozedUntil }: TicketBrief,
  said: readonly ConversationEvent[],
): ConversationEvent => {
  const rates = said.some(({ type, data }) => type === 'MessageSent' && data.origin === 'rating');
  const undo = {
    until: new Date(rules.through.now + limits.undoMs).toISOString(),
    userId,
    snoozedUntil: snoozedUntil === undefined ? null : new Date(snoozedUntil).toISOString(),
    waits: said.length === 0 ? null : rates ? ('all' as const) : ('unrated' as const),
  };
  return { type: 'TicketClosed', data: { ticketId, userId: by.userId, reason: 'resolved', ratingAsked: false, undo } };
};

/** The closing message that waits, if one does, and that it waits no longer. It is not sent where nothing automatic reaches the customer. */
export const released = (
  { key, commandId }: { key: string; commandId: string },
  state: ConversationState,
  { texts, through }: Waiting,
  reason: 'time' | 'customer' | 'user',
): ConversationEvent[] => {
  const { closing } = state;
  if (!closing?.waits) return [];
  const { ticketId, waits } = closing;
  const meant = texts.filter(({ origin }) => waits === 'all' || origin !== 'rating');
  // The same command may close another ticket with messages of its own.
  const envelope = { key, commandId: `${commandId}:waiting` };
  return [
    ...(isWindowOpen(state, through) ? saying(envelope, ticketId, meant) : []),
    { type: 'ClosingReleased', data: { ticketId, reason } },
  ];
};

/** Since when the customer of a ticket waits for an answer; null: they do not. Automatic texts are no answers. */
export const waitingSinceOf = ({ messages }: ConversationState, ticketId: string): string | null => {
  const own = [...messages.values()].filter((message) => message.ticketId === ticketId && message.from !== 'team');
  const answered = own.findLastIndex(({ from, isAutomatic }) => from !== 'customer' && !isAutomatic);
  const first = own.slice(answered + 1).find(({ from }) => from === 'customer');
  return first ? new Date(first.at).toISOString() : null;
};
