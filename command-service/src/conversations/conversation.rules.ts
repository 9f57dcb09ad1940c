import { childId, Refused, sees, type Viewer } from '@prosa/contracts';
import type { AutomaticText } from './conversation.commands.ts';
import type { ConversationEvent, ConversationState, TicketBrief } from './conversation.state.ts';

/** Returns the ticket if the user may see it. Throws Refused ERR_NO_TICKET_FOUND otherwise, as for one that does not exist. */
export const seen = (state: ConversationState, ticketId: string, by: Viewer): TicketBrief => {
  const ticket = state.tickets.get(ticketId);
  if (!ticket || !sees(by, ticket)) throw new Refused('ERR_NO_TICKET_FOUND');
  return ticket;
};

/** The refusal if another ticket of the conversation is unfinished. The route adds the name of its user. */
export const otherOpen = ({ userId }: TicketBrief): Refused => new Refused('ERR_OTHER_OPEN_TICKET', { details: { userId } });

export const unfinishedOf = (state: ConversationState): TicketBrief | undefined =>
  state.unfinished === null ? undefined : state.tickets.get(state.unfinished);

/** The first event of a conversation; none if it has begun. Throws Refused ERR_IDENTITY_COLLISION for another pair with the same key. */
export const beginning = (state: ConversationState, connectionId: string, contactId: string): ConversationEvent[] => {
  if (!state.started) return [{ type: 'ConversationStarted', data: { connectionId, contactId } }];
  if (state.started.connectionId !== connectionId || state.started.contactId !== contactId)
    throw new Refused('ERR_IDENTITY_COLLISION');
  return [];
};

/**
 * The events of Prosa's automatic messages; their ids derive from the command that causes them. A text that was split is several of one
 * origin.
 */
export const saying = (
  { key, commandId }: { key: string; commandId: string },
  ticketId: string,
  texts: readonly AutomaticText[],
): ConversationEvent[] =>
  texts
    .filter(({ body, media }) => body.trim() !== '' || media)
    .map(({ origin, body, media, menu }, at, all) => ({
      type: 'MessageSent',
      data: {
        ticketId,
        messageId: childId(key, `out:${commandId}:${origin}${partOf(all, at)}`),
        body,
        origin,
        userId: null,
        signature: null,
        quotedId: null,
        clientId: null,
        ...(media && { media }),
        ...(menu && { menu }),
      },
    }));

/** What distinguishes a part of a text from the first one. */
const partOf = (texts: readonly AutomaticText[], at: number): string => {
  const nth = texts.slice(0, at).filter(({ origin }) => origin === texts[at]?.origin).length;
  return nth === 0 ? '' : `:${nth + 1}`;
};
