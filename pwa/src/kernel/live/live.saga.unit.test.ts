import { jest } from '@jest/globals';
import type { ClientFrame, PushFrame } from '@prosa/contracts';
import { routes } from '@prosa/contracts';
import type { Task } from 'redux-saga';
import { type Peer, serveLive } from '../../testing/live-server.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { serve } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { remember, tab } from '../device/storage.ts';
import { fetchLive, frames, watchLive } from './live.saga.ts';
import { liveFrame, liveJoin, liveReducer, liveRefetch, liveReload, liveWelcomed, selectLive } from './live.slice.ts';
import { elsewhere } from './session-ends.ts';

const me = '0190c1d2-0000-7000-8000-000000000001';
const token = (version: number) => `x.${btoa(JSON.stringify({ sub: me, version }))}.x`;
const push = (position: string, more: Partial<PushFrame> = {}): PushFrame => ({
  type: 'push',
  position,
  channel: 'queue',
  action: 'update',
  record: { id: position },
  ...more,
});
let hub: Awaited<ReturnType<typeof serveLive>>;
let task: Task;
afterEach(async () => {
  task.cancel();
  await hub.close();
  frames.clear();
  remember('token', null);
  remember('userId', null);
});

const given = async (welcomes = true, reloadAfter = () => 0, oldestAnswer = (): string | null => null) => {
  remember('token', token(3));
  remember('userId', me);
  const hear = (frame: ClientFrame, peer: Peer) => {
    if (frame.type === 'hello' && welcomes) peer.say({ type: 'welcome', position: '5' });
  };
  hub = await serveLive(hear);
  const { store, seen, sagas } = sagaStore({ live: liveReducer });
  let reloaded = 0;
  const reload = () => {
    reloaded += 1;
  };
  const api = { refresh: async () => undefined, reset: () => undefined, oldestAnswer };
  let touches: (isIdle: boolean) => void = () => undefined;
  const idle = (_: number, tell: typeof touches) => {
    touches = tell;
    return () => undefined;
  };
  task = sagas.run(watchLive, { api, url: hub.url, backOff: () => 5, reload, reloadAfter, idle });
  const live = () => selectLive(store.getState());
  const peer = async () => {
    await until(() => live().state === 'connected');
    return hub.peers.at(-1)!;
  };
  return { store, seen, sagas, live, peer, reloads: () => reloaded, touches: (isIdle: boolean) => touches(isIdle) };
};

test('pushes become actions, and are kept to be applied to older answers', async () => {
  const { seen, peer } = await given();
  (await peer()).say(push('6'));
  await until(() => seen.some(liveFrame.match));
  expect(seen.find(liveFrame.match)!.payload).toEqual(push('6'));
  expect(frames.since('5')).toEqual([push('6')]);
});

test.each([
  ['older than the first welcome', null, '3', ['3']],
  ['older than what the hello asked for', '4', '3', ['3']],
  ['as new as the welcome', null, '5', []],
])(
  'an answer shown between the hello and the welcome, %s, is completed by the pushes after it',
  async (_, first, second, asked) => {
    let oldest = first;
    const { peer, seen } = await given(
      false,
      () => 0,
      () => oldest,
    );
    await until(() => hub.peers[0]?.heard.length === 1);
    oldest = second;
    const { say, heard } = hub.peers[0]!;
    say({ type: 'welcome', position: '5' });
    await peer();
    await until(() => heard.some(({ type }) => type === 'userStatus'));
    const again = heard.slice(1).filter((frame) => frame.type === 'hello');
    expect(again.map(({ after }) => after)).toEqual(asked);
    say({ type: 'welcome', position: '6' });
    say(push('7'));
    await until(() => seen.some(liveFrame.match));
    expect(seen.filter(liveWelcomed.match)).toHaveLength(1);
    expect(frames.since('3')).toEqual(asked.length > 0 ? [push('7')] : null);
  },
);

test('a refetch frame becomes an action', async () => {
  const { seen, peer } = await given();
  (await peer()).say({ type: 'refetch', position: '9' });
  await until(() => seen.some(liveRefetch.match));
  expect([frames.since('8'), frames.since('9')]).toEqual([null, []]);
});

test('channels with a reload frame are fetched once after a delay; older answers cannot be brought up to date any more', async () => {
  const LATER = 2_345;
  const due: (() => void)[] = [];
  const ordinary = globalThis.setTimeout;
  const held = (run: () => void, ms?: number) => (ms === LATER ? due.push(run) : ordinary(run, ms));
  const clock = jest.spyOn(globalThis, 'setTimeout').mockImplementation(held as unknown as typeof setTimeout);
  const { seen, peer } = await given(true, () => LATER);
  const { say } = await peer();
  const flood = async (channel: 'tag' | 'ticket' | 'contact', position: string) => {
    say({ type: 'reload', channel, position });
    await until(() => frames.position() === position);
  };
  const reloads = () => seen.filter(liveReload.match).map(({ payload }) => payload);
  await flood('tag', '6');
  await flood('ticket', '7');
  await flood('tag', '8');
  expect([frames.since('7'), frames.since('8'), reloads(), due.length]).toEqual([null, [], [], 1]);
  due.pop()!();
  await until(() => reloads().length === 1);
  await flood('contact', '9');
  due.pop()!();
  await until(() => reloads().length === 2);
  expect(reloads()).toEqual([['tag', 'ticket'], ['contact']]);
  clock.mockRestore();
});

test('a frame that says the server was restored reloads the page, which requests nothing from before; a second one refetches instead', async () => {
  tab.remove('restored');
  const { seen, peer, reloads } = await given();
  const { say } = await peer();
  say(push('6'));
  say({ type: 'refetch', restored: true });
  await until(() => reloads() === 1);
  expect(frames.position()).toBeNull();
  expect(seen.some(liveRefetch.match)).toBe(false);
  say({ type: 'refetch', restored: true });
  await until(() => seen.some(liveRefetch.match));
  expect(reloads()).toBe(1);
});

test('sends the user’s presence and the screens’ joins', async () => {
  const { store, peer } = await given();
  store.dispatch(liveJoin({ type: 'joinTickets', status: 'open' }));
  const { heard } = await peer();
  await until(() => heard.length === 3);
  expect(heard.map(({ type }) => type).toSorted()).toEqual(['hello', 'joinTickets', 'userStatus']);
});

test('repeats the presence every five minutes', async () => {
  const ordinary = globalThis.setTimeout;
  const quick = (run: () => void, ms?: number) => ordinary(run, ms === 300_000 ? 20 : ms);
  const clock = jest.spyOn(globalThis, 'setTimeout').mockImplementation(quick as typeof setTimeout);
  const { peer } = await given();
  const { heard } = await peer();
  await until(() => heard.filter(({ type }) => type === 'userStatus').length === 3);
  clock.mockRestore();
});

test('says at once that the window is left untouched, and that somebody is back', async () => {
  const { peer, touches } = await given();
  const { heard } = await peer();
  const statuses = () => heard.filter(({ type }) => type === 'userStatus');
  await until(() => statuses().length === 1);
  touches(true);
  await until(() => statuses().length === 2);
  touches(false);
  await until(() => statuses().length === 3);
  expect(statuses()).toEqual([{ type: 'userStatus' }, { type: 'userStatus', idle: true }, { type: 'userStatus' }]);
});

test('after two seconds without a connection the data counts as stale, until it is connected again', async () => {
  const { live } = await given(false);
  expect(live().stale).toBe(false);
  await until(() => live().stale);
  hub.peers[0]!.say({ type: 'welcome', position: '5' });
  await until(() => !live().stale);
});

test('a later version’s sign-in ends this session, its own does not', async () => {
  const { seen, peer } = await given();
  const { say } = await peer();
  say(push('6', { channel: 'auth', record: { userId: me, version: 3 } }));
  say(push('7'));
  await until(() => seen.some(liveFrame.match));
  expect(seen.some(elsewhere.match)).toBe(false);
  say(push('8', { channel: 'auth', record: { userId: me, version: 4 } }));
  await until(() => seen.some(elsewhere.match));
});

test('an answer older than the kept frames is requested again, and comes with the frames after it', async () => {
  const { sagas, peer } = await given();
  (await peer()).say(push('9'));
  await until(() => frames.position() === '9');
  const positions = ['4', '8'];
  const server = await serve(() => ({ body: [], headers: { 'prosa-position': positions.shift()! } }));
  try {
    const answer = await sagas.run(fetchLive, routes.queues.list, {}).toPromise();
    expect(answer).toEqual({ data: [], position: '8', frames: [push('9')] });
    expect(server.heard).toHaveLength(2);
  } finally {
    await server.close();
  }
});

test('a server that is behind is asked again; one that refuses is not', async () => {
  const { sagas } = await given();
  const said = [503, 200, 404];
  const server = await serve(() => ({ status: said.shift()!, body: [] }));
  try {
    const answer = await sagas.run(fetchLive, routes.queues.list, {}).toPromise();
    expect(answer).toMatchObject({ data: [] });
    await expect(sagas.run(fetchLive, routes.queues.list, {}).toPromise()).rejects.toMatchObject({ status: 404 });
    expect(server.heard).toHaveLength(3);
  } finally {
    await server.close();
  }
});
