import { type PushFrame, type TicketView, ticketEmbeds } from '@prosa/contracts';
import { type Collection, collection, type ListPage } from '../../../kernel/lists/collection.ts';
import { everyTicket, judge, type ListFilter } from './tickets.filters.ts';

/** One list of tickets as a screen shows it, newest first, loaded as far as it was scrolled. */
export type TicketList = Collection<TicketView, ListFilter>;
export type TicketPage = ListPage<TicketView>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const ticketList = collection<TicketView, ListFilter>({
  channel: 'ticket',
  compare: (a, b) => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id),
  belongs: judge,
  /** Whether a changed ticket may now match the filter by data that only the server has. */
  isSuspect: ({ tagIds, userIds }: ListFilter, { action }: PushFrame): boolean =>
    action === 'create' || tagIds.length > 0 || userIds.length > 0,
  embeds: ticketEmbeds,
  /** A changed contact may match the search words. */
  unsettles: ({ text }, { channel, action }) => channel === 'contact' && action !== 'create' && text.trim() !== '',
});
export const { withPages, withNextPage, refiltered, unseen, cut, foldFrame } = ticketList;
export const emptyTicketList = (filter: ListFilter = everyTicket): TicketList => ticketList.empty(filter);
