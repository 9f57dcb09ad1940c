import { conversationEvents as c, conversationOf, newId, routes } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import type { Asker } from '../../kernel/feature.ts';
import { explained } from '../../testing/explained.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';
import { listMessages } from './messages.paging.ts';

const { list } = routes.messages;
const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
const texts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => `texto ${from + n}`);

talk.started();
const older = talk.opened('1', { queueId: place.support, userId: bruno.userId });
const first = texts(1, 15).map((text) => talk.received(older, text, text));
talk.closed(older, bruno.userId);
const newer = talk.opened('2', { queueId: place.sales, userId: ana.userId });
const second = texts(16, 45).map((text) => talk.received(newer, text, text));

// A second conversation, with every kind of change to messages.
here.contact(uuid(102), 'João', '5511912345678');
const other = here.conversation(place.shop, uuid(102));
other.started();
const ticketId = other.opened('1', { queueId: place.sales });
const asked = other.received(ticketId, 'asked', 'Chegou?', { at: '2026-03-05T12:00:00.000Z' });
other.sent(ticketId, 'greeting', 'Bem-vindo!', { origin: 'greeting' });
const told = other.sent(ticketId, 'told', 'Ainda não', { userId: ana.userId, quotedId: asked });
other.say(c.MessageAcknowledged, { ticketId, messageId: told, ack: 3 });
const back = other.received(ticketId, 'back', 'Como não?', { quotedId: told });
other.say(c.MessagesRead, { ticketId, upTo: asked, messageIds: [asked], unread: 1 });
const wrong = other.sent(ticketId, 'wrong', 'Senha do chefe: 123', { userId: ana.userId });
other.sent(ticketId, 'quoting', 'Era isto', { userId: ana.userId, quotedId: wrong });
other.say(c.MessageDeleted, { ticketId, messageId: wrong, userId: ana.userId }, { by: asUser(ana.userId) });
const failed = other.sent(ticketId, 'failed', 'Oi', { userId: ana.userId });
other.say(c.MessageFailed, { ticketId, messageId: failed, attempt: 1, reason: 'refused' });
const note = { ticketId, messageId: other.message('note'), body: 'Paciência', userId: ana.userId, clientId: 'key' };
other.say(c.MessageObserved, note, { by: asUser(ana.userId) });

// A conversation whose tickets belonged to two queues; the second ticket quotes a message of the first.
here.contact(uuid(104), 'Lia', '5511912345671');
const twice = here.conversation(place.shop, uuid(104));
twice.started();
const before = twice.opened('1', { queueId: place.support, userId: bruno.userId });
const private1 = twice.received(before, 'p1', 'Meu CPF é 123');
const private2 = twice.sent(before, 'p2', 'O desconto é de 70%', { userId: bruno.userId });
twice.closed(before, bruno.userId);
const after = twice.opened('2', { queueId: place.sales, userId: ana.userId });
const quoting = [private1, private2].map((quotedId, n) => twice.received(after, `q${n}`, 'E isto?', { quotedId }));
quoting.push(twice.received(after, 'q2', 'E então?', { quotedId: quoting[1]! }));
twice.say(c.NumberChanged, {
  ticketId: after,
  messageId: twice.message('number'),
  userId: carla.userId,
  from: '5511912345671',
  to: '5511912345672',
});

// A customer who was written to outside of tickets: before the first, between two, and after the last.
here.contact(uuid(105), 'Rui', '5511912345673');
const outside = here.conversation(place.shop, uuid(105));
outside.started();
const early = outside.outreach('early', 'Chegou?', { userId: ana.userId });
const his1 = outside.opened('1', { queueId: place.support, userId: bruno.userId });
const quotesEarly = outside.received(his1, 'r1', 'Sim', { quotedId: early });
outside.closed(his1, bruno.userId);
outside.outreach('between', 'E agora?', { lastTicketId: his1, userId: ana.userId });
const his2 = outside.opened('2', { queueId: place.sales, userId: ana.userId });
outside.sent(his2, 'r2', 'Aqui está', { userId: ana.userId, origin: 'forward' });
outside.closed(his2, ana.userId);
const last = outside.outreach('last', 'Até mais', { lastTicketId: his2, userId: ana.userId });
outside.say(c.OutreachAcknowledged, { messageId: last, ack: 3 });
outside.say(c.OutreachDeleted, { messageId: last, userId: ana.userId });
outside.say(c.OutreachDeletionFailed, { messageId: last, reason: 'refused' });

// A long conversation: of its four tickets Ana may not see the two of support.
here.contact(uuid(103), 'Sílvia', '5511912345670');
const long = here.conversation(place.shop, uuid(103));
long.started();
const parts = [place.sales, place.support, place.sales, place.support].map((queueId, n) => {
  const id = long.opened(`${n}`, { queueId, userId: bruno.userId });
  const said = texts(n * 100 + 1, n * 100 + 100).map((text) => long.received(id, text, text));
  long.closed(id, bruno.userId);
  return { id, said };
});
const endless = long.opened('last', { queueId: place.sales });
const many = [...parts.flatMap(({ said }) => said), ...texts(401, 500).map((text) => long.received(endless, text, text))];

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const page = async (caller: Caller, id: string, query: Record<string, string | number> = {}) => {
  const { status, body } = await service.ask(caller, list, { params: { ticketId: id }, query });
  expect(status).toBe(200);
  return { texts: body.messages.map((message) => message.body), hasMore: body.hasMore, count: body.count };
};

test('a conversation continues into its older tickets, newest page first, in order within a page', async () => {
  expect(await page(carla, newer)).toEqual({ texts: texts(26, 45), hasMore: true, count: 45 });
  expect(await page(carla, newer, { pageNumber: 2 })).toEqual({ texts: texts(6, 25), hasMore: true, count: 45 });
  expect(await page(carla, newer, { pageNumber: 3 })).toEqual({ texts: texts(1, 5), hasMore: false, count: 45 });
  expect(await page(carla, newer, { pageNumber: 4 })).toEqual({ texts: [], hasMore: false, count: 45 });
});

test('only into those that the caller sees, and never into newer ones', async () => {
  expect(await page(ana, newer, { pageNumber: 2 })).toEqual({ texts: texts(16, 25), hasMore: false, count: 30 });
  expect(await page(bruno, older)).toEqual({ texts: texts(1, 15), hasMore: false, count: 15 });
});

test('it is paged from the oldest message shown, even if new ones arrive', async () => {
  expect(await page(carla, newer, { before: second[10]! })).toEqual({ texts: texts(6, 25), hasMore: true, count: 45 });
  expect(await page(ana, newer, { before: second[3]! })).toEqual({ texts: texts(16, 18), hasMore: false, count: 30 });
  // The message belongs to a ticket that Ana may no longer see: paging continues with what she sees before it.
  expect(await page(ana, newer, { before: first[3]! })).toEqual({ texts: [], hasMore: false, count: 30 });
});

const paged = async (caller: Caller, id: string, query: Record<string, string | number>) => {
  const { status, body } = await service.ask(caller, list, { params: { ticketId: id }, query });
  expect(status).toBe(200);
  const said = body.messages.map((message) => message.body);
  return [said.length, said[0], said.at(-1), body.hasMore, body.hasNewer, body.count];
};

test('it can start at a message, with a page before it and a page from it on', async () => {
  expect(await paged(carla, endless, { goMessage: many[249]! })).toEqual([40, 'texto 230', 'texto 269', true, true, 500]);
  expect(await paged(carla, endless, { goMessage: many[3]! })).toEqual([23, 'texto 1', 'texto 23', false, true, 500]);
  expect(await paged(carla, endless, { goMessage: many[494]! })).toEqual([26, 'texto 475', 'texto 500', true, false, 500]);
  expect(await paged(carla, endless, { goMessage: many[0]!.toUpperCase() })).toEqual([
    20,
    'texto 1',
    'texto 20',
    false,
    true,
    500,
  ]);
  // Nothing newer than the opened ticket.
  expect(await paged(carla, parts[1]!.id, { goMessage: many[195]! })).toEqual([25, 'texto 176', 'texto 200', true, false, 200]);
});

test('from there it is paged both ways, until nothing is older or newer', async () => {
  expect(await paged(carla, endless, { newer: many[268]! })).toEqual([20, 'texto 270', 'texto 289', true, true, 500]);
  expect(await paged(carla, endless, { newer: many[479]! })).toEqual([20, 'texto 481', 'texto 500', true, false, 500]);
  expect(await paged(carla, endless, { newer: many[499]! })).toEqual([0, undefined, undefined, true, false, 500]);
  expect(await paged(carla, endless, { before: many[229]! })).toEqual([20, 'texto 210', 'texto 229', true, true, 500]);
  expect(await paged(carla, endless, {})).toEqual([20, 'texto 481', 'texto 500', true, false, 500]);
  expect(await paged(carla, endless, { pageNumber: 25 })).toEqual([20, 'texto 1', 'texto 20', false, true, 500]);
  expect(await paged(carla, older, {})).toEqual([15, 'texto 1', 'texto 15', false, false, 15]);
});

test('the newest page says where the unread messages of an unfinished ticket begin, however far up', async () => {
  const unread = async (id: string, query: Record<string, string | number> = {}) =>
    (await service.ask(carla, list, { params: { ticketId: id }, query })).body.unread;
  expect(await unread(ticketId)).toEqual({ from: back, count: 1 });
  expect(await unread(newer)).toEqual({ from: second[0], count: 30 });
  expect(await unread(older)).toBeNull();
  expect(await unread(after)).toEqual({ from: quoting[0], count: 3 });
  expect(await unread(newer, { pageNumber: 2 })).toBeNull();
  for (const from of ['before', 'newer', 'goMessage']) expect(await unread(newer, { [from]: second[20]! })).toBeNull();
});

test('invisible messages are skipped', async () => {
  expect(await paged(ana, endless, { goMessage: many[204]! })).toEqual([40, 'texto 85', 'texto 224', true, true, 300]);
  expect(await paged(ana, endless, { newer: many[94]! })).toEqual([20, 'texto 96', 'texto 215', true, true, 300]);
  expect(await paged(ana, endless, { before: many[409]! })).toEqual([20, 'texto 290', 'texto 409', true, true, 300]);
  // Her screen still shows a message that she may no longer see: paging continues from it.
  expect(await paged(ana, endless, { newer: many[150]! })).toEqual([20, 'texto 201', 'texto 220', true, true, 300]);
});

test('a message that is unknown, invisible or of another conversation cannot be a start', async () => {
  const refused = { status: 404, error: 'ERR_NO_MESSAGE_FOUND' };
  const ask = (caller: Caller, query: Record<string, string>) =>
    service.ask(caller, list, { params: { ticketId: newer }, query });
  expect(await ask(carla, { goMessage: newId() })).toMatchObject(refused);
  expect(await ask(carla, { goMessage: asked })).toMatchObject(refused);
  expect(await ask(ana, { goMessage: first[0]! })).toMatchObject(refused);
  expect(await ask(carla, { before: asked })).toMatchObject(refused);
});

test('an invisible ticket has no messages', async () => {
  for (const caller of [bruno, elio, zoe])
    expect(await service.ask(caller, list, { params: { ticketId: newer } })).toMatchObject({
      status: 404,
      error: 'ERR_NO_TICKET_FOUND',
    });
  expect(await service.ask(carla, list, { params: { ticketId: newId() } })).toMatchObject({
    status: 404,
    error: 'ERR_NO_TICKET_FOUND',
  });
});

test('a quote of another ticket’s message contains only that it is one, for every caller', async () => {
  for (const asker of [ana, carla]) {
    const { messages } = (await service.ask(asker, list, { params: { ticketId: after } })).body;
    const quotes = messages.filter(({ id }) => quoting.includes(id)).map(({ quotedMsg }) => quotedMsg);
    expect(quotes).toEqual([
      { id: private1, body: null, fromMe: false, isDeleted: false, author: 'Lia', hidden: true, kind: null, thumbnailUrl: null },
      { id: private2, body: null, fromMe: true, isDeleted: false, author: null, hidden: true, kind: null, thumbnailUrl: null },
      {
        id: quoting[1],
        body: 'E isto?',
        fromMe: false,
        isDeleted: false,
        author: 'Lia',
        hidden: false,
        kind: null,
        thumbnailUrl: null,
      },
    ]);
  }
  const { messages } = (await service.ask(ana, list, { params: { ticketId: after } })).body;
  expect(JSON.stringify(messages)).not.toMatch(/CPF|desconto|Bruno/);
});

test('a change of the contact’s number is in the conversation and in the ticket’s history', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId: after } })).body;
  const notice = { kind: 'number-changed', from: '5511912345671', to: '5511912345672' };
  expect(messages.at(-1)).toMatchObject({ notice, body: '', isObservation: true, user: { id: carla.userId, name: 'Carla' } });
  expect(messages.slice(0, -1).every((message) => message.notice === null)).toBe(true);
  const history = await service.ask(ana, routes.tickets.history, { params: { ticketId: after } });
  expect(history.body.at(-1)).toMatchObject({ type: 'NumberChanged', data: { from: notice.from, to: notice.to } });
});

test('messages outside of any ticket are listed at their time, for users who see one of the tickets', async () => {
  expect(await page(carla, his2)).toEqual({ texts: ['Chegou?', 'Sim', 'E agora?', 'Aqui está', ''], hasMore: false, count: 5 });
  expect(await page(ana, his2)).toEqual({ texts: ['Chegou?', 'E agora?', 'Aqui está', ''], hasMore: false, count: 4 });
  expect(await page(bruno, his1)).toEqual({ texts: ['Chegou?', 'Sim', 'E agora?'], hasMore: false, count: 3 });
  const { messages } = (await service.ask(carla, list, { params: { ticketId: his2 } })).body;
  const rui = { contactId: uuid(105), contact: { id: uuid(105), name: 'Rui' } };
  expect(messages).toMatchObject([
    { id: early, ticketId: null, forwarded: true, user: { name: 'Ana' }, automatic: null, ...rui },
    { id: quotesEarly, ticketId: his1, quotedMsg: { id: early, body: 'Chegou?', hidden: false }, ...rui },
    { ticketId: null, forwarded: true },
    { ticketId: his2, forwarded: true, automatic: null },
    { id: last, ticketId: null, ack: 3, isDeleted: true, deleteFailed: true },
  ]);
});

test('a message has its delivery state, its quote and its author', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId } })).body;
  const byAna = { fromMe: true, user: { id: ana.userId, name: 'Ana' }, read: true };
  expect(messages).toMatchObject([
    { id: asked, body: 'Chegou?', fromMe: false, read: true, user: null, createdAt: '2026-03-05T12:00:00.000Z' },
    { body: 'Bem-vindo!', automatic: 'greeting', fromMe: true, user: null },
    { id: told, ...byAna, ack: 3, quotedMsg: { id: asked, body: 'Chegou?', fromMe: false, isDeleted: false, author: 'João' } },
    { id: back, read: false, quotedMsg: { id: told, body: 'Ainda não', fromMe: true, isDeleted: false, author: 'Ana' } },
    { id: wrong, ...byAna, isDeleted: true, body: '' },
    { body: 'Era isto', quotedMsg: { id: wrong, body: '', isDeleted: true } },
    { id: failed, state: 'failed', failure: 'refused', ack: 1, attempt: 1 },
    { id: note.messageId, ...byAna, isObservation: true, body: 'Paciência', clientId: 'key', automatic: null },
  ]);
  for (const { contact } of messages) expect(contact).toEqual({ id: uuid(102), name: 'João' });
  expect(JSON.stringify(messages)).not.toContain('Senha do chefe');
});

test('with twenty thousand more messages, half of them invisible, a page reads no more rows than before', async () => {
  const { pool } = service.engine;
  const messages = await liveTable(pool, 'message');
  const asked = { newest: {}, around: { goMessage: many[249]! }, older: { before: many[249]! }, newer: { newer: many[249]! } };
  const read = async () => {
    const all: [string, number][] = [];
    for (const viewer of [carla, ana])
      for (const [name, query] of Object.entries(asked)) {
        const asker: Asker = { ...viewer, super: false, version: 1, ended: null };
        const conversed = { id: endless, conversation: conversationOf(endless)! };
        const { rows } = await explained(pool, place.companyId, (db) =>
          listMessages(db, asker, conversed, { pageNumber: 1, ...query }),
        );
        all.push([`${name} for ${viewer.profile}`, rows]);
      }
    return all;
  };
  const few = Object.fromEntries(await read());
  // Newer than all other messages: in a ticket that Ana sees, and in one that she does not.
  for (const [n, id] of [many[99]!, many[199]!].entries())
    await pool.query(
      `insert into ${messages} select (jsonb_populate_record(m, jsonb_build_object('id', md5($2 || n::text)::uuid, 'position', $2::bigint + n))).*
       from ${messages} m, generate_series(1, 10000) n where m.id = $1`,
      [id, String((n + 1) * 1e12)],
    );
  await pool.query(`vacuum analyze ${messages}`);
  for (const [name, rows] of await read()) expect([name, rows, rows <= few[name]! * 1.2]).toEqual([name, rows, true]);
});
