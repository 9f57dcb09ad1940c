import { conversationEvents as c, queueEvents, routes } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { countWaits, latelyLate } from '../../flows/queues/waiting-tickets.ts';
import { explained } from '../../testing/explained.ts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from './tickets.fixture.ts';
import { findTickets } from './tickets.search.ts';

const { sales, support } = place;
const { list, waits, counts } = routes.tickets;
const { here, there } = founded();
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const limits = (queueId: string, more: object) =>
  here.tell(`queues-${place.companyId}`, queueEvents.QueueChanged, { queueId, ...more });
limits(sales, { warnAfterMinutes: 15, lateAfterMinutes: 30 });
limits(support, { lateAfterMinutes: 60 });
const names = new Map<string, string>();
let people = 0;
/** A ticket whose customer wrote so many minutes ago. */
const waiting = (name: string, queueId: string | null, minutes: number, userId: string | null = null) => {
  people += 1;
  here.contact(uuid(100 + people), name, `55119000001${people}`);
  const talk = here.conversation(place.shop, uuid(100 + people));
  talk.started();
  const id = talk.opened('1', { queueId, userId }, { at: ago(minutes) });
  talk.received(id, 'first', 'Oi', { at: ago(minutes) });
  names.set(id, name);
  return { talk, id };
};
waiting('new', sales, 5);
waiting('near', sales, 20);
const late = waiting('late', sales, 40);
waiting('later', sales, 90);
waiting('support', support, 45);
waiting('support late', support, 100);
waiting('nowhere', null, 500);
waiting('served', sales, 50, ana.userId);
const answered = waiting('answered', sales, 50, ana.userId);
answered.talk.sent(answered.id, 'answer', 'Olá', { userId: ana.userId, at: ago(45) });
const [first, second] = [waiting('tomorrow', sales, 70, ana.userId), waiting('today', sales, 70, bruno.userId)];
const snooze = ({ talk, id }: typeof first, until: string) =>
  talk.say(c.TicketSnoozed, { ticketId: id, until, userId: ana.userId }, { at: ago(1) });
snooze(first, '2099-01-02T12:00:00.000Z');
snooze(second, '2099-01-01T12:00:00.000Z');

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const listed = async (caller: typeof carla, query: Record<string, string | boolean | string[]>) => {
  const { status, body } = await service.ask(caller, list, { query });
  expect([status, body.count]).toEqual([200, body.tickets.length]);
  return body.tickets.map(({ id }) => names.get(id));
};
const counted = async (caller: typeof carla) => {
  const { body } = await service.ask(caller, waits, {});
  return { waits: body.waits, lately: body.lately.map(({ id }) => names.get(id)) };
};

test('pending tickets near the limit of their queue and late ones are counted where the caller sees the queue', async () => {
  const [ofSales, ofSupport] = [
    { queueId: sales, near: 1, late: 2 },
    { queueId: support, near: 0, late: 1 },
  ];
  expect(await counted(carla)).toEqual({ waits: [ofSales, ofSupport], lately: [] });
  expect(await counted(ana)).toEqual({ waits: [ofSales], lately: ['late', 'later'] });
  expect(await counted(bruno)).toEqual({ waits: [ofSupport], lately: ['support late'] });
  for (const nobody of [elio, zoe]) expect(await counted(nobody)).toEqual({ waits: [], lately: [] });
});

test.each([
  ['late', { status: 'pending', wait: 'late', sort: 'waiting' }, ['support late', 'later', 'late']],
  ['late in a queue', { status: 'pending', wait: 'late', queueIds: [sales] }, ['late', 'later']],
  ['late and served', { status: 'open', wait: 'late' }, ['served']],
  ['near the limit', { status: 'pending', wait: 'near' }, ['near']],
  ['late, with a text', { wait: 'late', searchParam: 'support' }, ['support late']],
  ['unanswered', { status: 'open', unanswered: true }, ['served']],
  ['unanswered and pending', { status: 'pending', unanswered: true, queueIds: ['none'] }, ['nowhere']],
  ['snoozed: who comes back first', { status: 'open', snoozed: true }, ['today', 'tomorrow']],
  ['not snoozed', { status: 'open', snoozed: false }, ['answered', 'served']],
])('lists tickets that are %s', async (_, query, expected) => expect(await listed(carla, query)).toEqual(expected));

test('a user lists only what they see', async () => {
  expect(await listed(ana, { wait: 'late', sort: 'waiting' })).toEqual(['later', 'served', 'late']);
  expect(await listed(ana, { snoozed: true })).toEqual(['today', 'tomorrow']);
  expect(await listed(bruno, { snoozed: true })).toEqual(['today']);
  expect(await listed(elio, { unanswered: true })).toEqual([]);
});

test('snoozed tickets are paged by their return', async () => {
  const { cursor } = { cursor: Buffer.from(JSON.stringify(['2099-01-01T12:00:00.000Z', second.id])).toString('base64url') };
  const { body } = await service.ask(carla, list, { query: { snoozed: true, cursor } });
  expect(body.tickets.map(({ id }) => names.get(id))).toEqual(['tomorrow']);
});

test('open tickets are counted with those that wait and those that are snoozed', async () => {
  const { body } = await service.ask(ana, counts, {});
  const mine = body.counts.filter(({ status, userId }) => status === 'open' && userId === ana.userId);
  expect(mine).toEqual([{ queueId: sales, userId: ana.userId, status: 'open', count: 3, unanswered: 1, snoozed: 1 }]);
});

test('of many tickets the counts and the lists of waits read few', async () => {
  const { pool } = service.engine;
  const ticket = await liveTable(pool, 'ticket');
  await pool.query(
    `insert into ${ticket} select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'waiting_since', now() + n * interval '1 second'))).*
     from ${ticket} one, generate_series(1, 20000) n where one.id = $1`,
    [late.id],
  );
  await pool.query(`analyze ${ticket}`);
  const asker = { ...ana, seesGrey: false, super: false, version: 1, ended: null };
  const query = { searchParam: '', pageNumber: 1, withUnreadMessages: false, sort: 'waiting' as const };
  const readBy = async (work: Parameters<typeof explained>[2]) =>
    (await explained(pool, place.companyId, work)).tables.get('ticket') ?? 0;
  try {
    for (const caller of [asker, { ...carla, seesGrey: false, super: false, version: 1, ended: null }]) {
      expect(await readBy((db) => countWaits(db, caller))).toBeLessThan(200);
      expect(await readBy((db) => latelyLate(db, caller))).toBeLessThan(200);
      for (const more of [{ wait: 'late' as const }, { wait: 'near' as const }, { snoozed: true }])
        expect(await readBy((db) => findTickets(db, caller, { ...query, status: 'pending', ...more }))).toBeLessThan(600);
      expect(await readBy((db) => findTickets(db, caller, { ...query, status: 'open', unanswered: true }))).toBeLessThan(600);
    }
  } finally {
    await pool.query(`delete from ${ticket} where waiting_since > now()`);
  }
});

test('only opening hours count, and a change of them or of the limits counts at once', async () => {
  const closed = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '08:00' }];
  limits(sales, { schedules: closed });
  await service.write(here.take());
  expect((await counted(ana)).waits).toEqual([{ queueId: sales, near: 1, late: 2 }]);
  here.setting('scheduleType', 'queue');
  await service.write(here.take());
  expect(await counted(ana)).toEqual({ waits: [{ queueId: sales, near: 0, late: 0 }], lately: [] });
  expect(await listed(ana, { wait: 'late' })).toEqual([]);
  limits(sales, { schedules: [], lateAfterMinutes: null });
  await service.write(here.take());
  expect(await counted(ana)).toEqual({ waits: [{ queueId: sales, near: 3, late: 0 }], lately: [] });
});
