import { CAMPAIGN_ANSWER_MS, fold } from '@prosa/contracts';
import type { ConversationEvent, ConversationState } from '../conversation-kernel/conversation.state.ts';
import type { ReceivedKind } from './conversation.commands.ts';
import { menuAnswerIn } from './menu.answer.ts';

type Said = { body: string; sentAt: string; now: number; brings?: ReceivedKind };
type Answered = Extract<ConversationEvent, { type: 'OutreachAnswered' }>['data'];

const YES = ['sim', 's', 'si', 'yes', 'ok', 'claro'];
const THUMB = /^\s*\u{1f44d}\p{Emoji_Modifier}?\s*$/u;

/** Whether a customer's words are a plain yes, in the spellings in which answers to a menu are read. A number is none. */
export const isYes = (body: string): boolean => {
  if (THUMB.test(body)) return true;
  const meant = menuAnswerIn(body, YES);
  return typeof meant === 'number' && new Set<string>(fold(body).match(/\p{L}+/gu)).has(YES[meant - 1]!);
};

/**
 * The answer that a customer's message is to the last message of a campaign: the first one, if it comes soon. Null: it is none.
 */
export const campaignAnswerIn = (
  { body, sentAt, now, brings }: Said,
  { campaign }: Pick<ConversationState, 'campaign'>,
): Pick<Answered, 'messageId' | 'campaign' | 'answer'> | null => {
  if (!campaign || campaign.isAnswered) return null;
  if (Math.min(Date.parse(sentAt), now) - campaign.at > CAMPAIGN_ANSWER_MS) return null;
  const isPlain = !brings || Object.keys(brings).length === 0 || brings.choice !== undefined;
  const answer = campaign.of.phase === 'confirmation' && isPlain && isYes(body) ? 'yes' : 'other';
  return { messageId: campaign.messageId, campaign: campaign.of, answer };
};
