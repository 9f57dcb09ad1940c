import { newId, type PushChange, roomsOfTicket } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

/** Where pushes were lost, so may have been those that tell who may see what. */
let world: LiveWorld;
beforeAll(async () => {
  world = await openLiveWorld();
});
afterAll(() => world.close());

const queue = newId();
const ticket = (id: string, queueId: string): PushChange => ({
  channel: 'ticket',
  id,
  record: { id },
  before: [],
  after: roomsOfTicket(world.companyId, { queueId, userId: null, status: 'pending' }),
});
const message = (id: string, ticketId: string): PushChange => ({
  ...ticket(id, queue),
  channel: 'appMessage',
  narrow: { ticketId, fromCustomer: true },
});
const order = (companyId: string | null = world.companyId) =>
  world.publish({ kind: 'refetch', companyId, position: String(world.position()) });
const user = ({ userId, profile, queueIds }: { userId: string; profile: string; queueIds: string[] }): PushChange => ({
  channel: 'user',
  id: userId,
  record: { id: userId, profile, queueIds },
  before: [`company:${world.companyId}`],
  after: [`company:${world.companyId}`],
});
const refetched = (screen: Screen) => until('it is told', () => screen.heard().includes('refetch'));
/** An administrator hears all: what they have heard, the others have too if they may. */
const flushed = async (admin: Screen) => {
  const id = newId();
  await world.push([ticket(id, newId())]);
  await until('the last word came', () => admin.pushes().some(({ record }) => record.id === id));
};

test.each([
  ['its company', () => world.companyId],
  ['all companies', () => null],
])('an order to %s sets the rooms anew: who lost a queue hears none of it, who got one hears it', async (_, companyId) => {
  const [loser, winner] = [world.person({ queueIds: [queue] }), world.person()];
  const [lost, won, admin] = [
    await world.screen(loser),
    await world.screen(winner),
    await world.screen(world.person({ profile: 'admin' })),
  ];
  world.person({ ...loser, queueIds: [] });
  world.person({ ...winner, queueIds: [queue] });
  await order(companyId());
  await Promise.all([lost, won, admin].map(refetched));
  await world.push([ticket('t', queue)]);
  await flushed(admin);
  expect(lost.heard()).toEqual(['refetch']);
  expect(won.heard()).toEqual(['refetch', 'ticket update t']);
});

test('while it is asked anew who they are, nobody hears by their old rooms, nor by joining', async () => {
  const person = world.person({ queueIds: [queue] });
  const [screen, admin] = [await world.screen(person), await world.screen(world.person({ profile: 'admin' }))];
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  world.holdAnswers(() => held);
  world.person({ ...person, queueIds: [] });
  await order();
  const ticketId = newId();
  await world.push([ticket('meanwhile', queue), message('m', ticketId)]);
  screen.send({ type: 'joinChatBox', ticketId });
  world.holdAnswers(async () => undefined);
  await new Promise<void>((pong) => screen.ws.once('pong', () => pong()).ping());
  free();
  await Promise.all([screen, admin].map(refetched));
  await flushed(admin);
  expect(screen.heard()).toEqual(['refetch']);
});

test('an order that comes while a new socket`s rooms are asked for has them asked for again', async () => {
  const person = world.person({ queueIds: [queue] });
  const admin = await world.screen(world.person({ profile: 'admin' }));
  world.holdAnswers(async () => {
    world.holdAnswers(async () => undefined);
    world.person({ ...person, queueIds: [] });
    await order();
    await refetched(admin);
  });
  const screen = await world.screen(person);
  await world.push([ticket('late', queue)]);
  await flushed(admin);
  expect(screen.heard()).toEqual([]);
});

test('a sign-in elsewhere that was never heard of ends the older socket', async () => {
  const person = world.person();
  const screen = await world.screen(person);
  world.person({ ...person, version: 2 });
  await order();
  await until('it is closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4001);
});

test('an order reaches the company that it is for, and no other', async () => {
  const stranger = world.person({ companyId: newId(), profile: 'admin' });
  const [mine, other] = [await world.screen(world.person()), await world.screen(stranger)];
  await order();
  await refetched(mine);
  const room = [`company:${stranger.companyId}`];
  await world.push([{ channel: 'tag', id: 'last', record: { id: 'last' }, before: [], after: room }], stranger.companyId);
  await until('the last word came', () => other.heard().includes('tag create last'));
  expect(other.heard()).toEqual(['tag create last']);
});

test('that a user came does not make them fetch again what they have just fetched; that their queues changed does', async () => {
  const person = world.person({ queueIds: [queue] });
  const came = await world.push([{ ...user(person), narrow: { presence: true } }]);
  const screen = await world.screen(person, { after: came });
  await until('it is told', () => screen.pushes('user').length === 1);
  await world.push([ticket('t1', queue)]);
  await until('the ticket came', () => screen.pushes('ticket').length === 1);
  expect(screen.heard()).not.toContain('refetch');
  const changed = await world.push([user(person)]);
  await refetched(await world.screen(person, { after: changed }));
});
