import type { PushFrame } from '@prosa/contracts';
import { createAction, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { SagaIterator, Task } from 'redux-saga';
import { call, cancel, delay, fork, put, select, take } from 'redux-saga/effects';
import { failureOf } from '../calls/api-error.ts';
import { frames } from '../live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../live/live.slice.ts';
import { type Collection, type CollectionOf, countOf, type ListPage } from './collection.ts';

export type Collections<Name extends string, Item, Filter> = Record<Name, Collection<Item, Filter>>;

/**
 * The actions on the lists of a feature, each with the list's name (undefined, if there is one only): requests of the screen, and their
 * results. `reduce` applies them, `apply` to one list.
 */
export const createListActions = <Name extends string | undefined, Item extends { id: string }, Filter>(
  type: string,
  of: CollectionOf<Item, Filter>,
) => {
  type List = Collection<Item, Filter>;
  /** `again`: nobody asked for it, so a failure that is shown stays until the answer. */
  const loading = createAction<{ name: Name; filter: Filter; again: boolean }>(`${type}/loading`);
  const answered = createAction<{ name: Name; pages: ListPage<Item>[]; frames: PushFrame[] }>(`${type}/answered`);
  const moreAnswered = createAction<{ name: Name; page: ListPage<Item>; frames: PushFrame[] }>(`${type}/moreAnswered`);
  /** What else a request comes to. */
  const told = createAction<{ name: Name; told: Partial<Omit<List, 'filter' | 'live'>> }>(`${type}/told`);
  const isAbout = isAnyOf(loading, answered, moreAnswered, told);

  const apply = (list: List, action: UnknownAction): List => {
    if (loading.match(action)) {
      const { filter, again } = action.payload;
      const matching = of.refiltered(list, filter); // they stay until the answer
      return again && list.status === 'failed' ? matching : { ...matching, status: 'loading', failure: null, more: 'idle' };
    }
    if (answered.match(action)) return of.withPages(list, action.payload.pages, action.payload.frames);
    if (moreAnswered.match(action)) return of.withNextPage(list, action.payload.page, action.payload.frames);
    return told.match(action) ? { ...list, ...action.payload.told } : list;
  };
  return {
    of,
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
    moreAnswered,
    told,
    isAbout,
    apply,
    reduce: <Lists extends Record<string, List>>(lists: Lists, action: PayloadAction<{ name: Name }>): Lists => {
      const name = action.payload.name as keyof Lists;
      return { ...lists, [name]: apply(lists[name]!, action) };
    },
  };
};
export type ListActions<Name extends string | undefined, Item extends { id: string }, Filter> = ReturnType<
  typeof createListActions<Name, Item, Filter>
>;

const STALE_MS = 1_000;
const RECOUNT_MS = 5_000;
/** Maximum number of pages that are fetched again at once; the rest is loaded by scrolling. */
const REFRESHED_PAGES = 10;

type Source<Name extends string | undefined, Item extends { id: string }, Filter> = {
  actions: ListActions<Name, Item, Filter>;
  names: readonly Name[];
  selectList: (name: Name) => (state: never) => Collection<Item, Filter>;
  /** The filter that the screen's current choices result in. */
  selectFilter: (name: Name) => (state: never) => Filter;
  fetchPage: (filter: Filter, cursor: string | null) => SagaIterator<ListPage<Item>>;
  /** Where the next page begins, if not where the last answer says. */
  cursorOf?: (list: Collection<Item, Filter>) => string | null;
};

/** The sagas behind such lists: `saga` fetches what was requested, missed or left undecided by a push; fork it in the feature's own. */
export const createListSagas = <Name extends string | undefined, Item extends { id: string }, Filter>(
  source: Source<Name, Item, Filter>,
) => {
  type List = Collection<Item, Filter>;
  type Page = ListPage<Item>;
  type Request = { type: string; payload?: unknown };
  const { actions, names, fetchPage, cursorOf = (list) => list.cursor } = source;
  const { of, wanted, refreshed, moreWanted, loading, answered, moreAnswered, told } = actions;
  const selectList = source.selectList as (name: Name) => (state: unknown) => List;
  const selectFilter = source.selectFilter as (name: Name) => (state: unknown) => Filter;
  const isRefetch = refetchOf(...actions.shows);
  const isRequest = isAnyOf(wanted, refreshed, moreWanted);
  const since = ({ position }: Page): PushFrame[] => frames.since(position) ?? [];

  /** Fetches for one request at a time: a new one takes the place of what is under way, unless that does already what it wants. */
  function* watchList(name: Name): SagaIterator {
    yield fork(watchStale, name);
    const concerns = (action: Request): boolean =>
      isRefetch(action) || liveWelcomed.match(action) || (isRequest(action) && action.payload === name);
    let task: Task | null = null;
    for (;;) {
      const action: Request = yield take(concerns);
      const list: List = yield select(selectList(name));
      const work = workFor(name, action, list, task?.isRunning() === true);
      if (!work) continue;
      if (task) yield cancel(task);
      task = yield fork(work);
    }
  }

  const workFor = (name: Name, action: Request, list: List, isRunning: boolean): (() => SagaIterator) | null => {
    const { status, more, live } = list;
    if (moreWanted.match(action) || (liveWelcomed.match(action) && more === 'failed')) {
      if (status !== 'ready' || !live.hasMore || (more === 'loading' && isRunning)) return null;
      const cursor = cursorOf(list);
      return () => (cursor === null ? fetchList(name, live.ids.length + 1) : fetchMore(name, cursor, list.filter)); // null: it was cut
    }
    const isLoading = status === 'loading' && isRunning;
    const isNeeded = wanted.match(action)
      ? status !== 'ready' && !isLoading
      : liveWelcomed.match(action)
        ? status === 'failed'
        : refreshed.match(action) || status !== 'idle';
    return isNeeded ? () => fetchList(name, live.ids.length, !isRequest(action)) : null;
  };

  /** Fetches the list again, as far as it was loaded, so that the scroll position stays valid. */
  function* fetchList(name: Name, loaded: number, again = false): SagaIterator {
    const filter: Filter = yield select(selectFilter(name));
    yield put(loading({ name, filter, again }));
    try {
      const pages: Page[] = [];
      let cursor: string | null = null;
      do {
        pages.push(yield call(fetchPage, filter, cursor));
        const list = of.withPages(of.empty(filter), pages, since(pages[0]!));
        cursor = list.live.ids.length < loaded ? cursorOf(list) : null;
      } while (cursor !== null && pages.length < REFRESHED_PAGES);
      yield put(answered({ name, pages, frames: since(pages[0]!) }));
    } catch (error) {
      yield put(told({ name, told: { status: 'failed', failure: failureOf(error) } }));
    }
  }

  function* fetchMore(name: Name, cursor: string, filter: Filter): SagaIterator {
    yield put(told({ name, told: { more: 'loading' } }));
    try {
      const page: Page = yield call(fetchPage, filter, cursor);
      yield put(moreAnswered({ name, page, frames: since(page) }));
    } catch {
      yield put(told({ name, told: { more: 'failed' } }));
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
      const unsure = since(page).some(({ channel }) => channel === of.channel);
      yield put(told({ name, told: { ...countOf(page), unsure } }));
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

  function* saga(): SagaIterator {
    for (const name of names) yield fork(watchList, name);
  }

  return { saga, refilter, watchTotal };
};
