import { accessEvents, conversationEvents as c, limits, routes, socialMedias } from '@prosa/contracts';
import { accessTokens, createServer, mediaLinks } from '@prosa/infra/runtime';
import { ana, bruno, carla, founded, place } from './desk/tickets/tickets.fixture.ts';
import { silent } from './engine/engine.fixture.ts';
import { liveTable } from './engine/live-tables.fixture.ts';
import { features } from './features.ts';
import type { Aside, Asker } from './kernel/feature.ts';
import { writeCursor } from './kernel/keyset.ts';
import type { Reader } from './kernel/reader.ts';
import { FURTHER, LOOKED } from './kernel/search.ts';
import { explained } from './testing/explained.ts';
import { filled } from './testing/filled.ts';
import { fileOf, uuid } from './testing/news.ts';
import { openService, type Service } from './testing/service.fixture.ts';

/** Rows of each table that grows with the tickets: so many that the planner uses indexes where it may. */
const ROWS = 20_000;
/** A page with what is joined to it, and the conversation or the history of a ticket. */
const PAGE = 600;
/** The beginning of a list, by which its search is decided, is read besides. */
const SEARCH = 4_000;
/** Tables of which one row or several come with each ticket. */
const GROWING = [
  ...['contact', 'ticket', 'deleted_ticket', 'heard_conversation', 'history', 'ticket_note'],
  ...['message', 'message_text', 'message_change', 'message_count', 'source_lead', 'ticket_rating', 'access'],
];

const { here } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const gone = talk.opened('0', { queueId: place.sales, userId: ana.userId });
talk.received(gone, 'before', 'Engano');
talk.closed(gone, ana.userId);
talk.say(c.TicketDeleted, { ticketId: gone, userId: carla.userId, contactId: talk.contactId });
const earlier = talk.opened('1', { queueId: place.support, userId: bruno.userId });
talk.received(earlier, 'first', 'A geladeira pifou');
talk.say(c.TicketClosed, { ticketId: earlier, userId: bruno.userId, reason: 'resolved', ratingAsked: true });
const mark = { ticketId: earlier, sentAt: '2026-03-01T12:00:00.000Z' };
talk.say(c.RatingGiven, { ...mark, messageId: talk.message('mark'), rating: 3, body: '3', channelId: 'mark' });
talk.say(c.RatingCommented, { ...mark, messageId: talk.message('comment'), body: 'Bom', channelId: 'comment' });
const ticketId = talk.opened('2', { queueId: place.sales, userId: ana.userId });
const asked = talk.received(ticketId, 'asked', 'Chegou?');
talk.edited(ticketId, asked, 'Já chegou?');
talk.reacted(ticketId, talk.sent(ticketId, 'told', 'Ainda não', { userId: ana.userId, quotedId: asked }), '👍');
talk.sent(ticketId, 'file', '', { userId: ana.userId, media: fileOf(uuid(71)) });
talk.outreach('news', 'Chegou uma novidade', { lastTicketId: ticketId, userId: ana.userId });
talk.say(c.TicketNoteAdded, { ticketId, noteId: uuid(61), note: 'Paciência', userId: ana.userId });

const source = uuid(81);
here.tell(`social-medias-${carla.companyId}`, socialMedias.events.created, { id: source, name: 'Feira', message: 'Chegou?' });
const lead = { ticketId, messageId: asked, contactId: talk.contactId, socialMediaId: source };
talk.say(c.LeadAttributed, { ...lead, by: 'message' });

const look = { kind: 'history', subject: { kind: 'ticket', id: ticketId }, at: '2026-02-01T12:00:00.000Z' };
here.tell(`access-${carla.companyId}-2026-02-01`, accessEvents.Accessed, look, { by: { kind: 'user', id: carla.userId } });

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
  const { pool } = service.engine;
  const tables = await Promise.all(GROWING.map((table) => liveTable(pool, table)));
  await filled(pool, tables, () => Promise.all(tables.map(multiply)));
}, 300_000);
afterAll(() => service.close());

/** Copies the rows of a table until there are many: every key and every name of another row is another one's. */
const multiply = async (table: string): Promise<void> => {
  const other = (what: string) => `overlay(overlay(md5('${what} ' || n) placing '4' from 13) placing '8' from 17)::uuid`;
  const key = `left(md5('key ' || n / 4), 15)`;
  const [, named] = /^read\.(.*)_\d+$/.exec(table)!;
  const isLog = named === 'history' || named === 'message_change';
  const changed = {
    ...(!isLog && { id: named === 'heard_conversation' ? `left(md5('key ' || n), 15)` : other(named!) }),
    ticket_id: other('ticket'),
    contact_id: other('contact'),
    conversation: key,
    position: `n + 1000000`,
    name: `'cliente ' || md5(n::text)`,
    name_order: `'cliente ' || md5(n::text)`,
    search: `'pedido ' || md5(n::text)`,
    created_at: `'2026-02-01'::timestamptz - n * interval '1 minute'`,
    updated_at: `'2026-02-01'::timestamptz - n * interval '1 minute'`,
    at: `'2026-02-01'::timestamptz - n * interval '1 minute'`,
    asked_at: `'2026-02-01'::timestamptz - n * interval '1 minute'`,
    commented_at: `'2026-02-01'::timestamptz - n * interval '1 minute'`,
    comment_id: other('message'),
    data: `jsonb_build_object('messageId', ${other('message')})`,
    ticket_ids: `jsonb_build_array(${other('ticket')})`,
    subject_id: other('ticket'),
    record_id: other('ticket'),
  };
  const { rows } = await service.engine.pool.query<{ column: string }>(
    `select attname as column from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
    [table],
  );
  const there = new Set(rows.map(({ column }) => column));
  const pairs = Object.entries(changed).flatMap(([column, value]) => (there.has(column) ? [`'${column}', ${value}`] : []));
  await service.engine.pool.query(
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${pairs.join(', ')}))).*
     from ${table} one, generate_series(1, ${ROWS}) n where one.ctid = (select min(ctid) from ${table})`,
  );
};

/** Makes a call as the product does, its queries explained; returns what they read of each growing table. */
const reading = async (asker: Asker, path: string) => {
  const { config, pool } = service.engine;
  const tokens = accessTokens(config.PROSA_TOKEN_SECRET);
  const read = new Map<string, number>();
  const reader: Reader = {
    query: async ({ companyId }, work) => {
      const { result, tables } = await explained(pool, companyId, work, mediaLinks(config.PROSA_TOKEN_SECRET));
      for (const [table, rows] of tables) read.set(table, (read.get(table) ?? 0) + rows);
      return { result, position: 0n };
    },
    next: () => Promise.resolve(),
    meeting: () => Promise.resolve(),
    ready: () => Promise.resolve(),
    close: () => {},
  };
  const server = createServer<Asker>({ log: silent, name: 'explained', tokens, authenticate: async () => asker });
  const app = Object.assign(server, { looks: { note: () => Promise.resolve() } });
  const none: Aside = {
    codeOf: () => Promise.reject(new Error('No connection is linked here.')),
    keyUsesOf: async () => new Map(),
    factsOf: async () => [],
    async *readFacts() {},
    folding: () => () => Promise.reject(new Error('Nothing is asked about the past here.')),
  };
  for (const feature of features) feature.routes?.(app, reader, none);
  const token = await tokens.signAccess({ userId: asker.userId, companyId: asker.companyId, version: 1 });
  const reply = await app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${token}` } });
  await app.close();
  return { status: reply.statusCode, body: reply.json(), read };
};

const asker = (of: typeof carla): Asker => ({ ...of, seesGrey: false, super: false, version: 1, ended: null });
const pathOf = ({ call }: { call: string }, named: Record<string, string> = {}): string =>
  call.slice('GET '.length).replace(/:(\w+)/g, (_, name: string) => named[name]!);
const of = { ticketId };
const contact = { id: uuid(101) };
const messages = pathOf(routes.messages.list, of);

test.each<[string, string, number]>([
  ['the newest messages', messages, PAGE],
  ['the messages around one', `${messages}?goMessage=${asked}`, PAGE],
  ['the messages before one', `${messages}?before=${asked}`, PAGE],
  ['the messages after one', `${messages}?newer=${asked}`, PAGE],
  ['the files of a ticket', pathOf(routes.messages.searchMedias, of), PAGE],
  ['the history of a ticket', pathOf(routes.tickets.history, of), PAGE],
  ['a ticket', pathOf(routes.tickets.show, of), PAGE],
  ['the waiting tickets', `${pathOf(routes.tickets.list)}?status=pending`, PAGE],
  ['the longest waiting tickets', `${pathOf(routes.tickets.list)}?status=pending&sort=waiting`, PAGE],
  ['the served tickets, the longest waiting first', `${pathOf(routes.tickets.list)}?status=open&sort=waiting`, PAGE],
  ['all tickets, the longest waiting first', `${pathOf(routes.tickets.list)}?sort=waiting`, PAGE],
  ['all tickets, the oldest first', `${pathOf(routes.tickets.list)}?sort=oldest`, PAGE],
  ['the served tickets', `${pathOf(routes.tickets.list)}?status=open`, PAGE],
  ['all tickets', pathOf(routes.tickets.list), PAGE],
  ['the last ticket of a contact', `${pathOf(routes.tickets.lastByContact)}?contactIds=["${contact.id}"]`, PAGE],
  ['the counts of tickets', pathOf(routes.tickets.counts), PAGE],
  ['the notes of a ticket', `${pathOf(routes.ticketNotes.list)}?ticketId=${ticketId}`, PAGE],
  ['a contact', pathOf(routes.contacts.show, contact), PAGE],
  ['the contacts', pathOf(routes.contacts.list), PAGE],
  ['the contacts by last ticket', `${pathOf(routes.contacts.list)}?orderBy=lastTicket&direction=desc`, PAGE],
  ['the scheduled messages of a contact', `${pathOf(routes.schedules.list)}?contactId=${contact.id}`, PAGE],
  ['tickets by a text of their messages', `${pathOf(routes.tickets.list)}?searchParam=geladeira`, SEARCH],
  ['tickets by a text that none has', `${pathOf(routes.tickets.list)}?searchParam=refrigerador`, SEARCH],
  ['messages by a text', `${pathOf(routes.messages.search)}?description=geladeira`, SEARCH],
  ['messages by a text that none has', `${pathOf(routes.messages.search)}?description=refrigerador`, SEARCH],
])('of large tables a read scans none: %s', async (_, path, most) => {
  for (const viewer of [carla, ana]) {
    const { status, body, read } = await reading(asker(viewer), path);
    expect({ status, body }).toEqual({ status: 200, body: expect.anything() });
    const growing = [...read].filter(([table]) => GROWING.includes(table));
    expect(growing.filter(([, rows]) => rows > most)).toEqual([]);
  }
});

test.each<Record<string, string>>([{}, { mediaId: source }])(
  'the contacts who came from sources, from the middle of the list on: %j',
  async (filter) => {
    const cursor = writeCursor(['2026-01-25T12:00:00.000Z', 'x']);
    const path = `${pathOf(routes.marketing.analytical)}?${new URLSearchParams({ ...filter, cursor })}`;
    const { status, body, read } = await reading(asker(carla), path);
    expect([status, body.report.length, body.hasMore]).toEqual([200, 200, true]);
    expect([...read].filter(([table, rows]) => GROWING.includes(table) && rows > PAGE)).toEqual([]);
  },
);

test.each<Record<string, string>>([{}, { dateEnd: '2026-01-27' }])(
  'the comments on ratings, from the middle of the list on: %j',
  async (filter) => {
    const cursor = writeCursor(['2026-01-25T12:00:00.000Z', uuid(1)]);
    const path = `${pathOf(routes.ratings.comments)}?${new URLSearchParams({ ...filter, cursor })}`;
    const { status, body, read } = await reading(asker(carla), path);
    expect([status, body.comments.length, body.hasMore]).toEqual([200, 200, true]);
    expect([...read].filter(([table, rows]) => GROWING.includes(table) && rows > PAGE)).toEqual([]);
  },
);

test.each<[Record<string, string>, number]>([
  [{}, 200],
  [{ userId: carla.userId }, 200],
  [{ dateEnd: '2026-01-27' }, 200],
  [{ ticketId }, 0],
  [{ contactId: talk.contactId }, 0],
])('who looked at what, from the middle of the list on: %j', async (filter, listed) => {
  const cursor = writeCursor(['2026-01-25T12:00:00.000Z', '1']);
  const path = `${pathOf(routes.accesses.list)}?${new URLSearchParams({ ...filter, cursor })}`;
  const { status, body, read } = await reading(asker(carla), path);
  expect([status, body.accesses.length, body.hasMore]).toEqual([200, listed, listed > 0]);
  expect([...read].filter(([table, rows]) => GROWING.includes(table) && rows > PAGE)).toEqual([]);
});

test('who sees all tickets searches them by a text that many have: a row of the beginning of the list is read once each time', async () => {
  const { body, read } = await reading(asker(carla), `${pathOf(routes.tickets.list)}?searchParam=pedido a`);
  expect(body.tickets).toHaveLength(limits.pageSize);
  expect(read.get('ticket')).toBeGreaterThan(FURTHER);
  for (const table of ['ticket', 'contact']) expect(read.get(table)).toBeLessThan(LOOKED + FURTHER + PAGE);
});

test('the history of a deleted ticket, for an administrator', async () => {
  const { status, body, read } = await reading(asker(carla), pathOf(routes.tickets.history, { ticketId: gone }));
  expect([status, body.length > 0]).toEqual([200, true]);
  expect([...read].filter(([, rows]) => rows > PAGE)).toEqual([]);
});
