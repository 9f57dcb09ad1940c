import { type MediaReference, mediaObjectName } from '@prosa/contracts';
import { until } from '../../testing/gateway.fixture.ts';
import { type GraphWorld, openGraphWorld } from '../../testing/graph.fixture.ts';
import { messagingBody, pageOf } from '../../testing/graph-stand-in/bodies.ts';
import type { CallKind } from '../../testing/graph-stand-in/model.ts';

let world: GraphWorld;
beforeAll(async () => {
  world = await openGraphWorld();
  // Longer than it takes to give another token.
  await world.gateway({ owners: { fetches: { delaysMs: [2_000, 2_000, 2_000, 2_000], idleMs: 5_000 } } });
});
afterEach(() => expect(world.graph.problems.splice(0)).toEqual([]));
afterAll(() => world.close());

const CHANNELS = ['whatsapp', 'facebook', 'instagram'] as const;
const BYTES = Buffer.from('%PDF-1.4 of the shop');
const called = (kind: CallKind): number => world.graph.counts[kind] ?? 0;
const calls = (): number => Object.values(world.graph.counts).reduce((all, count) => all + count, 0);
/** A call of a kind stays under way until it is let go: the next one, or the one after so many others. */
const heldCall = (kind: CallKind, { at = 'held', after = 0 }: { at?: 'held' | 'kept'; after?: number } = {}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = called(kind) + after;
  world.graph.next(kind, ...Array.from({ length: after }, () => ({})), { [at]: promise });
  return { letGo: resolve, isUnderWay: () => until(`a call of ${kind} is under way`, () => called(kind) > before) };
};
/** The states that were told of a session since it was connected. */
const toldOf = (id: string) =>
  world
    .told(id, 'session')
    .map(({ status, reason }) => ({ status, reason }))
    .filter(({ status }) => status !== 'OPENING');
const CONNECTED = { status: 'CONNECTED', reason: null };
const DEAD = { status: 'DISCONNECTED', reason: 'token' };
/**
 * Waits until it is told that the token has died. `before`: the number of calls when it did. After the one that is refused, Graph is asked
 * once at most, whether that is so: no later try, nor the check of each day, must find it out.
 */
const isNotified = async (id: string, before: number) => {
  await until('it is told', () => toldOf(id).some(({ reason }) => reason === 'token'));
  expect(calls() - before).toBeLessThanOrEqual(2);
  expect(toldOf(id)).toEqual([CONNECTED, DEAD]);
};
const documentOf = async (caption: string): Promise<{ body: null; media: MediaReference }> => {
  const { mediaId } = await world.keepFile(BYTES, 'nota.pdf');
  const media = { mediaId, kind: 'document' as const, mime: 'application/pdf', bytes: BYTES.length, name: 'nota.pdf', caption };
  return { body: null, media };
};

test.each(CHANNELS)(
  'C33: %s: a token dies under calls: that is shown at once, each message ends once, and can go again',
  async (channel) => {
    const shop = await world.shop(channel);
    const [toCarla, toRui, toIsa] = [shop.writesTo(1), shop.writesTo(2), shop.writesTo(3)];
    const accepted = toCarla('Já aceita');
    const answer = heldCall('messages', { at: 'kept' });
    await world.send([accepted]);
    await until('it is accepted', () => shop.texts().length === 1);
    const refused = toRui('Em curso');
    const behind = [toRui('Atrás dela'), toRui('E mais atrás')];
    const call = heldCall('messages');
    await world.send([refused, ...behind]);
    await call.isUnderWay();
    const tries = called('messages');

    world.graph.kill(shop.token);
    const before = calls();
    call.letGo();
    await isNotified(shop.id, before);
    const late = toIsa('Depois');
    await world.send([late]);
    const failed = [refused, ...behind, late];
    for (const message of failed) expect(await world.failureOf(message)).toBe('disconnected');
    answer.letGo();
    await world.isTaken(accepted);
    expect(called('messages')).toBe(tries);
    expect(shop.texts()).toEqual(['Já aceita']);

    await shop.renew();
    await world.isIn(shop.id, 'CONNECTED');
    await world.send(failed.map((message) => ({ ...message, attempt: 2 })));
    for (const message of failed) await world.isTaken(message);
    expect(shop.texts().toSorted()).toEqual(['Atrás dela', 'Depois', 'E mais atrás', 'Em curso', 'Já aceita']);
    expect(shop.texts().filter((text) => /Em curso|trás/.test(text))).toEqual(['Em curso', 'Atrás dela', 'E mais atrás']);
    expect([accepted, ...failed].map(({ messageId }) => world.outcomesOf(messageId))).toEqual([
      ['taken'],
      ...failed.map(() => ['failed', 'taken']),
    ]);
    expect(toldOf(shop.id)).toEqual([CONNECTED, DEAD, CONNECTED]);
  },
);

test.each(CHANNELS)(
  'C33: %s: a token that is replaced under a call ends nothing: the message goes with the new one',
  async (channel) => {
    const shop = await world.shop(channel);
    const message = shop.writesTo(1)('Em curso');
    const call = heldCall('messages');
    await world.send([message]);
    await call.isUnderWay();
    const checks = called('node');
    await shop.renew();
    await until('the new one is known', () => called('node') > checks);
    world.graph.kill(shop.token);
    call.letGo();
    await world.isTaken(message);
    expect(world.outcomesOf(message.messageId)).toEqual(['taken']);
    expect(shop.texts()).toEqual(['Em curso']);
    expect(toldOf(shop.id)).toEqual([CONNECTED]);
  },
);

test.each([
  ['whatsapp', 'media'],
  ['facebook', 'messages'],
  ['instagram', 'messages'],
] as const)(
  'C33: %s: a token dies while a file leaves (%s): with a new one file and caption arrive once',
  async (channel, kind) => {
    const shop = await world.shop(channel);
    const message = shop.writesTo(1)(null, await documentOf('Sua nota'));
    // A page’s file leaves before its caption, whose call is refused.
    const call = heldCall(kind, { after: kind === 'messages' ? 1 : 0 });
    await world.send([message]);
    await call.isUnderWay();
    world.graph.kill(shop.token);
    call.letGo();
    await isNotified(shop.id, Date.now());
    expect(await world.failureOf(message)).toBe('disconnected');
    await shop.renew();
    await world.isIn(shop.id, 'CONNECTED');
    await world.send([{ ...message, attempt: 2 }]);
    await world.isTaken(message);
    expect(world.outcomesOf(message.messageId)).toEqual(['failed', 'taken']);
    expect(shop.texts()).toEqual(kind === 'media' ? ['Sua nota'] : ['', 'Sua nota']);
    expect(world.acceptedOf(shop.account).filter(({ file }) => file?.equals(BYTES))).toHaveLength(1);
  },
);

type Shop = Awaited<ReturnType<GraphWorld['shop']>>;
const documentTo = ({ id, account }: Shop) =>
  world.documentFor(id, world.graph.numbers.find((number) => number.id === account)!, BYTES);

test('C33: a token dies before a customer’s file is fetched: that is shown at once, and with a new one the file is there', async () => {
  const shop = await world.shop('whatsapp');
  const fetch = await documentTo(shop);
  const call = heldCall('node');
  await world.send([fetch]);
  await call.isUnderWay();
  world.graph.kill(shop.token);
  const before = calls();
  call.letGo();
  await isNotified(shop.id, before);
  await shop.renew();
  const { reason } = await until('the fetch has ended', () => world.told(shop.id, 'media')[0]);
  expect(reason).toBeNull();
  expect(await world.kept(mediaObjectName(fetch.media.mediaId, 1))).toEqual(BYTES);
});

test.each([
  ['whatsapp', 'what was read', ({ read }: Shop) => world.send([read('wamid.one')])],
  ['facebook', 'what was read', ({ read }: Shop) => world.send([read('m_one')])],
  ['whatsapp', 'templates', ({ id }: Shop) => world.ask('whatsapp', { kind: 'templates', connectionId: id, next: null })],
  [
    'facebook',
    'a picture',
    ({ id, account }: Shop) => {
      const identity = { kind: 'psid' as const, value: `${account}/70000001001` };
      return world.ask('facebook', { kind: 'picture', connectionId: id, identity });
    },
  ],
  [
    'facebook',
    'the name of who writes',
    async ({ id, account }: Shop) => {
      const message = { mid: 'm_of_somebody', text: 'Oi' };
      world.graph.webhooks.send(messagingBody(pageOf({ id: account }), { from: '70000001002', to: account, message }));
      // Webhooks are taken all the same.
      expect((await until('it is told', () => world.received(id)[0])).name).toBe('');
    },
  ],
] as const)('C33: %s: a token that has died is shown at once by a call for %s', async (channel, _, call) => {
  const shop = await world.shop(channel);
  world.graph.kill(shop.token);
  const before = calls();
  await call(shop);
  await isNotified(shop.id, before);
});

test('C33: a token that is no longer valid is found by the check of each day, though nothing is sent', async () => {
  const quiet = await openGraphWorld();
  try {
    await quiet.gateway({}, { checkMs: 200 });
    const number = quiet.graph.number();
    const id = await quiet.connect(quiet.cloud(number));
    // It still shows its account, and only says so of itself.
    quiet.graph.tokens.get(number.token)!.expiresAt = Date.now() - 1;
    await quiet.isIn(id, 'DISCONNECTED', 'token');
    const late = quiet.attendant(id).message('Tarde');
    await quiet.send([late]);
    expect(await quiet.failureOf(late)).toBe('disconnected');
    expect(quiet.graph.accepted).toEqual([]);
  } finally {
    await quiet.close();
  }
});
