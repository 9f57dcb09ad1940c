import type { Keeping } from '../../../shell/feature.ts';
import { cut, type TicketList } from './ticket-list.ts';
import { listNames } from './tickets.filters.ts';
import type { WithTickets } from './tickets.selectors.ts';
import { type OfflineTickets, type TicketsState, ticketsRestored } from './tickets.slice.ts';

const LIST = 'list/';
type Part = TicketList | TicketsState['known'] | TicketsState['counts'];

/**
 * Each list is stored by itself, once it is loaded: what an earlier page stored of the others may be all there is without a network, and a
 * page may be left while half of its lists have come.
 */
export const keepsTickets: Keeping = {
  parts: ({ tickets: { lists, known, counts } }: WithTickets): Record<string, Part> => ({
    ...Object.fromEntries(
      Object.entries(lists).flatMap(([name, list]) =>
        list.live.asOf === null || name === 'search' ? [] : [[LIST + name, list]],
      ),
    ),
    ...(Object.values(known).some(({ ticket }) => ticket !== null) && { known }),
    ...(counts.asOf !== null && { counts }),
  }),
  packed: (part: Part, name: string): Part => {
    if (name.startsWith(LIST)) return cut({ ...(part as TicketList), status: 'ready', failure: null });
    if (name !== 'known') return part;
    return Object.fromEntries(Object.entries(part as TicketsState['known']).filter(([, { ticket }]) => ticket !== null));
  },
  restored: (parts) => {
    const { known, counts } = parts as Partial<OfflineTickets>;
    const lists = Object.entries(parts).filter(([name]) => listNames.some((own) => name === LIST + own));
    return ticketsRestored({
      ...(known && { known }),
      ...(counts && { counts }),
      lists: Object.fromEntries(lists.map(([name, list]) => [name.slice(LIST.length), list])) as OfflineTickets['lists'],
    });
  },
};
