import { type Embeds, type TicketView, ticketEmbeds, ticketRoutes } from '@prosa/contracts';
import { liveCollection } from '../../kernel/lists/live-collection.ts';

/** A previous ticket; only answers tell where its messages begin. */
export type Previous = TicketView & { firstMessageId?: string | null | undefined };

/** A ticket as the list's filter: a text, because equal texts are the same list. */
export const filterOf = ({ id, contactId, createdAt }: TicketView): string => `${id} ${contactId} ${createdAt}`;
const partsOf = (filter: string) => {
  const [id = '', contactId = '', createdAt = ''] = filter.split(' ');
  return { id, contactId, createdAt };
};

/** The tickets of the shown ticket's contact that began before it, newest first. The filter is `filterOf` the shown ticket. */
export const previous = liveCollection({
  name: 'previousTickets',
  channel: 'ticket',
  route: ticketRoutes.previous,
  page: 'cursor',
  filter: '',
  request: (filter) => ({ params: { ticketId: partsOf(filter).id } }),
  recordsOf: ({ tickets }): Previous[] => tickets,
  belongs: (filter, ticket: Previous) => {
    const { id, contactId, createdAt } = partsOf(filter);
    if (ticket.contactId !== contactId || ticket.createdAt > createdAt || ticket.id === id) return false;
    return ticket.firstMessageId === undefined ? null : true; // the viewer did not see it before
  },
  compare: (a: Previous, b: Previous) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  embeds: ticketEmbeds as Embeds<Previous>,
  kept: ({ firstMessageId }: Previous, pushed) => ({ ...pushed, firstMessageId }),
});
