import { chatRoutes, limits } from '@prosa/contracts';
import type { Task } from 'redux-saga';
import { queues } from '../../flows/queues/queues.slice.ts';
import { aPush, idOf } from '../../testing/records.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { type Heard, type Said, serve } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { frames } from '../live/live.saga.ts';
import { liveFrame, liveRefetch, liveReload, liveWelcomed } from '../live/live.slice.ts';
import { createLookup } from './lookup.ts';

const sales: Said = { body: [{ id: idOf(2, 1), name: 'Vendas', color: '#111111' }], headers: { 'prosa-position': '5' } };
let server: Awaited<ReturnType<typeof serve>>;
let task: Task;
afterEach(async () => {
  task.cancel();
  await server.close();
});

const given = async (answer: Parameters<typeof serve>[0]) => {
  server = await serve(answer);
  const { store, sagas } = sagaStore({ queues: queues.slice.reducer });
  task = sagas.run(queues.saga);
  return { store, state: () => queues.selectState(store.getState()) };
};

test('records wanted twice while they are being fetched arrive, and are fetched once', async () => {
  let say: (said: Said) => void = () => undefined;
  const { store, state } = await given(
    () =>
      new Promise((resolve) => {
        say = resolve;
      }),
  );
  store.dispatch(queues.wanted());
  await until(() => server.heard.length === 1);
  store.dispatch(queues.wanted());
  say(sales);
  await until(() => state().status === 'ready');
  expect(queues.selectAll(store.getState()).map(({ name }) => name)).toEqual(['Vendas']);
  expect(server.heard).toHaveLength(1);
});

test('records that could not be fetched are fetched when the connection is back', async () => {
  let said: Said = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
  const { store, state } = await given(() => said);
  store.dispatch(queues.wanted());
  await until(() => state().status === 'failed');
  said = sales;
  store.dispatch(liveWelcomed({ position: '5' }));
  await until(() => state().status === 'ready');
});

test('a reload frame of its own channel makes it fetch, one of another channel does not', async () => {
  const { store, state } = await given(() => sales);
  store.dispatch(queues.wanted());
  await until(() => state().status === 'ready');
  store.dispatch(liveReload(['ticket']));
  expect(state().status).toBe('ready');
  store.dispatch(liveReload(['ticket', 'queue']));
  await until(() => server.heard.length === 2 && state().status === 'ready');
});

describe('a paged kind', () => {
  type Item = { id: string; rank: number };
  const item = (rank: number): Item => ({ id: idOf(7, rank), rank });
  /** The answers of which `onAnswer` was told. */
  let told: unknown[];
  const ranked = createLookup({
    name: 'ranked',
    channel: 'chat',
    route: chatRoutes.list,
    paged: true,
    recordsOf: ({ records }) => records as unknown as Item[],
    compare: (a: Item, b: Item) => a.rank - b.rank,
    // biome-ignore lint/correctness/useYield: a saga without an effect
    *onAnswer({ data, position }) {
      told.push([data.records.length, position]);
    },
  });
  let items: Item[];
  let position: number;
  /** The reaction to a request that is not answered at once. */
  let before: (pageNumber: number) => Promise<unknown> | Said | undefined;
  const answer = async ({ query }: Heard): Promise<Said> => {
    const pageNumber = Number(query.get('pageNumber') ?? Number.NaN);
    const end = pageNumber * limits.pageSize;
    const said: Said = {
      body: { records: items.slice(end - limits.pageSize, end), count: items.length, hasMore: end < items.length },
      headers: { 'prosa-position': String(position) },
    };
    const instead = await before(pageNumber);
    return (instead as Said | undefined) ?? said;
  };
  /** The answers of now come when the result is called. */
  const holding = (): (() => void) => {
    let release: () => void = () => undefined;
    before = () =>
      new Promise((resolve) => {
        release = () => resolve(undefined);
      });
    return () => release();
  };
  const asked = () => server.heard.map(({ query }) => Number(query.get('pageNumber')));
  const given = async (count: number) => {
    [items, position, told, before] = [Array.from({ length: count }, (_, n) => item(n + 1)), 100, [], () => undefined];
    frames.clear();
    frames.welcomed('100', null);
    server = await serve(answer);
    const { store, sagas } = sagaStore({ ranked: ranked.slice.reducer });
    task = sagas.run(ranked.saga);
    const state = () => ranked.selectState(store.getState());
    const ranks = () => ranked.selectAll(store.getState()).map(({ rank }) => rank);
    const push = (action: 'update' | 'delete', record: object) => {
      position += 1;
      const frame = aPush('chat', action, record, position);
      frames.add(frame);
      store.dispatch(liveFrame(frame));
    };
    const more = async () => {
      store.dispatch(ranked.more());
      await until(() => state().more !== 'loading');
    };
    store.dispatch(ranked.wanted());
    await until(() => state().status === 'ready');
    return { store, state, ranks, push, more };
  };
  const upTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

  test('is fetched page by page, one at a time, until there are no more', async () => {
    const { store, ranks, more } = await given(45);
    expect(ranks()).toEqual(upTo(20));
    store.dispatch(ranked.more());
    await more();
    expect(ranks()).toEqual(upTo(40));
    await more();
    await more();
    expect(ranks()).toEqual(upTo(45));
    expect(asked()).toEqual([1, 2, 3]);
    expect(told).toEqual([20, 20, 5].map((records) => [records, '100']));
  });

  test('goes on where it is after a deletion: nothing is left out, nothing is there twice', async () => {
    const { ranks, push, more } = await given(45);
    items = items.filter(({ rank }) => rank !== 5);
    push('delete', { id: idOf(7, 5) });
    await more();
    expect(ranks()).toEqual(upTo(21).filter((rank) => rank !== 5));
    await more();
    await more();
    expect(ranks()).toEqual(upTo(45).filter((rank) => rank !== 5));
    expect(asked()).toEqual([1, 1, 2, 3]);
  });

  test('what is pushed while a page is fetched is newer than the page', async () => {
    const { store, state, push, ranks } = await given(25);
    const release = holding();
    store.dispatch(ranked.more());
    await until(() => asked().length === 2);
    push('delete', { id: idOf(7, 23) });
    push('update', { id: idOf(7, 22), rank: 0 });
    release();
    await until(() => state().more === 'idle');
    expect(ranks()).toEqual([0, ...upTo(25).filter((rank) => rank !== 22 && rank !== 23)]);
  });

  test('a page that was requested before a refetch is dropped, and does not hold up the next one', async () => {
    const { store, state, ranks, more } = await given(45);
    const release = holding();
    store.dispatch(ranked.more());
    await until(() => asked().length === 2);
    before = () => undefined;
    items = items.map(({ id, rank }) => ({ id, rank: rank + 100 }));
    store.dispatch(liveRefetch());
    await until(() => state().status === 'ready' && asked().length === 3);
    expect(state().more).toBe('idle');
    await more();
    release();
    await more();
    expect(ranks()).toEqual(upTo(45).map((rank) => rank + 100));
    expect(asked()).toEqual([1, 2, 1, 2, 3]);
  });

  test('a refetch reads as many pages as are loaded, with what was pushed after the first of them', async () => {
    const { store, state, ranks, push, more } = await given(65);
    await more();
    await more();
    before = (pageNumber) => {
      if (pageNumber === 2) {
        items = items.filter(({ rank }) => rank !== 3);
        push('delete', { id: idOf(7, 3) });
      }
      return undefined;
    };
    store.dispatch(liveRefetch());
    await until(() => state().status === 'loading');
    expect(ranks()).toEqual(upTo(60));
    store.dispatch(ranked.more()); // not of this list
    await until(() => state().status === 'ready');
    expect(asked()).toEqual([1, 2, 3, 1, 2, 2, 3]);
    expect(ranks()).toEqual(upTo(61).filter((rank) => rank !== 3));
    expect(state().live.hasMore).toBe(true);
  });

  test('a further page that fails leaves the list, and is fetched when it is wanted again or the connection is back', async () => {
    const { store, state, ranks, more } = await given(65);
    before = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
    await more();
    expect([state().status, state().more, ranks()]).toEqual(['ready', 'failed', upTo(20)]);
    before = () => undefined;
    await more();
    expect([state().more, ranks()]).toEqual(['idle', upTo(40)]);
    before = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
    await more();
    expect(state().more).toBe('failed');
    before = () => undefined;
    store.dispatch(liveWelcomed({ position: '100' }));
    await until(() => state().more === 'idle');
    expect(ranks()).toEqual(upTo(60));
  });

  test('a page of known records alone means that one is missing: the list is fetched again', async () => {
    const { state, ranks, push, more } = await given(65);
    items = items.filter(({ rank }) => rank !== 2);
    await more(); // answered without the second one, whose deletion is pushed only afterwards: 21 was on neither page
    push('delete', { id: idOf(7, 2) });
    await more();
    await until(() => state().status === 'ready' && !state().stale);
    expect(ranks()).toEqual(upTo(41).filter((rank) => rank !== 2));
    expect(asked()).toEqual([1, 2, 2, 1, 2]);
  });
});
