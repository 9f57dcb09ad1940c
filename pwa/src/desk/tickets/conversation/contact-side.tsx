import type { TicketView } from '@prosa/contracts';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Images from 'lucide-react/icons/images';
import { useSelector } from 'react-redux';
import { ContactPane } from '../../../contacts/contacts/contact-pane.tsx';
import { useTexts } from '../../../kernel/i18n/use-texts.ts';
import { selectMay, selectServes } from '../../../people/sessions/sessions.slice.ts';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { Button } from '../../../ui/marks/button.tsx';
import { PreviousTickets } from '../../previous-tickets/previous-tickets.tsx';
import { TicketNotes } from '../../ticket-notes/ticket-notes.tsx';
import { useTicketActs } from '../acts/ticket-acts.context.ts';
import { useFurtherActs } from '../acts/use-further-acts.ts';
import { TicketFacts } from './ticket-facts.tsx';

/** A ticket's contact and their earlier conversations, with the facts of the ticket and the notes on it. On phones conversations stand first. */
export const ContactSide = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const isPhone = useIsPhone();
  const serves = useSelector(selectServes);
  const entries = useFurtherActs()
    .filter(({ ofContact, offers }) => ofContact && offers(ticket))
    .map(({ id, label, icon, run }) => ({ id, label, icon, run: () => run(ticket) }));
  const before = <PreviousTickets ticket={ticket} onOpen={isPhone ? onClose : () => undefined} />;
  return (
    <ContactPane
      about={ticket.contact}
      onClose={onClose}
      buttons={(ticket.status !== 'pending' || !serves) && <Buttons ticket={ticket} />}
      entries={entries}
      first={isPhone && before}
    >
      {!isPhone && before}
      <TicketFacts ticket={ticket} />
      <TicketNotes ticketId={ticket.id} contactId={ticket.contactId} />
    </ContactPane>
  );
};

const Buttons = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTexts('tickets');
  const isPhone = useIsPhone();
  const { showMedias, schedule } = useTicketActs();
  const maySchedule = useSelector(selectMay('schedules:write'));
  return (
    <>
      <Button small={!isPhone} icon={Images} onClick={() => showMedias(ticket)}>
        {t('medias')}
      </Button>
      {maySchedule && (
        <Button small={!isPhone} icon={CalendarClock} onClick={() => schedule(ticket)}>
          {t('scheduleShort')}
        </Button>
      )}
    </>
  );
};
