/** @jest-environment ../infra/testing/native/environment.ts */
import { routes } from '@prosa/contracts';
import { sagaStore } from '../../testing/saga-store.ts';
import { type Said, serve } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { createCommand } from './command.saga.ts';
import { commandsReducer, selectAct, selectIsRunning } from './commands.slice.ts';

const ticket = (last: string) => `0190c1d2-0000-7000-8000-00000000000${last}`;
let server: Awaited<ReturnType<typeof serve>>;
afterEach(() => server.close());

/** A store with one command, the actions that it saw, and a server that gives `answers` one after another. */
const given = async (
  answers: (Said | Promise<Said>)[],
  more: { timeoutMs?: number; lane?: () => string; quiet?: boolean } = {},
) => {
  let next = 0;
  server = await serve(() => answers[next++] ?? { body: { id: 'done' } });
  const close = createCommand({
    type: 'tickets/close',
    route: routes.tickets.change,
    request: (ticketId: string) => ({ params: { ticketId }, body: { status: 'closed' as const } }),
    by: (ticketId) => ticketId,
    ...more,
  });
  const { store, seen, sagas } = sagaStore({ commands: commandsReducer });
  sagas.run(close.saga);
  return { store, close, seen, types: () => seen.map(({ type }) => type) };
};
const refused: Said = { status: 409, body: { error: 'ERR_TAG_REQUIRED', message: 'm' } };
const broken: Said = { status: 503, body: { error: 'ERR_BUSY', message: 'm' } };

test('a success is reported with reply and position, and the act is removed', async () => {
  const { store, close, seen } = await given([{ body: { id: 'done' }, headers: { 'prosa-position': '7' } }]);
  store.dispatch(close.start(ticket('1')));
  expect(selectIsRunning(close.act(ticket('1')))(store.getState())).toBe(true);
  await until(() => seen.some(close.succeeded.match));
  expect(seen.find(close.succeeded.match)).toMatchObject({ payload: { id: 'done' }, meta: { of: ticket('1'), position: '7' } });
  expect(selectAct(close.act(ticket('1')))(store.getState())).toBeUndefined();
});

test('a refusal is kept with the act and shown as a toast', async () => {
  const { store, close, types } = await given([refused]);
  store.dispatch(close.start(ticket('1')));
  await until(() => types().includes('toasts/failureShown'));
  expect(selectAct(close.act(ticket('1')))(store.getState())).toMatchObject({
    status: 'failed',
    failure: { code: 'ERR_TAG_REQUIRED', status: 409 },
  });
  expect(types()).toContain('tickets/close/failed');
});

test('a quiet command shows no toast', async () => {
  const { store, close, types } = await given([refused], { quiet: true });
  store.dispatch(close.start(ticket('1')));
  await until(() => types().includes('tickets/close/failed'));
  expect(types()).not.toContain('toasts/failureShown');
});

test('without an answer it ends with TIMEOUT', async () => {
  const { store, close } = await given(['never'], { timeoutMs: 30 });
  store.dispatch(close.start(ticket('1')));
  await until(() => selectAct(close.act(ticket('1')))(store.getState())?.failure?.code === 'TIMEOUT');
});

test('a cancelled command ends at once, without a toast', async () => {
  const { store, close, types } = await given(['never']);
  store.dispatch(close.start(ticket('1')));
  await until(() => server.heard.length === 1);
  store.dispatch(close.cancel(close.act(ticket('1'))));
  expect(selectAct(close.act(ticket('1')))(store.getState())).toMatchObject({ failure: { code: 'CANCELLED' } });
  expect(types()).not.toContain('toasts/failureShown');
});

test('a retry of the same act keeps its key; after a success, or for another act, the key is new', async () => {
  const { store, close, seen } = await given([broken]);
  const act = (id: string) => store.dispatch(close.start(id));
  const ended = (count: number) =>
    until(() => seen.filter((it) => close.succeeded.match(it) || close.failed.match(it)).length === count);
  act(ticket('1'));
  await ended(1);
  act(ticket('1'));
  await ended(2);
  act(ticket('1'));
  await ended(3);
  act(ticket('2'));
  await ended(4);
  const [failed, retried, again, other] = server.heard.map(({ key }) => key);
  expect(retried).toBe(failed);
  expect(new Set([failed, again, other]).size).toBe(3);
});

test('a key chosen by the caller is the one that is sent', async () => {
  const { store, close, seen } = await given([]);
  store.dispatch(close.start(ticket('1'), 'mine'));
  await until(() => seen.some(close.succeeded.match));
  expect(server.heard[0]!.key).toBe('mine');
});

test('two clicks start one act', async () => {
  const { store, close, seen } = await given([]);
  store.dispatch(close.start(ticket('1')));
  store.dispatch(close.start(ticket('1')));
  await until(() => seen.some(close.succeeded.match));
  expect(server.heard).toHaveLength(1);
});

test('acts of one lane are sent one after another, also after one that failed', async () => {
  const gate = Promise.withResolvers<Said>();
  const { store, close, seen } = await given([gate.promise, broken], { lane: () => 'one' });
  for (const last of ['1', '2', '3']) store.dispatch(close.start(ticket(last)));
  await until(() => server.heard.length === 1);
  expect(seen.filter(close.succeeded.match)).toHaveLength(0);
  gate.resolve({ body: {} });
  await until(() => seen.filter(close.succeeded.match).length === 2);
  expect(server.heard.map(({ call }) => call.at(-1))).toEqual(['1', '2', '3']);
});
