import type { ContactListed, PushFrame, TicketView } from '@prosa/contracts';
import type { ListOptions } from '../../records/record-list.ts';

const BY = 'lastTicket';
const ticketOf = ({ record }: Pick<PushFrame, 'record'>) => record as unknown as TicketView;

/**
 * How pushes of tickets move contacts that are ordered by their last ticket. A pushed contact does not carry that time. A ticket that is out
 * of sight, or one of a contact that is not loaded, leaves the order to the server.
 */
export const orderedByTickets: Pick<ListOptions<ContactListed & { lastTicket: undefined }>, 'embeds' | 'kept' | 'unsettles'> = {
  embeds: {
    ticket: (contact, { record }) => {
      if (contact.lastTicketAt === undefined || !record) return contact;
      const { contactId, updatedAt } = ticketOf({ record });
      const isLater = contactId === contact.id && updatedAt > (contact.lastTicketAt ?? '');
      return isLater ? { ...contact, lastTicketAt: updatedAt } : contact;
    },
  },
  kept: ({ lastTicketAt }, pushed) => (lastTicketAt === undefined ? pushed : { ...pushed, lastTicketAt }),
  unsettles: ({ by }, frame, byId) =>
    by === BY && frame.channel === 'ticket' && (frame.action === 'delete' || !(ticketOf(frame).contactId in byId)),
};
