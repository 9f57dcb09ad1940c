import type { ContactView } from '@prosa/contracts';
import { Avatar } from '../ui/avatar.tsx';
import { readableNumber } from './number.ts';

/** What a contact is called where people are searched. */
export const contactTitle = ({ name, number }: ContactView): string => name ?? readableNumber(number);

/** A contact among the results of a search. */
export const ContactLine = ({ contact }: { contact: ContactView }) => (
  <>
    <Avatar name={contact.name} picture={contact.profilePicUrl} size={28} />
    <span className="grow">
      <span className="truncate">{contactTitle(contact)}</span>
      <small>{readableNumber(contact.number)}</small>
    </span>
  </>
);
