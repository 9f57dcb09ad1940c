import { conversationEvents as c, routes } from '@prosa/contracts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, carla, founded, place } from './tickets.fixture.ts';

const { list, show } = routes.tickets;
const { here } = founded();
const at = '2026-03-10T12:00:00.000Z';
const talks = Array.from({ length: 45 }, (_, n) => {
  here.contact(uuid(1_000 + n), `Cliente ${n}`, `55119000000${n}`);
  const talk = here.conversation(place.shop, uuid(1_000 + n));
  talk.started();
  // Most changed at the same instant: only their ids define their order.
  return { talk, id: talk.opened('1', { queueId: place.sales }, { at: n < 30 ? at : `2026-03-11T12:00:${n}.000Z` }) };
});

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
});
afterAll(() => service.close());

test.each([
  ['an administrator', carla],
  ['a user', ana],
])('%s pages by number, each page with the total count', async (_, caller) => {
  const pages = [];
  for (const pageNumber of [1, 2, 3, 4])
    pages.push((await service.ask(caller, list, { query: { pageNumber, status: 'pending' } })).body);
  expect(pages.map(({ tickets, hasMore, count }) => [tickets.length, hasMore, count])).toEqual([
    [20, true, 45],
    [20, true, 45],
    [5, false, 45],
    [0, false, 45],
  ]);
  const all = pages.flatMap(({ tickets }) => tickets);
  expect(new Set(all.map(({ id }) => id)).size).toBe(45);
  const order = all.map(({ updatedAt, id }) => `${updatedAt} ${id}`);
  expect(order).toEqual(order.toSorted().reverse());
});

test('with a cursor unchanged tickets are listed once, whatever happens between the pages', async () => {
  for (const [turn, caller] of [carla, ana].entries()) {
    const seen: string[] = [];
    const changed = new Set<string>();
    let cursor: string | undefined;
    for (let page = 0; cursor !== undefined || page === 0; page += 1) {
      const { body } = await service.ask(caller, list, { query: { cursor } });
      expect(body.hasMore).toBe(body.cursor !== null);
      seen.push(...body.tickets.map(({ id }) => id));
      cursor = body.cursor ?? undefined;
      // One shown ticket and one of a later page move up, and a new one arrives.
      for (const { talk, id } of [talks[44 - page]!, talks[page]!]) {
        talk.received(id, `more ${turn} ${page}`, 'Oi', { at: '2026-03-12T12:00:00.000Z' });
        changed.add(id);
      }
      here.contact(uuid(2_000 + turn * 100 + page), 'Nova', `551180000${turn}00${page}`);
      const fresh = here.conversation(place.shop, uuid(2_000 + turn * 100 + page));
      fresh.started();
      fresh.opened('1', { queueId: place.sales }, { at: '2026-03-12T12:00:00.000Z' });
      await service.write(here.take());
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(talks.map(({ id }) => id).filter((id) => !changed.has(id) && !seen.includes(id))).toEqual([]);
  }
});

test('a read with a position contains what was written there, with the caller’s rights at that position', async () => {
  const { talk, id } = talks[20]!;
  talk.say(c.TicketTransferred, { ticketId: id, queueId: place.support, userId: null });
  const moved = await service.append(here.take());
  const gone = await service.ask(ana, show, { params: { ticketId: id }, query: { after: String(moved) } });
  expect(gone).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });

  here.userChanged(ana.userId, { queueIds: [place.sales, place.support] });
  const given = await service.append(here.take());
  const answer = await service.ask(ana, show, { params: { ticketId: id }, query: { after: String(given) } });
  expect(answer).toMatchObject({ status: 200, body: { id, queueId: place.support } });
  expect(answer.position).toBeGreaterThanOrEqual(given);
});
