import type { ContactView } from '@prosa/contracts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { calledBy, numberLine } from './titles.ts';

/** The title of a contact where people are searched. */
export const contactTitle = (contact: ContactView): string => calledBy(contact);

/** A contact among the results of a search. */
export const ContactLine = ({ contact }: { contact: ContactView }) => (
  <>
    <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />
    <span className="grow">
      <span className="truncate">{contactTitle(contact)}</span>
      <small>{numberLine(contact)}</small>
    </span>
  </>
);
