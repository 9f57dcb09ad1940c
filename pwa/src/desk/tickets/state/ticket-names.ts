import { embedded, type PushFrame, pushedBy, type TicketView, ticketEmbeds } from '@prosa/contracts';

/**
 * Returns a ticket with a push about a contact, queue, user, tag, connection or the company applied; the same object if nothing changed.
 */
export const renamed = (ticket: TicketView, frame: PushFrame): TicketView => {
  const pushed = pushedBy(frame);
  return pushed ? embedded(ticketEmbeds, ticket, pushed) : ticket;
};
