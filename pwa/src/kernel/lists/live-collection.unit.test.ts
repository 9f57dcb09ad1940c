import { expect, test } from '@jest/globals';
import { type ChatMessageView, chatMessageEmbeds, chatRoutes } from '@prosa/contracts';
import type { Task } from 'redux-saga';
import { aPush, idOf } from '../../testing/records.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { type Heard, type Said, serve } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { frames } from '../live/live.saga.ts';
import { liveFrame, liveRefetch, liveReload, liveWelcomed } from '../live/live.slice.ts';
import { liveCollection } from './live-collection.ts';

const SIZE = 3;
const [one, other] = [idOf(7, 1), idOf(7, 2)];
const lines = liveCollection({
  name: 'lines',
  channel: 'chat-message',
  route: chatRoutes.messages,
  page: 'before',
  filter: '',
  request: (chatId) => ({ params: { id: chatId } }),
  recordsOf: ({ records }) => records,
  belongs: (chatId, { chatId: of }: ChatMessageView) => of === chatId,
  compare: (a: ChatMessageView, b: ChatMessageView) => b.seq - a.seq,
  embeds: chatMessageEmbeds,
  follows: ['chat'],
});
const line = (seq: number, chatId = one) =>
  ({ id: idOf(8, seq), seq, chatId, senderId: idOf(1, 1), sender: { id: idOf(1, 1), name: 'Ana' } }) as ChatMessageView;

let all: ChatMessageView[];
let before: (heard: Heard) => Promise<unknown> | Said | undefined;
let server: Awaited<ReturnType<typeof serve>>;
let task: Task;
afterEach(async () => {
  task.cancel();
  await server.close();
});

const given = async (count: number) => {
  all = Array.from({ length: count }, (_, n) => line(n + 1));
  before = () => undefined;
  frames.clear();
  frames.welcomed('100', null);
  server = await serve(async (heard): Promise<Said> => {
    const end = all.findIndex(({ id }) => id === heard.query.get('before'));
    const older = (end === -1 ? all : all.slice(0, end)).filter(({ chatId }) => heard.call.includes(chatId));
    const records = older.slice(-SIZE);
    const said = { body: { records, count: all.length, hasMore: older.length > SIZE }, headers: { 'prosa-position': '100' } };
    return ((await before(heard)) as Said | undefined) ?? said;
  });
  const { store, sagas } = sagaStore({ lines: lines.slice.reducer });
  task = sagas.run(lines.saga);
  const state = () => lines.selectState(store.getState());
  const shown = () => lines.selectAll(store.getState()).map(({ seq }) => seq);
  const choose = async (chatId: string) => {
    store.dispatch(lines.chosen(chatId));
    await until(() => state().status === 'ready');
  };
  return { store, state, shown, choose };
};
const refusal: Said = { status: 404, body: { error: 'ERR_NO_CHAT_FOUND', message: '' } };

test('another filter shows none of the records of the one before, whose late answer is dropped', async () => {
  const { store, state, shown, choose } = await given(2);
  all.push(line(9, other));
  let release: () => void = () => undefined;
  before = ({ call }) => (call.includes(one) ? new Promise((resolve) => (release = () => resolve(undefined))) : undefined);
  store.dispatch(lines.chosen(one));
  await until(() => server.heard.length === 1);
  await choose(other);
  release();
  expect([state().filter, shown()]).toEqual([other, [9]]);
  store.dispatch(lines.chosen(one));
  expect([state().filter, shown(), state().live.asOf]).toEqual([one, [], null]);
});

test('pages before a record: each begins where the one before ends, and a refetch reads as far as was loaded', async () => {
  const { store, state, shown, choose } = await given(8);
  await choose(one);
  expect(shown()).toEqual([8, 7, 6]);
  store.dispatch(lines.more());
  await until(() => shown().length === 6);
  all = all.filter(({ seq }) => seq !== 7);
  store.dispatch(liveRefetch());
  await until(() => state().status === 'ready' && !shown().includes(7));
  expect(shown()).toEqual([8, 6, 5, 4, 3, 2]);
  const places = server.heard.map(({ query }) => all.find(({ id }) => id === query.get('before'))?.seq ?? null);
  expect(places).toEqual([null, 6, null, 5]);
});

test('a failure stays while it is fetched again because the connection is back, not when somebody asks for it', async () => {
  const { store, state, shown } = await given(1);
  before = () => refusal;
  store.dispatch(lines.chosen(one));
  await until(() => state().status === 'failed');
  let release: () => void = () => undefined;
  before = () => new Promise((resolve) => (release = () => resolve(undefined)));
  store.dispatch(liveWelcomed({ position: '100' }));
  await until(() => server.heard.length === 2);
  expect(state()).toMatchObject({ status: 'failed', failure: { code: 'ERR_NO_CHAT_FOUND' } });
  store.dispatch(lines.refreshed());
  expect(state()).toMatchObject({ status: 'loading', failure: null });
  await until(() => server.heard.length === 3);
  release();
  await until(() => state().status === 'ready');
  expect(shown()).toEqual([1]);
});

test('records follow the pushes of what they embed, and are fetched again when that is reloaded', async () => {
  const { store, state, choose } = await given(1);
  await choose(one);
  const frame = aPush('user', 'update', { id: idOf(1, 1), name: 'Bia' }, 101);
  store.dispatch(liveFrame(frame));
  expect(lines.selectAll(store.getState())[0]?.sender).toEqual({ id: idOf(1, 1), name: 'Bia' });
  for (const [at, channel] of (['user', 'chat', 'chat-message'] as const).entries()) {
    store.dispatch(liveReload([channel]));
    await until(() => server.heard.length === at + 2 && state().status === 'ready');
  }
  store.dispatch(liveReload(['ticket']));
  expect(state().status).toBe('ready');
});
