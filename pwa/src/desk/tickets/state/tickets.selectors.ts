import { GREY, type TicketView, type Viewer } from '@prosa/contracts';
import { createSelector } from '@reduxjs/toolkit';
import { queues } from '../../../flows/queues/queues.slice.ts';
import { createRows } from '../../../kernel/lists/collection.ts';
import { selectMay, selectMe, selectServes, selectSetting, type WithSession } from '../../../people/sessions/sessions.slice.ts';
import { sumOf } from './ticket-counts.ts';
import type { TicketList } from './ticket-list.ts';
import { everyTicket, type ListFilter, type ListName, mentionOf, NO_QUEUE, type TabListName } from './tickets.filters.ts';
import { type Known, knownOf, shownList, type TicketsState, type TicketsView } from './tickets.slice.ts';

export type WithTickets = WithSession & { tickets: TicketsState };

export const selectView = (state: WithTickets): TicketsView => state.tickets.view;
/** Whether the tag editor of a ticket was opened because the ticket cannot be closed without a tag. */
export const selectTagsAsked =
  (ticketId: string) =>
  ({ tickets }: WithTickets): boolean =>
    tickets.tagsAsked === ticketId;
export const selectSpied = ({ tickets }: WithTickets) => tickets.spied;
/** Whether the user has just been done with the last ticket that waited for their answer, and nobody waits since. */
export const selectIsDone = ({ tickets, session }: WithTickets): boolean =>
  tickets.isDone &&
  !Object.values(tickets.counts.byId).some(({ userId, unanswered }) => userId === session.user?.id && unanswered > 0);
export const selectBulkResult = ({ tickets }: WithTickets) => tickets.told;
export const selectList =
  (name: ListName) =>
  (state: WithTickets): TicketList =>
    state.tickets.lists[name];
export const selectListName = ({ tickets }: WithTickets): TabListName => shownList(tickets.view);

/** Rows of a list, in order; the same array while the list is unchanged. */
export const rowsOf = createRows<TicketView>();

const selectMayShowAll = selectMay('tickets-manager:showall');
/** Whether tickets of every queue and user are shown. */
export const selectShowsAll = (state: WithTickets): boolean =>
  selectMayShowAll(state) && (state.tickets.view.showAll || !selectServes(state));

const selectViewer = createSelector(
  [selectMe, selectSetting('VerFilaCinza')],
  (me, grey): Viewer | null => me && { userId: me.id, profile: me.profile, queueIds: me.queueIds, seesGrey: grey === 'enabled' },
);

/** Whether the company's queues are here. */
export const selectKnowsQueues = (state: WithTickets): boolean => queues.selectState(state).live.asOf !== null;

/** Queues in which the user may serve: their own, known since the sign-in, or all for administrators. */
export const selectServedQueues = createSelector(
  [queues.selectAll, selectKnowsQueues, selectMe],
  (all, knowsAll, me): QueueChoice[] => {
    if (me?.profile === 'admin') return all;
    return knowsAll ? all.filter(({ id }) => me?.queueIds.includes(id)) : (me?.queues ?? []);
  },
);

/** Whether the user belongs to any queue. */
export const selectHasQueues = createSelector([selectMe], (me) => (me?.queueIds.length ?? 0) > 0);

export type QueueChoice = { id: string; name: string; color: string };
/** Queues to choose from; "without a queue" (with an empty name) comes last if the user may see such tickets. */
export const selectQueueChoices = createSelector(
  [queues.selectAll, selectMe, selectViewer, selectShowsAll],
  (all, me, viewer, showsAll): QueueChoice[] => {
    const own: QueueChoice[] =
      all.length > 0 ? all.filter(({ id }) => showsAll || me?.queueIds.includes(id)) : (me?.queues ?? []);
    const choices = own.map(({ id, name, color }) => ({ id, name, color }));
    return showsAll || viewer?.seesGrey ? [...choices, { id: NO_QUEUE, name: '', color: GREY }] : choices;
  },
);

/** The current `narrowedTo` and `queueIds` of every list. */
export const selectScope = createSelector(
  [selectQueueChoices, selectViewer, selectMayShowAll, selectShowsAll, (state: WithTickets) => state.tickets.view.hiddenQueues],
  (choices, viewer, mayShowAll, showsAll, hidden): Pick<ListFilter, 'narrowedTo' | 'queueIds'> => {
    const shown = choices.map(({ id }) => id).filter((id) => !hidden.includes(id));
    return { narrowedTo: mayShowAll && !showsAll ? viewer : null, queueIds: shown.length === choices.length ? null : shown };
  },
);

const NOBODY: readonly string[] = [];
/** The attendant whose tickets alone are shown, in lists of tickets that are served. */
export const selectAttendants = createSelector(
  [
    selectShowsAll,
    ({ tickets }: WithTickets) => tickets.view.attendantId,
    ({ tickets }: WithTickets) => tickets.view.saved !== null,
  ],
  (showsAll, id, isSaved): readonly string[] => ((showsAll || isSaved) && id !== null ? [id] : NOBODY),
);

/** The filter of a list according to the choices on the screen. */
export const selectFilter =
  (name: ListName) =>
  (state: WithTickets): ListFilter => {
    if (name === 'news') return { ...everyTicket, news: { of: 'any', userId: selectMe(state)?.id ?? '' } };
    if (name === 'unreadPending') return { ...everyTicket, unread: true, status: 'pending', sort: 'waiting' };
    if (name === 'unreadOwn' || name === 'lateOwn') {
      const own: ListFilter = { ...everyTicket, status: 'open', userIds: [selectMe(state)?.id ?? ''] };
      return name === 'unreadOwn' ? { ...own, unread: true } : { ...own, unanswered: true, sort: 'waiting' };
    }
    const { text, tagIds, userIds } = state.tickets.view;
    const scope = { ...everyTicket, ...selectScope(state) };
    if (name === 'search') return { ...scope, text, tagIds, userIds };
    const { sorts, narrow, saved } = state.tickets.view;
    const served = name === 'pending' ? {} : { userIds: [...selectAttendants(state)] };
    const list = { ...scope, ...served, tagIds: saved?.tagIds ?? [], status: name, sort: sorts[name] };
    // Whoever's ticket it is, and in whichever queue.
    if (name === 'open' && narrow.open === 'mentioned')
      return { ...everyTicket, status: name, sort: sorts[name], news: { of: 'mentioned', userId: selectMe(state)?.id ?? '' } };
    if (name === 'open') return { ...list, unanswered: narrow.open === 'unanswered', snoozed: narrow.open === 'snoozed' };
    return name === 'pending' ? { ...list, wait: narrow.pending } : list;
  };

export const selectCounts = ({ tickets }: WithTickets) => tickets.counts;
const selectServed = createSelector([selectScope, selectAttendants], (scope, userIds) => ({ ...scope, userIds }));
export const selectOpenCount = createSelector(
  [selectCounts, selectServed],
  (counts, served) => sumOf(counts, 'open', served) - sumOf(counts, 'open', served, 'snoozed'),
);
export const selectUnansweredCount = createSelector([selectCounts, selectServed], (counts, served) =>
  sumOf(counts, 'open', served, 'unanswered'),
);
export const selectSnoozedCount = createSelector([selectCounts, selectServed], (counts, served) =>
  sumOf(counts, 'open', served, 'snoozed'),
);
/** Number of open tickets in which the user is named, as far as the bell has them. */
export const selectMentionedCount = createSelector(
  [({ tickets }: WithTickets) => tickets.lists.news.live, selectMe],
  (live, me) => rowsOf({ live }).filter((ticket) => ticket.status === 'open' && mentionOf(ticket, me?.id ?? '')).length,
);
export const selectPendingCount = createSelector([selectCounts, selectScope], (counts, scope) => sumOf(counts, 'pending', scope));
/** Whether the lists are narrowed by tags, by which there are no counts. */
export const selectIsTagged = ({ tickets }: WithTickets): boolean => (tickets.view.saved?.tagIds.length ?? 0) > 0;
/** Total number of unfinished tickets, regardless of the filters. */
export const selectUnfinished = createSelector(
  [selectCounts],
  (counts) => sumOf(counts, 'open', everyTicket) + sumOf(counts, 'pending', everyTicket),
);

/** The unfinished ticket in which the customer of a closed one is served on the same connection, if a list has it. */
export const selectGoesOnIn =
  (ticket: TicketView | null) =>
  ({ tickets }: WithTickets): TicketView | null => {
    if (ticket?.status !== 'closed') return null;
    const { contactId, whatsappId } = ticket;
    const isTheirs = (other: TicketView) => other.contactId === contactId && other.whatsappId === whatsappId;
    for (const name of ['open', 'pending'] as const) {
      const found = Object.values(tickets.lists[name].live.byId).find(isTheirs);
      if (found) return found;
    }
    return null;
  };

/** A ticket by id; undefined if unknown. */
export const selectKnown =
  (id: string) =>
  ({ tickets }: WithTickets): Known | undefined =>
    knownOf(tickets, id);
export const selectTicket =
  (id: string) =>
  (state: WithTickets): TicketView | null =>
    selectKnown(id)(state)?.ticket ?? null;
