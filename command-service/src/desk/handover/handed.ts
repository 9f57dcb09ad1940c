import { type Meta, Refused } from '@prosa/contracts';
import type { ConversationState, Handed, TicketBrief } from '../conversation-kernel/conversation.state.ts';

/** Number of users who are remembered to have handed a ticket over before the last one. */
const EARLIER = 5;

/** How a ticket is handed over by an event: by whom, and from where; undefined if no user did it. */
export const handedBy = (state: ConversationState, ticketId: string, { actor, at }: Meta): Handed | undefined => {
  const before = state.tickets.get(ticketId);
  if (!before || actor.kind !== 'user') return undefined;
  const { userId, queueId, handed } = before;
  const earlier = handed ? [handed.by, ...handed.earlier].slice(0, EARLIER) : [];
  return { by: actor.id, at: at.getTime(), userId, queueId, earlier, since: null };
};

/** The refusal if the ticket is somewhere else by now. The route adds the names. */
export const movedOn = ({ status, userId, queueId, handed }: TicketBrief): Refused => {
  const byId = handed && handed.since !== 'moved' ? handed.by : null;
  return new Refused('ERR_TICKET_MOVED', { details: { byId, userId, queueId, closed: status === 'closed' } });
};

/** Whether the user had the ticket in hand before others had it, so that they may know where it went. */
export const hadInHand = ({ handed }: TicketBrief, userId: string): boolean =>
  handed !== undefined && (handed.by === userId || handed.userId === userId || handed.earlier.includes(userId));
