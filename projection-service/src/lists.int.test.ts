import { newId, routes } from '@prosa/contracts';
import { listItems } from './contacts/contact-lists/contact-lists.queries.ts';
import { listByLastTicket } from './contacts/contacts/contacts.last.ts';
import { listByName, listByNumber } from './contacts/contacts/contacts.queries.ts';
import { contactRows } from './contacts/contacts/contacts.rows.ts';
import { ana, bruno, carla, founded, place } from './desk/tickets/tickets.fixture.ts';
import { findTickets } from './desk/tickets/tickets.search.ts';
import { liveTable } from './engine/live-tables.fixture.ts';
import type { Db } from './kernel/db.ts';
import type { Asker } from './kernel/feature.ts';
import { FREQUENT, LOOKED, WALKED } from './kernel/search.ts';
import { listUsers } from './people/users/users.queries.ts';
import { explained } from './testing/explained.ts';
import { filled } from './testing/filled.ts';
import { openService, type Service } from './testing/service.fixture.ts';

/** Contacts with a ticket each, and users, of each of two companies: enough to tell what reads all of them from what does not. */
const ROWS = 60_000;
/** More than any list may read, including the rows that are counted. */
const MOST = ROWS * 0.4;
const rareTag = newId();
const contactListId = newId();

const { here, there } = founded();
let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
  const { pool } = service.engine;
  const tables = await Promise.all(
    ['contact', 'ticket', 'user_account', 'contact_list_item'].map((table) => liveTable(pool, table)),
  );
  await filled(pool, tables, async () => {
    for (const companyId of [place.companyId, place.foreignId]) await fill(companyId);
  });
}, 300_000);
afterAll(() => service.close());

/** Every contact is a "cliente", one in ten a "silva", one in a hundred an "azul"; one of all is a "raro". Older ones come first; those in the
 * middle, last by name, are "zeta", more than are collected. */
const fill = async (companyId: string) => {
  const { pool } = service.engine;
  const [contact, ticket, user, item] = await Promise.all(
    ['contact', 'ticket', 'user_account', 'contact_list_item'].map((table) => liveTable(pool, table)),
  );
  const named = `case when n between ${ROWS / 2} and ${ROWS - WALKED} then 'zeta ' else '' end || 'cliente ' || md5(n::text) || case when n % 10 = 3 then ' silva' else '' end || case when n % 100 = 9 then ' azul' else '' end
    || case when n = 7 then ' raro' else '' end`;
  const idOf = (kind: number) =>
    `overlay(overlay(md5('${kind} ${companyId} ' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const numbers = `generate_series(1, ${ROWS}) n`;
  await pool.query(
    `insert into ${contact} (id, company_id, name, name_order, number, other_numbers, extra_info, channel, search, sought, digits, deleted, created_at, updated_at)
     select ${idOf(1)}, $1, ${named}, ${named}, '5511' || (60000000 + n), '{}', '[]', 'simulator', ${named} || ' 5511' || (60000000 + n), ${named} || ' 5511' || (60000000 + n),
       array(select substr('5511' || (60000000 + n), i, 8) from generate_series(1, 5) i), false, now(), now() from ${numbers}`,
    [companyId],
  );
  await pool.query(
    `insert into ${user} (id, company_id, name, name_order, email, email_order, search, profile, super, queue_ids, deleted, email_verified,
       created_at, updated_at)
     select ${idOf(2)}, $1, ${named}, ${named}, n || '@loja', n || '@loja', ${named} || ' ' || n || '@loja', 'user', false, '{}', false,
       true, now(), now() from ${numbers}`,
    [companyId],
  );
  await pool.query(
    `insert into ${item} (id, company_id, contact_list_id, name, name_order, number, number_key, search, created_at, updated_at)
     select ${idOf(4)}, $1, $2, ${named}, ${named}, '5511' || (60000000 + n), md5(n::text), ${named} || ' 5511' || (60000000 + n), now(), now()
     from ${numbers}`,
    [companyId, contactListId],
  );
  await pool.query(
    `insert into ${ticket} (id, company_id, protocol, status, user_id, queue_id, connection_id, contact_id, channel, search,
       last_message_from_me, last_message_deleted, chatbot, unread, tag_ids, opened_at, created_at, updated_at, closed_at, waiting_since,
       mentions, mentioned_ids, mentioned_by_ids)
     select ${idOf(3)}, $1, 'p' || n, case n % 50 when 0 then 'pending' when 1 then 'open' else 'closed' end,
       case when n % 50 <> 0 then (array[$2, $3]::uuid[])[1 + n % 2] end, case when n % 10 > 0 then (array[$4, $5]::uuid[])[1 + n / 7 % 2] end,
       gen_random_uuid(), ${idOf(1)}, 'simulator', case when n % 5000 = 11 then 'geladeira' else '' end, false, false, false, (n % 100 = 0 or n % 50 = 1)::int,
       case when n % 10 = 3 then array[$6]::uuid[] else '{}' end || case when n % 10000 = 7 then array[$7]::uuid[] else '{}' end, n,
       '2026-01-01'::timestamptz + n * interval '1 minute', '2026-01-01'::timestamptz + n * interval '1 minute',
       case when n % 50 > 1 then '2026-02-01'::timestamptz end, case when n % 50 = 0 or n % 100 = 1 then '2026-02-01'::timestamptz - n * interval '1 minute' end,
       '[]', '{}', '{}' from ${numbers}`,
    [companyId, ana.userId, bruno.userId, place.sales, place.support, place.late, rareTag],
  );
};

const asker = (of: typeof carla, seesGrey = false): Asker => ({ ...of, seesGrey, super: false, version: 1, ended: null });
const [admin, attendant, greyAttendant] = [asker(carla), asker(ana), asker(ana, true)];
const ticketQuery = { searchParam: '', pageNumber: 1, withUnreadMessages: false, sort: 'newest' as const };
type Tickets = { [Name in keyof Parameters<typeof findTickets>[2]]?: NonNullable<Parameters<typeof findTickets>[2][Name]> };
const tickets =
  (query: Tickets, of: Asker = admin) =>
  async (db: Db) => {
    const { ids, count, atLeast } = await findTickets(db, of, { ...ticketQuery, ...query });
    return { shown: ids.length, count, atLeast };
  };
const contacts =
  (searchParam: string, direction: 'asc' | 'desc' = 'asc') =>
  async (db: Db) => {
    const { contacts: shown, ...counted } = await listByName(db, { searchParam, pageNumber: 1, direction });
    return { shown: shown.length, count: counted.count, atLeast: counted.atLeast };
  };
const byTicket =
  (searchParam: string, more: { direction?: 'asc' | 'desc'; pageNumber?: number; of?: Asker } = {}) =>
  async (db: Db) => {
    const { direction = 'desc', pageNumber = 1, of = admin } = more;
    const { contacts: shown, ...counted } = await listByLastTicket(db, of, { searchParam, pageNumber, direction });
    return { shown: shown.length, count: counted.count, atLeast: counted.atLeast };
  };
const items =
  (searchParam: string, more: { contactListId?: string | null; pageNumber?: number } = {}) =>
  async (db: Db) => {
    const { contacts: shown, ...counted } = await listItems(db, { contactListId, searchParam, pageNumber: 1, ...more });
    return { shown: shown.length, count: counted.count, atLeast: counted.atLeast };
  };
const users =
  (searchParam: string, orderBy: 'name' | 'email' = 'name', direction: 'asc' | 'desc' = 'asc') =>
  async (db: Db) => {
    const { users: shown, ...counted } = await listUsers(db, { searchParam, pageNumber: 1, orderBy, direction });
    return { shown: shown.length, count: counted.count, atLeast: counted.atLeast };
  };
/** Rows of these tables are not counted by counters, because no events tell of them. */
const page = { shown: 20, count: expect.any(Number), atLeast: false };
const many = { shown: 20, count: 1_000, atLeast: true };
const some = { ...many, count: expect.any(Number) };
const few = (count: number) => ({ shown: Math.min(count, 20), count, atLeast: false });

test.each<[string, (db: Db) => Promise<object>, object]>([
  ['all tickets', tickets({}), page],
  ['waiting tickets', tickets({ status: 'pending' }), page],
  ['closed tickets', tickets({ status: 'closed' }), page],
  ['closed tickets of an attendant', tickets({ status: 'closed' }, attendant), page],
  ['closed tickets of an attendant who sees grey ones', tickets({ status: 'closed' }, greyAttendant), page],
  ['all tickets of an attendant', tickets({}, attendant), page],
  ['tickets of a queue or of none', tickets({ queueIds: [place.sales, 'none'] }), page],
  ['unread tickets', tickets({ withUnreadMessages: true }), page],
  ['the longest waiting', tickets({ status: 'pending', sort: 'waiting' }), page],
  ['the longest waiting without a queue', tickets({ status: 'pending', sort: 'waiting' }, greyAttendant), page],
  ['the longest waiting of a queue or of none', tickets({ queueIds: [place.sales, 'none'], sort: 'waiting' }), page],
  ['served tickets, the longest waiting first', tickets({ status: 'open', sort: 'waiting' }, attendant), page],
  ['all tickets, the longest waiting first', tickets({ sort: 'waiting' }), page],
  ['closed tickets, the oldest first', tickets({ status: 'closed', sort: 'oldest' }, greyAttendant), page],
  ['unread tickets of an attendant', tickets({ withUnreadMessages: true }, attendant), page],
  ['tickets of a user', tickets({ users: [bruno.userId] }), page],
  ['tickets of a user and a status', tickets({ users: [bruno.userId], status: 'open' }), page],
  ['tickets of a user without any', tickets({ users: [carla.userId] }), few(0)],
  ['tickets with a frequent tag', tickets({ tags: [place.late] }), some],
  ['tickets with a rare tag', tickets({ tags: [rareTag] }), few(ROWS / 10_000)],
  ['tickets with a tag that none has', tickets({ tags: [place.angry] }), few(0)],
  ['tickets of a day', tickets({ date: '2026-01-03' }), many],
  ['tickets since a day', tickets({ dateFrom: '2026-02-11' }), some],
  ['tickets by a frequent name', tickets({ searchParam: 'cliente' }), many],
  ['tickets by a frequent name, of an attendant', tickets({ searchParam: 'cliente' }, attendant), many],
  ['tickets by a usual name', tickets({ searchParam: 'silva' }), some],
  ['tickets by a less usual name', tickets({ searchParam: 'azul' }), few(ROWS / 100)],
  ['tickets by a rare name', tickets({ searchParam: 'raro' }), few(1)],
  ['tickets by their last message', tickets({ searchParam: 'geladeira' }), few(ROWS / 5_000)],
  ['tickets by a protocol', tickets({ searchParam: 'p77' }), few(1)],
  ['tickets by a number', tickets({ searchParam: '551160000077' }), few(1)],
  ['tickets by what is nowhere', tickets({ searchParam: 'nada disso' }), few(0)],
  ['contacts', contacts(''), page],
  ['contacts, backwards', contacts('', 'desc'), page],
  ['contacts by a frequent name', contacts('cliente'), many],
  ['contacts by a frequent name, backwards', contacts('cliente', 'desc'), many],
  ['contacts by a usual name', contacts('silva'), some],
  ['contacts by a less usual name', contacts('azul'), few(ROWS / 100)],
  ['contacts by a rare name', contacts('raro'), few(1)],
  ['contacts by a number', contacts('+55 11 6000-0077'), few(1)],
  ['contacts by last ticket', byTicket(''), page],
  ['contacts by last ticket, the oldest first', byTicket('', { direction: 'asc' }), page],
  ['contacts by last ticket, the third page', byTicket('', { pageNumber: 3 }), page],
  ['contacts by last ticket, for an attendant', byTicket('', { of: attendant }), page],
  ['contacts by a frequent name, by last ticket', byTicket('cliente'), many],
  ['contacts by a less usual name, by last ticket', byTicket('azul'), few(ROWS / 100)],
  ['contacts by a rare name, by last ticket', byTicket('raro'), few(1)],
  ['items of a list', items(''), page],
  ['items of a list, the third page', items('', { pageNumber: 3 }), page],
  ['items of all lists', items('', { contactListId: null }), page],
  ['items by a frequent name', items('cliente'), many],
  ['items by a usual name', items('silva'), some],
  ['items by a less usual name', items('azul'), few(ROWS / 100)],
  ['items by a rare name', items('raro'), few(1)],
  ['items by a number', items('+55 11 6000-0077'), few(1)],
  ['items by what is nowhere', items('nada disso'), few(0)],
  ['users', users(''), page],
  ['users by e-mail, backwards', users('', 'email', 'desc'), page],
  ['users by a frequent name', users('cliente'), many],
  ['users by a rare name', users('raro'), few(1)],
  ['users by a less usual name, by e-mail', users('azul', 'email'), few(ROWS / 100)],
])('of many rows a list reads few: %s', async (_, work, expected) => {
  const { result, rows } = await explained(service.engine.pool, place.companyId, work);
  expect(result).toEqual(expected);
  expect(rows).toBeLessThan(MOST);
});

test.each([
  ['contacts', '551160000077', contacts],
  ['contacts', '60000077', contacts],
  ['contacts', '+55 11 6000-0077', contacts],
  ['tickets', '551160000077', (searchParam: string) => tickets({ searchParam })],
])('%s are found by a number without reading all that have parts of it: %s', async (_, number, list) => {
  const { result, indexes } = await explained(service.engine.pool, place.companyId, list(number));
  expect(result).toEqual(few(1));
  const nth = contactRows.indexes.findIndex((index) => index.includes('digits'));
  expect([...indexes]).toContainEqual(expect.stringMatching(new RegExp(`^contact_\\d+_${nth}$`)));
});

test('a search that finds too many to count tells that, and pages on', async () => {
  for (const route of [routes.contacts.list, routes.users.list, routes.tickets.list]) {
    const first = (await service.ask(carla, route, { query: { searchParam: 'cliente' } })).body;
    expect(first).toMatchObject({ count: 1_000, atLeast: true, hasMore: true });
    const next = (await service.ask(carla, route, { query: { searchParam: 'cliente', cursor: first.cursor! } })).body;
    expect(next).toMatchObject({ count: 1_000, atLeast: true, hasMore: true });
    const byNumber = (await service.ask(carla, route, { query: { searchParam: 'cliente', pageNumber: 2 } })).body;
    expect({ ...byNumber, cursor: null }).toEqual({ ...next, cursor: null });
  }
  const forwarded = await service.ask(carla, routes.contacts.listForwarded, { query: { searchParam: 'cliente' } });
  expect(forwarded.body).toMatchObject({ count: 1_000, atLeast: true, hasMore: true });
});

test.each([
  ['tickets', carla, routes.tickets.list, {}],
  ['tickets of an attendant', ana, routes.tickets.list, {}],
  ['contacts', carla, routes.contacts.list, {}],
  ['contacts by last ticket', carla, routes.contacts.list, { orderBy: 'lastTicket', direction: 'desc' }],
  ['users', carla, routes.users.list, {}],
  ['users by e-mail', carla, routes.users.list, { orderBy: 'email' }],
] as const)(
  'what is far from the beginning of a list is found, however often it is there: %s',
  async (_, caller, route, order) => {
    const { body } = await service.ask<typeof routes.tickets.list | typeof routes.contacts.list | typeof routes.users.list>(
      caller,
      route,
      { query: { searchParam: 'zeta', ...order } },
    );
    const shown = 'tickets' in body ? body.tickets : 'users' in body ? body.users : body.contacts;
    expect([shown.length, body.atLeast, body.hasMore]).toEqual([20, true, true]);
  },
);

test('such a page is the first of all results in the order of the list', async () => {
  const { pool } = service.engine;
  const { rows } = await pool.query<{ id: string }>(
    `select id from ${await liveTable(pool, 'contact')} where company_id = $1 and search like '%zeta%'
     order by name_order collate "C", name collate "C", id limit 40`,
    [place.companyId],
  );
  const first = (await service.ask(carla, routes.contacts.list, { query: { searchParam: 'zeta' } })).body;
  const query = { searchParam: 'zeta', cursor: first.cursor! };
  const second = (await service.ask(carla, routes.contacts.list, { query })).body;
  expect([...first.contacts, ...second.contacts].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
});

test('a search whose results end soon after the beginning of the list has as many pages as results', async () => {
  // Frequent among the first, and nowhere else.
  const { pool } = service.engine;
  const contact = await liveTable(pool, 'contact');
  const first = `select id from ${contact} where company_id = $1 order by name_order collate "C", name collate "C", id limit $2`;
  const many = FREQUENT + 10;
  await pool.query(`update ${contact} set search = search || ' sumiu' where id in (${first})`, [place.companyId, many]);
  expect(many).toBeLessThan(LOOKED);
  const seen: (string | null)[] = [];
  for (let cursor: string | undefined, page = 0; cursor !== undefined || page === 0; page += 1) {
    const { body } = await service.ask(carla, routes.contacts.list, { query: { searchParam: 'sumiu', cursor } });
    expect([body.count, body.hasMore]).toEqual([many, body.cursor !== null]);
    seen.push(...body.contacts.map(({ id }) => id));
    cursor = body.cursor ?? undefined;
  }
  expect(new Set(seen).size).toBe(many);
  expect(seen).toHaveLength(many);
});

test('the list without pages finds as many as it shows', async () => {
  const { result } = await explained(service.engine.pool, place.companyId, (db) =>
    listByNumber(db, { searchParam: 'azul', pageNumber: 1 }, 1_000),
  );
  expect([result.contacts.length, result.count, result.hasMore]).toEqual([ROWS / 100, ROWS / 100, false]);
});
