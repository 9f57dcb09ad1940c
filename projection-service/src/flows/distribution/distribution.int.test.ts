import { conversationEvents as c, routes } from '@prosa/contracts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { sales, support } = place;
const { attendants } = routes.distribution;
const { here, there } = founded();
/** In the order of their names; Iara has no screen open, Hugo has not signed in. */
const [davi, eva, fabio, gina, hugo, iara, joel] = Array.from({ length: 7 }, (_, n) => uuid(301 + n)) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];
for (const [id, name] of [
  [davi, 'Davi'],
  [eva, 'Eva'],
  [fabio, 'Fábio'],
  [gina, 'Gina'],
  [hugo, 'Hugo'],
  [iara, 'Iara'],
  [joel, 'Joel'],
] as const) {
  here.user(id, name, { queueIds: [support] });
  if (id !== hugo) here.signedIn(id, 1);
  if (id !== iara) here.presence(id, true, 1);
}
here.available(davi, 'away');
here.available(eva, 'busy');
here.idle(gina, true, 2);
here.userDeleted(joel);

let people = 0;
const ticket = (userId: string | null, queueId = support) => {
  people += 1;
  here.contact(uuid(400 + people), `Cliente ${people}`, `55119000002${people}`);
  const talk = here.conversation(place.shop, uuid(400 + people));
  talk.started();
  return { talk, id: talk.opened('1', { queueId, userId }) };
};
ticket(null);
ticket(fabio);
ticket(fabio, sales);
const snoozed = ticket(fabio);
snoozed.talk.say(c.TicketSnoozed, { ticketId: snoozed.id, until: '2099-01-01T12:00:00.000Z', userId: fabio });
const closed = ticket(fabio);
closed.talk.closed(closed.id, fabio);
ticket(bruno.userId);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const listed = async (caller: typeof carla, id: string) => {
  const { status, body } = await service.ask(caller, attendants, { params: { id } });
  return status === 200 ? body.map((one) => [one.name, one.online, one.availability, one.openTickets]) : status;
};

test('the people of a queue: the available by how little they have to do, then the busy, the away, and who is not there', async () => {
  expect(await listed(carla, support)).toEqual([
    ['Fábio', true, 'available', 2],
    ['Eva', true, 'busy', 0],
    ['Davi', true, 'away', 0],
    ['Gina', true, 'away', 0],
    ['Hugo', false, 'available', 0],
    ['Iara', false, 'available', 0],
    ['Bruno', false, 'available', 1],
  ]);
  here.signedIn(bruno.userId, 1);
  here.presence(bruno.userId, true, 1);
  await service.write(here.take());
  expect((await service.ask(elio, attendants, { params: { id: support } })).body.slice(0, 2)).toEqual([
    { id: bruno.userId, name: 'Bruno', profilePicUrl: null, online: true, availability: 'available', openTickets: 1 },
    { id: fabio, name: 'Fábio', profilePicUrl: null, online: true, availability: 'available', openTickets: 2 },
  ]);
});

test('a queue of another company, or none, has no people', async () => {
  expect(await listed(zoe, support)).toBe(404);
  expect(await listed(ana, uuid(999))).toBe(404);
  expect(await listed(ana, 'x')).toBe(404);
});
