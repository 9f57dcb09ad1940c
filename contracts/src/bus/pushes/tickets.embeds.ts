import type { ConnectionView } from '../../channels/connections/connections.contract.ts';
import type { ContactView } from '../../contacts/contacts/contacts.contract.ts';
import type { TagView } from '../../desk/tags/tags.record.ts';
import type { TicketView } from '../../desk/tickets/tickets.views.ts';
import type { QueueView } from '../../flows/queues/queues.contract.ts';
import type { UserView } from '../../people/users/users.contract.ts';
import type { Embeds } from './embeds.ts';

/** Updates the embedded names in a ticket. Deleted records keep their names there, except tags, which are removed. */
export const ticketEmbeds: Embeds<TicketView> = {
  contact: (ticket, { id, record }) => {
    if (!record || ticket.contactId !== id) return ticket;
    const { name, number, profilePicUrl } = record as ContactView;
    return { ...ticket, contact: { id, name, number, profilePicUrl } };
  },
  user: (ticket, { id, record }) => {
    if (!record) return ticket;
    const { name } = record as UserView;
    const isRenamed = ticket.mentions.some(({ by }) => by.id === id && by.name !== name);
    const own = isRenamed ? { ...ticket, mentions: ticket.mentions.map((one) => renamed(one, { id, name })) } : ticket;
    return own.user?.id === id ? { ...own, user: { id, name } } : own;
  },
  queue: (ticket, { id, record }) => {
    if (!record || ticket.queueId !== id) return ticket;
    const { name, color } = record as QueueView;
    return { ...ticket, queue: { id, name, color } };
  },
  whatsapp: (ticket, { id, record }) => {
    if (!record || ticket.whatsappId !== id) return ticket;
    const { name, complationMessage, ratingMessage } = record as ConnectionView;
    return { ...ticket, whatsapp: { id, name, closingText: complationMessage !== '', ratingText: ratingMessage !== '' } };
  },
  company: (ticket, { id, record }) =>
    record && ticket.companyId === id ? { ...ticket, company: { tagForce: record.tagForce === true } } : ticket,
  tag: (ticket, { id, record }) => {
    const shown = ticket.tags.find((tag) => tag.id === id);
    if (!shown) return ticket;
    if (!record) return { ...ticket, tags: ticket.tags.filter((tag) => tag.id !== id) };
    const { name, color } = record as TagView;
    // A tag is also pushed with each ticket that gets it.
    if (shown.name === name && shown.color === color) return ticket;
    return { ...ticket, tags: ticket.tags.map((tag) => (tag.id === id ? { id, name, color } : tag)) };
  },
};

const renamed = (mention: TicketView['mentions'][number], by: { id: string; name: string | null }) =>
  mention.by.id === by.id ? { ...mention, by } : mention;
