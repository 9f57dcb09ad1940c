import { grants, type TicketView } from '@prosa/contracts';
import { useDispatch, useSelector } from 'react-redux';
import { useLanguage } from '../../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../../people/sessions/sessions.slice.ts';
import { useFeatures } from '../../../shell/features-context.ts';

/** The acts on tickets that other features bring, in the language of the screen. */
export const useFurtherActs = () => {
  const language = useLanguage();
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  return useFeatures()
    .flatMap(({ ticketActs = [] }) => ticketActs)
    .filter(({ may }) => may === undefined || (me && grants(may, me)))
    .map(({ id, label, icon, key, ofContact = false, offers, start }) => ({
      id,
      label: label[language],
      icon,
      key,
      ofContact,
      offers,
      run: (ticket: TicketView): void => {
        if (offers(ticket)) dispatch(start({ ticketId: ticket.id, contactId: ticket.contactId }));
      },
    }));
};
