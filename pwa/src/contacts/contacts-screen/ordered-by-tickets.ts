import type { ContactListed, PushFrame, TicketView } from '@prosa/contracts';
import type { Renaming } from '../../records/record-list.ts';

const BY = 'lastTicket';
const ticketOf = ({ record }: PushFrame) => record as unknown as TicketView & { partial?: boolean };

/**
 * How pushes of tickets move contacts that are ordered by their last ticket. A pushed contact does not carry that time. A ticket that is out
 * of sight, or one of a contact that is not loaded, leaves the order to the server.
 */
export const orderedByTickets: Renaming<ContactListed & { lastTicket: undefined }> = {
  renamedBy: ['ticket'],
  renamed: (contact, frame) => {
    if (contact.lastTicketAt === undefined || frame.action === 'delete') return contact;
    const { contactId, updatedAt, partial } = ticketOf(frame);
    const isLater = contactId === contact.id && !partial && updatedAt > (contact.lastTicketAt ?? '');
    return isLater ? { ...contact, lastTicketAt: updatedAt } : contact;
  },
  kept: ({ lastTicketAt }, pushed) => (lastTicketAt === undefined ? pushed : { ...pushed, lastTicketAt }),
  unsettles: ({ by }, frame, byId) =>
    by === BY && frame.channel === 'ticket' && (frame.action === 'delete' || !(ticketOf(frame).contactId in byId)),
};
