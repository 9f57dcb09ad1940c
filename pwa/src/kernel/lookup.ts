import type { PushChannel, PushFrame, RouteDefinition } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put, select, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Reply, Request } from './api.ts';
import { type Failure, failureOf } from './api-error.ts';
import { fetchLive } from './live.saga.ts';
import { liveFrame, liveWelcomed, refetchOf } from './live.slice.ts';
import { answered, applyFrame, emptyList, type LiveList, type Page } from './live-list.ts';
import { plain } from './plain.ts';

/** All records of a small kind (queues, tags, users), kept up to date by pushes. */
export type Lookup<Item> = { status: 'idle' | 'loading' | 'ready' | 'failed'; failure: Failure | null; live: LiveList<Item> };

type Definition<Item, Route extends RouteDefinition> = {
  /** The slice's name in the store. */
  name: string;
  channel: PushChannel;
  /** A GET without required parameters that returns all records. */
  route: Route;
  query?: Request<Route>['query'];
  recordsOf: (reply: Reply<Route>) => Item[];
  compare: (a: Item, b: Item) => number;
  /** Applies pushes of other channels: the names of other records embedded in these. */
  embeds?: (list: LiveList<Item>, frame: PushFrame) => LiveList<Item>;
};

/** Creates slice, saga and selectors of such a kind. Dispatch `wanted` where its records are first shown. */
export const createLookup = <Item extends { id: string }, const Route extends RouteDefinition>(
  definition: Definition<Item, Route>,
) => {
  const { name, channel, route, query, recordsOf, compare, embeds } = definition;
  type State = Lookup<Item>;
  const rules = { channel, compare };
  const slice = createSlice({
    name,
    initialState: { status: 'idle', failure: null, live: emptyList<Item>() } as State,
    reducers: {
      wanted: plain<State, unknown>((state) => state),
      loading: plain<State, unknown>((state) => ({ ...state, status: 'loading', failure: null })),
      answered: plain<State, PayloadAction<Page<Item>>>((_, { payload }) => {
        const records = payload.records.toSorted(compare);
        const live = answered<Item>(rules, { ...payload, records, frames: [] });
        return { status: 'ready', failure: null, live: payload.frames.reduce(fold, live) };
      }),
      failed: plain<State, PayloadAction<Failure>>((state, { payload }) => ({ ...state, status: 'failed', failure: payload })),
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
  const { wanted, loading, answered: found, failed } = slice.actions;
  const selectState = (state: unknown): State => (state as Record<string, State>)[name]!;

  function* load(): SagaIterator {
    yield put(loading(undefined));
    try {
      const { data, position, frames } = yield call(fetchLive, route, { query } as Request<RouteDefinition>);
      yield put(found({ records: recordsOf(data as Reply<Route>), hasMore: false, position, frames }));
    } catch (error) {
      yield put(failed(failureOf(error)));
    }
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
    selectState,
    /** The records in order; the same array while nothing changed. */
    selectAll: memoized((list: LiveList<Item>) => list.ids.map((id) => list.byId[id]!), selectState),
    *saga(): SagaIterator {
      yield takeLeading(wanted.type, loadWhenNeeded); // a second request does not cancel the one in flight
      yield takeLatest(isRefetch, loadWhenNeeded);
      yield takeEvery(liveWelcomed.type, loadWhenNeeded); // the connection is back
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
