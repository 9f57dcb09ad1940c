import { conversationEvents as c, newId, routes } from '@prosa/contracts';
import { asUser, uuid } from '../testing/news.ts';
import { type Caller, openService, type Service } from '../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';

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

// Another conversation, in which everything happens to messages.
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

// One whose tickets were two queues'; what is quoted in the second was said in the first.
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

// A third one, longer than anybody goes back at once.
here.contact(uuid(103), 'Sílvia', '5511912345670');
const long = here.conversation(place.shop, uuid(103));
long.started();
const endless = long.opened('1', { queueId: place.sales });
const many = texts(1, 1_010).map((text) => long.received(endless, text, text));

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

test('a conversation goes on through its older tickets, newest page first, in order within', async () => {
  expect(await page(carla, newer)).toEqual({ texts: texts(26, 45), hasMore: true, count: 45 });
  expect(await page(carla, newer, { pageNumber: 2 })).toEqual({ texts: texts(6, 25), hasMore: true, count: 45 });
  expect(await page(carla, newer, { pageNumber: 3 })).toEqual({ texts: texts(1, 5), hasMore: false, count: 45 });
  expect(await page(carla, newer, { pageNumber: 4 })).toEqual({ texts: [], hasMore: false, count: 45 });
});

test('only through those that the caller sees, and never into newer ones', async () => {
  expect(await page(ana, newer, { pageNumber: 2 })).toEqual({ texts: texts(16, 25), hasMore: false, count: 30 });
  expect(await page(bruno, older)).toEqual({ texts: texts(1, 15), hasMore: false, count: 15 });
});

test('it is paged by the oldest message shown, even where new ones come', async () => {
  expect(await page(carla, newer, { before: second[10]! })).toEqual({ texts: texts(6, 25), hasMore: true, count: 45 });
  expect(await page(ana, newer, { before: second[3]! })).toEqual({ texts: texts(16, 18), hasMore: false, count: 30 });
  // A ticket that Ana may no longer see: what she sees before it goes on.
  expect(await page(ana, newer, { before: first[3]! })).toEqual({ texts: [], hasMore: false, count: 30 });
});

test('it goes to a message, with a page before it', async () => {
  expect(await page(carla, newer, { goMessage: first[9]! })).toEqual({ texts: texts(1, 45), hasMore: false, count: 45 });
  expect(await page(carla, newer, { goMessage: second[14]! })).toEqual({ texts: texts(10, 45), hasMore: true, count: 45 });
  expect(await page(carla, newer, { goMessage: second[14]!.toUpperCase() })).toMatchObject({ count: 45 });
});

test('it goes a thousand messages back, and no further', async () => {
  const back = await page(ana, endless, { goMessage: many[10]! });
  expect([back.texts.length, back.texts.at(10), back.hasMore]).toEqual([1_010, 'texto 11', false]);
  const further = await service.ask(ana, list, { params: { ticketId: endless }, query: { goMessage: many[9]! } });
  expect(further).toMatchObject({ status: 409, error: 'ERR_FETCH_WAPP_MSG' });
});

test('a message that is not there, not seen or of another conversation is gone to by nobody', async () => {
  const refused = { status: 404, error: 'ERR_NO_MESSAGE_FOUND' };
  const ask = (caller: Caller, query: Record<string, string>) =>
    service.ask(caller, list, { params: { ticketId: newer }, query });
  expect(await ask(carla, { goMessage: newId() })).toMatchObject(refused);
  expect(await ask(carla, { goMessage: asked })).toMatchObject(refused);
  expect(await ask(ana, { goMessage: first[0]! })).toMatchObject(refused);
  expect(await ask(carla, { before: asked })).toMatchObject(refused);
});

test('a ticket that is not seen has no messages', async () => {
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

test('of a quote of another ticket nothing is told but that it is one, whoever asks', async () => {
  for (const asker of [ana, carla]) {
    const { messages } = (await service.ask(asker, list, { params: { ticketId: after } })).body;
    const quotes = messages.filter(({ id }) => quoting.includes(id)).map(({ quotedMsg }) => quotedMsg);
    expect(quotes).toEqual([
      { id: private1, body: null, fromMe: false, isDeleted: false, author: 'Lia', hidden: true },
      { id: private2, body: null, fromMe: true, isDeleted: false, author: null, hidden: true },
      { id: quoting[1], body: 'E isto?', fromMe: false, isDeleted: false, author: 'Lia', hidden: false },
    ]);
  }
  const { messages } = (await service.ask(ana, list, { params: { ticketId: after } })).body;
  expect(JSON.stringify(messages)).not.toMatch(/CPF|desconto|Bruno/);
});

test('that the contact’s number was changed stands in the conversation and in the ticket’s history', async () => {
  const { messages } = (await service.ask(ana, list, { params: { ticketId: after } })).body;
  const notice = { kind: 'number-changed', from: '5511912345671', to: '5511912345672' };
  expect(messages.at(-1)).toMatchObject({ notice, body: '', isObservation: true, user: { id: carla.userId, name: 'Carla' } });
  expect(messages.slice(0, -1).every((message) => message.notice === null)).toBe(true);
  const history = await service.ask(ana, routes.tickets.history, { params: { ticketId: after } });
  expect(history.body.at(-1)).toMatchObject({ type: 'NumberChanged', data: { from: notice.from, to: notice.to } });
});

test('a message tells what became of it, whom it quotes and who wrote it', async () => {
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
