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
  const id = talk.opened('1', { queueId: place.sales }, { at: n < 30 ? at : `2026-03-11T12:00:${n}.000Z` });
  if (n % 5 === 0) talk.received(id, 'first', 'Oi', { at: n < 20 ? at : `2026-03-11T12:01:${60 - n}.000Z` });
  return { talk, id };
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

describe('in an order that is asked for', () => {
  beforeAll(async () => {
    here.contact(uuid(1_900), 'Cliente antigo', '551190000999');
    const talk = here.conversation(place.shop, uuid(1_900));
    talk.started();
    talk.closed(talk.opened('1', { queueId: place.sales }, { at: '2026-03-09T12:00:00.000Z' }), null, {
      at: '2026-03-11T13:00:00.000Z',
    });
    await service.write(here.take());
  });

  test.each([
    ['an administrator', carla],
    ['a user', ana],
  ])(
    '%s gets the tickets in the order asked for, by cursor as by number, and those who wait before the others',
    async (_, caller) => {
      for (const sort of ['waiting', 'oldest', 'newest'] as const) {
        const byNumber = [];
        const byCursor = [];
        let cursor: string | undefined;
        for (const pageNumber of [1, 2, 3]) {
          byNumber.push(...(await service.ask(caller, list, { query: { sort, pageNumber } })).body.tickets);
          const { body } = await service.ask(caller, list, { query: { sort, cursor } });
          byCursor.push(...body.tickets);
          cursor = body.cursor ?? undefined;
        }
        expect([byNumber.length, cursor]).toEqual([46, undefined]);
        expect(byCursor).toEqual(byNumber);
        const order = byNumber.map(({ waitingSince, updatedAt, id }) =>
          sort === 'waiting' ? `${waitingSince ?? 'never'} ${updatedAt} ${id}` : `${updatedAt} ${id}`,
        );
        expect(order).toEqual(sort === 'newest' ? order.toSorted().reverse() : order.toSorted());
        if (sort === 'waiting') expect(byNumber.filter(({ waitingSince }) => waitingSince !== null)).toHaveLength(45);
        // The search reads the same lists by another plan.
        const found = await service.ask(caller, list, { query: { sort, searchParam: 'Cliente' } });
        expect(found.body.tickets).toEqual(byNumber.slice(0, 20));
      }
    },
  );
});

test('a cursor of another order is refused', async () => {
  const { cursor } = (await service.ask(carla, list, { query: {} })).body;
  const wrong = await service.ask(carla, list, { query: { sort: 'waiting', cursor: cursor! } });
  expect(wrong).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
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
