import { type TicketView, waitLimits } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import type { Notice, NoticeSource } from '../../shell/feature.ts';
import { lineOf } from '../messages/kinds/summary.ts';
import { lastingText } from './acts/use-waited.ts';
import { type BellListName, bellListNames } from './state/tickets.filters.ts';
import { rowsOf, type WithTickets } from './state/tickets.selectors.ts';
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

/** What is one's own, newest first, and then who waits, the longest wait first; the same array while its rows are unchanged. */
const selectNotices = createSelector(
  [selectLive('unreadOwn'), selectLateRead, selectLive('unreadPending')],
  (unread, late, waiting): Notice[] => [
    ...[...rowsOf({ live: unread }).map((ticket) => ofMessage(ticket, 'unread')), ...late.map(ofLate)].toSorted((a, b) =>
      a.at < b.at ? 1 : -1,
    ),
    ...rowsOf({ live: waiting }).map((ticket) => ofMessage(ticket, 'waiting')),
  ],
);

/** The bell: own tickets that are unread or late are counted; who waits for anybody is only listed. */
export const ticketNotices: NoticeSource = {
  count: (state: WithTickets) => {
    const { live, total } = state.tickets.lists.unreadOwn;
    return (live.hasMore ? total : live.ids.length) + selectLateRead(state).length;
  },
  list: selectNotices,
  isWhole: ({ tickets: { lists } }: WithTickets) =>
    bellListNames.every((name) => name === 'lateOwn' || (lists[name].live.asOf !== null && !lists[name].live.hasMore)),
};
