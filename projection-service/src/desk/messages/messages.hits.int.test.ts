import { conversationEvents as c, routes } from '@prosa/contracts';
import { uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const older = talk.opened('1', { queueId: place.support, userId: bruno.userId });
const m1 = talk.received(older, 'a', 'O elevador parou');
talk.closed(older, bruno.userId);
const newer = talk.opened('2', { queueId: place.sales, userId: ana.userId });
const m2 = talk.received(newer, 'b', 'O ELEVADOR é pequeno');
const m3 = talk.sent(newer, 'c', 'E o elevádor de serviço?', { userId: ana.userId });
talk.received(newer, 'd', 'Não sei');
const gone = talk.sent(newer, 'e', 'Elevador do chefe', { userId: ana.userId });
talk.say(c.MessageDeleted, { ticketId: newer, messageId: gone, userId: ana.userId });
const silent = here.conversation(place.shop, uuid(101)).opened('3', { queueId: place.sales, userId: ana.userId });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const hits = async (caller: Caller, ticketIds: string[], description = 'elevador') => {
  const { status, body } = await service.ask(caller, routes.messages.searchByTickets, { query: { description, ticketIds } });
  expect(status).toBe(200);
  return body.hits.map(({ ticketId, count, message }) => ({ ticketId, count, id: message.id }));
};
const within = async (caller: Caller, ticketId: string, description = 'elevador') =>
  service.ask(caller, routes.messages.searchInTicket, { params: { ticketId }, query: { description } });

test('each ticket has its newest message with the words, and how many there are', async () => {
  const found = await hits(carla, [older, newer, silent]);
  expect(found).toHaveLength(2);
  expect(found).toEqual(
    expect.arrayContaining([
      { ticketId: newer, count: 2, id: m3 },
      { ticketId: older, count: 1, id: m1 },
    ]),
  );
  expect(await hits(carla, [newer], 'chefe')).toEqual([]);
  expect(await hits(carla, [], 'elevador')).toEqual([]);
});

test('only of tickets that the caller sees', async () => {
  expect(await hits(ana, [older, newer])).toEqual([{ ticketId: newer, count: 2, id: m3 }]);
  expect(await hits(bruno, [older, newer])).toEqual([{ ticketId: older, count: 1, id: m1 }]);
  expect(await hits(elio, [older, newer])).toEqual([]);
  expect(await hits(zoe, [older, newer])).toEqual([]);
});

test('in a conversation they are listed newest first, up to the ticket that is shown, as far as the caller sees it', async () => {
  expect((await within(carla, newer)).body).toEqual({ messageIds: [m3, m2, m1] });
  expect((await within(carla, older)).body).toEqual({ messageIds: [m1] });
  expect((await within(ana, newer)).body).toEqual({ messageIds: [m3, m2] });
  expect((await within(zoe, newer)).status).toBe(404);
});

test('fewer than three letters are refused, with the words of the message search', async () => {
  const { status, body } = await within(carla, newer, 'el');
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { description: expect.any(String) } },
  });
});
