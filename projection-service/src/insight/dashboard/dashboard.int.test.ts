import { conversationEvents as c, connectionEvents, type DashboardView, routes, sectors } from '@prosa/contracts';
import { z } from 'zod';
import { ana, bruno, carla, elio, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { silent } from '../../engine/engine.fixture.ts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { rebuild } from '../../engine/rebuild/rebuild.ts';
import { tablesOf } from '../../engine/tables/tables.ts';
import { features } from '../../features.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { explained } from '../../testing/explained.ts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { bruteForce, randomLives } from './dashboard.fixture.ts';
import { rowsOf } from './dashboard.queries.ts';
import { inHours, inPeriod, type Period, periodOf } from './period.ts';

const { show, steps, byPeriod } = routes.dashboard;
const [delivery, zoeQueue] = [uuid(71), uuid(18)];
const { here, there } = founded();
here.tell(`sector-${delivery}`, sectors.events.created, { id: delivery, name: 'Entregas' });
here.userChanged(ana.userId, { sectorId: delivery });
here.userChanged(bruno.userId, { sectorId: delivery });

// Around midnight in São Paulo, three hours west of UTC.
const late = here.conversation(place.shop, uuid(101));
const night = late.opened('1', { queueId: place.sales }, { at: '2026-03-11T02:30:00.000Z' });
late.say(c.TicketAccepted, { ticketId: night, userId: ana.userId }, { at: '2026-03-11T02:50:00.000Z' });
late.closed(night, ana.userId, { at: '2026-03-11T04:05:00.000Z' });
const early = here.conversation(place.shop, uuid(102));
early.opened('1', { queueId: place.sales }, { at: '2026-03-11T03:10:00.000Z' });
there.conversation(uuid(39), uuid(199)).opened('1', { queueId: place.foreignQueue }, { at: '2026-03-11T02:30:00.000Z' });

/** A company of random tickets, over forty days; `more` tells further ones. */
const busy = (n: number, timeZone: string, start: string) => {
  const companyId = uuid(n);
  const admin = { ...carla, userId: uuid(n * 100), companyId };
  const told = chronicle(companyId);
  told.company({ timeZone });
  told.user(admin.userId, 'Kiran', { profile: 'admin' });
  const crew = [1, 2, 3].map((one) => uuid(n * 100 + one));
  for (const [one, id] of crew.entries()) told.user(id, `Pessoa ${one}`);
  const random = { connectionId: uuid(n * 100 + 38), queueId: zoeQueue, userIds: crew, start, days: 40 };
  const lives = randomLives(told, { ...random, count: 150, seed: n });
  const more = () => lives.push(...randomLives(told, { ...random, days: 20, count: 60, seed: n + 10 }));
  return { timeZone, admin, told, lives, more };
};
// Where the clocks are 5:45 ahead of UTC, the days neither begin nor end with a UTC hour.
const kathmandu = busy(7, 'Asia/Kathmandu', '2026-02-20T00:00:00.000Z');
// Where they go back by half an hour on 5 April, UTC hours are whole until then.
const lordHowe = busy(8, 'Australia/Lord_Howe', '2026-03-16T00:00:00.000Z');

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...kathmandu.told.take(), ...lordHowe.told.take()]);
});
afterAll(() => service.close());

const of = async (caller: typeof carla, date_from: string, date_to: string): Promise<DashboardView> => {
  const { status, body } = await service.ask(caller, show, { query: { date_from, date_to } });
  expect(status).toBe(200);
  return body;
};

test('a day begins and ends where the company is', async () => {
  const before = await of(carla, '2026-03-10', '2026-03-10');
  expect(before.hours).toEqual([{ hour: 23, count: 1 }]);
  expect(before.counters).toEqual({
    supportPending: 1,
    supportLate: 0,
    supportHappening: 0,
    supportFinished: 0,
    leads: 1,
    avgSupportTime: 0,
    avgWaitTime: 20,
  });
  const after = await of(carla, '2026-03-11', '2026-03-11');
  expect(after.hours).toEqual([{ hour: 0, count: 1 }]);
  expect(after.counters).toMatchObject({ supportPending: 1, supportFinished: 1, leads: 1, avgSupportTime: 75, avgWaitTime: 0 });
  expect(after.period).toEqual({ from: '2026-03-11', to: '2026-03-11' });
});

test('attendants are all users with sector, rating and time; sectors have the averages of their users', async () => {
  const { attendants, sector_averages } = await of(carla, '2026-03-01', '2026-03-31');
  expect(
    attendants.map(({ name, sectorName, avgSupportTime, rating, online }) => [name, sectorName, avgSupportTime, rating, online]),
  ).toEqual([
    ['Ana', 'Entregas', 75, null, false],
    ['Bruno', 'Entregas', null, null, false],
    ['Carla', null, null, null, false],
    ['Elio', null, null, null, false],
  ]);
  expect(sector_averages).toEqual([{ id: delivery, name: 'Entregas', avgSupportTime: 75 }]);
  here.signedIn(ana.userId, 1);
  here.presence(ana.userId, true, 1);
  here.userDeleted(elio.userId);
  here.tell(`sector-${delivery}`, sectors.events.changed, { id: delivery, name: 'Expedição' });
  late.say(c.RatingGiven, {
    ticketId: night,
    rating: 2,
    messageId: late.message('rating'),
    channelId: 'rating',
    body: '2',
    sentAt: '2026-03-11T05:00:00.000Z',
  });
  await service.write(here.take());
  const now = await of(carla, '2026-03-01', '2026-03-31');
  expect(now.attendants.map(({ name }) => name)).toEqual(['Ana', 'Bruno', 'Carla']);
  expect(now.attendants[0]).toMatchObject({ sectorName: 'Expedição', rating: 2, avgSupportTime: 75, online: true });
  expect(now.sector_averages).toEqual([{ id: delivery, name: 'Expedição', avgSupportTime: 75 }]);
});

test('the tickets of a period come by the hour in which they were opened', async () => {
  const asked = { query: { dateFrom: '2026-03-10', dateTo: '2026-03-11' } };
  expect((await service.ask(carla, byPeriod, asked)).body.tickets).toEqual([
    { createdAt: '2026-03-11T02:00:00.000Z', count: 1 },
    { createdAt: '2026-03-11T03:00:00.000Z', count: 1 },
  ]);
  expect((await service.ask(carla, byPeriod, { query: { dateTo: '2026-03-10' } })).body.tickets).toHaveLength(1);
});

test('a number of days ends today, and what is given beside it must hold too', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' });
  const today = day.format(new Date());
  const old = new Date(Date.now() - 6 * 86_400_000);
  const sixAgo = day.format(old);
  const talk = here.conversation(place.shop, uuid(103));
  talk.opened('1', { queueId: place.sales }, { at: old.toISOString() });
  await service.write(here.take());
  const asked = async (query: Record<string, string | number>) => {
    const { body } = await service.ask(carla, show, { query });
    return [body.period, body.counters.leads];
  };
  expect(await asked({ days: 7 })).toEqual([{ from: sixAgo, to: today }, 1]);
  expect((await asked({ days: 3 }))[1]).toBe(0);
  expect(await asked({ days: 7, date_from: today, date_to: '9999-12-30' })).toEqual([{ from: today, to: today }, 0]);
  expect(await asked({ days: 0, date_to: '2026-03-31' })).toEqual([{ from: null, to: '2026-03-31' }, 2]);
  expect(await asked({ date_from: '0001-01-01' })).toEqual([{ from: '0001-01-01', to: null }, 3]);
});

test.each([
  [{}, { days: 'Parametrize o filtro' }],
  [{ days: 0, date_from: '', date_to: '' }, { days: 'Parametrize o filtro' }],
  [{ date_from: '2026-03-02', date_to: '2026-03-01' }, { date_from: 'Data início não pode ser maior que data fim' }],
  [{ days: 91 }, { days: expect.any(String) }],
  [{ days: 'sete' }, { days: expect.any(String) }],
  [{ date_from: '01/03/2026' }, { date_from: expect.any(String) }],
])('refuses the period %j by its field', async (query, fields) => {
  const { status, body, error } = await service.ask(carla, show, { query });
  expect([status, error, (body as unknown as { fields: object }).fields]).toEqual([400, 'ERR_VALIDATION', fields]);
});

test('is for administrators, each of their own company', async () => {
  for (const caller of [ana, { ...elio, userId: bruno.userId }]) {
    expect((await service.ask(caller, show, { query: { days: 7 } })).error).toBe('ERR_NO_PERMISSION');
    expect((await service.ask(caller, byPeriod, { query: { dateFrom: '2026-03-01' } })).error).toBe('ERR_NO_PERMISSION');
  }
  const theirs = await of(zoe, '2026-03-01', '2026-03-31');
  expect(theirs.attendants.map(({ name }) => name)).toEqual(['Zoe']);
  expect(theirs.counters).toMatchObject({ supportPending: 1, supportFinished: 0, leads: 1 });
});

test('the first steps are taken one by one, and are each company’s own', async () => {
  const founder = { ...carla, userId: uuid(900), companyId: uuid(9) };
  const told = chronicle(founder.companyId);
  told.company();
  told.user(founder.userId, 'Lia', { profile: 'admin' });
  const taken = async () => {
    await service.write(told.take());
    const { status, body } = await service.ask(founder, steps, {});
    expect(status).toBe(200);
    return Object.keys(body).filter((step) => body[step as keyof typeof body]);
  };
  expect(await taken()).toEqual([]);
  // The test customer takes no step.
  told.connection(uuid(937), 'Cliente de exemplo', { channel: 'sample' });
  const sample = told.conversation(uuid(937), uuid(998)).opened('1', { channel: 'sample' });
  told.conversation(uuid(937), uuid(998)).say(c.TicketAccepted, { ticketId: sample, userId: founder.userId });
  expect(await taken()).toEqual(['sample']);
  told.tell(`connections-${founder.companyId}`, connectionEvents.ConnectionDeleted, { connectionId: uuid(937) });
  expect(await taken()).toEqual([]);
  told.connection(uuid(938), 'Balcão');
  expect(await taken()).toEqual(['channel']);
  told.queue(uuid(918), 'Vendas', '#112233');
  told.queue(uuid(919), 'Entregas', '#112244', { greetingMessage: 'Olá!' });
  expect(await taken()).toEqual(['channel', 'queue', 'greeting']);
  told.queueDeleted(uuid(919));
  told.user(uuid(901), 'Nina');
  const caller = told.conversation(uuid(938), uuid(999));
  caller.opened('1', { queueId: uuid(918) });
  expect(await taken()).toEqual(['channel', 'queue', 'people']);
  const ticketId = caller.opened('2', { queueId: uuid(918) });
  caller.say(c.TicketAccepted, { ticketId, userId: founder.userId });
  expect(await taken()).toEqual(['channel', 'queue', 'people', 'answered']);
  told.userDeleted(uuid(901));
  expect(await taken()).toEqual(['channel', 'queue', 'answered']);
  expect((await service.ask(ana, steps, {})).error).toBe('ERR_NO_PERMISSION');
});

describe.each([kathmandu, lordHowe])('of random tickets in $timeZone', ({ timeZone, admin, told, lives, more }) => {
  const periods = [
    ['2026-03-01', '2026-03-31'],
    ['2026-03-08', '2026-03-08'],
    ['2026-04-04', '2026-04-06'],
    ['2026-02-01', '2026-04-30'],
    ['2026-03-02', '2026-03-03'],
  ] as const;
  const compare = async () => {
    for (const [first, last] of periods) {
      const { counters, hours, attendants } = await of(admin, first, last);
      const expected = bruteForce(lives, first, last, timeZone);
      expect(counters).toEqual(expected.counters);
      expect(hours).toEqual(expected.hours);
      for (const { id, rating, avgSupportTime } of attendants) expect({ rating, avgSupportTime }).toEqual(expected.of([id]));
      const { tickets } = (await service.ask(admin, byPeriod, { query: { dateFrom: first, dateTo: last } })).body;
      expect(tickets.reduce((sum, { count }) => sum + count, 0)).toBe(expected.openings);
    }
  };

  test('the rows say what a count of the tickets one by one says', compare);

  test('also after more has happened to them, and after a rebuild', async () => {
    more();
    await service.write(told.take());
    await compare();
    const { engine } = service;
    const before = await Promise.all(['service_tally', 'lead_tally'].map((table) => liveTable(engine.pool, table)));
    await rebuild({ ...engine, tables: tablesOf(features), log: silent, only: ['attendance', 'lead'] });
    const after = await Promise.all(['service_tally', 'lead_tally'].map((table) => liveTable(engine.pool, table)));
    expect(after).not.toEqual(before);
    await compare();
  });
});

describe('a long period', () => {
  const { companyId } = carla;
  /** A ticket in each quarter of an hour of a year, as the projector would have counted them. */
  const filled = async (kind: string, spans: readonly (readonly [span: string, step: string, count: number])[]) => {
    const { pool } = service.engine;
    const table = await liveTable(pool, 'service_tally');
    for (const [span, step, count] of spans)
      await pool.query(
        `insert into ${table} (id, company_id, kind, span, start, user_id, count, seconds, rated, stars)
         select $2 || ' of ${span} ' || at, $1, $2, $3, at, $4, $5, 60 * $5, 0, 0
         from generate_series('2025-01-01Z'::timestamptz, '2025-12-31 23:59Z', $6::interval) at`,
        [companyId, kind, span, ana.userId, count, step],
      );
    await pool.query(`analyze ${table}`);
  };
  const read = (rowsIn: (db: Db, period: Period) => ReturnType<typeof inPeriod>) =>
    explained(service.engine.pool, companyId, async (db) => {
      const period = await periodOf(db, { from: '2025-03-01', to: '2025-11-30' });
      return db.one(sql.type(z.object({ count: z.number() }))`select sum(t.count)::int as count from ${rowsIn(db, period)} t`);
    });

  test('reads the whole days of the tally, and the quarters of an hour only before and after them', async () => {
    await filled('finished', [
      ['quarter', '15 min', 1],
      ['day', '1 day', 96],
    ]);
    const { result, rows, indexes } = await read((db, period) => inPeriod(rowsOf(db, 'finished'), period));
    expect(result.count).toBe(275 * 96);
    expect(rows).toBeLessThan(2 * (275 + 96));
    expect([...indexes].some((name) => name.startsWith('service_tally'))).toBe(true);
  });

  test('reads openings by the hour, and no quarters where the clocks differ from UTC by whole hours', async () => {
    await filled('opened', [
      ['quarter', '15 min', 1],
      ['hour', '1 hour', 4],
    ]);
    const { result, rows } = await read((db, period) => inHours(rowsOf(db, 'opened'), period));
    expect(result.count).toBe(275 * 96);
    expect(rows).toBeLessThan(275 * 24 + 96);
  });
});
