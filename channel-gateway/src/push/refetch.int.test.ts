import { newId, type PushChange, roomsOfTicket } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

/** If pushes were lost, changes of who may see what may be among them. */
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
/** An administrator receives everything: when they have received it, so have the others who may. */
const flushed = async (admin: Screen) => {
  const id = newId();
  await world.push([ticket(id, newId())]);
  await until('the last word came', () => admin.pushes().some(({ record }) => record.id === id));
};

test.each([
  ['its company', () => world.companyId],
  ['all companies', () => null],
])(
  'a refetch of %s renews the rooms: a user who lost a queue gets none of its pushes, one who gained it does',
  async (_, companyId) => {
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
  },
);

test('a refetch names a position that is no older than what was lost, also beyond the last push', async () => {
  const screen = await world.screen(world.person());
  await world.push([ticket(newId(), queue)]);
  const lost = world.goOn(5);
  await order();
  await refetched(screen);
  expect(screen.frames.filter(({ type }) => type === 'refetch')).toEqual([{ type: 'refetch', position: String(lost) }]);
});

test('while users are looked up again, nobody gets pushes by old rooms or by joining', async () => {
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

test('a refetch that arrives while a new socket`s rooms are looked up causes another look-up', async () => {
  const person = world.person({ queueIds: [queue] });
  const admin = await world.screen(world.person({ profile: 'admin' }));
  world.holdAnswers(async (userId) => {
    if (userId !== person.userId) return;
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

test('a refetch of another company makes no new socket look again', async () => {
  const person = world.person({ queueIds: [queue] });
  let looks = 0;
  world.holdAnswers(async (userId) => {
    if (userId !== person.userId) return;
    looks += 1;
    if (looks > 1) return;
    const before = world.position();
    await order(newId());
    const admin = await world.screen(world.person({ profile: 'admin' }));
    await flushed(admin);
    expect(world.position()).toBeGreaterThan(before);
  });
  await world.screen(person);
  world.holdAnswers(async () => undefined);
  expect(looks).toBe(1);
});

test('a company’s refetch is nothing that an answer of its position lacks, but one from before it does', async () => {
  const stranger = () => world.person({ profile: 'admin' });
  await order();
  const at = world.position();
  await flushed(await world.screen(stranger()));
  const [upToDate, older] = [
    await world.screen(stranger(), { after: String(at) }),
    await world.screen(stranger(), { after: String(at - 1) }),
  ];
  await refetched(older);
  await flushed(upToDate);
  expect(upToDate.heard()).not.toContain('refetch');
});

test('a sign-in elsewhere that was missed ends the older socket', async () => {
  const person = world.person();
  const screen = await world.screen(person);
  world.person({ ...person, version: 2 });
  await order();
  await until('it is closed', () => screen.closed() !== null);
  expect(screen.closed()).toBe(4001);
});

test('a refetch reaches only its company', async () => {
  const stranger = world.person({ companyId: newId(), profile: 'admin' });
  const [mine, other] = [await world.screen(world.person()), await world.screen(stranger)];
  await order();
  await refetched(mine);
  const room = [`company:${stranger.companyId}`];
  await world.push([{ channel: 'tag', id: 'last', record: { id: 'last' }, before: [], after: room }], stranger.companyId);
  await until('the last word came', () => other.heard().includes('tag create last'));
  expect(other.heard()).toEqual(['tag create last']);
});

test('a user who comes online does not make them fetch again; a change of their queues does', async () => {
  const person = world.person({ queueIds: [queue] });
  // A published change may reach the hub after a hello, whose rooms receive it anyway: a colleague's screen shows it.
  const colleague = await world.screen(world.person());
  const toldOf = (count: number) => until('a colleague is told', () => colleague.pushes('user').length === count);
  const came = await world.push([{ ...user(person), narrow: { presence: true } }]);
  await toldOf(1);
  const screen = await world.screen(person, { after: came });
  await until('it is told', () => screen.pushes('user').length === 1);
  await world.push([ticket('t1', queue)]);
  await until('the ticket came', () => screen.pushes('ticket').length === 1);
  expect(screen.heard()).not.toContain('refetch');
  const changed = await world.push([user(person)]);
  await toldOf(2);
  await refetched(await world.screen(person, { after: changed }));
});
