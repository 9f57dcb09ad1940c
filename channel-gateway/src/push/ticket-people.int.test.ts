import { newId, type TicketPerson } from '@prosa/contracts';
import { until } from '../testing/gateway.fixture.ts';
import { type LiveWorld, openLiveWorld, type Screen } from '../testing/live.fixture.ts';

let world: LiveWorld;
let other: Awaited<ReturnType<LiveWorld['another']>>;
beforeAll(async () => {
  world = await openLiveWorld();
  other = await world.another();
  await until('it is ready', async () => (await fetch(`${other.url}/readyz`)).ok);
});
afterAll(() => world.close());

const queue = newId();
const opened = (id: string, writing = false) => ({ type: 'userStatus', ticket: { id, writing } });
const peopleOf = ({ frames }: Screen, ticketId: string): TicketPerson[] | undefined =>
  frames.flatMap((frame) => (frame.type === 'ticketPeople' && frame.ticketId === ticketId ? [frame.people] : [])).at(-1);
const shows = (screen: Screen, ticketId: string, ...people: TicketPerson[]) => {
  const expected = JSON.stringify(people.toSorted((a, b) => (a.userId < b.userId ? -1 : 1)));
  return until('it shows them', () => JSON.stringify(peopleOf(screen, ticketId)) === expected);
};
const aTicket = () => {
  const id = newId();
  world.tickets.set(id, { queueId: queue, userId: null, status: 'open' });
  return id;
};

test('who opens a ticket, writes, leaves it, and whose socket dies, is seen by the others of both instances', async () => {
  const id = aTicket();
  const [ana, bruno, carla] = Array.from({ length: 3 }, () => world.person({ queueIds: [queue] }));
  const here = (of: { userId: string }, writing = false) => ({ userId: of.userId, writing });
  const first = await world.screen(ana!, { joins: [opened(id)] });
  await shows(first, id, here(ana!));
  const second = await world.screen(bruno!, { joins: [opened(id)], url: other.url });
  const third = await world.screen(carla!, { joins: [opened(id)] });
  for (const one of [first, second, third]) await shows(one, id, here(ana!), here(bruno!), here(carla!));
  second.send(opened(id, true));
  await shows(first, id, here(ana!), here(bruno!, true), here(carla!));
  second.send({ type: 'userStatus', ticket: null });
  await shows(first, id, here(ana!), here(carla!));
  // Without a ticket the frame says nothing about it.
  third.send({ type: 'userStatus' });
  second.send(opened(id));
  await shows(first, id, here(ana!), here(bruno!), here(carla!));
  third.ws.terminate();
  await shows(second, id, here(ana!), here(bruno!));
});

test('people of other queues and companies neither see nor are seen', async () => {
  const id = aTicket();
  const ana = world.person({ queueIds: [queue] });
  const strangers = [world.person({ queueIds: [newId()] }), world.person({ companyId: newId(), profile: 'admin' })];
  const foreign = await Promise.all(strangers.map((one) => world.screen(one, { joins: [opened(id)] })));
  const screen = await world.screen(ana, { joins: [opened(id)] });
  await shows(screen, id, { userId: ana.userId, writing: false });
  const admin = world.person({ profile: 'admin' });
  await world.screen(admin, { joins: [opened(id)], url: other.url });
  await shows(screen, id, ...[ana, admin].map(({ userId }) => ({ userId, writing: false })));
  expect(foreign.map((one) => peopleOf(one, id))).toEqual([undefined, undefined]);
});
