import { conversationEvents as c, limits, routes } from '@prosa/contracts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from './tickets.fixture.ts';

const { previous } = routes.tickets;
const [maria, joao] = [uuid(101), uuid(102)];
const { here, there } = founded();
here.connection(uuid(32), 'Site');
here.contact(maria, 'Maria', '5511987654321');
here.contact(joao, 'João', '5511987654322');

const talk = here.conversation(place.shop, maria);
talk.started();
const sold = talk.opened('1', { queueId: place.sales, userId: ana.userId });
const hello = talk.received(sold, 'hello', 'Bom dia');
talk.sent(sold, 'answer', 'Bom dia, Maria', { userId: ana.userId });
talk.say(c.TicketTagged, { ticketId: sold, tagIds: [place.late] });
talk.closed(sold, ana.userId);
talk.say(c.RatingGiven, {
  ticketId: sold,
  messageId: talk.message('rating'),
  rating: 3,
  body: '3',
  channelId: 'rating',
  sentAt: '2026-03-01T12:00:00.000Z',
});
const helped = talk.opened('2', { queueId: place.support, userId: bruno.userId });
talk.closed(helped, bruno.userId);
const elsewhere = here.conversation(uuid(32), maria);
elsewhere.started();
const onSite = elsewhere.opened('3', { queueId: place.sales, userId: ana.userId });
const fromSite = elsewhere.received(onSite, 'site', 'Pelo site');
const now = talk.opened('4', { queueId: place.sales, userId: ana.userId });
const later = talk.opened('5', { queueId: place.sales, userId: ana.userId });
const others = here.conversation(place.shop, joao);
others.started();
others.opened('6', { queueId: place.sales, userId: ana.userId });

const many = here.conversation(place.shop, joao);
const ofJoao = Array.from({ length: limits.pageSize + 3 }, (_, n) => many.opened(`n${n}`, { queueId: place.sales }));

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const ask = (caller: typeof carla, ticketId = now, query: Record<string, string> = {}) =>
  service.ask(caller, previous, { params: { ticketId }, query });
const ids = async (caller: typeof carla, ticketId = now) => (await ask(caller, ticketId)).body.tickets.map(({ id }) => id);

test('those of the contact that began before are listed, newest first, on every connection', async () => {
  const { body } = await ask(carla);
  expect(body).toMatchObject({
    tickets: [
      { id: onSite, firstMessageId: fromSite },
      { id: helped, firstMessageId: null, queue: { name: 'Suporte' }, user: { name: 'Bruno' } },
      { id: sold, firstMessageId: hello, queue: { name: 'Vendas' }, tags: [{ name: 'Atrasado' }], rating: 3 },
    ],
    hasMore: false,
    count: 3,
    cursor: null,
  });
  expect(await ids(carla, later)).toEqual([now, onSite, helped, sold]);
  expect(await ids(carla, sold)).toEqual([]);
});

test('only those that the caller sees are listed and counted', async () => {
  expect((await ask(ana)).body).toMatchObject({ tickets: [{ id: onSite }, { id: sold }], count: 2 });
  for (const caller of [bruno, elio, zoe]) expect(await ask(caller)).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
});

test('by cursor each is listed once', async () => {
  const last = ofJoao.at(-1)!;
  const first = (await ask(carla, last)).body;
  expect(first).toMatchObject({ hasMore: true, count: limits.pageSize + 3 });
  const rest = (await ask(carla, last, { cursor: first.cursor! })).body;
  expect(rest).toMatchObject({ hasMore: false, count: limits.pageSize + 3, cursor: null });
  const listed = [...first.tickets, ...rest.tickets].map(({ id }) => id);
  expect(listed.slice(0, -1)).toEqual(ofJoao.slice(0, -1).toReversed());
  expect(await ask(carla, last, { cursor: 'x' })).toMatchObject({ status: 400, body: { fields: { cursor: 'Invalid cursor' } } });
});
