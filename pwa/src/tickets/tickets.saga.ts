import { type TicketCount, type TicketStatus, type TicketView, ticketRoutes } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, put, race, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { failureOf } from '../kernel/api-error.ts';
import { fetchLive, frames } from '../kernel/live.saga.ts';
import { liveFrame, liveJoin, liveRefetch, liveWelcomed, selectLive } from '../kernel/live.slice.ts';
import { queues } from '../queues/queues.slice.ts';
import { userChanged } from '../sessions/sessions.slice.ts';
import { createTag } from '../tags/tags.commands.ts';
import { tags } from '../tags/tags.slice.ts';
import type { TicketList, TicketPage } from './ticket-list.ts';
import { tagTicket, watchTicketCommands } from './tickets.commands.ts';
import { bellListNames, type ListFilter, type ListName, listNames, queryOf } from './tickets.filters.ts';
import { selectFilter, selectList, selectListName, selectTicket, type WithTickets } from './tickets.selectors.ts';
import {
  countsAnswered,
  listAnswered,
  listFailed,
  listLoading,
  moreAnswered,
  moreLoading,
  ticketAnswered,
  ticketFailed,
  totalAnswered,
  viewChanged,
} from './tickets.slice.ts';

/** The list is shown: fetch it, unless it is there. */
export const listWanted = createAction<ListName>('tickets/listWanted');
/** Fetch it anew, whatever is there. */
export const listRefreshed = createAction<ListName>('tickets/listRefreshed');
/** The list was scrolled near its end. */
export const moreWanted = createAction<ListName>('tickets/moreWanted');
/** A ticket is shown on its own, or named in a conversation. `anew`: even if it is known. */
export const ticketWanted = createAction('tickets/ticketWanted', (ticketId: string, anew = false) => ({
  payload: { ticketId, anew },
}));

const DEBOUNCE_MS = 500;
const STALE_MS = 1_000;
const RECOUNT_MS = 5_000;
/** More pages than these are not fetched again at once; the rest comes by scrolling. */
const REFRESHED_PAGES = 10;
const statuses: TicketStatus[] = ['open', 'pending', 'closed'];

export function* watchTickets(): SagaIterator {
  for (const status of statuses) yield put(liveJoin({ type: 'joinTickets', status }));
  yield put(queues.wanted());
  yield put(tags.wanted());
  yield fork(watchTicketCommands);
  for (const name of listNames) yield fork(watchList, name);
  for (const name of ['search', ...bellListNames] as const) yield fork(watchTotal, name);
  yield takeEvery(ticketWanted, fetchTicket);
  yield takeEvery(liveRefetch, refetchKnown);
  yield takeEvery(liveWelcomed, retryFailed);
  yield takeEvery(liveFrame, refetchPartial);
  yield takeEvery(createTag.succeeded, attachTag);
  yield takeEvery(
    (action: { type: string }) => action.type.startsWith('tickets/') && action.type.endsWith('/succeeded'),
    refetchUnheard,
  );
  yield fork(watchCounts);
  for (const name of bellListNames) yield put(listRefreshed(name));
  yield fork(watchFilters);
}

function* watchList(name: ListName): SagaIterator {
  yield takeLatest(
    (action: { type: string; payload?: unknown }) =>
      liveRefetch.match(action) ||
      ((listWanted.match(action) || listRefreshed.match(action) || moreWanted.match(action)) && action.payload === name),
    work,
    name,
  );
  yield fork(watchStale, name);
}

function* work(name: ListName, action: { type: string }): SagaIterator {
  const list: TicketList = yield select(selectList(name));
  if (moreWanted.match(action)) {
    if (list.cursor !== null) yield call(fetchMore, name, list.cursor, list.filter);
    else if (list.live.hasMore) yield call(fetchList, name, list.live.ids.length + 1); // it was cut
  } else if (isNeeded(action, list)) yield call(fetchList, name, list.live.ids.length);
}

const isNeeded = (action: { type: string }, { status, live }: TicketList): boolean =>
  listRefreshed.match(action) || (listWanted.match(action) ? status !== 'ready' : status === 'loading' || live.asOf !== null);

/** The list anew, as far as it was loaded: one who has scrolled down stays there. */
function* fetchList(name: ListName, loaded: number): SagaIterator {
  const filter: ListFilter = yield select(selectFilter(name));
  yield put(listLoading({ name, filter }));
  try {
    const pages: TicketPage[] = [];
    let cursor: string | null = null;
    do {
      const page: TicketPage = yield call(fetchPage, filter, cursor);
      pages.push(page);
      cursor = page.cursor;
    } while (cursor !== null && pages.length < REFRESHED_PAGES && count(pages) < loaded);
    yield put(listAnswered({ name, pages, frames: frames.since(pages[0]!.position) ?? [] }));
  } catch (error) {
    yield put(listFailed({ name, failure: failureOf(error) }));
  }
}
const count = (pages: TicketPage[]): number => pages.reduce((sum, { records }) => sum + records.length, 0);

function* fetchMore(name: ListName, cursor: string, filter: ListFilter): SagaIterator {
  yield put(moreLoading({ name }));
  try {
    const page: TicketPage = yield call(fetchPage, filter, cursor);
    yield put(moreAnswered({ name, page, frames: frames.since(page.position) ?? [] }));
  } catch (error) {
    yield put(listFailed({ name, failure: failureOf(error) }));
  }
}

function* fetchPage(filter: ListFilter, cursor: string | null): SagaIterator<TicketPage> {
  const query = { ...queryOf(filter), ...(cursor ? { cursor } : {}) };
  const { data, position } = yield call(fetchLive<typeof ticketRoutes.list>, ticketRoutes.list, { query });
  return { records: data.tickets, hasMore: data.hasMore, cursor: data.cursor, count: data.count, position };
}

/** What a push left undecided is fetched, but not at every push. */
function* watchStale(name: ListName): SagaIterator {
  while (true) {
    yield take(liveFrame);
    const { stale }: TicketList = yield select(selectList(name));
    if (!stale) continue;
    yield delay(STALE_MS);
    yield put(listRefreshed(name));
    yield take(listAnswered);
  }
}

/** A total that is shown and in doubt is counted anew, but not at every push. */
function* watchTotal(name: ListName): SagaIterator {
  while (true) {
    const { unsure }: TicketList = yield select(selectList(name));
    const shown: ListName = yield select(selectListName);
    if (!unsure || (name === 'search' && shown !== name)) {
      yield take([liveFrame, listAnswered, viewChanged]);
      continue;
    }
    yield delay(RECOUNT_MS);
    yield call(recount, name);
  }
}

function* recount(name: ListName): SagaIterator {
  try {
    const { filter }: TicketList = yield select(selectList(name));
    const { count: total, position }: TicketPage = yield call(fetchPage, filter, null);
    const now: TicketList = yield select(selectList(name));
    if (now.filter !== filter) return; // another question meanwhile
    const unsure = frames.since(position)?.some(({ channel }) => channel === 'ticket') ?? false;
    yield put(totalAnswered({ name, total, unsure }));
  } catch (error) {
    console.warn('A list could not be counted:', failureOf(error).code);
    yield take([liveWelcomed, liveFrame]);
  }
}

/** Every list that was shown follows the choices of the screen: at once as far as it can, then by an answer. */
function* watchFilters(): SagaIterator {
  yield takeLatest([viewChanged, userChanged], function* (action: { payload: unknown }): SagaIterator {
    const isTyping = typeof (action.payload as { text?: unknown }).text === 'string';
    if (isTyping) yield delay(DEBOUNCE_MS);
    yield call(refilter);
  });
  yield takeEvery(liveFrame, function* ({ payload: { channel, action } }): SagaIterator {
    if (channel === 'user' || channel === 'setting' || (channel === 'queue' && action !== 'update')) yield call(refilter);
  });
}

function* refilter(): SagaIterator {
  for (const name of listNames) {
    const list: TicketList = yield select(selectList(name));
    const filter: ListFilter = yield select(selectFilter(name));
    if (list.status !== 'idle' && JSON.stringify(filter) !== JSON.stringify(list.filter)) yield put(listRefreshed(name));
  }
}

/** At once, and wherever something was missed; after a failure with the next welcome. One that is under way is not asked for twice. */
function* watchCounts(): SagaIterator {
  while (true) {
    const { came }: { came?: boolean } = yield race({ came: call(fetchCounts), again: take(liveRefetch) });
    if (came === true) yield take(liveRefetch);
    else if (came === false) yield take([liveRefetch, liveWelcomed]);
  }
}

/** Whether they came. */
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

function* fetchTicket({ payload: { ticketId, anew } }: ReturnType<typeof ticketWanted>): SagaIterator {
  const { tickets }: WithTickets = yield select();
  if (!anew && tickets.known[ticketId]) return;
  try {
    const answer = yield call(fetchLive<typeof ticketRoutes.showByUuid>, ticketRoutes.showByUuid, { params: { ticketId } });
    yield put(ticketAnswered({ ticket: answer.data, position: answer.position, frames: answer.frames }));
  } catch (error) {
    yield put(ticketFailed({ ticketId, failure: failureOf(error) }));
  }
}

/** Something was missed: tickets that are known on their own are asked for again when they are shown next. */
function* refetchKnown(): SagaIterator {
  const { tickets }: WithTickets = yield select();
  for (const [ticketId, { ticket }] of Object.entries(tickets.known).slice(-20))
    if (ticket) yield put(ticketWanted(ticketId, true));
}

/** A ticket that was too large for its push. */
function* refetchPartial({ payload: { channel, action, record } }: ReturnType<typeof liveFrame>): SagaIterator {
  if (channel !== 'ticket' || action === 'delete' || record.partial !== true) return;
  const { tickets }: WithTickets = yield select();
  if (tickets.known[String(record.id)]) yield put(ticketWanted(String(record.id), true));
}

/** The connection is back: what could not be fetched is asked for again. */
function* retryFailed(): SagaIterator {
  const { tickets }: WithTickets = yield select();
  for (const name of listNames) if (tickets.lists[name].status === 'failed') yield put(listRefreshed(name));
  for (const [ticketId, { ticket, failure }] of Object.entries(tickets.known))
    if (failure && (ticket || failure.status === 0 || failure.status >= 500)) yield put(ticketWanted(ticketId, true));
}

/** A tag that was made in a ticket's editor belongs to that ticket. */
function* attachTag({ payload, meta }: ReturnType<typeof createTag.succeeded>): SagaIterator {
  const { ticketId } = meta.of;
  const ticket: TicketView | null = yield select(selectTicket(ticketId));
  if (ticket) yield put(tagTicket.start({ ticketId, tagIds: [...ticket.tags.map(({ id }) => id), String(payload.id)] }));
}

/** While no push can come, an act shows by fetching. */
function* refetchUnheard(): SagaIterator {
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  if (state === 'connected') return;
  yield put(liveRefetch());
}
