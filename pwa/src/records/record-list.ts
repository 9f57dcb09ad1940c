import { inOrder, limits, type PlainRecord, type PushChannel, type PushFrame, type RouteDefinition } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, takeLatest } from 'redux-saga/effects';
import type { z } from 'zod';
import type { Request } from '../kernel/calls/api.ts';
import { createCommand } from '../kernel/calls/command.saga.ts';
import { searchable } from '../kernel/i18n/searchable.ts';
import { createRows, type ListPage, type PagedList, pagedList } from '../kernel/lists/paged-list.ts';
import { createListActions, createListSagas } from '../kernel/lists/paged-lists.ts';
import { plain } from '../kernel/lists/plain.ts';
import { fetchLive, refetchUnheard } from '../kernel/live/live.saga.ts';
import { liveFrame } from '../kernel/live/live.slice.ts';
import { comparing, defaultOrder, isSame, type Order, type Sort } from './record-order.ts';

/** A record of the contracts, reduced to what its screen needs. */
export type ShownRecord = Pick<PlainRecord, 'name' | 'channel' | 'orderBy' | 'searchIn' | 'unique' | 'fields' | 'view'> & {
  /** `list` answers with pages, or with an array of all records. */
  routes: Record<'list' | 'create' | 'change' | 'delete', RouteDefinition>;
  may: { write: string };
  /** The key of its lists in answers; default: its name. */
  listAs?: string;
  /** A change says by `seenAt` which state it is a change of, and is refused if there is a newer one. */
  guarded?: true;
};
export type ItemOf<Definition extends ShownRecord> = z.output<Definition['view']> & { id: string };
/** The values that a form sends: some or all of the fields. */
export type Values = Record<string, unknown>;
export type Records<Item extends { id: string }> = ReturnType<typeof recordList<Item>>;
/**
 * Applies pushes of other channels: names of other records that are embedded in a record. `kept` and `unsettles` as in `PagedRules`, the
 * latter by the order of the list.
 */
export type Renaming<Item> = {
  renamed: (item: Item, frame: PushFrame) => Item;
  renamedBy: readonly PushChannel[];
  kept?: (known: Item, pushed: Item) => Item;
  unsettles?: (order: Order, frame: PushFrame, byId: Readonly<Record<string, Item>>) => boolean;
};
export type ListOptions<Item> = {
  /** Filters the records that the list shows, as GET does; default: all. */
  shows?: (item: Item) => boolean;
  /** Whether a search finds a record, as GET does; default: a field of `searchIn` contains the text. */
  finds?: (text: string, item: Item) => boolean;
  /** Further query parameters of lists. */
  query?: Record<string, unknown>;
  embeds?: Renaming<Item>;
  sorts?: readonly Sort<Item>[];
  /**
   * Its records belong to a parent, which this field names: the list shows those of the one that is entered. Lists have it as a query
   * parameter.
   */
  within?: keyof Item & string;
};

/** `parent`: whose records are shown; null if they belong to none. */
type Filter = { text: string; order: Order; parent: string | null };

const LIST = 'all';

/** The only page of a list that has no pages. */
const allOf = <Item>(records: Item[], position: string): ListPage<Item> => ({
  records,
  hasMore: false,
  cursor: null,
  count: records.length,
  position,
  upTo: records.length,
});

/**
 * The state and sagas behind the screen of a kind of records: its list, searched, paged and kept up to date by pushes, and the commands
 * that change the records.
 */
export const recordList = <Item extends { id: string }>(
  { name, listAs = name, channel, orderBy, searchIn, routes }: ShownRecord,
  { shows = () => true, finds, query: always = {}, embeds, sorts = [], within }: ListOptions<Item> = {},
) => {
  type List = PagedList<Item, Filter>;
  type State = Filter & { isShown: boolean; lists: Record<typeof LIST, List> };
  const standard = defaultOrder(sorts);
  const path = `${name}Screen`;
  const value = (item: Item, field: string): unknown => (item as Record<string, unknown>)[field];
  const compares = new Map<string, (a: Item, b: Item) => number>();
  const compareIn = (order: Order) => {
    const key = `${order.by} ${order.direction}`;
    const sort = sorts.find(({ by }) => by === order.by);
    const compare = compares.get(key) ?? (sort ? comparing(sort, order) : (inOrder(...orderBy) as (a: Item, b: Item) => number));
    compares.set(key, compare);
    return compare;
  };
  const isFound = (text: string, item: Item) =>
    text === '' ||
    (finds?.(text, item) ?? searchIn.some((field) => searchable(String(value(item, field) ?? '')).includes(searchable(text))));
  const list = pagedList<Item, Filter>({
    channel: channel as PushChannel,
    compare: (a, b, { order }) => compareIn(order)(a, b),
    judge: ({ text, parent }, item) => shows(item) && (!within || value(item, within) === parent) && isFound(text, item),
    ...(embeds && {
      ...embeds,
      unsettles: ({ order }, frame, byId) => embeds.unsettles?.(order, frame, byId) ?? false,
    }),
  });
  const nothing = list.empty({ text: '', order: standard, parent: null });
  const actions = createListActions<typeof LIST, Item, Filter>(path, list);

  const slice = createSlice({
    name: path,
    initialState: { text: '', order: standard, parent: null, isShown: false, lists: { [LIST]: nothing } } as State,
    reducers: {
      /** Another parent's records are shown: nothing of the former's stays. */
      entered: plain<State, PayloadAction<string | null>>((state, { payload: parent }) =>
        parent === state.parent
          ? state
          : { ...state, text: '', parent, lists: { [LIST]: list.empty({ text: '', order: state.order, parent }) } },
      ),
      searched: plain<State, PayloadAction<string>>((state, { payload }) => ({ ...state, text: payload })),
      shown: plain<State, PayloadAction<Order>>((state, { payload }) => ({
        ...state,
        isShown: true,
        order: isSame(payload, state.order) ? state.order : payload,
      })),
      left: plain<State, PayloadAction<undefined>>((state) => ({ ...state, isShown: false })),
    },
    extraReducers: (builder) =>
      builder
        .addCase(
          liveFrame,
          plain<State, PayloadAction<PushFrame>>((state, { payload }) => {
            // In other orders pushes may have to be followed by requests, which nobody needs while nobody looks.
            const isIdle = !state.isShown && !isSame(state.lists[LIST].filter.order, standard);
            const after = isIdle ? nothing : list.foldFrame(state.lists[LIST], payload);
            return after === state.lists[LIST] ? state : { ...state, lists: { [LIST]: after } };
          }),
        )
        .addMatcher(
          actions.isAbout,
          plain<State, PayloadAction<{ name: typeof LIST }>>((state, action) => ({
            ...state,
            lists: actions.reduce(state.lists, action),
          })),
        ),
  });
  const { entered, searched, shown, left } = slice.actions;
  const of = (parent: string | null) => (within ? { [within]: parent } : {});
  const selectState = (state: unknown): State => (state as Record<string, State>)[path]!;
  const selectList = (state: unknown): List => selectState(state).lists[LIST];
  const selectText = (state: unknown): string => selectState(state).text;

  /** A page in the chosen order; its cursor is the API's. */
  function* fetchOrdered({ text, order, parent }: Filter, cursor: string | null): SagaIterator<ListPage<Item>> {
    const { by: orderBy, direction } = order;
    const query = { ...always, ...of(parent), searchParam: text, orderBy, direction, ...(cursor === null ? {} : { cursor }) };
    const { data, position } = yield call(fetchLive, routes.list, { query } as object as Request<RouteDefinition>);
    const { hasMore, cursor: next, count, atLeast } = data;
    return { records: data[listAs], hasMore, cursor: next, count, atLeast, position };
  }

  function* fetchPage({ text, parent }: Filter, cursor: string | null): SagaIterator<ListPage<Item>> {
    const pageNumber = Number(cursor ?? 1);
    const request = { query: { ...always, ...of(parent), searchParam: text, pageNumber } } as object as Request<RouteDefinition>;
    const { data, position } = yield call(fetchLive, routes.list, request);
    if (Array.isArray(data))
      return allOf(data.filter((item: Item) => isFound(text, item)).toSorted(compareIn(standard)), position);
    const records = data[listAs] as Item[];
    const upTo = (pageNumber - 1) * limits.pageSize + records.length;
    return {
      records,
      hasMore: data.hasMore,
      cursor: data.hasMore ? `${pageNumber + 1}` : null,
      count: data.count,
      position,
      upTo,
    };
  }
  const work = createListSagas({
    actions,
    names: [LIST],
    selectList: () => selectList,
    selectFilter: () => (state: unknown) => {
      const { text, order, parent } = selectState(state);
      return { text: text.trim(), order, parent };
    },
    ...(sorts.length > 0
      ? { fetchPage: fetchOrdered }
      : {
          fetchPage,
          /**
           * The part that is not loaded begins after the list's end, whatever pushes have changed: the page computed here brings
           * at least one more record.
           */
          cursorOf: (now: List) =>
            now.live.hasMore ? `${Math.floor(list.countUpTo(now, now.end) / limits.pageSize) + 1}` : null,
        }),
  });

  const command = <Payload>(
    act: string,
    route: RouteDefinition,
    by: (payload: Payload) => string,
    request: (payload: Payload) => { params?: { id: string }; body?: Values },
    delayMs = 0,
  ) =>
    createCommand({
      type: `${path}/${act}`,
      route,
      by,
      delayMs,
      request: request as (payload: Payload) => Request<RouteDefinition>,
      onDone: refetchUnheard,
    });
  const commands = {
    /** `ref` distinguishes the acts of different dialogs. */
    create: command(
      'create',
      routes.create,
      ({ ref }: { ref: string; values: Values }) => ref,
      ({ values }) => ({ body: values }),
      limits.submitDelayMs,
    ),
    change: command(
      'change',
      routes.change,
      ({ id }: { id: string; values: Values }) => id,
      ({ id, values }) => ({ params: { id }, body: values }),
      limits.submitDelayMs,
    ),
    remove: command(
      'remove',
      routes.delete,
      ({ id }: { id: string }) => id,
      ({ id }) => ({ params: { id } }),
    ),
  };

  return {
    slice: slice as unknown as Slice,
    /** The field that names their parent. */
    within: within ?? null,
    entered,
    /** Sets the search text: the list follows when the typing pauses (debounce). */
    searched,
    selectText,
    selectList,
    rowsOf: createRows<Item>(),
    /** The screen shows the list in that order, until it is `left`. */
    shown,
    left: () => left(undefined),
    wanted: () => actions.wanted(LIST),
    refreshed: () => actions.refreshed(LIST),
    moreWanted: () => actions.moreWanted(LIST),
    ...commands,
    *saga(): SagaIterator {
      yield fork(work.saga);
      for (const { saga } of Object.values(commands)) yield fork(saga);
      yield takeLatest([searched, shown], function* ({ type }: { type: string }): SagaIterator {
        if (type === searched.type) yield delay(limits.searchDebounceMs);
        yield call(work.refilter);
      });
    },
  };
};
