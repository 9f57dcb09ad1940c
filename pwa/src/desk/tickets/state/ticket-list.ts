import { type PushFrame, type TicketSort, type TicketView, ticketEmbeds } from '@prosa/contracts';
import { type Collection, collection, type ListPage } from '../../../kernel/lists/collection.ts';
import { everyTicket, judge, type ListFilter } from './tickets.filters.ts';

/** One list of tickets as a screen shows it, in the order of its filter, loaded as far as it was scrolled. */
export type TicketList = Collection<TicketView, ListFilter>;
export type TicketPage = ListPage<TicketView>;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const byChange = (a: TicketView, b: TicketView): number => compare(a.updatedAt, b.updatedAt) || compare(a.id, b.id);
/** After all times: nobody waits. */
const NEVER = '~';

/** Who comes back first. */
const byReturn = (a: TicketView, b: TicketView): number =>
  compare(a.snoozedUntil ?? NEVER, b.snoozedUntil ?? NEVER) || compare(a.id, b.id);

/** The orders of `GET /tickets`. */
const orders: Record<TicketSort, (a: TicketView, b: TicketView) => number> = {
  newest: (a, b) => byChange(b, a),
  oldest: byChange,
  waiting: (a, b) => compare(a.waitingSince ?? NEVER, b.waitingSince ?? NEVER) || byChange(a, b),
};

export const ticketList = collection<TicketView, ListFilter>({
  channel: 'ticket',
  compare: (a, b, { sort, snoozed }) => (snoozed ? byReturn(a, b) : orders[sort](a, b)),
  belongs: judge,
  /** Whether a changed ticket may now match the filter by data that only the server has. */
  isSuspect: ({ tagIds, userIds, wait }: ListFilter, { action }: PushFrame): boolean =>
    action === 'create' || tagIds.length > 0 || userIds.length > 0 || wait !== null,
  embeds: ticketEmbeds,
  /** A changed contact may match the search words. */
  unsettles: ({ text }, { channel, action }) => channel === 'contact' && action !== 'create' && text.trim() !== '',
});
export const { withPages, withNextPage, refiltered, unseen, cut, foldFrame } = ticketList;
export const emptyTicketList = (filter: ListFilter = everyTicket): TicketList => ticketList.empty(filter);
