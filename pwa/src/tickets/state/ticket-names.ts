import { embedded, type PushFrame, pushedBy, type TicketView, ticketEmbeds } from '@prosa/contracts';

/** A ticket after a push about a contact, queue, user, tag, connection or the company. The same object where nothing changed. */
export const renamed = (ticket: TicketView, frame: PushFrame): TicketView => {
  const pushed = pushedBy(frame);
  return pushed ? embedded(ticketEmbeds, ticket, pushed) : ticket;
};
