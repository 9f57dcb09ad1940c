import { type TicketView, waitLimits } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { titleOf } from '../../contacts/contacts/titles.ts';
import { queues } from '../../flows/queues/queues.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { selectMe, selectServes } from '../../people/sessions/sessions.slice.ts';
import type { Notice, NoticeSource } from '../../shell/feature.ts';
import { lineOf } from '../messages/kinds/summary.ts';
import { lastingText } from './acts/use-waited.ts';
import { type BellListName, bellListNames, mentionOf } from './state/tickets.filters.ts';
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

/** What is new to the user in a ticket: who named them, or that it was given to them. */
const ofNews = (ticket: TicketView, userId: string): Notice => {
  const mention = mentionOf(ticket, userId);
  if (!mention) return noticeOf(ticket, { kind: 'handed', text: textOf('tickets', 'handed') });
  const by = mention.by.name?.split(' ')[0] ?? textOf('tickets', 'colleague');
  return { ...noticeOf(ticket, { kind: 'mentioned', text: textOf('tickets', 'mentionedBy', { by }) }), at: mention.at };
};

/** What is the user's, each ticket once: in which something is new to them before what is unread, and that before what is late. */
const selectOwn = createSelector(
  [selectLive('news'), selectLive('unreadOwn'), selectLateRead],
  (news, unread, late): Record<'news' | 'unread' | 'late', TicketView[]> => {
    const isOther = ({ id }: TicketView): boolean => !news.byId[id];
    return {
      news: rowsOf({ live: news }),
      unread: rowsOf({ live: unread }).filter(isOther),
      late: late.filter(isOther),
    };
  },
);

/** What is the user's, newest first, and then who waits, the longest wait first; the same array while its rows are unchanged. */
const selectNotices = createSelector([selectOwn, selectLive('unreadPending'), selectMe], (own, waiting, me): Notice[] => [
  ...[
    ...own.news.map((ticket) => ofNews(ticket, me?.id ?? '')),
    ...own.unread.map((ticket) => ofMessage(ticket, 'unread')),
    ...own.late.map(ofLate),
  ].toSorted((a, b) => (a.at < b.at ? 1 : -1)),
  ...rowsOf({ live: waiting }).map((ticket) => ofMessage(ticket, 'waiting')),
]);

const NOTHING: Notice[] = [];

/**
 * The bell: tickets with news for the user, and own ones that are unread or late, are counted; who waits for anybody is only listed. None of it
 * is for who serves no tickets.
 */
export const ticketNotices: NoticeSource = {
  count: (state: WithTickets) => {
    if (!selectServes(state)) return 0;
    const { news, unreadOwn } = state.tickets.lists;
    const own = selectOwn(state);
    const further = [news, unreadOwn].reduce((sum, { live, total }) => sum + (live.hasMore ? total - live.ids.length : 0), 0);
    return own.news.length + own.unread.length + own.late.length + further;
  },
  list: (state: WithTickets) => (selectServes(state) ? selectNotices(state) : NOTHING),
  isWhole: ({ tickets: { lists } }: WithTickets) =>
    bellListNames.every((name) => name === 'lateOwn' || (lists[name].live.asOf !== null && !lists[name].live.hasMore)),
};
