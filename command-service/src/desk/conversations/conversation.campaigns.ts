import { CAMPAIGN_ANSWER_MS, fold } from '@prosa/contracts';
import type { ConversationEvent, ConversationState } from '../conversation-kernel/conversation.state.ts';
import { menuAnswerIn } from '../conversation-kernel/menu.answer.ts';
import type { ReceivedKind } from './conversation.commands.ts';
import { optsOut } from './conversation.opt-out.ts';

type Said = { body: string; sentAt: string; now: number; brings?: ReceivedKind; authorId?: unknown };
type Answered = Extract<ConversationEvent, { type: 'OutreachAnswered' }>['data'];

const YES = ['sim', 's', 'si', 'yes', 'ok', 'claro'];
const THUMB = /^\s*\u{1f44d}\p{Emoji_Modifier}?\s*$/u;

/** Whether a customer's words are a plain yes, in the spellings in which answers to a menu are read. A number is none, nor a question. */
export const isYes = (body: string): boolean => {
  if (THUMB.test(body)) return true;
  const meant = body.includes('?') ? null : menuAnswerIn(body, YES);
  return typeof meant === 'number' && new Set<string>(fold(body).match(/\p{L}+/gu)).has(YES[meant - 1]!);
};

/**
 * The answer that a customer's message is to the last message of a campaign: the first one, if it comes soon. Null: it is none.
 */
export const campaignAnswerIn = (
  said: Said,
  { campaign }: Pick<ConversationState, 'campaign'>,
): Pick<Answered, 'messageId' | 'campaign' | 'answer'> | null => {
  if (!campaign || campaign.isAnswered) return null;
  const { body, sentAt, now, brings = {} } = said;
  if (Math.min(Date.parse(sentAt), now) - campaign.at > CAMPAIGN_ANSWER_MS) return null;
  const { messageId, of } = campaign;
  if (optsOut(said)) return { messageId, campaign: of, answer: 'stop' };
  const isPlain = Object.keys(brings).every((kind) => kind === 'choice');
  return { messageId, campaign: of, answer: of.phase === 'confirmation' && isPlain && isYes(body) ? 'yes' : 'other' };
};
