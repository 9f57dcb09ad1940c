import {
  type Cards,
  type ChosenTemplate,
  carriedAs,
  isWithin,
  lengthIn,
  type MediaFacts,
  personWindowOf,
  Refused,
  signedText,
  type TextLimit,
} from '@prosa/contracts';
import type { ConversationState } from '../conversation-kernel/conversation.state.ts';
import type { Through } from './conversation.commands.ts';

type Said = { body: string; signature?: string | null; media?: MediaFacts | undefined; cards?: Cards | undefined };

/** Room for the address of a file, and its name, in the text of a message. */
const LINK_ROOM = 500;

/** Throws Refused if the channel cannot carry the message: its file not even as a link, a place or cards not even as a text,
 * or its text not in one message. */
export const assertCarried = ({ body, signature = null, media, cards }: Said, { abilities, hasLinks }: Through): void => {
  const { location, contacts } = abilities.sends;
  if ((cards?.place && !location) || (cards?.contacts && !contacts)) throw new Refused('ERR_CHANNEL_CANNOT');
  const as = media ? carriedAs(abilities, media) : null;
  if (as === 'link' && !hasLinks) throw new Refused('ERR_CHANNEL_CANNOT');
  const limit = as === null || as === 'link' ? abilities.longestText : abilities.longestCaption;
  const most: TextLimit = as === 'link' ? { ...limit, max: limit.max - LINK_ROOM } : limit;
  const text = media && body === '' ? '' : signedText(signature, body);
  if (lengthIn(most, text) > most.max) throw new Refused('ERR_VALIDATION', { fields: { body: 'Too Long!' } });
};

/** Throws Refused if the channel lets nobody write to a customer who never wrote, and this one did not. */
export const assertBegins = ({ count }: ConversationState, { abilities }: Through): void => {
  if (abilities.begins === 'never' && count === 0) throw new Refused('ERR_CHANNEL_CANNOT');
};

/** Throws Refused if the channel has no templates. */
export const assertTakesTemplates = ({ abilities }: Through): void => {
  if (abilities.sends.template !== 'as-is') throw new Refused('ERR_CHANNEL_CANNOT');
};

type Heard = Pick<ConversationState, 'customerAt'>;
/** Whether an automatic text can reach the customer now; it is not sent otherwise. */
export const isWindowOpen = ({ customerAt }: Heard, { abilities, now }: Through): boolean => isWithin(abilities, customerAt, now);

/** Throws Refused if the customer wrote too long ago for a person's message, or an automatic one; `wayOut` is what can be done then. */
export const assertWindow = (state: Heard, through: Through, by: 'person' | 'itself'): void => {
  const { abilities, hasHumanAgent, now } = through;
  const windowMs = by === 'person' ? personWindowOf(abilities, hasHumanAgent) : abilities.windowMs;
  if (isWithin({ windowMs }, state.customerAt, now)) return;
  const wayOut = abilities.begins === 'by-template' ? 'template' : 'wait';
  throw new Refused('ERR_WINDOW_CLOSED', { details: { wayOut } });
};

/**
 * Throws Refused if the channel cannot take a message to this customer outside of a ticket's own conversation. What a person has scheduled,
 * and what a program sends, is sent without a person. A template goes at any time.
 */
export const assertReaches = (
  state: ConversationState,
  said: Said & { origin: 'forward' | 'schedule' | 'api'; template?: ChosenTemplate | undefined },
  through: Through,
): void => {
  if (said.template) {
    assertTakesTemplates(through);
    return;
  }
  assertBegins(state, through);
  assertWindow(state, through, said.origin === 'forward' ? 'person' : 'itself');
  assertCarried(said, through);
};
