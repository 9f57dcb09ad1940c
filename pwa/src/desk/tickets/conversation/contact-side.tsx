import type { TicketView } from '@prosa/contracts';
import { ContactPane } from '../../../contacts/contacts/contact-pane.tsx';
import { TicketNotes } from '../../ticket-notes/ticket-notes.tsx';
import { TicketFacts } from './ticket-facts.tsx';

/** A ticket's contact, with the facts of the ticket and the notes on it. */
export const ContactSide = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => (
  <ContactPane about={ticket.contact} onClose={onClose}>
    <TicketFacts ticket={ticket} />
    <TicketNotes ticketId={ticket.id} contactId={ticket.contactId} />
  </ContactPane>
);
