import type { PushFrame } from '@prosa/contracts';
import { createAction, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { type Failure, failureOf } from '../calls/api-error.ts';
import { frames } from '../live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../live/live.slice.ts';
import { countOf, type ListPage, type PagedList, type PagedListOf } from './paged-list.ts';

export type PagedLists<Name extends string, Item, Filter> = Record<Name, PagedList<Item, Filter>>;

/** The actions on the lists of a feature, each with the list's name: requests of the screen, and their results. `reduce` applies them. */
export const createListActions = <Name extends string, Item extends { id: string }, Filter>(
  type: string,
  of: PagedListOf<Item, Filter>,
) => {
  type List = PagedList<Item, Filter>;
  const loading = createAction<{ name: Name; filter: Filter }>(`${type}/listLoading`);
  const answered = createAction<{ name: Name; pages: ListPage<Item>[]; frames: PushFrame[] }>(`${type}/listAnswered`);
  const moreLoading = createAction<{ name: Name }>(`${type}/moreLoading`);
  const moreAnswered = createAction<{ name: Name; page: ListPage<Item>; frames: PushFrame[] }>(`${type}/moreAnswered`);
  const totalAnswered = createAction<{ name: Name; total: number; atLeast: boolean; unsure: boolean }>(`${type}/totalAnswered`);
  const failed = createAction<{ name: Name; failure: Failure }>(`${type}/listFailed`);
  const isAbout = isAnyOf(loading, answered, moreLoading, moreAnswered, totalAnswered, failed);

  const after = (list: List, action: UnknownAction): List => {
    // matching rows stay until the answer
    if (loading.match(action)) return { ...of.refiltered(list, action.payload.filter), status: 'loading', failure: null };
    if (answered.match(action)) return of.withPages(list, action.payload.pages, action.payload.frames);
    if (moreLoading.match(action)) return { ...list, status: 'more', failure: null };
    if (moreAnswered.match(action)) return of.withNextPage(list, action.payload.page, action.payload.frames);
    if (totalAnswered.match(action)) {
      const { name: _, ...counted } = action.payload;
      return { ...list, ...counted };
    }
    if (failed.match(action)) return { ...list, status: 'failed', failure: action.payload.failure };
    return list;
  };
  return {
    channel: of.channel,
    /** The channels of all records shown or embedded in its records. */
    shows: of.shows,
    /** The list is shown: fetch it, unless it is loaded. */
    wanted: createAction<Name>(`${type}/listWanted`),
    /** Fetch it again, even if it is loaded. */
    refreshed: createAction<Name>(`${type}/listRefreshed`),
    /** The list was scrolled near its end. */
    moreWanted: createAction<Name>(`${type}/moreWanted`),
    loading,
    answered,
    moreLoading,
    moreAnswered,
    /** The total, counted by the server; `unsure` if pushes have arrived since. */
    totalAnswered,
    failed,
    isAbout,
    reduce: (lists: PagedLists<Name, Item, Filter>, action: PayloadAction<{ name: Name }>): PagedLists<Name, Item, Filter> => {
      const { name } = action.payload;
      const list = after(lists[name], action);
      return list === lists[name] ? lists : { ...lists, [name]: list };
    },
  };
};
export type ListActions<Name extends string, Item extends { id: string }, Filter> = ReturnType<
  typeof createListActions<Name, Item, Filter>
>;

const STALE_MS = 1_000;
const RECOUNT_MS = 5_000;
/** Maximum number of pages that are fetched again at once; the rest is loaded by scrolling. */
const REFRESHED_PAGES = 10;

type Source<Name extends string, Item extends { id: string }, Filter> = {
  actions: ListActions<Name, Item, Filter>;
  names: readonly Name[];
  selectList: (name: Name) => (state: never) => PagedList<Item, Filter>;
  /** The filter that the screen's current choices result in. */
  selectFilter: (name: Name) => (state: never) => Filter;
  fetchPage: (filter: Filter, cursor: string | null) => SagaIterator<ListPage<Item>>;
  /** Where the next page begins, if not where the last answer says. */
  cursorOf?: (list: PagedList<Item, Filter>) => string | null;
};

/** The sagas behind such lists: `saga` fetches what was requested, missed or left undecided by a push; fork it in the feature's own. */
export const createListSagas = <Name extends string, Item extends { id: string }, Filter>(source: Source<Name, Item, Filter>) => {
  type List = PagedList<Item, Filter>;
  type Page = ListPage<Item>;
  const { actions, names, fetchPage, cursorOf = (list) => list.cursor } = source;
  const { wanted, refreshed, moreWanted, loading, answered, moreLoading, moreAnswered, totalAnswered, failed } = actions;
  const selectList = source.selectList as (name: Name) => (state: unknown) => List;
  const selectFilter = source.selectFilter as (name: Name) => (state: unknown) => Filter;

  function* watchList(name: Name): SagaIterator {
    const isRefetch = refetchOf(...actions.shows);
    yield takeLatest(
      (action: { type: string; payload?: unknown }) =>
        isRefetch(action) ||
        ((wanted.match(action) || refreshed.match(action) || moreWanted.match(action)) && action.payload === name),
      work,
      name,
    );
    yield fork(watchStale, name);
  }

  function* work(name: Name, action: { type: string }): SagaIterator {
    const list: List = yield select(selectList(name));
    if (moreWanted.match(action)) {
      const cursor = cursorOf(list);
      if (cursor !== null) yield call(fetchMore, name, cursor, list.filter);
      else if (list.live.hasMore) yield call(fetchList, name, list.live.ids.length + 1); // it was cut
    } else if (isNeeded(action, list)) yield call(fetchList, name, list.live.ids.length);
  }

  const isNeeded = (action: { type: string }, { status, live }: List): boolean =>
    refreshed.match(action) || (wanted.match(action) ? status !== 'ready' : status === 'loading' || live.asOf !== null);

  /** Fetches the list again, as far as it was loaded, so that the scroll position stays valid. */
  function* fetchList(name: Name, loaded: number): SagaIterator {
    const filter: Filter = yield select(selectFilter(name));
    yield put(loading({ name, filter }));
    try {
      const pages: Page[] = [];
      let cursor: string | null = null;
      do {
        const page: Page = yield call(fetchPage, filter, cursor);
        pages.push(page);
        cursor = page.cursor;
      } while (cursor !== null && pages.length < REFRESHED_PAGES && count(pages) < loaded);
      yield put(answered({ name, pages, frames: frames.since(pages[0]!.position) ?? [] }));
    } catch (error) {
      yield put(failed({ name, failure: failureOf(error) }));
    }
  }
  const count = (pages: Page[]): number => pages.reduce((sum, { records }) => sum + records.length, 0);

  function* fetchMore(name: Name, cursor: string, filter: Filter): SagaIterator {
    yield put(moreLoading({ name }));
    try {
      const page: Page = yield call(fetchPage, filter, cursor);
      yield put(moreAnswered({ name, page, frames: frames.since(page.position) ?? [] }));
    } catch (error) {
      yield put(failed({ name, failure: failureOf(error) }));
    }
  }

  /** Fetches what a push left undecided, perhaps one that came before the answer, at most once per STALE_MS. */
  function* watchStale(name: Name): SagaIterator {
    while (true) {
      const { stale }: List = yield select(selectList(name));
      if (!stale) {
        yield take([liveFrame, answered, moreAnswered]);
        continue;
      }
      yield delay(STALE_MS);
      yield put(refreshed(name));
      yield take((action: { type: string }) => answered.match(action) && action.payload.name === name);
    }
  }

  /**
   * While `selectIsShown` is true, counts an uncertain total again, at most once per RECOUNT_MS. `shows`: actions that may change
   * `selectIsShown`.
   */
  function* watchTotal(name: Name, selectIsShown: (state: never) => boolean, shows: { type: string }[]): SagaIterator {
    while (true) {
      const { unsure }: List = yield select(selectList(name));
      const isShown: boolean = yield select(selectIsShown as (state: unknown) => boolean);
      if (!unsure || !isShown) {
        yield take([liveFrame.type, answered.type, ...shows.map(({ type }) => type)]);
        continue;
      }
      yield delay(RECOUNT_MS);
      yield call(recount, name);
    }
  }

  function* recount(name: Name): SagaIterator {
    try {
      const { filter }: List = yield select(selectList(name));
      const page: Page = yield call(fetchPage, filter, null);
      const now: List = yield select(selectList(name));
      if (now.filter !== filter) return; // the filter changed meanwhile
      const unsure = frames.since(page.position)?.some(({ channel }) => channel === actions.channel) ?? false;
      yield put(totalAnswered({ name, ...countOf(page), unsure }));
    } catch (error) {
      console.warn('A list could not be counted:', failureOf(error).code);
      yield take([liveWelcomed, liveFrame]);
    }
  }

  /** Applies the screen's choices to every list that was shown: at once as far as possible, then by an answer. */
  function* refilter(): SagaIterator {
    for (const name of names) {
      const list: List = yield select(selectList(name));
      const filter: Filter = yield select(selectFilter(name));
      if (list.status !== 'idle' && JSON.stringify(filter) !== JSON.stringify(list.filter)) yield put(refreshed(name));
    }
  }

  /** The connection is back: fetches failed lists again. */
  function* retryFailed(): SagaIterator {
    for (const name of names) {
      const { status }: List = yield select(selectList(name));
      if (status === 'failed') yield put(refreshed(name));
    }
  }

  function* saga(): SagaIterator {
    for (const name of names) yield fork(watchList, name);
    yield takeEvery(liveWelcomed, retryFailed);
  }

  return { saga, refilter, watchTotal };
};
