import { noticeLimits, type PushNotice, type Seen, type Summary, sees, servesTickets, type Viewer } from '@prosa/contracts';
import { unreadOf } from '../../desk/conversation-kernel/conversation.rules.ts';
import type { WholeState } from '../../desk/conversations/conversation.decider.ts';

/** Age of an event after which nobody is notified of it any more. */
export const FRESH_MS = 10 * 60_000;

/** A ticket's current state, as far as a notification needs it. */
export type Situation = {
  ticket: Seen;
  contactId: string;
  /** Messages of the customer that nobody has read. */
  unread: number;
  /** To whom something is new in it. */
  newTo: readonly string[];
};

/** An event that users are notified of. `by`: the user who caused it; `noteId`: the note on the ticket that it added. */
export type Told = { why: PushNotice['why']; seq: number; by: string | null; noteId?: string };

/**
 * Returns the current state that an event's notification needs; null if there is nothing to notify of: the ticket is closed, or the message
 * was read or deleted meanwhile.
 */
export const situationOf = (state: WholeState, ticketId: string, { why, seq, noteId }: Told): Situation | null => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || !state.started || state.continuedIn !== null) return null;
  // A colleague's words are worth reading after the ticket was closed.
  if (ticket.status === 'closed' && why !== 'mentioned') return null;
  const unread = unreadOf(state, ticket).filter(([id]) => !state.messages.get(id)?.deleted);
  if (why === 'message' && !unread.some(([, message]) => message.seq === seq)) return null;
  if (why === 'mentioned' && state.messages.values().some((message) => message.seq === seq && message.deleted)) return null;
  if (noteId !== undefined && !state.notes.has(noteId)) return null;
  if (why === 'waiting' && ticket.status !== 'pending') return null;
  const { status, queueId, userId, newTo = [] } = ticket;
  return { ticket: { status, queueId, userId }, contactId: state.started.contactId, unread: unread.length, newTo };
};

/**
 * Whether a user is notified: of an open ticket its attendant, of a waiting one everyone who sees it, of a mention who is named and has not
 * opened the ticket since; never the user who caused the event, and no auditor.
 */
export const isNotified = (
  viewer: Viewer,
  { ticket, newTo }: Pick<Situation, 'ticket' | 'newTo'>,
  { why, by }: Told,
): boolean => {
  if (viewer.userId === by || !servesTickets(viewer)) return false;
  if (why === 'mentioned') return newTo.includes(viewer.userId) && sees(viewer, ticket);
  return ticket.status === 'open' ? ticket.userId === viewer.userId : ticket.status === 'pending' && sees(viewer, ticket);
};

/** The texts of a push, cut to what a notification shows. */
export const wordsOf = (name: string | null, { kind, text }: Summary): Pick<PushNotice, 'name' | 'kind' | 'text'> => ({
  name: name && cut(name, noticeLimits.name),
  kind,
  text: text && cut(text, noticeLimits.text),
});

/** Cuts between characters, never within one. */
const cut = (text: string, most: number): string => {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
};
