import { limits } from '@prosa/contracts';
import type { ReceivedKind } from './conversation.commands.ts';
import type { ConversationState } from './conversation.state.ts';

const RATING = /^\s*([1-3])\s*$/;

/**
 * Returns the rating that a customer's message gives, with the ticket whose closing asked for it; null for any other message. Applies only
 * if nothing came in between: once the customer has a ticket again, their message belongs to that ticket.
 */
export const ratingIn = (
  { body, sentAt, now, brings }: { body: string; sentAt: string; now: number; brings?: ReceivedKind },
  { unfinished, ratingAsked }: Pick<ConversationState, 'unfinished' | 'ratingAsked'>,
): { ticketId: string; rating: number } | null => {
  // A caption is about its file.
  if (brings?.media) return null;
  const given = RATING.exec(body)?.[1];
  if (given === undefined || unfinished !== null || ratingAsked === null) return null;
  const isInTime = Math.min(Date.parse(sentAt), now) - ratingAsked.at <= limits.ratingMs;
  return isInTime ? { ticketId: ratingAsked.ticketId, rating: Number(given) } : null;
};
