import type { ContactView, PushFrame, QueueView, TagView, TicketView, UserView } from '@prosa/contracts';

/**
 * A ticket after a push about a contact, queue, user, tag, connection or the company: their names stand in its record. What is
 * deleted keeps its name there, but for tags. The same object where nothing changed.
 */
export const renamed = (ticket: TicketView, { channel, action, record }: PushFrame): TicketView => {
  const { id } = record as { id: string };
  if (channel === 'tag') return retagged(ticket, record as TagView, action === 'delete');
  if (action === 'delete' || record.partial) return ticket;
  switch (channel) {
    case 'contact': {
      if (ticket.contactId !== id) return ticket;
      const { name, number, profilePicUrl } = record as ContactView;
      return { ...ticket, contact: { id, name, number, profilePicUrl } };
    }
    case 'user':
      return ticket.user?.id === id ? { ...ticket, user: { id, name: (record as UserView).name } } : ticket;
    case 'queue': {
      const { name, color } = record as QueueView;
      return ticket.queueId === id ? { ...ticket, queue: { id, name, color } } : ticket;
    }
    case 'whatsapp':
      return ticket.whatsappId === id ? { ...ticket, whatsapp: { id, name: record.name as string } } : ticket;
    case 'company':
      return ticket.companyId === id ? { ...ticket, company: { tagForce: record.tagForce === true } } : ticket;
    default:
      return ticket;
  }
};

const retagged = (ticket: TicketView, { id, name, color }: TagView, isDeleted: boolean): TicketView => {
  if (!ticket.tags.some((tag) => tag.id === id)) return ticket;
  const tags = isDeleted
    ? ticket.tags.filter((tag) => tag.id !== id)
    : ticket.tags.map((tag) => (tag.id === id ? { id, name, color } : tag));
  return { ...ticket, tags };
};
