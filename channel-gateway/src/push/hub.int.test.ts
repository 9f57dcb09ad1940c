import { EVERYONE, newId, PLATFORM, type PushChange, roomsOfTicket, type Seen } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

let world: LiveWorld;
beforeAll(async () => {
  world = await openLiveWorld();
});
afterAll(() => world.close());

const queue = newId();
const ticket = (id: string, before: Seen | null, after: Seen | null, more: Partial<PushChange> = {}): PushChange => ({
  channel: 'ticket',
  id,
  record: after && { id, status: after.status, queueId: after.queueId },
  before: before ? roomsOfTicket(world.companyId, before) : [],
  after: after ? roomsOfTicket(world.companyId, after) : [],
  narrow: { statuses: [before?.status, after?.status].filter((status) => status !== undefined) },
  ...more,
});
const message = (id: string, ticketId: string, seen: Seen, more: Partial<PushChange> = {}): PushChange => ({
  channel: 'appMessage',
  id,
  record: { id, ticketId },
  before: [],
  after: roomsOfTicket(world.companyId, seen),
  narrow: { ticketId, fromCustomer: true },
  ...more,
});
const pending = (queueId: string | null): Seen => ({ queueId, userId: null, status: 'pending' });
const userRecord = (person: { userId: string; profile: string; queueIds: string[] }): PushChange => ({
  channel: 'user',
  id: person.userId,
  record: { id: person.userId, profile: person.profile, queueIds: person.queueIds },
  before: [`company:${world.companyId}`],
  after: [`company:${world.companyId}`],
});
/** Sends a last push to the whole company: what was not received before it will not come. */
const flush = async (screens: Screen[], companyId = world.companyId) => {
  const id = newId();
  await world.push([{ channel: 'tag', id, record: { id }, before: [], after: [`company:${companyId}`] }], companyId);
  await until('the last word came', () =>
    screens.every((screen) => screen.closed() !== null || screen.pushes('tag').some(({ record }) => record.id === id)),
  );
};
const heard = (screen: Screen) => screen.heard().filter((what) => !what.startsWith('tag '));

test('a ticket’s pushes reach the users who may see it, and nobody else', async () => {
  const mine = await world.screen(world.person({ queueIds: [queue] }));
  const foreign = await world.screen(world.person({ queueIds: [newId()] }));
  const admin = await world.screen(world.person({ profile: 'admin' }));
  const stranger = world.person({ companyId: newId(), profile: 'admin', queueIds: [queue] });
  const elsewhere = await world.screen(stranger);
  const id = newId();
  const position = await world.push([ticket(id, null, pending(queue))]);
  await flush([mine, foreign, admin]);
  await flush([elsewhere], stranger.companyId);
  expect([mine, admin].map(heard)).toEqual([[`ticket update ${id}`], [`ticket update ${id}`]]);
  expect([foreign, elsewhere].map(heard)).toEqual([[], []]);
  expect(mine.pushes('ticket')[0]).toEqual({
    type: 'push',
    position,
    channel: 'ticket',
    action: 'update',
    record: { id, status: 'pending', queueId: queue },
  });
});

test('a frame that names another company`s room is not delivered there', async () => {
  const stranger = world.person({ companyId: newId(), profile: 'admin' });
  const screen = await world.screen(stranger);
  await world.push([
    { channel: 'contact', id: newId(), record: { id: 'x' }, before: [], after: [`admins:${stranger.companyId}`] },
  ]);
  const marker = newId();
  await world.push(
    [{ channel: 'contact', id: marker, record: { id: marker }, before: [], after: [`admins:${stranger.companyId}`] }],
    stranger.companyId,
  );
  await until('its own came', () => screen.pushes().length > 0);
  expect(screen.heard()).toEqual([`contact create ${marker}`]);
});

test('when a ticket moves between two queues, users who lose it get a delete, users who gain it a create', async () => {
  const [from, to] = [newId(), newId()];
  const both = await world.screen(world.person({ queueIds: [from, to] }));
  const loser = await world.screen(world.person({ queueIds: [from] }));
  const winner = await world.screen(world.person({ queueIds: [to] }));
  const id = newId();
  await world.push([ticket(id, pending(from), pending(to))]);
  await flush([both, loser, winner]);
  expect([both, loser, winner].map(heard)).toEqual([[`ticket update ${id}`], [`ticket delete ${id}`], [`ticket update ${id}`]]);
  expect(loser.pushes('ticket')[0]?.record).toEqual({ id });
});

test('joining a conversation replays what was just pushed to it, and nothing of another', async () => {
  const person = world.person({ queueIds: [queue] });
  const [onScreen, other, hidden] = [newId(), newId(), newId()];
  const open: Seen = { queueId: queue, userId: newId(), status: 'open' };
  const elsewhere: Seen = { queueId: newId(), userId: newId(), status: 'open' };
  const chat = await world.screen(person, { joins: [{ type: 'joinChatBox', ticketId: newId() }] });
  await new Promise<void>((pong) => chat.ws.once('pong', () => pong()).ping());
  await world.push([message('before', onScreen, open), message('foreign', other, open), message('unseen', hidden, elsewhere)]);
  await flush([chat]);
  expect(heard(chat)).toEqual([]);
  for (const ticketId of [onScreen, hidden]) chat.send({ type: 'joinChatBox', ticketId });
  await new Promise<void>((pong) => chat.ws.once('pong', () => pong()).ping());
  expect(heard(chat)).toEqual(['appMessage create before']);
});

const synced = (screen: Screen) => new Promise<void>((pong) => screen.ws.once('pong', () => pong()).ping());

test.each([
  ['joins the conversation', 'loser'],
  ['comes back', 'loser'],
  ['joins the conversation', 'winner'],
])('after a transfer, a user who %s as its %s gets what they may see now', async (how, who) => {
  const [from, to] = [newId(), newId()];
  const person = world.person({ queueIds: [who === 'loser' ? from : to] });
  const admin = await world.screen(world.person({ profile: 'admin' }));
  const after = await world.push([ticket(newId(), null, pending(newId()))]);
  const ticketId = newId();
  const open = (queueId: string): Seen => ({ queueId, userId: newId(), status: 'open' });
  await world.push([message('said before', ticketId, open(from))]);
  await world.push([ticket(ticketId, open(from), pending(to))]);
  await flush([admin]);
  const screen = await world.screen(person, how === 'comes back' ? { after } : {});
  if (how !== 'comes back') screen.send({ type: 'joinChatBox', ticketId });
  await synced(screen);
  const loses = how === 'comes back' ? [`ticket delete ${ticketId}`] : [];
  expect(heard(screen)).toEqual(who === 'loser' ? loses : ['appMessage create said before']);
});

test('joining a conversation twice replays it once; leaving it in between replays it twice', async () => {
  const screen = await world.screen(world.person({ queueIds: [queue] }), { joins: [{ type: 'joinChatBox', ticketId: newId() }] });
  await synced(screen);
  const ticketId = newId();
  await world.push([message('said before', ticketId, pending(queue))]);
  await flush([screen]);
  for (const type of ['joinChatBox', 'joinChatBox', 'leaveChatBox', 'joinChatBox']) screen.send({ type, ticketId });
  await synced(screen);
  expect(heard(screen)).toEqual(['appMessage create said before', 'appMessage create said before']);
});

test('a conversation with more recent pushes than can be replayed is fetched again by a joining client', async () => {
  const screen = await world.screen(world.person({ queueIds: [queue] }), { joins: [{ type: 'joinChatBox', ticketId: newId() }] });
  await synced(screen);
  const ticketId = newId();
  for (let n = 0; n < 10; n += 1)
    await world.push([
      message(`m${n}`, ticketId, pending(queue), { record: { id: `m${n}`, ticketId, body: 'a'.repeat(100_000) } }),
    ]);
  await flush([screen]);
  screen.send({ type: 'joinChatBox', ticketId });
  await synced(screen);
  expect(heard(screen)).toEqual(['refetch']);
});

test('joins narrow tickets by status and messages by conversation', async () => {
  const person = world.person({ queueIds: [queue] });
  const [onScreen, other] = [newId(), newId()];
  const all = await world.screen(person);
  const pendings = await world.screen(person, { joins: [{ type: 'joinTickets', status: 'pending' }] });
  const chat = await world.screen(person, { joins: [{ type: 'joinChatBox', ticketId: onScreen }, { type: 'userStatus' }] });
  const notified = await world.screen(person, { joins: [{ type: 'joinNotification' }] });
  const left = await world.screen(person, {
    joins: [
      { type: 'joinChatBox', ticketId: onScreen },
      { type: 'leaveChatBox', ticketId: onScreen },
    ],
  });
  const open: Seen = { queueId: queue, userId: newId(), status: 'open' };
  // Client frames are handled asynchronously: the joins are in force once each socket has answered a ping.
  await Promise.all(
    [all, pendings, chat, notified, left].map(({ ws }) => new Promise<void>((pong) => ws.once('pong', () => pong()).ping())),
  );
  await world.push([
    ticket('accepted', pending(queue), open),
    ticket('open', open, open, { action: 'updateUnread' }),
    message('m1', onScreen, open),
    message('m2', other, open),
    message('own', other, open, { narrow: { ticketId: other, fromCustomer: false } }),
    message('naming', other, open, { narrow: { ticketId: other, fromCustomer: false, names: true } }),
  ]);
  await flush([all, pendings, chat, notified, left]);
  expect(heard(all)).toEqual([
    'ticket update accepted',
    'ticket updateUnread open',
    'appMessage create m1',
    'appMessage create m2',
    'appMessage create own',
    'appMessage create naming',
  ]);
  expect(heard(pendings)).toEqual([
    'ticket update accepted',
    'appMessage create m1',
    'appMessage create m2',
    'appMessage create own',
    'appMessage create naming',
  ]);
  expect(heard(chat)).toEqual(['ticket update accepted', 'ticket updateUnread open', 'appMessage create m1']);
  expect(heard(notified)).toEqual([
    'ticket update accepted',
    'ticket updateUnread open',
    'appMessage create m1',
    'appMessage create m2',
    'appMessage create naming',
  ]);
  expect(heard(left)).toEqual(['ticket update accepted', 'ticket updateUnread open']);
});

test('a reconnecting client gets what it missed, from the requested position on and in order', async () => {
  const person = world.person({ queueIds: [queue] });
  const first = await world.screen(person);
  const ids = [newId(), newId(), newId(), newId()];
  const positions: string[] = [];
  for (const id of ids) positions.push(await world.push([ticket(id, null, pending(queue))]));
  await flush([first]);
  first.ws.close();
  const again = await world.screen(person, { after: positions[1]! });
  expect(heard(again)).toEqual(ids.slice(1).map((id) => `ticket update ${id}`));
});

test('another hello on a socket returns what was pushed after an answer that is older than its welcome', async () => {
  const person = world.person({ queueIds: [queue] });
  const witness = await world.screen(person);
  const answer = await world.push([ticket('before the answer', null, pending(queue))]);
  await world.push([ticket('after it', null, pending(queue))]);
  await flush([witness]);
  const screen = await world.screen(person);
  await flush([screen]);
  expect(heard(screen)).toEqual([]);
  screen.send({ type: 'hello', token: await world.token(person), after: answer });
  await flush([screen]);
  expect(heard(screen)).toEqual(['ticket update before the answer', 'ticket update after it']);
  screen.send({ type: 'hello', token: await world.token(person), after: '1' });
  await until('told to fetch', () => screen.heard().includes('refetch'));
});

test('a client that was away too long, or whose rooms changed meanwhile, is told to fetch', async () => {
  const person = world.person({ queueIds: [queue] });
  const long = await world.screen(person, { after: '1' });
  await until('told', () => long.heard().length > 0);
  expect(long.heard()).toEqual(['refetch']);
  const before = await world.push([ticket(newId(), null, pending(queue))]);
  await world.push([userRecord(person)]);
  await flush([long]);
  const moved = await world.screen(person, { after: before });
  await until('told', () => moved.heard().length > 0);
  expect(moved.heard()).toEqual(['refetch']);
});

test('a position that was never reached shows that the server was restored', async () => {
  const screen = await world.screen(world.person(), { after: String(world.position() + 1_000) });
  await until('told', () => screen.heard().length > 0);
  expect(screen.frames.filter(({ type }) => type === 'refetch')).toEqual([{ type: 'refetch', restored: true }]);
});

test('pushes that arrive while the projection side is asked are neither missed nor sent by old rooms', async () => {
  const [old, fresh] = [newId(), newId()];
  const person = world.person({ queueIds: [old] });
  const after = await world.push([ticket(newId(), null, pending(null))]);
  let pushed: () => void = () => undefined;
  const done = new Promise<void>((resolve) => {
    pushed = resolve;
  });
  world.holdAnswers(async (userId) => {
    if (userId !== person.userId) return;
    world.holdAnswers(async () => undefined);
    await world.push([userRecord({ ...person, queueIds: [fresh] })]);
    await world.push([ticket('old', null, pending(old)), ticket('fresh', null, pending(fresh))]);
    // The answer, made earlier, is sent only after the hub has received everything.
    const witness = await world.screen(world.person({ queueIds: [fresh] }), { after });
    await until('the hub heard', () => witness.heard().length > 0);
    pushed();
  });
  const screen = await world.screen(person, { after });
  await done;
  await world.push([ticket('old again', null, pending(old)), ticket('fresh again', null, pending(fresh))]);
  await flush([screen]);
  expect(heard(screen)).toEqual(['refetch', 'ticket update fresh again']);
});

test('a user who loses a queue at a hundred messages a second gets none of its pushes afterwards', async () => {
  const person = world.person({ queueIds: [queue] });
  const screen = await world.screen(person);
  const last = { position: '' };
  for (let index = 0; index < 200; index += 1) {
    const change = message(`m${index}`, newId(), pending(queue));
    if (index === 100) last.position = await world.push([userRecord({ ...person, queueIds: [] }), change]);
    else void world.push([change]);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await flush([screen]);
  const messages = screen.pushes('appMessage');
  expect(messages.length).toBeGreaterThan(50);
  expect(messages.filter(({ position }) => BigInt(position) >= BigInt(last.position))).toEqual([]);
  expect(screen.heard()).toContain('refetch');
});

const newerSession = (userId: string): PushChange => ({
  channel: 'auth',
  id: userId,
  record: { userId, version: 2 },
  before: [`user:${userId}`],
  after: [`user:${userId}`],
});

test('a newer sign-in closes the older socket with the reason; the newer one stays', async () => {
  const person = world.person();
  const older = await world.screen(person);
  const newer = await world.screen({ ...person, version: 2 });
  await world.push([newerSession(person.userId)]);
  await until('the older is closed', () => older.closed() !== null);
  await flush([newer]);
  expect(older.closed()).toBe(4002);
  expect(older.pushes('auth').map(({ record }) => record)).toEqual([{ userId: person.userId, version: 2 }]);
  expect(newer.pushes('auth')).toEqual([]);
  expect(newer.closed()).toBeNull();
});

test('the end of a session closes its socket with the reason', async () => {
  const person = world.person();
  const screen = await world.screen(person);
  const change = newerSession(person.userId);
  await world.push([{ ...change, record: { ...change.record, ended: 'safety' } }]);
  await until('closed', () => screen.closed() !== null);
  expect([screen.closed(), screen.pushes('auth')]).toEqual([4001, []]);
  expect(screen.frames.at(-1)).toMatchObject({ type: 'error', error: 'ERR_SESSION_ENDED_FOR_SAFETY' });
});

test('a record over 256 kB is sent by its id only', async () => {
  const screen = await world.screen(world.person({ queueIds: [queue] }));
  const id = newId();
  await world.push([message(id, newId(), pending(queue), { record: { id, body: 'a'.repeat(300_000) } })]);
  await flush([screen]);
  expect(screen.pushes('appMessage').map(({ record }) => record)).toEqual([{ id, partial: true }]);
});

describe('the platform', () => {
  const told = (rooms: string[], more: Partial<PushChange> = {}): PushChange => {
    const id = newId();
    return { channel: 'quick-message', id, record: { id }, before: [], after: rooms, ...more };
  };
  const heardOf = (screen: Screen) => screen.heard().filter((what) => !what.startsWith('tag '));

  test('pushes to everyone of every company, in the one room for that', async () => {
    const stranger = world.person({ companyId: newId() });
    const screens = [await world.screen(world.person()), await world.screen(stranger)];
    const [came, changed, left] = [told([EVERYONE]), told([EVERYONE]), told([])];
    await world.push([came, { ...changed, before: [EVERYONE] }, { ...left, record: null, before: [EVERYONE] }], PLATFORM);
    await flush([screens[0]!]);
    await flush([screens[1]!], stranger.companyId);
    const expected = [`quick-message create ${came.id}`, `quick-message update ${changed.id}`, `quick-message delete ${left.id}`];
    expect(screens.map(heardOf)).toEqual([expected, expected]);
  });

  test('pushes to no other room of a company, whatever rooms it names', async () => {
    const admin = world.person({ profile: 'admin', queueIds: [queue] });
    const screen = await world.screen(admin);
    const its = [`company:${world.companyId}`, `admins:${world.companyId}`, `queue:${world.companyId}:${queue}`];
    const both = told([EVERYONE, ...its]);
    await world.push([told([...its, `user:${admin.userId}`]), told([], { record: null, before: its }), both], PLATFORM);
    await flush([screen]);
    expect(heardOf(screen)).toEqual([`quick-message create ${both.id}`]);
  });

  test('pushes its own records to its own users', async () => {
    const boss = await world.screen(world.person({ companyId: PLATFORM, profile: 'admin', super: true }));
    const screen = await world.screen(world.person());
    const [own, all] = [told([`company:${PLATFORM}`]), told([EVERYONE])];
    await world.push([own, all], PLATFORM);
    await flush([screen]);
    await flush([boss], PLATFORM);
    expect([boss, screen].map(heardOf)).toEqual([
      [`quick-message create ${own.id}`, `quick-message create ${all.id}`],
      [`quick-message create ${all.id}`],
    ]);
  });

  test('is the only company that pushes to everyone: such a push of another company stays in that company', async () => {
    const stranger = world.person({ companyId: newId() });
    const [screen, its] = [await world.screen(world.person()), await world.screen(stranger)];
    await world.push([told([EVERYONE])], stranger.companyId);
    await flush([its], stranger.companyId);
    await flush([screen]);
    expect(heardOf(screen)).toEqual([]);
  });

  test('is replayed to reconnecting clients as they would have received it', async () => {
    const person = world.person();
    const screen = await world.screen(person);
    const after = await world.push([told([`company:${world.companyId}`])]);
    const [all, hidden] = [told([EVERYONE]), told([`company:${world.companyId}`])];
    await world.push([all, hidden], PLATFORM);
    const setting = { id: 'VerFilaCinza', record: { key: 'VerFilaCinza', value: 'enabled' } };
    await world.push([{ channel: 'setting', ...setting, before: [], after: [`company:${PLATFORM}`] }], PLATFORM);
    await flush([screen]);
    const back = await world.screen(person, { after });
    await flush([back]);
    expect(heardOf(back).slice(-1)).toEqual([`quick-message create ${all.id}`]);
    expect(back.heard()).not.toContain('refetch');
  });

  test('makes everyone fetch if something of it may have been missed', async () => {
    const screens = [await world.screen(world.person()), await world.screen(world.person({ companyId: newId() }))];
    await world.publish({ kind: 'refetch', companyId: PLATFORM, position: String(world.position()) });
    await until('all were told to fetch', () => screens.every((screen) => screen.heard().includes('refetch')));
  });
});
