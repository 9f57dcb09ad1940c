import { chatEvents as c, chatStream, routes } from '@prosa/contracts';
import { ana, bruno, carla, elio, founded, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, fileOf, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { here, there } = founded();
const [shop, sales, quiet] = [uuid(701), uuid(702), uuid(703)];
const begin = (chatId: string, title: string, memberIds: string[], at: string) =>
  here.tell(chatStream(chatId), c.ChatCreated, { chatId, title, ownerId: ana.userId, memberIds }, { at });
begin(quiet, 'Férias', [ana.userId], '2026-03-01T09:00:00.000Z');
begin(shop, 'Loja', [ana.userId, bruno.userId], '2026-03-01T09:01:00.000Z');
begin(sales, 'Vendas', [ana.userId, bruno.userId], '2026-03-01T09:02:00.000Z');
const post = (n: number, senderId: string, message: string, more: object = {}) =>
  here.tell(
    chatStream(shop),
    c.ChatMessagePosted,
    { chatId: shop, messageId: uuid(800 + n), seq: n, senderId, message, media: null, clientId: null, ...more },
    { by: asUser(senderId), contactId: senderId, at: new Date(Date.UTC(2026, 2, 2, 9, n)).toISOString() },
  );
for (let n = 1; n <= 44; n += 1) post(n, ana.userId, `Mensagem ${n}`);
post(45, bruno.userId, '', { media: fileOf(uuid(850), { kind: 'image', mime: 'image/png', name: 'pé.png' }) });
here.tell(chatStream(shop), c.ChatRead, { chatId: shop, userId: ana.userId, upTo: 30 });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

type Query = Record<string, string | number>;
const list = (caller: typeof ana, query: Query = {}) => service.ask(caller, routes.chats.list, { query });
const messages = (caller: typeof ana, query: Query = {}) =>
  service.ask(caller, routes.chats.messages, { params: { id: shop }, query });

test('a member finds their chats, the newest first, with what each of them has not read', async () => {
  const { body } = await list(ana);
  expect(body).toMatchObject({ count: 3, hasMore: false, unread: [shop] });
  expect(body.records.map(({ title }) => title)).toEqual(['Loja', 'Vendas', 'Férias']);
  expect(body.records[0]).toEqual({
    id: shop,
    uuid: shop,
    companyId: ana.companyId,
    title: 'Loja',
    ownerId: ana.userId,
    lastMessage: '',
    lastMediaType: 'image',
    lastSenderId: bruno.userId,
    users: [
      { userId: ana.userId, unreads: 15, user: { id: ana.userId, name: 'Ana' } },
      { userId: bruno.userId, unreads: 0, user: { id: bruno.userId, name: 'Bruno' } },
    ],
    createdAt: '2026-03-01T09:01:00.000Z',
    updatedAt: '2026-03-02T09:45:00.000Z',
  });
  expect((await list(bruno)).body.records.map(({ title }) => title)).toEqual(['Loja', 'Vendas']);
  expect((await list(ana, { searchParam: 'ferias', pageNumber: 1 })).body).toMatchObject({ count: 1, hasMore: false });
  expect((await service.ask(bruno, routes.chats.show, { params: { id: shop } })).body).toMatchObject({ title: 'Loja' });
});

test('with each page, and whatever is searched, come the ids of all chats that the caller has not read, and no others', async () => {
  const { here } = founded();
  const ids = Array.from({ length: 25 }, (_, n) => uuid(710 + n));
  for (const [n, chatId] of ids.entries()) {
    const created = { chatId, title: `Conversa ${n}`, ownerId: ana.userId, memberIds: [ana.userId, bruno.userId] };
    here.tell(chatStream(chatId), c.ChatCreated, created, { at: new Date(Date.UTC(2026, 2, 1, 9, 60 - n)).toISOString() });
  }
  const says = (chatId: string, messageId: string, at: string) =>
    here.tell(
      chatStream(chatId),
      c.ChatMessagePosted,
      { chatId, messageId, seq: 1, senderId: ana.userId, message: 'Oi', media: null, clientId: null },
      { by: asUser(ana.userId), contactId: ana.userId, at },
    );
  // Two are on the second page, in spite of their messages; a third one has been read.
  const [far, near, read] = [ids[24]!, ids[23]!, ids[22]!];
  for (const [n, chatId] of [far, near, read].entries()) says(chatId, uuid(800 + n), '2026-03-01T08:00:00.000Z');
  here.tell(chatStream(read), c.ChatRead, { chatId: read, userId: bruno.userId, upTo: 1 });
  const service = await openService(here.take());
  try {
    const unreadOf = async (caller: typeof ana, query: Query) => {
      const { body } = await service.ask(caller, routes.chats.list, { query });
      return [body.records.length, body.unread];
    };
    const first = (await service.ask(bruno, routes.chats.list, { query: { pageNumber: 1 } })).body.records.map(({ id }) => id);
    expect([far, near].filter((id) => first.includes(id))).toEqual([]);
    const both = [near, far].sort();
    expect(await unreadOf(bruno, { pageNumber: 1 })).toEqual([20, both]);
    expect(await unreadOf(bruno, { pageNumber: 2 })).toEqual([5, both]);
    expect(await unreadOf(bruno, { pageNumber: 1, searchParam: 'Conversa 0' })).toEqual([1, both]);
    expect(await unreadOf(bruno, {})).toEqual([25, both]);
    expect(await unreadOf(ana, { pageNumber: 1 })).toEqual([20, []]);
  } finally {
    await service.close();
  }
});

test('the messages come page by page, by number or before one of them, in order', async () => {
  const first = (await messages(bruno)).body;
  expect(first).toMatchObject({ count: 45, hasMore: true });
  expect(first.records.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 26));
  expect(first.records.at(-1)).toMatchObject({
    message: '',
    mediaName: 'pé.png',
    mediaType: 'image',
    mediaUrl: expect.stringContaining('/api/media/'),
    sender: { id: bruno.userId, name: 'Bruno' },
  });
  const second = (await messages(bruno, { pageNumber: 2 })).body;
  expect((await messages(bruno, { before: first.records[0]!.id })).body).toEqual(second);
  const third = (await messages(bruno, { before: second.records[0]!.id })).body;
  expect([third.hasMore, third.records.map(({ seq }) => seq)]).toEqual([false, [1, 2, 3, 4, 5]]);
  expect(await messages(bruno, { before: uuid(999) })).toMatchObject({ status: 404, error: 'ERR_NO_MESSAGE_FOUND' });
});

test('whoever does not belong to a chat finds none of it: colleagues, administrators, other companies', async () => {
  for (const caller of [carla, elio, zoe]) {
    expect((await list(caller)).body).toEqual({ records: [], count: 0, hasMore: false, unread: [] });
    expect(await messages(caller)).toMatchObject({ status: 404, error: 'ERR_NO_CHAT_FOUND' });
    expect(await service.ask(caller, routes.chats.show, { params: { id: shop } })).toMatchObject({
      status: 404,
      error: 'ERR_NO_CHAT_FOUND',
    });
  }
});

test('the words of somebody who was forgotten are gone', async () => {
  const service = await openService(
    (() => {
      const { here } = founded();
      here.tell(chatStream(shop), c.ChatCreated, {
        chatId: shop,
        title: 'L',
        ownerId: ana.userId,
        memberIds: [ana.userId, bruno.userId],
      });
      const said = { chatId: shop, messageId: uuid(801), seq: 1, senderId: bruno.userId, message: 'Segredo', clientId: null };
      here.tell(
        chatStream(shop),
        c.ChatMessagePosted,
        { ...said, media: fileOf(uuid(851), { name: 'segredo.pdf' }) },
        { contactId: bruno.userId },
      );
      return here.take();
    })(),
    [bruno.userId],
  );
  try {
    const { body } = await service.ask(ana, routes.chats.messages, { params: { id: shop } });
    expect(body.records).toMatchObject([{ message: null, mediaName: null, sender: { name: null } }]);
    expect((await service.ask(ana, routes.chats.list)).body.records).toMatchObject([{ lastMessage: null }]);
  } finally {
    await service.close();
  }
});
