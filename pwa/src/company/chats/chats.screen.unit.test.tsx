import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type ChatMessageView, type ChatView, limits } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { liveRefetch } from '../../kernel/live/live.slice.ts';
import { aUser } from '../../testing/me.ts';
import { at, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './chats.screen.tsx'; // loaded before the first test
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as chatsScreen } from './chats.later.ts';
import { chats, selectUnread } from './chats.slice.ts';

const [me, rafael] = [idOf(1, 1), idOf(1, 2)];
const position = { 'prosa-position': '100' };
const chat = (n: number, more: Partial<ChatView> = {}): ChatView => ({
  id: idOf(7, n),
  uuid: idOf(7, n),
  companyId: idOf(1, 2),
  title: `Conversa ${n}`,
  ownerId: rafael,
  lastMessage: 'Oi',
  lastMediaType: null,
  lastSenderId: rafael,
  users: [
    { userId: me, unreads: 0, user: { id: me, name: 'Marina Alves' } },
    { userId: rafael, unreads: 0, user: { id: rafael, name: 'Rafael Nogueira' } },
  ],
  createdAt: at(0),
  updatedAt: at(n),
  ...more,
});
const message = (seq: number, more: Partial<ChatMessageView> = {}): ChatMessageView => ({
  id: idOf(8, seq),
  chatId: idOf(7, 1),
  seq,
  senderId: rafael,
  sender: { id: rafael, name: 'Rafael Nogueira' },
  message: `Linha ${seq}`,
  mediaName: null,
  mediaType: null,
  mediaUrl: null,
  media: null,
  clientId: null,
  createdAt: at(seq),
  ...more,
});

/** A chat with so many messages that a member has not read. */
const unread = (one: ChatView, unreads: number): ChatView => ({
  ...one,
  users: one.users.map((user) => (user.userId === me ? { ...user, unreads } : user)),
});

let all: ChatView[];
let posted: () => Said;
/** The reaction to a request of a page; by default it is answered. */
let onPage: (pageNumber: string | null) => Promise<Said | undefined> | Said | undefined;

const page = async (pageNumber: string | null): Promise<Said> => {
  const said = await onPage(pageNumber);
  if (said) return said;
  const ordered = all.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const end = pageNumber === null ? ordered.length : Number(pageNumber) * limits.pageSize;
  const records = ordered.slice(pageNumber === null ? 0 : end - limits.pageSize, end);
  const ids = all.filter(({ users }) => users.some(({ userId, unreads }) => userId === me && unreads > 0)).map(({ id }) => id);
  return { body: { records, count: all.length, hasMore: end < ordered.length, unread: ids }, headers: position };
};
/** A page, or any, is not answered until the result is called. */
const holding = (which?: string): (() => void) => {
  let answer: () => void = () => undefined;
  onPage = (pageNumber) =>
    which === undefined || pageNumber === which
      ? new Promise((resolve) => {
          answer = () => resolve(undefined);
        })
      : undefined;
  return () => answer();
};
/** Whether the next page is being fetched: known at once, sooner than the server hears of it. */
const nextOf = (store: { getState: () => unknown }) => chats.selectState(store.getState()).more;
const pages = () => heard('GET /chats').map(({ query }: Heard) => query.get('pageNumber'));
/** Those of the screen and of what it shows. */
const features = [chatsScreen, usersFeature];

withCompany();
beforeEach(() => {
  all = [chat(1)];
  posted = () => ({ status: 201, body: { ...message(2), message: 'Oi' }, headers: position });
  position['prosa-position'] = '100';
  onPage = () => undefined;
  company.answer = ({ call, query }) => {
    if (call === 'GET /chats') return page(query.get('pageNumber'));
    if (call.endsWith('/messages'))
      return call.startsWith('GET') ? { body: { records: [message(1)], count: 1, hasMore: false }, headers: position } : posted();
    if (call.endsWith('/read')) return { body: { id: idOf(7, 1), userId: me, unreads: 0 }, headers: position };
    return undefined;
  };
});
/** As high as a page of rows is in a browser: higher than what is seen of it, which the fixture says. */
const [scrollHeight, clientHeight] = [1360, 900];
beforeEach(() => void Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, value: scrollHeight }));
afterEach(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollHeight'));
const scrollTo = (fromEnd: number, rows: HTMLElement) => {
  rows.scrollTop = scrollHeight - clientHeight - fromEnd;
  fireEvent.scroll(rows);
};
const many = (count: number) => Array.from({ length: count }, (_, n) => chat(n + 1));
const list = () => within(screen.getByRole('region', { name: 'Chats' }));
const open = async () => {
  const app = await enterScreen(`/chats/${idOf(7, 1)}`, ...features);
  await screen.findByText('Linha 1');
  return app;
};

test('the chat with the newest message is first, its unread ones are counted, and the entry has a dot until it is read', async () => {
  all = [chat(1), chat(2)];
  const { push } = await enter('/chats');
  await waitFor(() =>
    expect(
      list()
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toHaveLength(2),
  );
  push('chat', 'new-message', unread(chat(1, { lastMessage: 'a van sai às 13h', updatedAt: at(50) }), 3));
  const first = await waitFor(() => {
    const [row] = list().getAllByRole('link');
    expect(row?.textContent).toContain('Rafael: a van sai às 13h');
    return row!;
  });
  expect(within(first).getByRole('img', { name: '3 não lidas' })).toBeTruthy();
  expect(screen.getByRole('img', { name: 'há mensagens não lidas' })).toBeTruthy();
  await userEvent.click(first);
  await waitFor(() => expect(heard(`POST /chats/${idOf(7, 1)}/read`)[0]?.body).toEqual({ userId: me }));
  push('chat', 'update', chat(1, { updatedAt: at(50) }));
  await waitFor(() => expect(screen.queryByRole('img', { name: 'há mensagens não lidas' })).toBeNull());
});

test.each([
  ['the owner, an administrator', { ownerId: me }, 'admin', [true, true]],
  ['the owner', { ownerId: me }, 'user', [true, false]],
  ['an administrator who does not own it', {}, 'admin', [false, false]],
] as const)('%s finds: change, delete', async (_, more, profile, expected) => {
  all = [chat(1, more)];
  company.me = aUser({ id: me, profile });
  await open();
  const names = ['Editar a conversa', 'Excluir a conversa'];
  expect(names.map((name) => screen.queryByRole('button', { name }) !== null)).toEqual(expected);
});

test('a chat that is deleted while it is shown leaves the screen at /chats', async () => {
  const { push, at: address } = await open();
  push('chat', 'delete', { id: idOf(7, 1) });
  await waitFor(() => expect(address()).toBe('/chats'));
  expect(await screen.findByText('Nenhuma conversa ainda')).toBeTruthy();
});

test('a message is sent by Enter, blank ones are not; its record takes the place of the bubble', async () => {
  const { push } = await open();
  const field = screen.getByRole('textbox', { name: 'Mensagem' });
  await userEvent.type(field, '   {Enter}');
  await userEvent.type(field, 'Oi{Enter}');
  await waitFor(() => expect(heard(`POST /chats/${idOf(7, 1)}/messages`)).toHaveLength(1));
  const { key = '', body } = heard(`POST /chats/${idOf(7, 1)}/messages`)[0]!;
  expect(body).toEqual({ message: 'Oi' });
  push('chat-message', 'create', message(2, { senderId: me, message: 'Oi', clientId: key }));
  await waitFor(() => expect(screen.queryByText('Enviando…')).toBeNull());
  expect(within(screen.getByRole('log')).getAllByText('Oi')).toHaveLength(1);
});

test('a refusal stays in its place, and a retry has the same key', async () => {
  posted = () => ({ status: 404, body: { error: 'ERR_NO_CHAT_FOUND', message: '' } });
  await open();
  await userEvent.type(screen.getByRole('textbox', { name: 'Mensagem' }), 'Oi{Enter}');
  const log = within(screen.getByRole('log'));
  expect(await log.findByText('Nenhuma conversa encontrada com este número.')).toBeTruthy();
  await userEvent.click(log.getByRole('button', { name: 'Tentar de novo' }));
  await waitFor(() => expect(heard(`POST /chats/${idOf(7, 1)}/messages`)).toHaveLength(2));
  expect(new Set(heard(`POST /chats/${idOf(7, 1)}/messages`).map(({ key }) => key)).size).toBe(1);
  await userEvent.click(await log.findByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(log.queryByText('Oi')).toBeNull());
});

test('a chat that is opened from the list is fetched once, and told once to be read', async () => {
  all = [chat(2), unread(chat(1), 1)];
  await enterScreen('/chats', ...features);
  await userEvent.click(await screen.findByRole('link', { name: /Conversa 2/ }));
  await screen.findByText('Linha 1');
  await userEvent.click(list().getByRole('link', { name: /Conversa 1/ }));
  await waitFor(() => expect(heard('GET /chats')).toHaveLength(2)); // without pushes, an act is followed by a refetch
  const calls = [`GET /chats/${idOf(7, 2)}/messages`, `POST /chats/${idOf(7, 1)}/read`];
  expect(calls.map((call) => heard(call).length)).toEqual([1, 1]);
});

const popover = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Chat interno/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat interno' }));
  return { rows: () => dialog.getAllByRole('link', { name: /Conversa/ }), box: () => dialog.getByRole('list'), dialog };
};

test('the popover fetches the next page within 100 px of its end, each once, until there are no more', async () => {
  all = many(45);
  const { store } = await enter('/tickets');
  const { rows, box } = await popover();
  await waitFor(() => expect(rows()).toHaveLength(20));
  scrollTo(100, box());
  expect(nextOf(store)).toBe('idle');
  scrollTo(99, box());
  scrollTo(50, box());
  await waitFor(() => expect(rows()).toHaveLength(40));
  scrollTo(0, box());
  await waitFor(() => expect(rows()).toHaveLength(45));
  scrollTo(0, box());
  expect(pages()).toEqual(['1', '2', '3']);
  expect(rows()[44]?.textContent).toContain('Conversa 1');
});

test('a further page that fails leaves what is shown, and scrolling on fetches it again', async () => {
  all = many(25);
  onPage = (pageNumber) => (pageNumber === '2' ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : undefined);
  const { store } = await enter('/tickets');
  const { rows, box } = await popover();
  await waitFor(() => expect(rows()).toHaveLength(20));
  scrollTo(0, box());
  await waitFor(() => expect(nextOf(store)).toBe('failed'));
  expect(rows()).toHaveLength(20);
  expect(pages()).toEqual(['1', '2']);
  onPage = () => undefined;
  scrollTo(0, box());
  await waitFor(() => expect(rows()).toHaveLength(25));
});

test('chats that could not be fetched are a failure in the popover, with a retry, and none while they are fetched', async () => {
  onPage = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
  await enter('/tickets');
  const { dialog, rows } = await popover();
  expect(await dialog.findByText('Não deu para carregar as conversas')).toBeTruthy();
  const answer = holding();
  await userEvent.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
  expect(await dialog.findByRole('status', { name: 'Carregando' })).toBeTruthy();
  expect(dialog.queryByText('Nenhuma conversa ainda')).toBeNull();
  await waitFor(() => expect(heard('GET /chats')).toHaveLength(2));
  answer();
  await waitFor(() => expect(rows()).toHaveLength(1));
});

test('the dot tells of chats that are not loaded too, and follows what is pushed of them', async () => {
  all = many(45);
  all[0] = unread(all[0]!, 2);
  const { push, store } = await enter('/tickets');
  const dot = () => screen.queryAllByRole('img', { name: 'há mensagens não lidas' }).length;
  await waitFor(() => expect(dot()).toBe(1));
  push('chat', 'update', { id: idOf(7, 1), partial: true });
  expect(selectUnread(store.getState())).toBe(1);
  push('chat', 'update', chat(1));
  await waitFor(() => expect(dot()).toBe(0));
  push('chat', 'update', unread(chat(2), 1)); // beyond what is loaded
  await waitFor(() => expect(dot()).toBe(1));
  push('chat', 'delete', { id: idOf(7, 2) });
  await waitFor(() => expect(dot()).toBe(0));
  push('chat', 'update', unread(chat(3), 1));
  await waitFor(() => expect(dot()).toBe(1));
  push('chat', 'update', { ...chat(3), users: chat(3).users.filter(({ userId }) => userId !== me) });
  await waitFor(() => expect(dot()).toBe(0));
});

test('what was pushed while the chats were being fetched is newer than their answer', async () => {
  all = [unread(chat(1), 1), chat(2)];
  const answer = holding();
  const { push, store } = await enter('/tickets');
  await waitFor(() => expect(pages()).toEqual(['1']));
  push('chat', 'update', chat(1));
  push('chat', 'update', unread(chat(2), 1));
  push('chat', 'update', unread(chat(3), 1));
  answer();
  await waitFor(() => expect(chats.selectAll(store.getState())).toHaveLength(3));
  await waitFor(() => expect(selectUnread(store.getState())).toBe(2));
});

test('the screen fetches the next page within 100 px of the end of its list', async () => {
  all = many(25);
  const { store } = await enterScreen('/chats', ...features);
  await waitFor(() => expect(list().getAllByRole('link')).toHaveLength(20));
  scrollTo(100, list().getByRole('list'));
  expect(nextOf(store)).toBe('idle');
  scrollTo(99, list().getByRole('list'));
  await waitFor(() => expect(list().getAllByRole('link')).toHaveLength(25));
  expect(pages()).toEqual(['1', '2']);
});

test('a list that its first page does not fill goes on by itself', async () => {
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, value: clientHeight });
  all = many(45);
  await enterScreen('/chats', ...features);
  await waitFor(() => expect(list().getAllByRole('link')).toHaveLength(45));
  expect(pages()).toEqual(['1', '2', '3']);
});

test('the chat of the address is sought in further pages', async () => {
  all = many(45);
  await open();
  expect(pages()).toEqual(['1', '2', '3']);
});

test('a chat that is in no page is told to be gone only after the last one', async () => {
  all = many(25);
  const answer = holding('2');
  const { at: address } = await enterScreen(`/chats/${idOf(7, 99)}`, ...features);
  await waitFor(() => expect(pages()).toEqual(['1', '2']));
  expect(screen.getByRole('status', { name: 'Carregando' })).toBeTruthy();
  expect(screen.queryByText('Esta conversa não existe mais')).toBeNull();
  answer();
  expect(await screen.findByText('Esta conversa não existe mais')).toBeTruthy();
  expect(address()).toBe(`/chats/${idOf(7, 99)}`);
});

test('a page in which the chat of the address is sought can be fetched again after a failure', async () => {
  all = many(25);
  onPage = (pageNumber) => (pageNumber === '2' ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : undefined);
  await enterScreen(`/chats/${idOf(7, 1)}`, ...features);
  expect(await screen.findByText('Não deu para carregar as conversas')).toBeTruthy();
  expect(pages()).toEqual(['1', '2']);
  onPage = () => undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Linha 1')).toBeTruthy();
});

test('a shown chat that a refetch finds no more on the loaded pages stays, with what is written, and is sought', async () => {
  all = many(45).map((one) => (one.id === idOf(7, 1) ? { ...one, updatedAt: at(60) } : one));
  const { store, at: address } = await open();
  expect(pages()).toEqual(['1']);
  await userEvent.type(screen.getByRole('textbox', { name: 'Mensagem' }), 'Meio escrita');
  all = many(45); // it is the last one now
  position['prosa-position'] = '300';
  const answer = holding('3');
  act(() => void store.dispatch(liveRefetch()));
  await waitFor(() => expect(pages()).toEqual(['1', '1', '2', '3']));
  const field = () => (screen.getByRole('textbox', { name: 'Mensagem' }) as HTMLTextAreaElement).value;
  expect([field(), address()]).toEqual(['Meio escrita', `/chats/${idOf(7, 1)}`]);
  answer();
  await waitFor(() => expect(list().getAllByRole('link')).toHaveLength(45));
  expect([field(), address()]).toEqual(['Meio escrita', `/chats/${idOf(7, 1)}`]);
});

test('a shown chat that a push takes away leaves at once, without a look at further pages', async () => {
  all = many(45);
  const { push, at: address } = await enterScreen(`/chats/${idOf(7, 45)}`, ...features);
  await screen.findByRole('textbox', { name: 'Mensagem' });
  push('chat', 'delete', { id: idOf(7, 45) });
  await waitFor(() => expect(address()).toBe('/chats'));
  expect(pages()).toEqual(['1']);
});
