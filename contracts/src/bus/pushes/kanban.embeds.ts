import type { ContactView } from '../../contacts/contacts/contacts.contract.ts';
import type { CardView } from '../../contacts/kanban/kanban.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the contact of a card and the name of its user. Deleted ones keep their names there. */
export const cardEmbeds: Embeds<CardView> = {
  contact: (card, { id, record }) => {
    if (!record || card.contact.id !== id) return card;
    const { name, number, profilePicUrl } = record as ContactView;
    return { ...card, contact: { id, name, number, profilePicUrl } };
  },
  user: (card, { id, record }) =>
    record && card.user?.id === id ? { ...card, user: { id, name: (record as UserView).name } } : card,
};
