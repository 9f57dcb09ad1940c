import type { TicketView } from '@prosa/contracts';
import { useDispatch } from 'react-redux';
import { useLanguage } from '../../../kernel/i18n/use-texts.ts';
import { useFeatures } from '../../../shell/features-context.ts';

/** The acts on tickets that other features bring, in the language of the screen. */
export const useFurtherActs = () => {
  const language = useLanguage();
  const dispatch = useDispatch();
  return useFeatures()
    .flatMap(({ ticketActs = [] }) => ticketActs)
    .map(({ id, label, icon, key, offers, start }) => ({
      id,
      label: label[language],
      icon,
      key,
      offers,
      run: (ticket: TicketView): void => {
        if (offers(ticket)) dispatch(start({ ticketId: ticket.id }));
      },
    }));
};
