import type { TicketCommand } from './conversation.commands.ts';
import { saying } from './conversation.rules.ts';
import type { ConversationEvent, ConversationState } from './conversation.state.ts';
import { isWindowOpen } from './conversation.through.ts';

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

/** Closes a ticket whose customer has been silent for too long, whether it has a tag or not; no rating is asked for. */
export const closeInSilence = (
  command: Extract<TicketCommand, { do: 'close in silence' }>,
  state: ConversationState,
): ConversationEvent[] => {
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
