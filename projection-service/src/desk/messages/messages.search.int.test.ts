import { conversationEvents as c, routes } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import type { Asker } from '../../kernel/feature.ts';
import { explained } from '../../testing/explained.ts';
import { filled } from '../../testing/filled.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { LOOKED, MAX_ROWS } from '../conversations/messages.search.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';
import { findMessages } from './messages.search.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const older = talk.opened('1', { queueId: place.support, userId: bruno.userId });
// São Paulo is three hours behind UTC: there the first is of the 9th, the second of the 10th, the last of the 11th.
const at = (time: string) => ({ at: time });
const m1 = talk.received(older, 'a', 'A geladeira pifou', at('2026-03-10T02:59:59.000Z'));
const m2 = talk.sent(older, 'b', 'Qual GELADEIRA?', { userId: bruno.userId, ...at('2026-03-10T03:00:00.000Z') });
const wrong = talk.sent(older, 'c', 'A geladeira do chefe', { userId: bruno.userId, ...at('2026-03-10T12:00:00.000Z') });
talk.say(c.MessageDeleted, { ticketId: older, messageId: wrong, userId: bruno.userId });
talk.closed(older, bruno.userId);
const newer = talk.opened('2', { queueId: place.sales, userId: ana.userId }, at('2026-03-11T12:00:00.000Z'));
const m3 = talk.received(newer, 'd', 'Outra géladeira, 100% nova', at('2026-03-12T02:59:59.000Z'));
const m4 = talk.message('note');
talk.say(
  c.MessageObserved,
  { ticketId: newer, messageId: m4, body: 'Quer geladeira_azul', userId: ana.userId, clientId: null },
  { by: asUser(ana.userId), ...at('2026-03-12T03:00:00.000Z') },
);
const odd = talk.received(newer, 'odd', 'Straße\u00a0do\r\n\tD’Ávila\u200b – ﬁm');
const many = Array.from({ length: 45 }, (_, n) => talk.received(newer, `n${n}`, `pedido número ${n}`));
there.connection(uuid(39), 'Longe');
there.contact(uuid(199), 'Outra', '5511900000000');
const far = there.conversation(uuid(39), uuid(199));
far.started();
const m5 = far.received(far.opened('1', { queueId: place.foreignQueue }), 'a', 'geladeira');

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const ask = (caller: Caller, query: Record<string, string | number>) => service.ask(caller, routes.messages.search, { query });
const found = async (caller: Caller, query: Record<string, string | number>) => {
  const { status, body } = await ask(caller, query);
  expect(status).toBe(200);
  const { messages, ...told } = body;
  return { ids: messages.map(({ id }) => id), ...told };
};
const whole = (ids: string[]) => ({ ids, count: ids.length, atLeast: false, hasMore: false });

test.each(["strasse do d'avila - fim", 'STRASSE  DO', 'd´ávila —', 'do\nDʼavila', '\ufeff- ﬁm\u200b'])(
  'a message is found by what looks the same: %j',
  async (description) => expect((await found(carla, { description })).ids).toEqual([odd]),
);

test('messages are found by text, newest first, ignoring case and accents, with author and ticket', async () => {
  expect(await found(carla, { description: 'geladeira' })).toEqual(whole([m4, m3, m2, m1]));
  expect(await found(carla, { description: ' GÉLADEIRA  ' })).toEqual(whole([m4, m3, m2, m1]));
  expect(await found(carla, { description: '100%' })).toEqual(whole([m3]));
  expect(await found(carla, { description: 'geladeira_' })).toEqual(whole([m4]));
  const { messages } = (await ask(carla, { description: 'qual' })).body;
  expect(messages).toMatchObject([
    { id: m2, ticketId: older, contact: { name: 'Maria' }, user: { name: 'Bruno' }, body: 'Qual GELADEIRA?' },
  ]);
});

test('only those of tickets that the caller sees, and no deleted ones', async () => {
  expect(await found(ana, { description: 'geladeira' })).toEqual(whole([m4, m3]));
  expect(await found(bruno, { description: 'geladeira' })).toEqual(whole([m2, m1]));
  expect(await found(elio, { description: 'geladeira' })).toEqual(whole([]));
  expect(await found(zoe, { description: 'geladeira' })).toEqual(whole([m5]));
  expect(await found(carla, { description: 'chefe' })).toEqual(whole([]));
});

test('within days of the company’s time zone, the last one included', async () => {
  const on = (dateStart: string, dateEnd: string) => found(carla, { description: 'geladeira', dateStart, dateEnd });
  expect(await on('2026-03-10', '2026-03-11')).toEqual(whole([m3, m2]));
  expect(await on('2026-03-09', '2026-03-09')).toEqual(whole([m1]));
  expect(await on('2026-03-12', '2026-03-31')).toEqual(whole([m4]));
  expect(await on('', '')).toMatchObject({ count: 4 });
});

test('results are paged', async () => {
  const newest = [...many].reverse();
  const query = { description: 'pedido' };
  expect(await found(ana, query)).toEqual({ ids: newest.slice(0, 20), count: 45, atLeast: false, hasMore: true });
  expect(await found(ana, { ...query, pageNumber: 2 })).toMatchObject({ ids: newest.slice(20, 40), hasMore: true });
  expect(await found(ana, { ...query, pageNumber: 3 })).toMatchObject({ ids: newest.slice(40), hasMore: false });
  expect(await found(ana, { ...query, pageNumber: 4 })).toMatchObject({ ids: [], count: 45, hasMore: false });
});

test('missing or reversed values are refused by field, in the specification’s words', async () => {
  const dates = 'Por favor, preencha as datas inicio e fim';
  const short = 'Por favor, preencha o texto da mensagem com no mínimo 3 caracteres.';
  const fieldsOf = async (query: Record<string, string>) => {
    const { status, body } = await ask(carla, query);
    return [status, (body as unknown as { fields: Record<string, string> }).fields];
  };
  const words = { description: 'geladeira' };
  expect(await fieldsOf({ ...words, dateStart: '2026-03-10' })).toEqual([400, { dateEnd: dates }]);
  expect(await fieldsOf({ ...words, dateEnd: '2026-03-10' })).toEqual([400, { dateStart: dates }]);
  expect(await fieldsOf({ ...words, dateStart: '2026-03-11', dateEnd: '2026-03-10' })).toEqual([
    400,
    { dateStart: 'Data início não pode ser maior que data fim' },
  ]);
  expect(await fieldsOf({ description: 'ge ' })).toEqual([400, { description: short }]);
  expect(await fieldsOf({ dateStart: '2026-03-10' })).toEqual([400, { description: short, dateEnd: dates }]);
  expect((await ask(carla, { ...words, dateStart: '2026-02-30', dateEnd: '2026-03-10' })).status).toBe(400);
});

test('however many messages exist, in this company and others, a search reads few, and counts at most a thousand', async () => {
  const { pool } = service.engine;
  const texts = await liveTable(pool, 'message_text');
  const fill = (companyId: string, ticketId: string, count: number) =>
    pool.query(
      `insert into ${texts} (id, company_id, conversation, ticket_id, created_at, position, search)
       select gen_random_uuid(), $1, 'filled', $2, '2026-04-01'::timestamptz + n * interval '1 minute', 1000000 + n,
         'bom dia ' || n || ', ' || md5(n::text) || case when n % 20000 = 7 then ' freezer azul' else '' end
       from generate_series(1, $3::int) n`,
      [companyId, ticketId, count],
    );
  await filled(pool, [texts], async () => {
    await fill(place.companyId, newer, 100_000);
    await fill(place.foreignId, far.message('a'), 100_000);
  });
  const touched = async (description: string, more: Partial<Asker> = {}, days: { dateStart?: string; dateEnd?: string } = {}) => {
    const asker: Asker = { ...carla, super: false, version: 1, ended: null, ...more };
    const { rows, indexes, result } = await explained(pool, place.companyId, (db) =>
      findMessages(db, asker, { description, ...days, pageNumber: 1 }),
    );
    expect([...indexes].some((name) => name.startsWith(texts.slice('read.'.length)))).toBe(true);
    const { messages: _, ...told } = result;
    return { rows, told };
  };
  for (const [text, count] of [
    ['freezer', 5],
    ['geladeira', 4],
    ['nada que alguém dissesse', 0],
  ] as const) {
    const { rows, told } = await touched(text);
    expect({ text, told }).toEqual({ text, told: { count, atLeast: false, hasMore: false } });
    expect(rows).toBeLessThan(LOOKED * 1.2);
  }
  const frequent = await touched('bom dia');
  expect(frequent.told).toEqual({ count: 1_000, atLeast: true, hasMore: true });
  expect(frequent.rows).toBeLessThan(LOOKED * 6);
  // For few days the count is known.
  const days = { dateStart: '2026-04-03', dateEnd: '2026-04-03' };
  const told = { count: 1_000, atLeast: true, hasMore: true };
  expect((await touched('bom dia', {}, days)).told).toEqual(told);
  expect((await touched('freezer', {}, days)).told).toEqual({ count: 0, atLeast: false, hasMore: false });
  expect((await touched('freezer', {}, days)).rows).toBeLessThan(MAX_ROWS);
  // A text in nearly all messages, but in no ticket that Elio sees: the search stops at its limits.
  const unseen = await touched('bom dia', { ...elio });
  expect(unseen.told).toMatchObject({ count: 0, hasMore: false });
}, 120_000);
