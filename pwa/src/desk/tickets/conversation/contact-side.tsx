import type { TicketView } from '@prosa/contracts';
import { ContactPane } from '../../../contacts/contacts/contact-pane.tsx';
import { useIsPhone } from '../../../ui/hooks/use-media.ts';
import { PreviousTickets } from '../../previous-tickets/previous-tickets.tsx';
import { TicketNotes } from '../../ticket-notes/ticket-notes.tsx';
import { TicketFacts } from './ticket-facts.tsx';

/** A ticket's contact and their earlier conversations, with the facts of the ticket and the notes on it. On phones conversations stand first. */
export const ContactSide = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const isPhone = useIsPhone();
  const before = <PreviousTickets ticket={ticket} onOpen={isPhone ? onClose : () => undefined} />;
  return (
    <ContactPane about={ticket.contact} onClose={onClose} first={isPhone && before}>
      {!isPhone && before}
      <TicketFacts ticket={ticket} />
      <TicketNotes ticketId={ticket.id} contactId={ticket.contactId} />
    </ContactPane>
  );
};
