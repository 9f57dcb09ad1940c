import type { TicketView } from '@prosa/contracts';
import { titleOf } from '../../../contacts/contacts/titles.ts';

/** The ids and titles of several tickets, as a bulk action takes them. */
export const manyOf = (tickets: TicketView[]): { id: string; name: string }[] =>
  tickets.map((ticket) => ({ id: ticket.id, name: titleOf(ticket) }));
