import { type TicketView, waitLimits } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { Notice, NoticeSource } from '../../shell/feature.ts';
import { lineOf } from '../messages/kinds/summary.ts';
import type { WithMessages } from '../messages/state/messages.slice.ts';
import { lastingText } from './acts/use-waited.ts';
import { type BellListName, bellListNames } from './state/tickets.filters.ts';
import { rowsOf, type WithTickets } from './state/tickets.selectors.ts';
import { knownOf } from './state/tickets.slice.ts';
import { selectCompanyHours } from './state/tickets.waits.ts';

const selectLive =
  (name: BellListName) =>
  ({ tickets }: WithTickets) =>
    tickets.lists[name].live;

const noticeOf = (ticket: TicketView, more: Pick<Notice, 'text' | 'kind'>): Notice => ({
  id: ticket.id,
  title: titleOf(ticket),
  at: ticket.updatedAt,
  unread: ticket.unreadMessages,
  to: `/tickets/${ticket.uuid}`,
  channel: ticket.channel,
  picture: ticket.contact.profilePicUrl,
  ...more,
});

const ofMessage = (ticket: TicketView, kind: Notice['kind']): Notice =>
  noticeOf(ticket, {
    kind,
    text: ticket.lastMessageDeleted
      ? textOf('tickets', 'deletedMessage')
      : lineOf({ kind: ticket.lastMessageKind, text: ticket.lastMessage }, ticket.channel),
  });

/** Own tickets that are read, and late: with each minute's answer about waits (`tickets.waits`) the clock is read again. */
const selectLateRead = createSelector(
  [selectLive('lateOwn'), queues.selectAll, selectCompanyHours, ({ tickets }: WithTickets) => tickets.waits],
  (live, all, company): TicketView[] => {
    if (!company) return [];
    const isLate = ({ queueId, waitingSince }: TicketView): boolean => {
      const queue = all.find(({ id }) => id === queueId);
      const lateAt = queue && waitingSince ? waitLimits(company, queue, new Date(waitingSince)).lateAt : null;
      return lateAt !== null && lateAt.getTime() <= Date.now();
    };
    return rowsOf({ live }).filter((ticket) => ticket.unreadMessages === 0 && isLate(ticket));
  },
);

const ofLate = (ticket: TicketView): Notice => {
  const time = lastingText(Date.now() - Date.parse(ticket.waitingSince!));
  const queue = ticket.queue?.name ?? textOf('tickets', 'noQueue');
  return noticeOf(ticket, { kind: 'late', text: textOf('tickets', 'lateIn', { time, queue }) });
};

const NONE: TicketView[] = [];
/** Own tickets that somebody else has handed over and that were not opened here since; an unread one is listed by its message. */
const selectHanded = createSelector(
  [({ tickets }: WithTickets) => tickets, selectMe, ({ messages }: WithTickets & Partial<WithMessages>) => messages?.current],
  (tickets, me, current): TicketView[] => {
    const handed = Object.entries(tickets.handed);
    if (handed.length === 0) return NONE;
    return handed
      .filter(([id, userId]) => userId === me?.id && id !== current)
      .flatMap(([id]) => knownOf(tickets, id)?.ticket ?? [])
      .filter(({ unreadMessages }) => unreadMessages === 0);
  },
);

/** What is one's own, newest first, and then who waits, the longest wait first; the same array while its rows are unchanged. */
const selectNotices = createSelector(
  [selectLive('unreadOwn'), selectLateRead, selectHanded, selectLive('unreadPending')],
  (unread, late, handed, waiting): Notice[] => [
    ...[
      ...rowsOf({ live: unread }).map((ticket) => ofMessage(ticket, 'unread')),
      ...late.map(ofLate),
      ...withoutThose(handed, late).map((ticket) => noticeOf(ticket, { kind: 'handed', text: textOf('tickets', 'handed') })),
    ].toSorted((a, b) => (a.at < b.at ? 1 : -1)),
    ...rowsOf({ live: waiting }).map((ticket) => ofMessage(ticket, 'waiting')),
  ],
);

const withoutThose = (tickets: TicketView[], others: TicketView[]): TicketView[] =>
  tickets.filter(({ id }) => !others.some((other) => other.id === id));

/** The bell: own tickets that are unread, late or handed over are counted; who waits for anybody is only listed. */
export const ticketNotices: NoticeSource = {
  count: (state: WithTickets) => {
    const { live, total } = state.tickets.lists.unreadOwn;
    const late = selectLateRead(state);
    return (live.hasMore ? total : live.ids.length) + late.length + withoutThose(selectHanded(state), late).length;
  },
  list: selectNotices,
  isWhole: ({ tickets: { lists } }: WithTickets) =>
    bellListNames.every((name) => name === 'lateOwn' || (lists[name].live.asOf !== null && !lists[name].live.hasMore)),
};
