import { newId, type PushChange, roomsOfTicket } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

/** Floods, which the projection side sends as one `reload`, and a ring with little memory. */
const RING_BYTES = 256 * 1024;
let world: LiveWorld;
beforeAll(async () => {
  world = await openLiveWorld({ ring: { maxBytes: RING_BYTES } });
});
afterAll(() => world.close());

const roomsIn = (queueId: string, companyId = world.companyId) =>
  roomsOfTicket(companyId, { queueId, userId: null, status: 'pending' });
const ticket = (id: string, queueId: string): PushChange => ({
  channel: 'ticket',
  id,
  record: { id },
  before: [],
  after: roomsIn(queueId),
});
const message = (id: string, ticketId: string, queueId: string): PushChange => ({
  ...ticket(id, queueId),
  channel: 'appMessage',
  narrow: { ticketId, fromCustomer: true },
});
const reload = (channel: 'ticket' | 'appMessage' | 'contact', rooms: string[]): PushChange => ({
  channel,
  id: '',
  record: null,
  before: rooms,
  after: rooms,
  action: 'reload',
});
/** Sends a last push to the whole company. */
const flush = async (...screens: Screen[]) => {
  const id = newId();
  await world.push([{ channel: 'tag', id, record: { id }, before: [], after: [`company:${world.companyId}`] }]);
  await until('the last word came', () => screens.every((one) => one.pushes('tag').some(({ record }) => record.id === id)));
};
const synced = (screen: Screen) => new Promise<void>((pong) => screen.ws.once('pong', () => pong()).ping());
const heard = (screen: Screen) => screen.heard().filter((what) => !what.startsWith('tag '));

test('a flood is one frame without a record, sent to everyone who would get one of its changes, whatever they joined', async () => {
  const [mine, others] = [newId(), newId()];
  const chat = { type: 'joinChatBox', ticketId: newId() };
  const hearer = await world.screen(world.person({ queueIds: [mine] }), {
    joins: [chat, { type: 'joinTickets', status: 'closed' }],
  });
  await synced(hearer);
  const deaf = await world.screen(world.person({ queueIds: [others] }));
  const stranger = await world.screen(world.person({ companyId: newId(), profile: 'admin', queueIds: [mine] }));
  const position = await world.push([reload('ticket', roomsIn(mine)), reload('appMessage', roomsIn(mine))]);
  await flush(hearer, deaf);
  expect(hearer.frames.filter(({ type }) => type === 'reload')).toEqual([
    { type: 'reload', position, channel: 'ticket' },
    { type: 'reload', position, channel: 'appMessage' },
  ]);
  expect([deaf, stranger].map(heard)).toEqual([[], []]);
});

test('a reconnecting client gets it in its place', async () => {
  const queueId = newId();
  const person = world.person({ queueIds: [queueId] });
  const first = await world.screen(person);
  const after = await world.push([ticket('t1', queueId)]);
  await world.push([{ ...ticket('c1', queueId), channel: 'contact' }]);
  await world.push([reload('contact', roomsIn(queueId))]);
  await world.push([ticket('t2', queueId)]);
  await flush(first);
  const again = await world.screen(person, { after });
  expect(heard(again)).toEqual(['ticket update t1', 'contact create c1', 'contact reload', 'ticket update t2']);
});

test.each(['comes back', 'joins the conversation'])(
  'a flood may have moved a ticket: a client that %s after it gets none of its older pushes, but fetches',
  async (how) => {
    const [from, elsewhere] = [newId(), newId()];
    const loser = world.person({ queueIds: [from] });
    const admin = await world.screen(world.person({ profile: 'admin' }));
    const after = await world.push([ticket(newId(), elsewhere)]);
    const [moved, known] = [newId(), newId()];
    await world.push([message('said before', moved, from)]);
    await world.push([message('said here', known, from)]);
    await world.push([reload('ticket', roomsIn(from))]);
    await world.push([ticket(known, from)]);
    await flush(admin);
    const screen = await world.screen(loser, how === 'comes back' ? { after } : {});
    if (how !== 'comes back') for (const ticketId of [moved, known]) screen.send({ type: 'joinChatBox', ticketId });
    await synced(screen);
    const all = ['appMessage create said here', 'ticket reload', `ticket update ${known}`, 'appMessage reload'];
    expect(heard(screen)).toEqual(how === 'comes back' ? all : ['appMessage reload', 'appMessage create said here']);
  },
);

test('messages replaced by a reload are fetched by a client that joins their conversation just after it', async () => {
  const queueId = newId();
  const person = world.person({ queueIds: [queueId] });
  const screen = await world.screen(person, { joins: [{ type: 'joinChatBox', ticketId: newId() }] });
  await synced(screen);
  await world.push([reload('appMessage', roomsIn(queueId))]);
  await flush(screen);
  screen.send({ type: 'joinChatBox', ticketId: newId() });
  await synced(screen);
  expect(heard(screen)).toEqual(['appMessage reload', 'appMessage reload']);
});

test('after the flood of one company another company’s reconnecting socket continues where it was', async () => {
  const companyId = newId();
  const queueId = newId();
  const room = roomsIn(queueId, companyId);
  const person = world.person({ companyId, queueIds: [queueId] });
  const first = await world.screen(person);
  const after = await world.push([{ ...ticket('t1', queueId), before: room, after: room }], companyId);
  await until('it came', () => first.heard().length === 1);
  first.ws.close();
  // 10,000 changes, in batches of 1,000 as the projector commits them.
  for (let batch = 0; batch < 10; batch += 1) await world.push([reload('contact', [`company:${world.companyId}`])]);
  await world.push([{ ...ticket('t2', queueId), before: room, after: room }], companyId);
  const witness = await world.screen(world.person({ companyId, queueIds: [queueId] }), { after });
  await until('the hub heard of it', () => witness.heard().length >= 2);
  const again = await world.screen(person, { after });
  await synced(again);
  expect(heard(again)).toEqual(['ticket update t1', 'ticket update t2']);
});
