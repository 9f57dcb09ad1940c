import { z } from 'zod';
import { ana, bruno, carla, founded, place } from '../../desk/tickets/tickets.fixture.ts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { explained } from '../../testing/explained.ts';
import { filled } from '../../testing/filled.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { periodOf } from '../dashboard/period.ts';
import { byQueue, byUser, tagsByDay } from './reports.queries.ts';
import { attendanceRowsOf, attendantsOf } from './reports.rows.queries.ts';
import { sumsBefore } from './reports.tallies.ts';

/** Tickets of a year, one every six minutes, each with one of two tags, both or none. */
const ROWS = 87_000;
/** A year has some 100,000 quarters of an hour by tag, and 1,100 days. */
const MOST = 8_000;
/** By queue or user it has 730 days, and 26 months. */
const FEWER = 600;

const { here, there } = founded();
let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
  const { pool } = service.engine;
  const tables = ['contact', 'ticket', 'ticket_tally', 'tag_day_tally', 'tag_hours_tally'] as const;
  const names = await Promise.all(tables.map((table) => liveTable(pool, table)));
  const [contact, ticket, tally, quarters, hours] = names;
  const uuids = (kind: number, n: string) => `('00000000-0000-7000-800${kind}-' || lpad((${n})::text, 12, '0'))::uuid`;
  const name = `case when n = 7 then 'raro' when n % 3 = 0 then 'silva' else 'cliente' end || ' ' || n`;
  const tagged = `${ticket}, unnest(case when tag_ids = '{}' then array[null::uuid] else tag_ids end) tag`;
  await filled(pool, names, async () => {
    await pool.query(
      `insert into ${contact} (id, company_id, name, name_order, number, other_numbers, extra_info, channel, search, sought, digits, deleted, created_at, updated_at)
       select ${uuids(1, 'n')}, $1, ${name}, ${name}, '55119' || n, '{}', '[]', 'simulator', ${name}, ${name}, '{}', false, now(), now() from generate_series(0, ${ROWS / 10 - 1}) n`,
      [place.companyId],
    );
    // Nobody serves the first ones, and Bruno served none but the oldest.
    await pool.query(
      `insert into ${ticket} (id, company_id, protocol, status, user_id, queue_id, connection_id, contact_id, channel, search, last_message_from_me,
         last_message_deleted, chatbot, unread, tag_ids, opened_at, created_at, updated_at, mentions, mentioned_ids, mentioned_by_ids)
       select ${uuids(2, 'n')}, $1, 'p' || n, case when n < 10 then 'pending' else 'closed' end, case when n >= ${ROWS - 20} then $3::uuid when n >= 10 then $2::uuid end,
         (array[$4, $5]::uuid[])[1 + n % 2], $6, ${uuids(1, `n % ${ROWS / 10}`)}, 'simulator', '', false, false, false, 0,
         case when n % 2 = 0 then array[$7]::uuid[] else '{}' end || case when n % 3 = 0 then array[$8]::uuid[] else '{}' end, n,
         '2026-03-10T00:00:00Z'::timestamptz - n * interval '6 minutes', now(), '[]', '{}', '{}' from generate_series(0, ${ROWS - 1}) n`,
      [place.companyId, ana.userId, bruno.userId, place.sales, place.support, place.shop, place.late, place.angry],
    );
    for (const [span, start] of [
      ['quarter', `date_bin('15 minutes', created_at, '2000-01-01Z')`],
      ['day', `date_trunc('day', created_at, 'UTC')`],
      ['month', `date_trunc('month', created_at, 'UTC')`],
    ])
      await pool.query(
        `insert into ${tally} (id, company_id, span, start, status, queue_id, user_id, count)
         select gen_random_uuid()::text, company_id, '${span}', ${start}, status, queue_id, user_id, count(*) from ${ticket} group by 2, 4, 5, 6, 7`,
      );
    await pool.query(
      `insert into ${quarters} (id, company_id, start, tag_id, count)
       select gen_random_uuid()::text, company_id, date_bin('15 minutes', created_at, '2000-01-01Z'), tag, count(*) from ${tagged} group by 2, 3, 4`,
    );
    const before = sumsBefore.map((_, n) => `count(*) filter (where extract(hour from created_at at time zone 'UTC') <= ${n})`);
    await pool.query(
      `insert into ${hours} (id, company_id, start, tag_id, count, ${sumsBefore})
       select gen_random_uuid()::text, company_id, date_trunc('day', created_at, 'UTC'), tag, count(*), ${before} from ${tagged} group by 2, 3, 4`,
    );
  });
}, 120_000);
afterAll(() => service.close());

const inZone = async (zone: string, work: (db: Db) => Promise<unknown>) => {
  const { pool } = service.engine;
  await pool.query(`update ${await liveTable(pool, 'company')} set time_zone = $1 where id = $2`, [zone, place.companyId]);
  return explained(pool, place.companyId, work);
};
const year = (db: Db) => periodOf(db, { from: '2025-03-11', to: '2026-03-10' });

test.each(['America/Sao_Paulo', 'Australia/Eucla', 'America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'UTC'])(
  'a year by day and tag is read from few rows: %s',
  async (zone) => {
    const { result, rows } = await inZone(zone, async (db) => tagsByDay(db, await year(db)));
    const { rows: plain } = await service.engine.pool.query<{ day: string; total: number }>(
      `select day, sum(tags)::int as total from (
       select (created_at at time zone $1)::date::text as day, greatest(cardinality(tag_ids), 1) as tags from ${await liveTable(service.engine.pool, 'ticket')}
     ) t where day between '2025-03-11' and '2026-03-10' group by day order by day`,
      [zone],
    );
    const { totalByDate, days } = result as Awaited<ReturnType<typeof tagsByDay>>;
    expect(totalByDate).toEqual(Object.fromEntries(plain.map(({ day, total }) => [day, total])));
    expect(days).toEqual(plain.map(({ day }) => day));
    expect(days.length).toBeGreaterThan(360);
    expect(rows).toBeLessThan(MOST);
  },
);

const rowsOf =
  (asked: { userId?: string; searchParam?: string }) =>
  async (db: Db): Promise<number> =>
    (await attendanceRowsOf(db, await year(db), { searchParam: '', ...asked }, 200)).rows.length;
test.each<[string, (db: Db) => Promise<unknown>, unknown]>([
  ['by queue', async (db) => (await byQueue(db, await year(db))).reduce((sum, row) => sum + row.closed, 0), ROWS - 10],
  ['by user', async (db) => (await byUser(db, await year(db))).reduce((sum, row) => sum + row.closed, 0), ROWS - 10],
  ['the attendants', async (db) => (await attendantsOf(db, await year(db), { searchParam: '' })).length, 3],
  [
    'the attendants of few found tickets',
    async (db) => (await attendantsOf(db, await year(db), { searchParam: 'raro' })).map(({ total }) => total),
    [9, 1],
  ],
])('of many tickets of a year a report reads few rows: %s', async (_, work, expected) => {
  const { result, rows } = await inZone('America/Sao_Paulo', work);
  expect(result).toEqual(expected);
  expect(rows).toBeLessThan(FEWER);
});

test.each<[string, (db: Db) => Promise<number>, number]>([
  ['all', rowsOf({}), 200],
  ['of a user of many', rowsOf({ userId: ana.userId }), 200],
  ['of a user of few', rowsOf({ userId: bruno.userId }), 20],
  ['of a user of none', rowsOf({ userId: carla.userId }), 0],
  ['of nobody', rowsOf({ userId: 'none' }), 10],
  ['by a frequent name', rowsOf({ searchParam: 'silva' }), 200],
  ['by a rare name', rowsOf({ searchParam: 'raro' }), 10],
  ['by what is nowhere', rowsOf({ searchParam: 'nada disso' }), 0],
  ['by a frequent name, of nobody', rowsOf({ searchParam: 'silva', userId: 'none' }), 4],
])('ticket by ticket, a page reads few of all tickets: %s', async (_, work, expected) => {
  const { result, rows } = await inZone('America/Sao_Paulo', work);
  expect(result).toEqual(expected);
  expect(rows).toBeLessThan(ROWS * 0.4);
});

test('a page goes on where the last one ended, however its tickets are found', async () => {
  for (const asked of [{ userId: bruno.userId }, { searchParam: 'raro' }, { searchParam: 'silva' }, {}]) {
    const { result } = await inZone('America/Sao_Paulo', async (db) => {
      const period = await year(db);
      const all = { searchParam: '', ...asked };
      const whole = await attendanceRowsOf(db, period, all, 9);
      const first = await attendanceRowsOf(db, period, all, 5);
      const second = await attendanceRowsOf(db, period, { ...all, cursor: first.cursor! }, 4);
      return [whole.rows, [...first.rows, ...second.rows]];
    });
    const [whole, pages] = result as [unknown[], unknown[]];
    expect(pages).toEqual(whole);
    expect(whole).toHaveLength(9);
  }
});

test('the year has as many tickets by queue as there are', async () => {
  const { result } = await inZone('Australia/Eucla', async (db) => {
    const { from, to } = await year(db);
    const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
      select count(*)::int as count from ${db.table('ticket')} t
      where t.company_id = ${db.companyId} and t.created_at >= ${from}::timestamptz and t.created_at < ${to}::timestamptz`);
    return [(await byQueue(db, await year(db))).reduce((sum, row) => sum + row.pending + row.closed, 0), count];
  });
  const [counted, there] = result as [number, number];
  expect(counted).toBe(there);
});
