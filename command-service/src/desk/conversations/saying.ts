import { childId, isBlank } from '@prosa/contracts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';
import type { AutomaticText } from './conversation.commands.ts';

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
    .filter(({ body, media }) => !isBlank(body) || media)
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

/** The suffix that distinguishes a part of a text from the first one. */
const partOf = (texts: readonly AutomaticText[], at: number): string => {
  const nth = texts.slice(0, at).filter(({ origin }) => origin === texts[at]?.origin).length;
  return nth === 0 ? '' : `:${nth + 1}`;
};
