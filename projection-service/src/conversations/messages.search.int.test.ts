import { conversationEvents as c, routes } from '@prosa/contracts';
import type pg from 'pg';
import { livePlaces, liveTable } from '../engine/engine.fixture.ts';
import { dbOf } from '../kernel/db.ts';
import { asUser, uuid } from '../testing/news.ts';
import { type Caller, openService, type Service } from '../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';
import { NEWEST, ticketsSaying } from './messages.search.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const older = talk.opened('1', { queueId: place.support, userId: bruno.userId });
talk.received(older, 'a', 'A máquina de lavar pifou');
talk.sent(older, 'b', 'Vamos trocar o compressor', { userId: bruno.userId });
const wrong = talk.sent(older, 'c', 'Senha provisória: abacaxi', { userId: bruno.userId });
talk.say(c.MessageDeleted, { ticketId: older, messageId: wrong, userId: bruno.userId });
talk.closed(older, bruno.userId);
const newer = talk.opened('2', { queueId: place.sales, userId: ana.userId });
talk.received(newer, 'd', 'Queria um orçamento de geladeira, 100% frost_free');
talk.say(
  c.MessageObserved,
  { ticketId: newer, messageId: talk.message('note'), body: 'Cliente já trocou compressor', userId: ana.userId, clientId: null },
  { by: asUser(ana.userId) },
);
talk.sent(newer, 'e', 'Claro!', { userId: ana.userId });
there.connection(uuid(39), 'Longe');
there.contact(uuid(199), 'Outra', '5511900000000');
const far = there.conversation(uuid(39), uuid(199));
far.started();
const foreign = far.opened('1', { queueId: place.foreignQueue });
far.received(foreign, 'a', 'O compressor também');

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const found = async (caller: Caller, searchParam: string, more: Record<string, string> = {}) => {
  const { status, body } = await service.ask(caller, routes.tickets.list, { query: { searchParam, ...more } });
  expect([status, body.count]).toEqual([200, body.tickets.length]);
  return body.tickets.map(({ id }) => id);
};

test('a ticket is found by what was said in it, whoever said it and however long ago', async () => {
  expect(await found(carla, 'LAVAR')).toEqual([older]);
  expect(await found(carla, 'maquina de')).toEqual([older]);
  expect(await found(carla, 'orcamento')).toEqual([newer]);
  expect(new Set(await found(carla, 'compressor'))).toEqual(new Set([older, newer]));
  expect(await found(carla, 'compressor', { status: 'closed' })).toEqual([older]);
  expect(await found(carla, 'frost_free')).toEqual([newer]);
  expect(await found(carla, 'frost-free')).toEqual([]);
});

test('by those alone who see it, and not by what was deleted', async () => {
  expect(await found(ana, 'compressor')).toEqual([newer]);
  expect(await found(bruno, 'compressor')).toEqual([older]);
  expect(await found(elio, 'compressor')).toEqual([]);
  expect(await found(zoe, 'compressor')).toEqual([foreign]);
  expect(await found(carla, 'abacaxi')).toEqual([]);
});

/** What a search read of the messages, row by row, in one of a company's own transactions. */
const touched = async (text: string): Promise<{ rows: number; indexes: Set<string>; ids: string[] }> => {
  const client = await service.engine.pool.connect();
  let rows = 0;
  const indexes = new Set<string>();
  type Plan = Record<string, unknown> & { Plans?: Plan[] };
  const count = (plan: Plan): void => {
    const loops = Number(plan['Actual Loops']);
    const passed = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'].reduce(
      (sum, name) => sum + Number(plan[name] ?? 0),
      0,
    );
    if (typeof plan['Relation Name'] === 'string') rows += passed * loops;
    if (typeof plan['Index Name'] === 'string') indexes.add(plan['Index Name']);
    for (const one of plan.Plans ?? []) count(one);
  };
  const explaining = {
    query: async (asked: pg.QueryConfig | string) => {
      if (typeof asked !== 'string') {
        const { text: sql, values } = asked;
        const { rows: plans } = await client.query(`explain (analyze, format json) ${sql}`, values as unknown[]);
        count(plans[0]['QUERY PLAN'][0].Plan as Plan);
      }
      return client.query(asked);
    },
  } as unknown as pg.ClientBase;
  try {
    const places = await livePlaces(service.engine.pool);
    await client.query(`begin; set local role prosa_reader; set local app.company = '${place.companyId}'`);
    const db = dbOf(explaining, { companyId: place.companyId, position: 0n, place: places });
    return { ids: await ticketsSaying(db, text), rows, indexes };
  } finally {
    await client.query('rollback');
    client.release();
  }
};

test('however many messages there are, of the company and of others, a search reads no more than the newest and what it finds', async () => {
  const { pool } = service.engine;
  const texts = await liveTable(pool, 'message_text');
  const fill = (companyId: string, many: number) =>
    pool.query(
      `insert into ${texts} (id, company_id, ticket_id, position, search)
       select gen_random_uuid(), $1, gen_random_uuid(), 1000000 + n,
         'bom dia, pedido ' || n || ', ' || md5(n::text) || case when n % 20000 = 7 then ' geladeira azul' else '' end
       from generate_series(1, $2::int) n`,
      [companyId, many],
    );
  const few = await touched('geladeira');
  expect(few.ids).toEqual([newer]);
  await fill(place.companyId, 60_000);
  await fill(place.foreignId, 60_000);
  await pool.query(`vacuum analyze ${texts}`);
  for (const text of ['geladeira', 'compressor', 'nada que alguém dissesse']) {
    const { rows, indexes } = await touched(text);
    expect({ text, rows }).toEqual({ text, rows: expect.any(Number) });
    expect(rows).toBeLessThan(NEWEST * 1.1);
    expect([...indexes].some((name) => name.startsWith(texts.slice('read.'.length)))).toBe(true);
  }
  expect((await touched('geladeira')).ids).toHaveLength(4);
  // What nearly everybody said is looked for among the newest alone.
  const frequent = await touched('bom dia');
  expect(frequent.ids).toHaveLength(NEWEST);
  expect(frequent.rows).toBeLessThan(NEWEST * 1.1);
  expect(await found(carla, 'geladeira')).toEqual([newer]);
}, 120_000);

test('a search that takes too long is given up, and the transaction goes on', async () => {
  const client = await service.engine.pool.connect();
  try {
    await client.query(`begin; set local statement_timeout = 7777`);
    const db = dbOf(client, { companyId: place.companyId, position: 0n, place: () => 1 });
    expect(await db.within(50, () => client.query('select pg_sleep(30)'))).toBeNull();
    const { rows } = await client.query('show statement_timeout');
    expect(rows[0].statement_timeout).toBe('7777ms');
    expect(await db.within(5_000, () => Promise.resolve('found'))).toBe('found');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
