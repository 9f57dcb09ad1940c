import { inOrder, limits, type PlainRecord, type PushChannel, type PushFrame, type RouteDefinition } from '@prosa/contracts';
import { createSlice, type PayloadAction, type Slice } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, delay, fork, takeLatest } from 'redux-saga/effects';
import type { z } from 'zod';
import { searchable } from '../i18n/searchable.ts';
import type { Request } from '../kernel/api.ts';
import { createCommand } from '../kernel/command.saga.ts';
import { fetchLive, refetchUnheard } from '../kernel/live.saga.ts';
import { liveFrame } from '../kernel/live.slice.ts';
import { createRows, type ListPage, type PagedList, pagedList } from '../kernel/paged-list.ts';
import { createListActions, createListSagas } from '../kernel/paged-lists.ts';
import { plain } from '../kernel/plain.ts';

/** A record of the contracts, reduced to what its screen needs. */
export type ShownRecord = Pick<
  PlainRecord,
  'name' | 'channel' | 'orderBy' | 'searchIn' | 'unique' | 'fields' | 'view' | 'routes'
> & { may: { write: string } };
export type ItemOf<Definition extends ShownRecord> = z.output<Definition['view']> & { id: string };
/** The values that a form sends: some or all of the fields. */
export type Values = Record<string, unknown>;
export type Records<Item extends { id: string }> = ReturnType<typeof recordList<Item>>;
/** Applies pushes of other channels: names of other records that are embedded in a record. */
export type Renaming<Item> = { renamed: (item: Item, frame: PushFrame) => Item; renamedBy: readonly PushChannel[] };

type Filter = { text: string };

const LIST = 'all';

/**
 * The state and sagas behind the screen of a kind of records: its list, searched, paged and kept up to date by pushes, and the commands
 * that change the records.
 */
export const recordList = <Item extends { id: string }>(
  { name, channel, orderBy, searchIn, routes }: ShownRecord,
  shows: (item: Item) => boolean = () => true,
  finds?: (text: string, item: Item) => boolean,
  embeds?: Renaming<Item>,
) => {
  type List = PagedList<Item, Filter>;
  type State = { text: string; lists: Record<typeof LIST, List> };
  const path = `${name}Screen`;
  const value = (item: Item, field: string): unknown => (item as Record<string, unknown>)[field];
  const isFound = (text: string, item: Item) =>
    text === '' ||
    (finds?.(text, item) ?? searchIn.some((field) => searchable(String(value(item, field) ?? '')).includes(searchable(text))));
  const list = pagedList<Item, Filter>({
    channel: channel as PushChannel,
    compare: inOrder(...orderBy) as (a: Item, b: Item) => number,
    judge: ({ text }, item) => shows(item) && isFound(text, item),
    ...embeds,
  });
  const actions = createListActions<typeof LIST, Item, Filter>(path, list);

  const slice = createSlice({
    name: path,
    initialState: { text: '', lists: { [LIST]: list.empty({ text: '' }) } } as State,
    reducers: {
      searched: plain<State, PayloadAction<string>>((state, { payload }) => ({ ...state, text: payload })),
    },
    extraReducers: (builder) =>
      builder
        .addCase(
          liveFrame,
          plain<State, PayloadAction<PushFrame>>((state, { payload }) => {
            const after = list.foldFrame(state.lists[LIST], payload);
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
  const { searched } = slice.actions;
  const selectState = (state: unknown): State => (state as Record<string, State>)[path]!;
  const selectList = (state: unknown): List => selectState(state).lists[LIST];
  const selectText = (state: unknown): string => selectState(state).text;

  function* fetchPage({ text }: Filter, cursor: string | null): SagaIterator<ListPage<Item>> {
    const pageNumber = Number(cursor ?? 1);
    const request = { query: { searchParam: text, pageNumber } } as object as Request<RouteDefinition>;
    const { data, position } = yield call(fetchLive, routes.list, request);
    const records = data[name] as Item[];
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
    selectFilter: () => (state: unknown) => ({ text: selectText(state).trim() }),
    fetchPage,
    /**
     * What is not loaded begins after the list's end, whatever pushes have changed: the page computed here brings at least one more record.
     */
    cursorOf: (now) => (now.live.hasMore ? `${Math.floor(list.countUpTo(now, now.end) / limits.pageSize) + 1}` : null),
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
    /** Sets the search text: the list follows when the typing pauses (debounce). */
    searched,
    selectText,
    selectList,
    rowsOf: createRows<Item>(),
    wanted: () => actions.wanted(LIST),
    refreshed: () => actions.refreshed(LIST),
    moreWanted: () => actions.moreWanted(LIST),
    ...commands,
    *saga(): SagaIterator {
      yield fork(work.saga);
      for (const { saga } of Object.values(commands)) yield fork(saga);
      yield takeLatest(searched, function* (): SagaIterator {
        yield delay(limits.searchDebounceMs);
        yield call(work.refilter);
      });
    },
  };
};
