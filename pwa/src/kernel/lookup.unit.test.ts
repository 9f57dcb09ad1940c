/** @jest-environment ./src/testing/browser.environment.ts */
import type { Task } from 'redux-saga';
import { queues } from '../queues/queues.slice.ts';
import { idOf } from '../testing/records.ts';
import { sagaStore } from '../testing/saga-store.ts';
import { type Said, serve } from '../testing/server.ts';
import { until } from '../testing/until.ts';
import { liveReload, liveWelcomed } from './live.slice.ts';

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
