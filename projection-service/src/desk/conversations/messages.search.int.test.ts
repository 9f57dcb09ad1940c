import { conversationEvents as c, routes } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { dbOf } from '../../kernel/db.ts';
import { explained } from '../../testing/explained.ts';
import { filled } from '../../testing/filled.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';
import { LOOKED, NEWEST, ticketsSaying } from './messages.search.ts';

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

test('a ticket is found by the text of its messages, whoever wrote them and however long ago', async () => {
  expect(await found(carla, 'LAVAR')).toEqual([older]);
  expect(await found(carla, 'maquina de')).toEqual([older]);
  expect(await found(carla, 'orcamento')).toEqual([newer]);
  expect(new Set(await found(carla, 'compressor'))).toEqual(new Set([older, newer]));
  expect(await found(carla, 'compressor', { status: 'closed' })).toEqual([older]);
  expect(await found(carla, 'frost_free')).toEqual([newer]);
  expect(await found(carla, 'frost-free')).toEqual([]);
});

test('only users who see it find it, and not by deleted messages', async () => {
  expect(await found(ana, 'compressor')).toEqual([newer]);
  expect(await found(bruno, 'compressor')).toEqual([older]);
  expect(await found(elio, 'compressor')).toEqual([]);
  expect(await found(zoe, 'compressor')).toEqual([foreign]);
  expect(await found(carla, 'abacaxi')).toEqual([]);
});

const touched = async (text: string): Promise<{ rows: number; indexes: Set<string>; ids: string[] }> => {
  const { result, ...read } = await explained(service.engine.pool, place.companyId, (db) => ticketsSaying(db, text));
  return { ids: result, ...read };
};

test('however many messages exist, in this company and others, a search reads only some of the newest ones and its matches', async () => {
  const { pool } = service.engine;
  const texts = await liveTable(pool, 'message_text');
  const fill = (companyId: string, many: number) =>
    pool.query(
      `insert into ${texts} (id, company_id, conversation, ticket_id, created_at, position, search)
       select gen_random_uuid(), $1, 'filled', gen_random_uuid(), '2026-06-01'::timestamptz + n * interval '1 minute', 1000000 + n,
         'bom dia, pedido ' || n || ', ' || md5(n::text) || case when n % 20000 = 7 then ' geladeira azul' else '' end
       from generate_series(1, $2::int) n`,
      [companyId, many],
    );
  const few = await touched('geladeira');
  expect(few.ids).toEqual([newer]);
  await filled(pool, [texts], async () => {
    await fill(place.companyId, 60_000);
    await fill(place.foreignId, 60_000);
  });
  for (const text of ['geladeira', 'compressor', 'nada que alguém dissesse']) {
    const { rows, indexes } = await touched(text);
    expect({ text, rows }).toEqual({ text, rows: expect.any(Number) });
    expect(rows).toBeLessThan(LOOKED * 1.2);
    expect([...indexes].some((name) => name.startsWith(texts.slice('read.'.length)))).toBe(true);
  }
  expect((await touched('geladeira')).ids).toHaveLength(4);
  // A very frequent text is searched for only among the newest messages.
  const frequent = await touched('bom dia');
  expect(frequent.ids).toHaveLength(NEWEST);
  expect(frequent.rows).toBeLessThan((LOOKED + NEWEST) * 1.1);
  expect(await found(carla, 'geladeira')).toEqual([newer]);
}, 120_000);

test('a search that takes too long is cancelled, and the transaction continues', async () => {
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
