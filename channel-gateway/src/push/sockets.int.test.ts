import { newId, type PushChange } from '@prosa/contracts';
import { accessTokens } from '@prosa/infra/runtime';
import { WebSocket } from 'ws';
import { tokenSecret, until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

let world: LiveWorld;
/** The world of what happens by itself: a busy machine must not cut what another test looks at. */
let brisk: LiveWorld;
beforeAll(async () => {
  world = await openLiveWorld();
  brisk = await openLiveWorld({ pingMs: 2_000, helloMs: 3_000, expiryGraceMs: 200 });
});
afterAll(() => Promise.all([world.close(), brisk.close()]));

const toAll = (id: string, more: object = {}): PushChange => ({
  channel: 'tag',
  id,
  record: { id, ...more },
  before: [],
  after: [`company:${world.companyId}`],
});

test.each([
  ['no JSON', '{"type":'],
  ['an unknown type', { type: 'shutdown' }],
  ['a join of nothing', { type: 'joinChatBox', ticketId: 'everything' }],
  ['a status that is none', { type: 'joinTickets', status: '*' }],
  ['a position that is none', { type: 'hello', token: 'x', after: '-1' }],
  ['bytes', Buffer.from([1, 2, 3])],
])('%s closes a socket with 4003 and the reason', async (_, frame) => {
  const screen = await world.screen(world.person());
  screen.send(frame);
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4003);
  expect(screen.frames.at(-1)).toMatchObject({ type: 'error', error: 'ERR_BAD_REQUEST' });
});

test('a frame larger than any that a screen sends closes the socket', async () => {
  const screen = await world.screen(world.person());
  screen.send(JSON.stringify({ type: 'hello', token: 'a'.repeat(9_000) }));
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(1009);
});

test('a client that joins more conversations than a screen can show is closed', async () => {
  const screen = await world.screen(world.person());
  for (let index = 0; index <= 200; index += 1) screen.send({ type: 'joinChatBox', ticketId: newId() });
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4003);
});

describe('the cost of one socket or user is limited:', () => {
  const told = (screen: { frames: unknown[]; closed: () => number | null }) => [screen.closed(), screen.frames.at(-1)];
  const tooMany = [4029, { type: 'error', error: 'ERR_TOO_MANY_REQUESTS', message: expect.any(String) }];
  let bounded: LiveWorld;
  beforeAll(async () => {
    bounded = await openLiveWorld({
      frames: { burst: 50, perSecond: 1 },
      guests: { sockets: 3, hellos: { burst: 5, perSecond: 0.01 }, said: { burst: 140, perSecond: 0.01 } },
      strangers: 5,
    });
  });
  afterAll(() => bounded.close());

  test.each([
    ['joins', (screen: Screen) => screen.send({ type: 'joinChatBox', ticketId: newId() })],
    ['signs of life', (screen: Screen) => screen.send({ type: 'userStatus' })],
    ['large frames', (screen: Screen) => screen.send({ type: 'userStatus', padding: 'a'.repeat(4_000) })],
    ['pings', (screen: Screen) => screen.ws.ping()],
  ])('a socket that sends %s endlessly is closed with the reason', async (_, act) => {
    const screen = await bounded.screen(bounded.person());
    await until('closed', () => {
      if (screen.closed() === null) for (let n = 0; n < 20; n += 1) act(screen);
      return screen.closed() !== null;
    });
    expect(told(screen)).toEqual(tooMany);
  });

  test('a socket that has a busy conversation replayed again and again is closed', async () => {
    const screen = await bounded.screen(bounded.person({ profile: 'admin' }));
    const [ticketId, room] = [newId(), [`admins:${bounded.companyId}`]];
    const record = { id: 'm', body: 'a'.repeat(200_000) };
    await bounded.push([{ channel: 'appMessage', id: 'm', record, before: [], after: room, narrow: { ticketId } }]);
    await until('it came', () => screen.pushes().length > 0);
    // Each costs as much as fifty frames.
    for (let n = 0; n < 5; n += 1) for (const type of ['joinChatBox', 'leaveChatBox']) screen.send({ type, ticketId });
    await until('closed', () => screen.closed() !== null);
    expect(told(screen)).toEqual(tooMany);
    expect(screen.pushes().length).toBeLessThan(6);
  });

  test('a user’s sockets, and hellos on new ones, are limited; another user is not affected', async () => {
    const person = bounded.person();
    const [first] = [await bounded.screen(person), await bounded.screen(person), await bounded.screen(person)];
    expect(told(await bounded.screen(person))).toEqual(tooMany);
    first.ws.close();
    await until('there is room', async () => (await bounded.screen(person)).closed() === null);
    const again = bounded.person();
    for (let n = 0; n < 5; n += 1) {
      const screen = await bounded.screen(again);
      expect(screen.closed()).toBeNull();
      screen.ws.close();
      await until('closed', () => screen.closed() !== null);
    }
    expect(told(await bounded.screen(again))).toEqual(tooMany);
    expect((await bounded.screen(bounded.person())).closed()).toBeNull();
  });

  test('a user’s frames count over all sockets together, also one after another; another user is not affected', async () => {
    const person = bounded.person();
    const chatter = async (who: ReturnType<typeof bounded.person>) => {
      const screen = await bounded.screen(who);
      for (let n = 0; n < 40; n += 1) screen.send({ type: 'userStatus' });
      // Its answer arrives after all of those.
      screen.send({ type: 'hello', token: await bounded.token(who) });
      const welcomes = () => screen.frames.filter(({ type }) => type === 'welcome').length;
      await until('it was heard', () => welcomes() === 2 || screen.closed() !== null);
      return screen;
    };
    const first = await chatter(person);
    expect(first.closed()).toBeNull();
    first.ws.close();
    await until('closed', () => first.closed() !== null);
    expect((await chatter(person)).closed()).toBeNull();
    expect(told(await chatter(person))).toEqual(tooMany);
    expect((await chatter(bounded.person())).closed()).toBeNull();
  });

  test('of too many sockets without a hello the oldest is closed', async () => {
    const silent = Array.from({ length: 7 }, () => bounded.open());
    await until('two are closed', () => silent.filter((screen) => screen.closed() !== null).length === 2);
    expect((await bounded.screen(bounded.person())).closed()).toBeNull();
  });
});

test.each([
  ['a join before the hello', async () => ({ type: 'joinNotification' }), 'ERR_UNAUTHENTICATED'],
  ['a token that is none', async () => ({ type: 'hello', token: 'x.y.z' }), 'ERR_UNAUTHENTICATED'],
  [
    'a token of another secret',
    async () => ({
      type: 'hello',
      token: await accessTokens(Buffer.alloc(32, 7)).signAccess({ userId: newId(), companyId: world.companyId, version: 1 }),
    }),
    'ERR_UNAUTHENTICATED',
  ],
  [
    'a token that has run out',
    async () => ({
      type: 'hello',
      token: await accessTokens(tokenSecret, { seconds: -5 }).signAccess({
        userId: newId(),
        companyId: world.companyId,
        version: 1,
      }),
    }),
    'ERR_SESSION_EXPIRED',
  ],
  [
    'the token of an older sign-in',
    async () => {
      const person = world.person({ version: 5 });
      return { type: 'hello', token: await world.token({ ...person, version: 4 }) };
    },
    'ERR_UNAUTHENTICATED',
  ],
  [
    'a token whose company is not the user`s',
    async () => {
      const person = world.person();
      return { type: 'hello', token: await world.token({ ...person, companyId: newId() }) };
    },
    'ERR_UNAUTHENTICATED',
  ],
])('%s closes a socket with 4001', async (_, frame, error) => {
  const screen = world.open();
  await screen.opened;
  screen.send(await frame());
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4001);
  expect(screen.frames).toEqual([{ type: 'error', error, message: expect.any(String) }]);
});

test('a socket that never sends a hello is closed', async () => {
  const screen = brisk.open();
  await screen.opened;
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4001);
});

test('an expired token closes the socket, unless another hello brought a new one', async () => {
  const person = brisk.person();
  const claims = { userId: person.userId, companyId: person.companyId, version: person.version };
  const [left, renewed] = [brisk.open(), brisk.open()];
  const short = await accessTokens(tokenSecret, { seconds: 3 }).signAccess(claims);
  for (const screen of [left, renewed]) {
    await screen.opened;
    screen.send({ type: 'hello', token: short });
    await until('it is welcomed', () => screen.position());
  }
  renewed.send({ type: 'hello', token: await brisk.token(person) });
  await until('it is welcomed again', () => renewed.frames.filter(({ type }) => type === 'welcome').length === 2);
  await until('the other is closed', () => left.closed() !== null);
  expect(left.closed()).toBe(4001);
  expect(renewed.closed()).toBeNull();
});

test('another user`s token on a socket closes it', async () => {
  const screen = await world.screen(world.person());
  screen.send({ type: 'hello', token: await world.token(world.person()) });
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4001);
});

test.each([
  ['the own page', () => ({ origin: world.url }), true],
  ['a page behind a proxy', () => ({ origin: 'https://prosa.example', 'x-forwarded-host': 'prosa.example' }), true],
  ['a page of another site', () => ({ origin: 'https://evil.example' }), false],
  ['a page of no site', () => ({ origin: 'null' }), false],
])('%s may open a socket, or may not', async (_, headers, may) => {
  const screen = world.open(headers());
  const opened = await screen.opened.then(
    () => true,
    (error: Error) => error.message,
  );
  expect(opened).toBe(may ? true : 'Unexpected server response: 403');
});

test('a call of /live that is no WebSocket is answered like any unknown address', async () => {
  const reply = await fetch(`${world.url}/live`);
  expect({ status: reply.status, body: await reply.json() }).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } });
});

test('a welcomed screen gets an alive frame with every ping, because browsers do not show pings to pages', async () => {
  const screen = await brisk.screen(brisk.person());
  const beats = () => screen.frames.filter(({ type }) => type === 'alive').length;
  await until('two beats', () => beats() >= 2);
});

test('a socket that answers no ping is cut, one that does stays', async () => {
  const deaf = new WebSocket(`${brisk.url.replace('http', 'ws')}/live`, { autoPong: false });
  let ended: number | null = null;
  deaf.on('close', (code) => {
    ended = code;
  });
  const opened = new Promise((resolve) => deaf.once('open', resolve));
  const person = brisk.person();
  const good = await brisk.screen(person);
  await opened;
  deaf.send(JSON.stringify({ type: 'hello', token: await brisk.token(person) }));
  await until('cut', () => ended !== null);
  expect(ended).toBe(1006);
  expect(good.closed()).toBeNull();
});

test('a slow reader costs at most a megabyte and is closed, while another gets everything', async () => {
  const calm = await openLiveWorld({ ring: { maxBytes: 4 * 1024 * 1024 } });
  try {
    const person = calm.person();
    const [stopped, good] = [await calm.screen(person), await calm.screen(person)];
    const pipe = (stopped.ws as unknown as { _socket: { pause: () => void; resume: () => void } })._socket;
    pipe.pause();
    const gauge = async (name: string) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(await (await fetch(`${calm.url}/metrics`)).text())?.[1]);
    const body = 'a'.repeat(100_000);
    let pushed = 0;
    const push = async () => {
      pushed += 1;
      await calm.push([{ ...toAll(`${pushed}`, { body }), after: [`company:${calm.companyId}`] }]);
      await until('the other hears', () => good.pushes().length === pushed);
    };
    const waiting: number[] = [0];
    // The kernel's own buffers take the first megabytes.
    while (waiting.at(-1)! <= 1024 * 1024 && pushed < 300) {
      await push();
      waiting.push(await gauge('live_waiting_bytes'));
    }
    for (let more = 0; more < 10; more += 1) {
      await push();
      waiting.push(await gauge('live_waiting_bytes'));
    }
    expect(Math.max(...waiting)).toBeGreaterThan(1024 * 1024);
    expect(Math.max(...waiting)).toBeLessThan(1024 * 1024 + 2 * 110_000);
    expect(await gauge('live_ring_bytes')).toBeLessThanOrEqual(4 * 1024 * 1024);
    pipe.resume();
    await until('closed', () => stopped.closed() !== null);
    // A client that reads again within five seconds receives the reason.
    expect([4008, 1006]).toContain(stopped.closed());
    expect(stopped.pushes().length).toBeLessThan(pushed);
    await until('nothing waits', async () => (await gauge('live_waiting_bytes')) === 0);
    expect(good.closed()).toBeNull();
  } finally {
    await calm.close();
  }
});

test('after missed pushes every socket starts again, and is welcomed when a position is known', async () => {
  const other = await openLiveWorld();
  try {
    const person = other.person();
    const screen = await other.screen(person);
    // Retention has overtaken the reader: its next message does not directly follow its last one.
    await other.pool.query(`update bus.partition set next = next + 5 where topic = 'push'`);
    await other.tick();
    await until('closed', () => screen.closed() !== null);
    expect(screen.closed()).toBe(1012);
    const after = String(other.position());
    const again = await other.screen(person, { after });
    await until('told', () => again.heard().length > 0);
    expect(again.heard()).toEqual(['refetch']);
  } finally {
    await other.close();
  }
});

test('an unreadable push makes everybody fetch, and closes no socket', async () => {
  const screen = await world.screen(world.person());
  await world.bus.publish([{ topic: 'push', key: 'all', value: { kind: 'of tomorrow' } }]);
  await until('told', () => screen.heard().includes('refetch'));
  expect(screen.closed()).toBeNull();
});

test('while the projection side is unavailable a hello waits, and continues when it is back', async () => {
  const other = await openLiveWorld();
  try {
    const person = other.person();
    let free: () => void = () => undefined;
    other.holdAnswers(() => new Promise<void>((resolve) => (free = resolve)));
    const screen = other.open();
    await screen.opened;
    screen.send({ type: 'hello', token: await other.token(person) });
    await other.push([{ ...toAll('x'), after: [`company:${other.companyId}`] }]);
    expect(screen.frames).toEqual([]);
    other.holdAnswers(async () => undefined);
    free();
    await until('welcomed', () => screen.position());
    expect(screen.closed()).toBeNull();
  } finally {
    await other.close();
  }
});

test('a gateway that ends reports it to its sockets', async () => {
  const other = await openLiveWorld();
  const screen = await other.screen(other.person());
  await other.closeGateway();
  await until('closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(1012);
  await other.close();
});
