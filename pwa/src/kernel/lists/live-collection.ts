import { limits, type PushFrame, type RouteDefinition } from '@prosa/contracts';
import { createAction, createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, takeEvery } from 'redux-saga/effects';
import type { Answer, Reply, Request } from '../calls/api.ts';
import { fetchLive } from '../live/live.saga.ts';
import { liveFrame } from '../live/live.slice.ts';
import { createListActions, createListSagas } from './collection.saga.ts';
import { type Collection, type CollectionOf, type CollectionRules, collection, createRows, type ListPage } from './collection.ts';
import { plain } from './plain.ts';

/**
 * How a GET gives its records: all at once; by `pageNumber`; by the `cursor` of the answer before; or those before a record, whose id is
 * `before`.
 */
export type Paging = 'all' | 'number' | 'cursor' | 'before';

type Pages<Item, Filter, Route extends RouteDefinition> = {
  route: Route;
  page: Paging;
  /** What is requested besides a page; by default nothing. */
  request?: (filter: Filter) => Pick<Request<Route>, 'params' | 'query'>;
  recordsOf: (reply: Reply<Route>, filter: Filter) => Item[];
  /** For what an answer contains besides its records. */
  onAnswer?: (answer: Answer<Reply<Route>>) => SagaIterator;
};

/** Fetches the pages of a list: `fetchPage` and `cursorOf` for its sagas. */
export const createPages = <Item extends { id: string }, Filter, Route extends RouteDefinition>(
  { route, page, request, recordsOf, onAnswer }: Pages<Item, Filter, Route>,
  { compare, countUpTo }: Pick<CollectionOf<Item, Filter>, 'compare' | 'countUpTo'>,
) => {
  type Listed = { hasMore?: boolean; cursor?: string | null; count?: number; atLeast?: boolean };
  const placeOf = (cursor: string | null): Record<string, unknown> => {
    if (page === 'number') return { pageNumber: Number(cursor ?? 1) };
    return page === 'all' || cursor === null ? {} : { [page]: cursor };
  };
  return {
    *fetchPage(filter: Filter, cursor: string | null): SagaIterator<ListPage<Item>> {
      const { query, ...rest } = request?.(filter) ?? {};
      const asked = { ...rest, query: { ...(query as object | undefined), ...placeOf(cursor) } };
      const { data, position } = yield call(fetchLive, route, asked as object as Request<RouteDefinition>);
      const reply = data as Reply<Route>;
      if (onAnswer) yield call(onAnswer, { data: reply, position });
      const records = recordsOf(reply, filter).toSorted((a, b) => compare(a, b, filter));
      const { hasMore = false, cursor: next = null, count = records.length, atLeast = false } = data as Listed;
      return {
        records,
        hasMore: page !== 'all' && hasMore,
        cursor: next,
        count,
        atLeast,
        position,
        ...(page === 'number' && { upTo: (Number(cursor ?? 1) - 1) * limits.pageSize + records.length }),
      };
    },
    cursorOf: (list: Collection<Item, Filter>): string | null => {
      const { live, cursor, end } = list;
      if (!live.hasMore) return null;
      if (page === 'before') return live.ids.at(-1) ?? null;
      /** What is not loaded begins after the list's end, whatever pushes have changed: this page brings at least one more record. */
      return page === 'number' ? `${Math.floor(countUpTo(list, end) / limits.pageSize) + 1}` : cursor;
    },
  };
};

export type Definition<Item, Filter, Route extends RouteDefinition> = CollectionRules<Item, Filter> &
  Pages<Item, Filter, Route> & {
    /** The slice's name in the store. */
    name: string;
    /** The filter before one is chosen. */
    filter: Filter;
  };

/** One list of a kind of records, kept up to date by pushes: its slice, saga, selectors and hook. */
export const liveCollection = <Item extends { id: string }, Filter, const Route extends RouteDefinition>(
  definition: Definition<Item, Filter, Route>,
) => {
  type List = Collection<Item, Filter>;
  const { name, filter } = definition;
  const of = collection<Item, Filter>(definition);
  const actions = createListActions<undefined, Item, Filter>(name, of);
  const { wanted, refreshed, moreWanted, answered, moreAnswered } = actions;
  const chosen = createAction(`${name}/chosen`, (payload: Filter) => ({ payload }));
  const slice = createSlice({
    name,
    initialState: of.empty(filter),
    reducers: {},
    extraReducers: (builder) =>
      builder
        .addCase(
          chosen,
          plain<List, ReturnType<typeof chosen>>((list, { payload }) => (payload === list.filter ? list : of.empty(payload))),
        )
        .addCase(
          liveFrame,
          plain<List, PayloadAction<PushFrame>>((list, { payload }) => of.foldFrame(list, payload)),
        )
        .addMatcher(actions.isAbout, plain<List, PayloadAction<unknown>>(actions.apply)),
  });
  const selectState = (state: unknown): List => (state as Record<string, List>)[name]!;
  const rowsOf = createRows<Item>();
  const selectAll = (state: unknown): Item[] => rowsOf(selectState(state));
  const work = createListSagas({
    actions,
    names: [undefined],
    selectList: () => selectState,
    selectFilter: () => (state: unknown) => selectState(state).filter,
    ...createPages(definition, of),
  });
  return {
    slice: slice as unknown as Slice,
    /** It is shown: fetch it, unless it is loaded. */
    wanted: () => wanted(undefined),
    /** It is shown with that filter: fetch it. Another one's records leave at once. */
    chosen,
    /** Fetches it again. */
    refreshed: () => refreshed(undefined),
    /** It was scrolled near its end: fetches the next page, if there is one, one at a time. */
    more: () => moreWanted(undefined),
    /** Results of requests, for other slices that follow them. */
    answered,
    moreAnswered,
    selectState,
    /** The records in order; the same array while nothing changed. */
    selectAll,
    /** The same for a component, which wants them. */
    useAll: (): Item[] => {
      const dispatch = useDispatch();
      useEffect(() => void dispatch(wanted(undefined)), [dispatch]);
      return useSelector(selectAll);
    },
    *saga(): SagaIterator {
      yield fork(work.saga);
      yield takeEvery(chosen, function* (): SagaIterator {
        yield put(refreshed(undefined));
      });
    },
  };
};
