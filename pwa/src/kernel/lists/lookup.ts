import { limits, type PushChannel, type PushFrame, type RouteDefinition } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put, race, select, take, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Answer, Reply, Request } from '../calls/api.ts';
import { type Failure, failureOf } from '../calls/api-error.ts';
import { fetchLive, frames as recent } from '../live/live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from '../live/live.slice.ts';
import { answered, applyFrame, continued, emptyList, type LiveList, type Page } from './live-list.ts';
import { plain } from './plain.ts';

/** All records of a small kind (queues, tags, users), or the first pages of a `paged` one, kept up to date by pushes. */
export type Lookup<Item> = {
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  live: LiveList<Item>;
  /** The state of the next page of a `paged` one: `failed` until it is requested again. */
  more: 'idle' | 'loading' | 'failed';
};

/** Pages of an answer, without the frames after them. */
type Told<Item> = Omit<Page<Item>, 'frames'>;

type Definition<Item, Route extends RouteDefinition> = {
  /** The slice's name in the store. */
  name: string;
  channel: PushChannel;
  /** A GET without required parameters that returns all records; of a `paged` one, the page `pageNumber` in this order, with `hasMore`. */
  route: Route;
  query?: Request<Route>['query'];
  /** Only the first page is fetched, and the next one at each `more`. */
  paged?: boolean;
  recordsOf: (reply: Reply<Route>) => Item[];
  compare: (a: Item, b: Item) => number;
  /** Applies pushes of other channels: the names of other records embedded in these. */
  embeds?: (list: LiveList<Item>, frame: PushFrame) => LiveList<Item>;
  /** For what an answer contains besides its records. */
  onAnswer?: (answer: Answer<Reply<Route>>) => SagaIterator;
};

/** Creates slice, saga and selectors of such a kind. Dispatch `wanted` where its records are first shown. */
export const createLookup = <Item extends { id: string }, const Route extends RouteDefinition>(
  definition: Definition<Item, Route>,
) => {
  const { name, channel, route, query, paged = false, recordsOf, compare, embeds, onAnswer } = definition;
  type State = Lookup<Item>;
  const rules = { channel, compare };
  const slice = createSlice({
    name,
    initialState: { status: 'idle', failure: null, live: emptyList<Item>(), more: 'idle' } as State,
    reducers: {
      wanted: plain<State, unknown>((state) => state),
      loading: plain<State, unknown>((state) => ({ ...state, status: 'loading', failure: null, more: 'idle' })),
      answered: plain<State, PayloadAction<{ pages: Told<Item>[]; frames: PushFrame[] }>>(
        (_, { payload: { pages, frames } }) => ({
          status: 'ready',
          failure: null,
          live: joined(pages, frames),
          more: 'idle',
        }),
      ),
      failed: plain<State, PayloadAction<Failure>>((state, { payload }) => ({ ...state, status: 'failed', failure: payload })),
      moreWanted: plain<State, unknown>((state) => state),
      moreLoading: plain<State, unknown>((state) => ({ ...state, more: 'loading' })),
      moreAnswered: plain<State, PayloadAction<Page<Item>>>((state, { payload: { frames, ...page } }) => ({
        ...state,
        live: frames.reduce(fold, continued<Item>(rules, state.live, { ...page, frames: [] })),
        more: 'idle',
      })),
      moreFailed: plain<State, unknown>((state) => ({ ...state, more: 'failed' })),
    },
    extraReducers: (builder) =>
      builder.addCase(
        liveFrame,
        plain<State, PayloadAction<PushFrame>>((state, { payload }) => {
          const live = fold(state.live, payload);
          return live === state.live ? state : { ...state, live };
        }),
      ),
  });
  const fold = (list: LiveList<Item>, frame: PushFrame): LiveList<Item> => {
    const own = applyFrame<Item>(rules, list, frame);
    return embeds && own.asOf !== null ? embeds(own, frame) : own;
  };
  /** The list of pages that were fetched one after another, with the frames after the first of them. */
  const joined = (pages: Told<Item>[], frames: PushFrame[]): LiveList<Item> => {
    const [first, ...further] = pages.map((page) => ({ ...page, records: page.records.toSorted(compare), frames: [] }));
    const live = further.reduce((list, page) => continued<Item>(rules, list, page), answered<Item>(rules, first!));
    return frames.reduce(fold, live);
  };
  const { wanted, loading, answered: found, failed, moreWanted, moreLoading, moreAnswered, moreFailed } = slice.actions;
  const selectState = (state: unknown): State => (state as Record<string, State>)[name]!;

  type Fetched = Page<Item> & { answer: Answer<Reply<Route>> };
  /** The page after the first `held` records. A deletion moves what follows it, so that this page may begin with known ones. */
  function* fetchAfter(held: number): SagaIterator<Fetched> {
    const page = paged ? { pageNumber: Math.floor(held / limits.pageSize) + 1 } : {};
    const request = { query: { ...(query as object | undefined), ...page } } as unknown as Request<RouteDefinition>;
    const { data, position, frames } = yield call(fetchLive, route, request);
    const hasMore = paged && (data as { hasMore: boolean }).hasMore;
    return {
      records: recordsOf(data as Reply<Route>),
      hasMore,
      position,
      frames,
      answer: { data: data as Reply<Route>, position },
    };
  }

  /** Fetches the list, again as far as it was loaded, so that it does not become shorter where it is scrolled. */
  function* load(): SagaIterator {
    const { live: held }: State = yield select(selectState);
    yield put(loading(undefined));
    try {
      const pages: Fetched[] = [yield call(fetchAfter, 0)];
      const newer = (): PushFrame[] => recent.since(pages[0]!.position) ?? [];
      let live = joined(pages, newer());
      for (let known = 0; live.hasMore && live.ids.length < held.ids.length && live.ids.length > known; ) {
        known = live.ids.length;
        pages.push(yield call(fetchAfter, known));
        live = joined(pages, newer());
      }
      yield put(found({ pages, frames: newer() }));
      if (onAnswer) yield call(onAnswer, pages.at(-1)!.answer);
    } catch (error) {
      yield put(failed(failureOf(error)));
    }
  }
  /** A further page that was requested before the list is fetched again belongs to the previous list. */
  function* loadMore(): SagaIterator {
    const { status, live }: State = yield select(selectState);
    if (status !== 'ready' || !live.hasMore) return;
    yield put(moreLoading(undefined));
    try {
      const { page }: { page?: Fetched } = yield race({ page: call(fetchAfter, live.ids.length), anew: take(loading.type) });
      if (!page) return;
      const isNews = page.records.some(({ id }) => !(id in live.byId));
      if (page.hasMore && !isNews)
        // something before it is missing
        yield call(load);
      else {
        yield put(moreAnswered({ records: page.records, hasMore: page.hasMore, position: page.position, frames: page.frames }));
        if (onAnswer) yield call(onAnswer, page.answer);
      }
    } catch {
      yield put(moreFailed(undefined));
    }
  }
  function* retryMore(): SagaIterator {
    const { more }: State = yield select(selectState);
    if (more === 'failed') yield put(moreWanted(undefined));
  }

  const isRefetch = refetchOf(channel);
  function* loadWhenNeeded(action: { type: string }): SagaIterator {
    const { status, live }: State = yield select(selectState);
    const isAnew = isRefetch(action) && live.asOf !== null;
    if (isAnew || status === 'failed' || (status === 'idle' && wanted.match(action))) yield call(load);
  }

  return {
    slice: slice as unknown as Slice,
    wanted: () => wanted(undefined),
    /** The list was scrolled near its end: fetches the next page, if there is one, one at a time. */
    more: () => moreWanted(undefined),
    selectState,
    /** The records in order; the same array while nothing changed. */
    selectAll: memoized((list: LiveList<Item>) => list.ids.map((id) => list.byId[id]!), selectState),
    *saga(): SagaIterator {
      yield takeLeading(wanted.type, loadWhenNeeded); // a second request does not cancel the one in flight
      yield takeLatest(isRefetch, loadWhenNeeded);
      yield takeEvery(liveWelcomed.type, loadWhenNeeded); // the connection is back
      if (!paged) return;
      yield takeLeading(moreWanted.type, loadMore);
      yield takeEvery(liveWelcomed.type, retryMore);
    },
  };
};

const memoized = <Item>(make: (list: LiveList<Item>) => Item[], selectState: (state: unknown) => Lookup<Item>) => {
  let last: { of: LiveList<Item>; made: Item[] } | null = null;
  return (state: unknown): Item[] => {
    const of = selectState(state).live;
    if (last?.of !== of) last = { of, made: make(of) };
    return last.made;
  };
};
