import type { Meta } from '@prosa/contracts';
import type { Concern } from '../conversation-kernel/concern.ts';
import type { ConversationEvent, ConversationState } from '../conversation-kernel/conversation.state.ts';
import type { SilenceCommand } from './conversation.commands.ts';
import { isWindowOpen } from './conversation.through.ts';
import { saying } from './saying.ts';

const MINUTE_MS = 60_000;

/**
 * When an open ticket will have been silent for so many minutes, in milliseconds since 1970; null if nobody waits for its customer, or it
 * is never closed for that. An attendant's message begins the silence, the customer's ends it; so does handing the ticket over, because it
 * is the team's turn then.
 */
export const silentUntil = (
  state: Pick<ConversationState, 'tickets' | 'unfinished' | 'unanswered'>,
  ticketId: string,
  closeAfterMinutes: number,
): number | null => {
  const { unanswered, unfinished, tickets } = state;
  if (closeAfterMinutes <= 0 || unfinished !== ticketId || tickets.get(ticketId)?.status !== 'open') return null;
  // The customer never got a message that failed.
  if (unanswered?.ticketId !== ticketId || unanswered.failed) return null;
  return unanswered.at + closeAfterMinutes * MINUTE_MS;
};

type Own = Pick<ConversationState, 'unanswered'>;
/** Somebody of ours wrote in the unfinished ticket: it is the customer's turn. */
const awaits = (
  state: Pick<ConversationState, 'unfinished' | 'unanswered'>,
  { ticketId, messageId }: { ticketId: string; messageId: string },
  { at }: Meta,
): void => {
  if (ticketId === state.unfinished) state.unanswered = { ticketId, messageId, at: at.getTime(), failed: false };
};
/** The customer answered, or it is the team's turn. */
const awaitsNothing = (state: Own): void => {
  state.unanswered = null;
};

/** The silence of customers, after which their ticket closes. */
export const silence = {
  initial: (): Own => ({ unanswered: null }),
  evolve: {
    TicketOpened: awaitsNothing,
    TicketReturned: awaitsNothing,
    TicketTransferred: awaitsNothing,
    // Undone, it goes on waiting.
    TicketClosed: (state, { undo }) => {
      if (!undo) awaitsNothing(state);
    },
    TicketReopened: awaitsNothing,
    MessageReceived: awaitsNothing,
    MessageMirrored: awaits,
    MessageSent: (state, data, meta) => {
      if (data.userId !== null) awaits(state, data, meta);
    },
    MessageRetried: awaits,
    MessageFailed: (state, { messageId }) => {
      if (state.unanswered?.messageId === messageId) state.unanswered = { ...state.unanswered, failed: true };
    },
    TicketDeleted: (state, { ticketId }) => {
      if (state.unanswered?.ticketId === ticketId) state.unanswered = null;
    },
  },
  decide: { 'close in silence': (command, state) => closeInSilence(command, state) },
} satisfies Concern<SilenceCommand, Own>;

/** Closes a ticket whose customer has been silent for too long, whether it has a tag or not; no rating is asked for. */
const closeInSilence = (command: SilenceCommand, state: ConversationState): ConversationEvent[] => {
  const { ticketId, now, closeAfterMinutes, closingTexts, through } = command;
  const until = silentUntil(state, ticketId, closeAfterMinutes);
  if (until === null || until > now) return [];
  const mayWrite = !isGroup(state) && isWindowOpen(state, through);
  return [
    ...(mayWrite ? saying(command, ticketId, closingTexts) : []),
    { type: 'TicketClosed', data: { ticketId, userId: null, reason: 'silence', ratingAsked: false } },
  ];
};

/** Groups get nothing automatic. */
const isGroup = ({ messages }: ConversationState): boolean => messages.values().some(({ authorId }) => authorId !== undefined);
