import {
  type Embeds,
  inOrder,
  limits,
  type PlainRecord,
  type PushChannel,
  type PushFrame,
  type RouteDefinition,
} from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, takeLatest } from 'redux-saga/effects';
import type { z } from 'zod';
import type { Request } from '../kernel/calls/api.ts';
import { createCommand } from '../kernel/calls/command.saga.ts';
import { searchable } from '../kernel/i18n/searchable.ts';
import { createListActions, createListSagas } from '../kernel/lists/collection.saga.ts';
import { type Collection, type CollectionRules, collection, createRows } from '../kernel/lists/collection.ts';
import { createPages } from '../kernel/lists/live-collection.ts';
import { plain } from '../kernel/lists/plain.ts';
import { refetchUnlessPushed } from '../kernel/live/live.saga.ts';
import { liveFrame } from '../kernel/live/live.slice.ts';
import { comparing, defaultOrder, isSame, type Order, type Sort } from './record-order.ts';

/** A record of the contracts, reduced to what its screen needs. */
export type ShownRecord = Pick<PlainRecord, 'name' | 'channel' | 'orderBy' | 'searchIn' | 'unique' | 'fields' | 'view'> & {
  /** `list` answers with pages, or with an array of all records. Records that nobody writes have no other. */
  routes: { list: RouteDefinition } & Partial<Record<'create' | 'change' | 'delete', RouteDefinition>>;
  may: { write: string };
  /** The key of its lists in answers; default: its name. */
  listAs?: string;
  /** The order of its list; default: by the fields of `orderBy`. */
  compare?: (a: never, b: never) => number;
  /** A change says by `seenAt` which state it is a change of, and is refused if there is a newer one. */
  guarded?: true;
};
export type ItemOf<Definition extends ShownRecord> = z.output<Definition['view']> & { id: string };
/** The values that a form sends: some or all of the fields. */
export type Values = Record<string, unknown>;
export type Records<Item extends { id: string }> = ReturnType<typeof recordList<Item>>;
export type ListOptions<Item> = {
  /** Filters the records that the list shows, as GET does; default: all. */
  shows?: (item: Item) => boolean;
  /** Whether a search finds a record, as GET does; default: a field of `searchIn` contains the text. */
  finds?: (text: string, item: Item) => boolean;
  /** Further query parameters of lists. */
  query?: Record<string, unknown>;
  /** How a record changes with pushes of records that are embedded in it. */
  embeds?: Embeds<Item>;
  kept?: CollectionRules<Item, unknown>['kept'];
  /** Whether a push of another channel may change a list in that order, given the records that are loaded. */
  unsettles?: CollectionRules<Item, Order>['unsettles'];
  sorts?: readonly Sort<Item>[];
  /** Its pages are fetched by the `cursor` of the answer before, as those of lists with `sorts` are: by number, distant ones take long. */
  byCursor?: true;
  /**
   * Its records belong to a parent, which this field names: the list shows those of the one that is entered. Lists have it as a query
   * parameter.
   */
  within?: keyof Item & string;
};

/** `parent`: whose records are shown; null if they belong to none. */
type Filter = { text: string; order: Order; parent: string | null };

/**
 * The state and sagas behind the screen of a kind of records: its list, searched, paged and kept up to date by pushes, and the commands
 * that change the records.
 */
export const recordList = <Item extends { id: string }>(
  { name, listAs = name, channel, orderBy, searchIn, routes, compare: ordinary }: ShownRecord,
  {
    shows = () => true,
    finds,
    query: always = {},
    sorts = [],
    unsettles = () => false,
    within,
    byCursor,
    ...rules
  }: ListOptions<Item> = {},
) => {
  type List = Collection<Item, Filter>;
  type State = Filter & { isShown: boolean; list: List };
  const standard = defaultOrder(sorts);
  const path = `${name}Screen`;
  const value = (item: Item, field: string): unknown => (item as Record<string, unknown>)[field];
  const compares = new Map<string, (a: Item, b: Item) => number>();
  const compareIn = (order: Order) => {
    const key = `${order.by} ${order.direction}`;
    const sort = sorts.find(({ by }) => by === order.by);
    const compare =
      compares.get(key) ?? (sort ? comparing(sort, order) : ((ordinary ?? inOrder(...orderBy)) as (a: Item, b: Item) => number));
    compares.set(key, compare);
    return compare;
  };
  const isFound = (text: string, item: Item) =>
    text === '' ||
    (finds?.(text, item) ?? searchIn.some((field) => searchable(String(value(item, field) ?? '')).includes(searchable(text))));
  const list = collection<Item, Filter>({
    ...rules,
    channel: channel as PushChannel,
    compare: (a, b, { order }) => compareIn(order)(a, b),
    belongs: ({ text, parent }, item) => shows(item) && (!within || value(item, within) === parent) && isFound(text, item),
    unsettles: ({ order }, frame, byId) => unsettles(order, frame, byId),
  });
  const nothing = list.empty({ text: '', order: standard, parent: null });
  const actions = createListActions<undefined, Item, Filter>(path, list);

  const slice = createSlice({
    name: path,
    initialState: { text: '', order: standard, parent: null, isShown: false, list: nothing } as State,
    reducers: {
      /** Another parent's records are shown: nothing of the former's stays. */
      entered: plain<State, PayloadAction<string | null>>((state, { payload: parent }) =>
        parent === state.parent
          ? state
          : { ...state, text: '', parent, list: list.empty({ text: '', order: state.order, parent }) },
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
            const isIdle = !state.isShown && !isSame(state.list.filter.order, standard);
            const after = isIdle ? nothing : list.foldFrame(state.list, payload);
            return after === state.list ? state : { ...state, list: after };
          }),
        )
        .addMatcher(
          actions.isAbout,
          plain<State, PayloadAction<unknown>>((state, action) => ({ ...state, list: actions.apply(state.list, action) })),
        ),
  });
  const { entered, searched, shown, left } = slice.actions;
  const selectState = (state: unknown): State => (state as Record<string, State>)[path]!;
  const selectList = (state: unknown): List => selectState(state).list;
  const selectText = (state: unknown): string => selectState(state).text;

  const pages = createPages<Item, Filter, RouteDefinition>(
    {
      route: routes.list,
      page: byCursor || sorts.length > 0 ? 'cursor' : 'number',
      request: ({ text, order: { by: orderBy, direction }, parent }) =>
        ({
          query: {
            ...always,
            ...(within && { [within]: parent }),
            searchParam: text,
            ...(sorts.length > 0 && { orderBy, direction }),
          },
        }) as object,
      recordsOf: (reply, { text }) =>
        Array.isArray(reply) ? reply.filter((item: Item) => isFound(text, item)) : (reply as Record<string, Item[]>)[listAs]!,
    },
    list,
  );
  const work = createListSagas({
    actions,
    names: [undefined],
    selectList: () => selectList,
    selectFilter: () => (state: unknown) => {
      const { text, order, parent } = selectState(state);
      return { text: text.trim(), order, parent };
    },
    ...pages,
  });

  const command = <Payload>(
    act: string,
    route: RouteDefinition | undefined,
    by: (payload: Payload) => string,
    request: (payload: Payload) => { params?: { id: string }; body?: Values },
    delayMs = 0,
  ) =>
    createCommand({
      type: `${path}/${act}`,
      route: route as RouteDefinition, // without one, the screen offers nothing that starts it
      by,
      delayMs,
      request: request as (payload: Payload) => Request<RouteDefinition>,
      onDone: refetchUnlessPushed,
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
    wanted: () => actions.wanted(undefined),
    refreshed: () => actions.refreshed(undefined),
    moreWanted: () => actions.moreWanted(undefined),
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
