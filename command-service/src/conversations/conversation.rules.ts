import { childId, Refused, sees, type Viewer } from '@prosa/contracts';
import type { AutomaticText } from './conversation.commands.ts';
import type { ConversationEvent, ConversationState, TicketBrief } from './conversation.state.ts';

/** The ticket, as one sees it who may: an unseen one is not there for them. */
export const seen = (state: ConversationState, ticketId: string, by: Viewer): TicketBrief => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || !sees(by, ticket)) throw new Refused('ERR_NO_TICKET_FOUND');
  return ticket;
};

/** The refusal where another ticket of the conversation is unfinished. The route adds the name of who serves it. */
export const otherOpen = ({ userId }: TicketBrief): Refused => new Refused('ERR_OTHER_OPEN_TICKET', { details: { userId } });

export const unfinishedOf = (state: ConversationState): TicketBrief | undefined =>
  state.unfinished === null ? undefined : state.tickets.get(state.unfinished);

/** The first event of a conversation; none where it has begun. Another pair under the same key is never mixed in. */
export const beginning = (state: ConversationState, connectionId: string, contactId: string): ConversationEvent[] => {
  if (!state.started) return [{ type: 'ConversationStarted', data: { connectionId, contactId } }];
  if (state.started.connectionId !== connectionId || state.started.contactId !== contactId)
    throw new Refused('ERR_IDENTITY_COLLISION');
  return [];
};

/** What Prosa writes by itself, with ids of the command that made it do so. */
export const saying = (
  { key, commandId }: { key: string; commandId: string },
  ticketId: string,
  texts: readonly AutomaticText[],
): ConversationEvent[] =>
  texts
    .filter(({ body }) => body.trim() !== '')
    .map(({ origin, body }) => ({
      type: 'MessageSent',
      data: {
        ticketId,
        messageId: childId(key, `out:${commandId}:${origin}`),
        body,
        origin,
        userId: null,
        signature: null,
        quotedId: null,
        clientId: null,
      },
    }));
