import Inbox from 'lucide-react/icons/inbox';
import type { Feature, Notice } from '../kernel/feature.ts';
import { watchTickets } from './tickets.saga.ts';
import { rowsOf, selectUnfinished, type WithTickets } from './tickets.selectors.ts';
import { ticketsSlice } from './tickets.slice.ts';
import { titleOf } from './titles.ts';

const selectUnread = ({ tickets: { lists } }: WithTickets) => rowsOf(lists.unread).filter(({ status }) => status !== 'closed');

/** Tickets with something to read: those that are known, or as many as the server counted. */
const countUnread = (state: WithTickets): number => {
  const { live, total } = state.tickets.lists.unread;
  return live.hasMore ? total : selectUnread(state).length;
};

const noticesOf = (state: WithTickets): Notice[] =>
  selectUnread(state).map((ticket) => ({
    id: ticket.id,
    title: titleOf(ticket),
    text: ticket.lastMessage,
    at: ticket.updatedAt,
    unread: ticket.unreadMessages,
    to: `/tickets/${ticket.uuid}`,
    channel: ticket.channel,
    picture: ticket.contact.profilePicUrl,
  }));

/** The same list while its rows are the same. */
const listNotices = (() => {
  let last: { of: unknown; made: Notice[] } | null = null;
  return (state: WithTickets): Notice[] => {
    const of = state.tickets.lists.unread.live;
    if (last?.of !== of) last = { of, made: noticesOf(state) };
    return last.made;
  };
})();

/** Tickets: their lists and the screen on which they are served. */
export const tickets: Feature = {
  name: 'tickets',
  slices: [ticketsSlice],
  saga: watchTickets,
  routes: [
    { path: 'tickets/:ticketId?', lazy: async () => ({ Component: (await import('./tickets-screen.tsx')).TicketsScreen }) },
  ],
  nav: [{ to: '/tickets', label: 'tickets:title', icon: Inbox, count: selectUnfinished }],
  notices: { count: countUnread, list: listNotices },
};
