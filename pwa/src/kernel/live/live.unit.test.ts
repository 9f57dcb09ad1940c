/** @jest-environment ../infra/testing/native/environment.ts */
import type { ClientFrame } from '@prosa/contracts';
import { type Peer, serveLive } from '../../testing/live-server.ts';
import { aPush } from '../../testing/records.ts';
import { until } from '../../testing/until.ts';
import { connectLive, type Live, type LiveEvent } from './live.ts';

const frame = (position: string) => aPush('tag', 'update', { id: position }, position);
const joinChat: ClientFrame = { type: 'joinChatBox', ticketId: '0190c1d2-0000-7000-8000-000000000001' };
let server: Awaited<ReturnType<typeof serveLive>>;
let live: Live;
afterEach(async () => {
  live.close();
  await server.close();
});

type Given = {
  hear?: (frame: ClientFrame, peer: Peer) => void;
  renew?: (used: string) => Promise<void>;
  watch?: Parameters<typeof connectLive>[0]['watch'];
  backOff?: (tries: number) => number;
};

const given = async (more: Given = {}) => {
  const welcome = (heard: ClientFrame, peer: Peer) => heard.type === 'hello' && peer.say({ type: 'welcome', position: '5' });
  server = await serveLive(more.hear ?? welcome);
  const events: LiveEvent[] = [];
  const session = { token: 'first', after: null as string | null };
  live = connectLive({
    url: server.url,
    token: () => session.token,
    after: () => session.after,
    renew: more.renew ?? (() => Promise.resolve()),
    tell: (event) => events.push(event),
    backOff: more.backOff ?? (() => 5),
    ...(more.watch ? { watch: more.watch } : {}),
  });
  const states = () => events.flatMap((event) => (event.kind === 'state' ? [event.state] : []));
  const connected = (times = 1) => until(() => states().filter((state) => state === 'connected').length === times);
  return { events, session, states, connected };
};

test('sends hello with the token and the last known position', async () => {
  const { connected, session } = await given();
  await connected();
  expect(server.peers[0]!.heard).toEqual([{ type: 'hello', token: 'first' }]);
  session.after = '9';
  server.peers[0]!.close(1012);
  await connected(2);
  expect(server.peers[1]!.heard).toEqual([{ type: 'hello', token: 'first', after: '9' }]);
});

test('pushes and refetch frames are reported in order', async () => {
  const { connected, events } = await given();
  await connected();
  server.peers[0]!.say(frame('6'));
  server.peers[0]!.say({ type: 'refetch', position: '7' });
  await until(() => events.at(-1)?.kind === 'refetch');
  expect(events.slice(-2)).toEqual([
    { kind: 'frame', frame: frame('6') },
    { kind: 'refetch', position: '7' },
  ]);
});

test('after a close for too many frames it does not reconnect at once, even if it was welcomed meanwhile', async () => {
  const waits: number[] = [];
  const backOff = (tries: number) => {
    waits.push(tries);
    return 1;
  };
  const { connected } = await given({ backOff });
  await connected(1);
  server.peers[0]!.close(4029);
  await connected(2);
  server.peers[1]!.close(1012);
  await connected(3);
  expect(waits).toEqual([5, 0]);
});

test('joins are sent again after a reconnect, except those that were left', async () => {
  const { connected } = await given();
  live.join({ type: 'joinNotification' });
  await connected();
  live.join(joinChat);
  live.join(joinChat);
  live.leave(joinChat);
  live.join({ type: 'joinTickets', status: 'open' });
  await until(() => server.peers[0]!.heard.length === 4);
  expect(server.peers[0]!.heard.slice(1).map(({ type }) => type)).toEqual(['joinNotification', 'joinChatBox', 'joinTickets']);
  live.leave(joinChat);
  await until(() => server.peers[0]!.heard.at(-1)?.type === 'leaveChatBox');
  server.peers[0]!.close(1012);
  await connected(2);
  await until(() => server.peers[1]!.heard.length === 3);
  expect(server.peers[1]!.heard.slice(1).map(({ type }) => type)).toEqual(['joinNotification', 'joinTickets']);
});

test('a sign-in elsewhere is reported once, and no reconnect is tried', async () => {
  const { connected, events } = await given();
  await connected();
  server.peers[0]!.close(4002);
  await until(() => events.at(-1)?.kind === 'elsewhere');
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(server.peers).toHaveLength(1);
});

test('after another tab of this browser has signed in, it continues with that token', async () => {
  const { connected, session, events } = await given();
  await connected();
  session.token = 'second';
  server.peers[0]!.close(4002);
  await connected(2);
  expect(server.peers[1]!.heard[0]).toMatchObject({ token: 'second' });
  expect(events.some(({ kind }) => kind === 'elsewhere')).toBe(false);
});

test('a token that the hub refuses is renewed before the next try', async () => {
  const session = { now: null as { token: string } | null };
  const { session: held, connected } = await given({
    hear: (heard, peer) => {
      if (heard.type !== 'hello') return;
      if (heard.token === 'renewed') peer.say({ type: 'welcome', position: '5' });
      else peer.close(4001);
    },
    renew: async () => {
      session.now!.token = 'renewed';
    },
  });
  session.now = held;
  await connected();
  expect(server.peers.map(({ heard }) => (heard[0] as { token: string }).token)).toEqual(['first', 'renewed']);
});

/** Long enough for a connection considered dead to be replaced, several times over. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 2_000));
const never = 3_600_000;

test('a hub that has sent alive frames and falls silent gets a new connection', async () => {
  const { connected } = await given({ watch: { everyMs: 10, silentMs: 500, sleptMs: never } });
  await connected();
  const before = server.peers.length;
  await aWhile();
  expect(server.peers).toHaveLength(before); // an older hub sends no `alive` frames: that does not count as silence
  server.peers.at(-1)!.say({ type: 'alive' });
  await until(() => server.peers.length > before);
});

test('a hub that does not welcome the connection is tried again', async () => {
  await given({ hear: () => undefined, watch: { everyMs: 10, silentMs: 60, sleptMs: never } });
  await until(() => server.peers.length > 1);
});

test.each([
  ['after a sleep nothing is heard on', false],
  ['a background tab with its late timers hears', true],
])('whether a connection that %s is replaced', async (_, isHeard) => {
  // Every check comes later than `sleptMs`.
  const { connected } = await given({ watch: { everyMs: 900, silentMs: never, sleptMs: 800 } });
  await connected();
  const pulse = setInterval(() => isHeard && server.peers[0]!.say({ type: 'alive' }), 10);
  await aWhile();
  clearInterval(pulse);
  expect(server.peers.length > 1).toBe(!isHeard);
});
