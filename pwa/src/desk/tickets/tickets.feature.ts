import type { TicketView } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import Inbox from 'lucide-react/icons/inbox';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Feature, Notice } from '../../shell/feature.ts';
import { lineOf } from '../messages/kinds/summary.ts';
import { bellListNames } from './state/tickets.filters.ts';
import { rowsOf, selectUnfinished, type WithTickets } from './state/tickets.selectors.ts';
import { ticketsSlice } from './state/tickets.slice.ts';
import { keepsTickets } from './state/tickets.stored.ts';
import type texts from './tickets.pt.json';
import { watchTickets } from './tickets.saga.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    tickets: typeof texts;
  }
}

/** Number of unread tickets: per list the loaded ones, or the server's total if there are more. */
const countUnread = ({ tickets: { lists } }: WithTickets): number =>
  bellListNames.map((name) => lists[name]).reduce((sum, { live, total }) => sum + (live.hasMore ? total : live.ids.length), 0);

const isUnreadKnown = ({ tickets: { lists } }: WithTickets): boolean =>
  bellListNames.every((name) => lists[name].live.asOf !== null);

const noticeOf = (ticket: TicketView, myId: string | undefined): Notice => ({
  id: ticket.id,
  title: titleOf(ticket),
  text: ticket.lastMessageDeleted
    ? textOf('tickets', 'deletedMessage')
    : lineOf({ kind: ticket.lastMessageKind, text: ticket.lastMessage }, ticket.channel),
  at: ticket.updatedAt,
  unread: ticket.unreadMessages,
  to: `/tickets/${ticket.uuid}`,
  channel: ticket.channel,
  picture: ticket.contact.profilePicUrl,
  isOthers: ticket.userId !== null && ticket.userId !== myId,
});

/** Newest first; the same array while its rows are unchanged. */
const listNotices = createSelector(
  [
    selectMe,
    ...bellListNames.map(
      (name) =>
        ({ tickets: { lists } }: WithTickets) =>
          lists[name].live,
    ),
  ],
  (me, ...lives) =>
    lives
      .flatMap((live) => rowsOf({ live }))
      .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
      .map((ticket) => noticeOf(ticket, me?.id)),
);

/** Tickets: their lists and the screen on which they are served. */
export const feature: Feature = {
  name: 'tickets',
  slices: [ticketsSlice],
  saga: watchTickets,
  screens: [{ path: 'tickets/:ticketId?', hasTexts: false, load: () => import('./tickets-screen.tsx') }],
  nav: [
    {
      to: '/tickets',
      label: { pt: 'Atendimentos', en: 'Tickets', es: 'Atenciones' },
      place: 20,
      icon: Inbox,
      count: selectUnfinished,
    },
  ],
  notices: { count: countUnread, list: listNotices, isKnown: isUnreadKnown },
  keeps: keepsTickets,
};
