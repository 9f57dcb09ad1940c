import type { ContactListItemView } from '../../contacts/contact-lists/contact-lists.contract.ts';
import type { ContactView } from '../../contacts/contacts/contacts.contract.ts';
import { canonicalNumber } from '../../contacts/contacts/phone-numbers.ts';
import type { Embeds } from './embeds.ts';

/** Whether a contact has a number, in whatever spelling. */
export const hasNumber = ({ number, otherNumbers }: Pick<ContactView, 'number' | 'otherNumbers'>, sought: string): boolean =>
  [number, ...otherNumbers].some((own) => own !== null && canonicalNumber(own) === canonicalNumber(sought));

/** Updates which contact has the number of an item, and whether they want campaigns. */
export const contactListItemEmbeds: Embeds<ContactListItemView> = {
  contact: (item, { id, record }) => {
    const contact = record as ContactView | null;
    const has = contact !== null && item.number !== null && hasNumber(contact, item.number);
    if (!has && item.contactId !== id) return item;
    const now = has ? { contactId: id, optedOutAt: contact.optedOutAt } : { contactId: null, optedOutAt: null };
    return item.contactId === now.contactId && item.optedOutAt === now.optedOutAt ? item : { ...item, ...now };
  },
};
