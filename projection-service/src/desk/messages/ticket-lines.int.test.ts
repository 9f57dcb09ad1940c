import { conversationEvents as c, routes, type TicketLine } from '@prosa/contracts';
import { asUser, uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, founded, place } from '../tickets/tickets.fixture.ts';

const { list } = routes.messages;
const { here } = founded();
const [byAna, byCarla] = [ana, carla].map(({ userId }) => ({ by: asUser(userId) }));

// One ticket, which goes from hand to hand.
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const ticketId = talk.opened('1');
talk.say(c.TicketQueued, { ticketId, queueId: place.support });
talk.received(ticketId, 'hello', 'Oi');
talk.say(c.TicketAccepted, { ticketId, userId: carla.userId }, byCarla);
talk.say(c.TicketTransferred, { ticketId, queueId: place.sales, userId: ana.userId }, byCarla);
talk.say(c.TicketSnoozed, { ticketId, until: '2026-03-02T12:00:00.000Z', userId: ana.userId }, byAna);
talk.received(ticketId, 'again', 'E então?');
talk.say(c.TicketWoken, { ticketId, reason: 'customer' });
talk.say(c.TicketReturned, { ticketId }, byAna);
talk.say(c.TicketLeftQueue, { ticketId });
talk.closed(ticketId, null);
talk.say(c.TicketReopened, { ticketId, queueId: place.sales, userId: ana.userId }, byAna);
talk.say(c.TicketReturned, { ticketId }, byAna);
talk.say(c.TicketAccepted, { ticketId, userId: ana.userId, distributed: true });

// A conversation of two tickets, of which Ana may see the second, with many messages and a line after every fifth.
here.contact(uuid(102), 'João', '5511912345678');
const long = here.conversation(place.shop, uuid(102));
long.started();
const others = long.opened('1', { queueId: place.support, userId: bruno.userId });
long.received(others, 'private', 'Só para o Bruno');
long.say(c.TicketReturned, { ticketId: others }, { by: asUser(bruno.userId) });
long.closed(others, bruno.userId);
const own = long.opened('2', { queueId: place.sales, userId: ana.userId });
const said: string[] = [];
for (let n = 1; n <= 50; n += 1) {
  said.push(long.received(own, `m${n}`, `texto ${n}`));
  if (n % 5 === 0) long.say(c.TicketSnoozed, { ticketId: own, until: '2026-04-01T12:00:00.000Z', userId: ana.userId }, byAna);
}

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
});
afterAll(() => service.close());

const page = async (caller: Caller, id: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await service.ask(caller, list, { params: { ticketId: id }, query });
  expect(status).toBe(200);
  return body;
};
const described = ({ kind, by, user, queue, from }: TicketLine) => [kind, by?.name, user?.name, queue?.name, from?.name];

test('a page tells what was done with its ticket, by whom, and between which queues', async () => {
  const { lines } = await page(carla, ticketId);
  expect(lines.map(described)).toEqual([
    ['accepted', 'Carla', 'Carla', undefined, 'Suporte'],
    ['transferred', 'Carla', 'Ana', 'Vendas', 'Suporte'],
    ['snoozed', 'Ana', undefined, undefined, 'Vendas'],
    ['woken', undefined, undefined, undefined, 'Vendas'],
    ['returned', 'Ana', undefined, undefined, 'Vendas'],
    ['left-queue', undefined, undefined, undefined, 'Vendas'],
    ['reopened', 'Ana', 'Ana', 'Vendas', undefined],
    ['returned', 'Ana', undefined, undefined, 'Vendas'],
    ['accepted', undefined, 'Ana', undefined, 'Vendas'],
  ]);
  expect(lines.map(({ until }) => until).filter(Boolean)).toEqual(['2026-03-02T12:00:00.000Z']);
  expect(lines.map(({ reason }) => reason).filter(Boolean)).toEqual(['customer', 'distribution']);
});

test('whoever pages through a conversation gets each line once, with the messages around it', async () => {
  const pages = [await page(ana, own)];
  while (pages.at(-1)!.hasMore) pages.push(await page(ana, own, { before: pages.at(-1)!.messages[0]!.id }));
  expect(pages.map(({ lines }) => lines.length)).toEqual([4, 4, 2]);
  const ids = pages.flatMap(({ lines }) => lines.map(({ id }) => id));
  expect(new Set(ids).size).toBe(10);

  const byNumber = await Promise.all([1, 2, 3].map((pageNumber) => page(ana, own, { pageNumber })));
  expect(byNumber.map(({ lines }) => lines.length)).toEqual([4, 4, 2]);

  const around = await page(ana, own, { goMessage: said[24]! });
  const after = await page(ana, own, { newer: around.messages.at(-1)!.id });
  const [first, last] = [around.messages[0]!, around.messages.at(-1)!].map(({ position }) => BigInt(position));
  const within = pages.flatMap(({ lines }) => lines).filter(({ position }) => BigInt(position) > first!);
  expect(around.lines.every(({ position }) => BigInt(position) > first! && BigInt(position) < last!)).toBe(true);
  expect(around.lines.length + after.lines.length).toBe(within.length);
});

test('only of tickets that the caller sees', async () => {
  const all = await page(carla, own, { before: said[0]! });
  expect(all.lines.map(({ kind }) => kind)).toEqual(['returned']);
  expect((await page(ana, own, { before: said[0]! })).lines).toEqual([]);
});
