/** @jest-environment ./src/testing/browser.environment.ts */
import { beforeEach, expect, test } from '@jest/globals';
import type { ChatMessageView, ChatView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aUser } from '../testing/me.ts';
import { at, idOf } from '../testing/records.ts';
import type { Said } from '../testing/server.ts';
import { company, enter, heard, withCompany } from '../tickets/screen.fixture.tsx';
import './chats.screen.tsx'; // loaded before the first test

const [me, rafael] = [aUser().id, idOf(1, 2)];
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

let all: ChatView[];
let posted: () => Said;
withCompany();
beforeEach(() => {
  all = [chat(1)];
  posted = () => ({ status: 201, body: { ...message(2), message: 'Oi' }, headers: position });
  company.answer = ({ call }) => {
    if (call === 'GET /chats') return { body: { records: all, count: all.length, hasMore: false }, headers: position };
    if (call.endsWith('/messages'))
      return call.startsWith('GET') ? { body: { records: [message(1)], count: 1, hasMore: false }, headers: position } : posted();
    if (call.endsWith('/read')) return { body: { id: idOf(7, 1), userId: me, unreads: 0 }, headers: position };
    return undefined;
  };
});
const list = () => within(screen.getByRole('region', { name: 'Chats' }));
const open = async () => {
  const app = await enter(`/chats/${idOf(7, 1)}`);
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
  const users = chat(1).users.map((one) => (one.userId === me ? { ...one, unreads: 3 } : one));
  push('chat', 'new-message', chat(1, { lastMessage: 'a van sai às 13h', users, updatedAt: at(50) }));
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
  company.me = aUser({ profile });
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
