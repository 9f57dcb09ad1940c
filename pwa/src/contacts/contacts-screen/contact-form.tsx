import type { ContactView } from '@prosa/contracts';
import { useState } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { createTicket } from '../../desk/tickets/state/tickets.commands.ts';
import { selectKnowsQueues, selectServedQueues } from '../../desk/tickets/state/tickets.selectors.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { ContactDialog } from '../contacts/contact-dialog.tsx';
import { selectMade, type WithContacts } from '../contacts/contacts.slice.ts';
import { StartTicketDialog } from './start-ticket-dialog.tsx';

/**
 * The contact's form on the screen of contacts. A new contact is saved to be written to, so a ticket with them follows: at once, if no queue
 * has to be chosen and that is known already.
 */
export const ContactForm = ({ item, onClose }: { item?: ContactView; onClose: () => void }) => {
  const dispatch = useDispatch();
  const store = useStore<WithContacts>();
  const isAdmin = useSelector(selectMe)?.profile === 'admin';
  const queues = useSelector(selectServedQueues);
  const knowsQueues = useSelector(selectKnowsQueues);
  const [before] = useState(() => selectMade(store.getState()));
  const [made, setMade] = useState<ContactView | null>(null);

  /** The form is done, or was given up. */
  const handleClosed = () => {
    const now = selectMade(store.getState());
    if (item || !now || now === before) return onClose();
    if (isAdmin ? !knowsQueues : queues.length > 1) return setMade(now.contact);
    if (isAdmin || queues.length === 1) {
      const queueId = queues.length === 1 ? queues[0]!.id : null;
      dispatch(createTicket.start({ contactId: now.contact.id, queueId }));
    }
    onClose();
  };
  if (made) return <StartTicketDialog contact={made} onClose={onClose} />;
  return <ContactDialog {...(item ? { contact: item } : {})} onClose={handleClosed} />;
};
