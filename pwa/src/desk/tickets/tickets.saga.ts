import { type TicketCount, type TicketStatus, type TicketView, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, put, race, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { queues } from '../../flows/queues/queues.slice.ts';
import { pathOf } from '../../kernel/calls/api.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { askTicketsAhead } from '../../kernel/calls/prefetched.ts';
import { createListSagas } from '../../kernel/lists/collection.saga.ts';
import { fetchLive, refetchUnlessPushed } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveJoin, liveWelcomed, refetchOf } from '../../kernel/live/live.slice.ts';
import { userChanged } from '../../people/sessions/sessions.slice.ts';
import { createTag } from '../tags/tags.commands.ts';
import { tags } from '../tags/tags.slice.ts';
import { watchConversation } from './conversation/conversation.saga.ts';
import { watchSpying } from './spy/spy.saga.ts';
import { takeBack } from './state/handover.commands.ts';
import { watchNext } from './state/next-ticket.ts';
import { watchResolving } from './state/resolve.commands.ts';
import { watchSnooze } from './state/snooze.commands.ts';
import { takeTicket } from './state/take-ticket.ts';
import type { TicketPage } from './state/ticket-list.ts';
import { watchTicketPeople } from './state/ticket-people.ts';
import { tagTicket, watchTicketCommands } from './state/tickets.commands.ts';
import { type ListFilter, listNames, queryOf } from './state/tickets.filters.ts';
import {
  selectFilter,
  selectList,
  selectListName,
  selectTicket,
  selectView,
  type WithTickets,
} from './state/tickets.selectors.ts';
import {
  countsAnswered,
  listRefreshed,
  type TicketsView,
  ticketAnswered,
  ticketFailed,
  ticketLists,
  ticketWanted,
  viewChanged,
} from './state/tickets.slice.ts';
import { rememberedWhose, rememberWhose } from './state/tickets.whose.ts';

const lists = createListSagas({ actions: ticketLists, names: listNames, selectList, selectFilter, fetchPage });

const DEBOUNCE_MS = 500;
const statuses: TicketStatus[] = ['open', 'pending', 'closed'];

export function* watchTickets(): SagaIterator {
  for (const status of statuses) yield put(liveJoin({ type: 'joinTickets', status }));
  yield put(viewChanged(rememberedWhose()));
  yield takeEvery(viewChanged, function* (): SagaIterator {
    const view: TicketsView = yield select(selectView);
    if (view.saved === null) rememberWhose(view);
  });
  yield put(queues.wanted());
  yield put(tags.wanted());
  yield fork(watchTicketCommands);
  yield fork(watchConversation);
  yield fork(watchSpying);
  yield fork(watchSnooze);
  yield fork(watchResolving);
  yield fork(watchNext);
  yield fork(watchTicketPeople);
  yield fork(takeTicket.saga);
  // Offered as soon as a ticket has gone, before what comes later is loaded.
  yield fork(takeBack.saga);
  yield fork(lists.saga);
  const bell = ['unreadOwn', 'unreadPending', 'news'] as const;
  for (const name of ['search', ...bell] as const)
    yield fork(lists.watchTotal, name, (state: WithTickets) => name !== 'search' || selectListName(state) === name, [
      viewChanged,
    ]);
  yield takeEvery(ticketWanted, fetchTicket, new Set<string>());
  yield takeEvery(refetchOf(...ticketLists.shows), refetchKnown);
  yield takeEvery(liveWelcomed, retryFailed);
  yield takeEvery(liveFrame, refetchPartial);
  yield takeEvery(createTag.succeeded, attachTag);
  yield takeEvery(
    (action: { type: string }) => action.type.startsWith('tickets/') && action.type.endsWith('/succeeded'),
    refetchUnlessPushed,
  );
  yield fork(watchCounts);
  for (const name of bell) yield put(listRefreshed(name));
  yield fork(watchFilters);
}

function* fetchPage(filter: ListFilter, cursor: string | null): SagaIterator<TicketPage> {
  const query = { ...queryOf(filter), ...(cursor ? { cursor } : {}) };
  if (!filter.unread && !filter.unanswered && !filter.news && !filter.text.trim() && !cursor)
    yield call(askTicketsAhead, pathOf(ticketRoutes.list, { query }));
  const { data, position } = yield call(fetchLive<typeof ticketRoutes.list>, ticketRoutes.list, { query });
  const { tickets: records, ...page } = data;
  return { records, ...page, position };
}

/** Every list that was shown follows the screen's filters: at once as far as possible locally, then by an answer of the server. */
function* watchFilters(): SagaIterator {
  yield takeLatest([viewChanged, userChanged], function* (action: { payload: unknown }): SagaIterator {
    const isTyping = typeof (action.payload as { text?: unknown }).text === 'string';
    if (isTyping) yield delay(DEBOUNCE_MS);
    yield call(lists.refilter);
  });
  yield takeEvery(liveFrame, function* ({ payload: { channel, action } }): SagaIterator {
    if (channel === 'user' || channel === 'setting' || (channel === 'queue' && action !== 'update')) yield call(lists.refilter);
  });
}

/**
 * Fetches the counts at once and whenever something was missed; after a failure, on the next welcome. A running request is not duplicated.
 */
function* watchCounts(): SagaIterator {
  const isRefetch = refetchOf('ticketCounts');
  while (true) {
    const { came }: { came?: boolean } = yield race({ came: call(fetchCounts), again: take(isRefetch) });
    if (came === true) yield take(isRefetch);
    else if (came === false) yield take((action: { type: string }) => isRefetch(action) || liveWelcomed.match(action));
  }
}

/** Returns whether the counts arrived. */
function* fetchCounts(): SagaIterator<boolean> {
  try {
    const { data, position, frames: since } = yield call(fetchLive<typeof ticketRoutes.counts>, ticketRoutes.counts, {});
    yield put(countsAnswered({ records: data.counts as TicketCount[], hasMore: false, position, frames: since }));
    return true;
  } catch (error) {
    console.warn('The counts could not be fetched:', failureOf(error).code); // the next welcome or refetch tries again
    return false;
  }
}

/** `underWay`: the tickets that are being fetched. */
function* fetchTicket(underWay: Set<string>, { payload: { ticketId, anew } }: ReturnType<typeof ticketWanted>): SagaIterator {
  const { tickets }: WithTickets = yield select();
  if (!anew && (tickets.known[ticketId] || underWay.has(ticketId))) return;
  underWay.add(ticketId);
  try {
    const answer = yield call(fetchLive<typeof ticketRoutes.showByUuid>, ticketRoutes.showByUuid, { params: { ticketId } });
    yield put(ticketAnswered({ ticket: answer.data, position: answer.position, frames: answer.frames }));
  } catch (error) {
    yield put(ticketFailed({ ticketId, failure: failureOf(error) }));
  } finally {
    underWay.delete(ticketId);
  }
}

/** Something was missed: refetches the tickets that are known on their own (the last 20). */
function* refetchKnown(): SagaIterator {
  const { tickets }: WithTickets = yield select();
  for (const [ticketId, { ticket }] of Object.entries(tickets.known).slice(-20))
    if (ticket) yield put(ticketWanted(ticketId, true));
}

/** Refetches a ticket that was too large for its push. */
function* refetchPartial({ payload: { channel, action, record } }: ReturnType<typeof liveFrame>): SagaIterator {
  if (channel !== 'ticket' || action === 'delete' || record.partial !== true) return;
  const { tickets }: WithTickets = yield select();
  if (tickets.known[String(record.id)]) yield put(ticketWanted(String(record.id), true));
}

/** The connection is back: requests the tickets again that could not be fetched. */
function* retryFailed(): SagaIterator {
  const { tickets }: WithTickets = yield select();
  for (const [ticketId, { ticket, failure }] of Object.entries(tickets.known))
    if (failure && (ticket || failure.status === 0 || failure.status >= 500)) yield put(ticketWanted(ticketId, true));
}

/** Adds a tag that was created in a ticket's editor to that ticket. */
function* attachTag({ payload, meta }: ReturnType<typeof createTag.succeeded>): SagaIterator {
  const { ticketId } = meta.of;
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  if (ticket) yield put(tagTicket.start({ ticketId, tagIds: [...ticket.tags.map(({ id }) => id), String(payload.id)] }));
}
