import type { TicketView } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import MessageSquareCheck from 'lucide-react/icons/message-square-check';
import { useSelector } from 'react-redux';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { useNow } from '../../../kernel/use-now.ts';
import { selectSetting } from '../../../people/sessions/sessions.slice.ts';

/** Whether the customer gets a message when the ticket is resolved: its sign, and in words; `hint` names the act and its key, too. */
export const useResolving = ({ whatsapp, automaticUntil, windowUntil }: TicketView) => {
  const { t } = useTexts('tickets');
  const now = useNow();
  const rates = useSelector(selectSetting('userRating')) === 'enabled';
  const until = automaticUntil ?? windowUntil;
  const isReached = until === null || Date.parse(until) > now;
  const tells = isReached && whatsapp !== null && (whatsapp.closingText || (rates && whatsapp.ratingText));
  const detail = t(tells ? 'resolveTells' : 'resolveTellsNot');
  return { icon: tells ? MessageSquareCheck : Check, detail, hint: `${t('resolve')} (E). ${detail}` };
};
