import Inbox from 'lucide-react/icons/inbox';
import type { Feature } from '../../shell/feature.ts';
import { ticketPeopleSlice } from './state/ticket-people.ts';
import { selectUnfinished } from './state/tickets.selectors.ts';
import { ticketsSlice } from './state/tickets.slice.ts';
import { keepsTickets } from './state/tickets.stored.ts';
import type later from './tickets.later.pt.json';
import { ticketNotices } from './tickets.notices.ts';
import type texts from './tickets.pt.json';
import { watchTickets } from './tickets.saga.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    tickets: typeof texts & typeof later;
  }
}

/** Tickets: their lists and the screen on which they are served. */
export const feature: Feature = {
  name: 'tickets',
  slices: [ticketsSlice, ticketPeopleSlice],
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
  notices: ticketNotices,
  keeps: keepsTickets,
};
