import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, aTicket, at, childOf } from '../../../testing/records.ts';
import type { Said } from '../../../testing/server.ts';
import {
  closedTicket,
  company,
  enterConversation,
  heard,
  openTicket,
  waiting,
  withCompany,
} from '../../tickets/screen.fixture.tsx';

withCompany();

const LIST = `GET /messages/${openTicket.id}`;
const READ = `POST /tickets/${openTicket.id}/read`;
const PAGE = 20;
const id = (n: number) => childOf(1, 100 + n);
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

/** The conversation has messages from 1 to `count`, all of the customer; those from `unread` on are unread. */
let [count, unread]: number[] = [];
/** Pages around a message wait until the test releases them. */
let release: () => void;
let isHeld: boolean;
const messageOf = (n: number) =>
  aMessage({ id: id(n), ticketId: openTicket.id, body: `mensagem ${n}`, read: n < unread!, position: String(100 + n) });
const page = (first: number, last: number, more: object = {}): Said => ({
  headers: { 'prosa-position': '200' },
  body: {
    messages: range(first, last).map(messageOf),
    hasMore: first > 1,
    hasNewer: last < count!,
    count,
    unread: null,
    ...more,
  },
});
const answer = (query: URLSearchParams): Promise<Said> | Said => {
  const numberOf = (name: string) => (query.get(name) ? Number(query.get(name)!.slice(-3)) - 100 : null);
  const [go, before, newer] = [numberOf('goMessage'), numberOf('before'), numberOf('newer')];
  if (before !== null) return page(Math.max(1, before - PAGE), before - 1);
  if (newer !== null) return 'never'; // without a layout the end of a part is always near
  if (go === null)
    return page(Math.max(1, count! - PAGE + 1), count!, {
      unread: unread! > count! ? null : { from: id(unread!), count: count! - unread! + 1 },
    });
  const around = page(Math.max(1, go - PAGE), Math.min(count!, go + PAGE - 1));
  return isHeld ? new Promise((resolve) => (release = () => resolve(around))) : around;
};
beforeEach(() => {
  [count, unread] = [60, 6];
  isHeld = false;
  company.answer = ({ call, query }) => (call === LIST ? answer(query) : undefined);
});
afterEach(() => {
  Reflect.deleteProperty(document, 'visibilityState');
});

const log = () => screen.getByRole('log', { name: 'Mensagens' });
const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const lines = () => within(log()).queryAllByRole('separator');
/** The shown part of the conversation, with the line as null. */
const shown = () =>
  [...log().querySelectorAll('[data-id], [role="separator"]')].map((one) =>
    one instanceof HTMLElement && one.dataset.id ? Number(one.dataset.id.slice(-3)) - 100 : null,
  );
const asked = () => heard(LIST).map(({ query }) => query.get('goMessage') ?? query.get('before') ?? query.get('newer'));
const field = () => screen.findByRole('textbox', { name: 'Mensagem' });

test('with more unread messages than a page the part in which they begin is shown, below a labelled line, by one call', async () => {
  isHeld = true;
  await open();
  await waitFor(() => expect(asked()).toEqual([null, id(6)]));
  expect(shown()).toEqual([]); // the end of the conversation is not shown before
  await act(async () => release());
  await waitFor(() => expect(lines().map((line) => line.getAttribute('aria-label'))).toEqual(['55 novas mensagens']));
  const at = shown().indexOf(null);
  expect(shown().slice(at - 1, at + 2)).toEqual([5, null, 6]);
  expect(asked().slice(0, 2)).toEqual([null, id(6)]);
  expect(screen.getByRole('button', { name: 'Ir para as mais recentes' })).toBeTruthy();
});

test('unread messages within the newest page need no further call', async () => {
  unread = 58;
  await open();
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(shown().slice(-4)).toEqual([null, 58, 59, 60]);
  expect(asked()).not.toContain(id(58));
});

test('if where they begin cannot be fetched, the newest messages are shown, with the line above the first unread of them', async () => {
  const ordinary = company.answer;
  company.answer = (one) =>
    one.query.get('goMessage') ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : ordinary(one);
  await open();
  await waitFor(() => expect(lines().map((line) => line.textContent)).toEqual(['20 novas mensagens']));
  expect(shown().slice(-3)).toEqual([58, 59, 60]);
});

test('who writes meanwhile stays at the newest messages', async () => {
  isHeld = true;
  await open();
  await waitFor(() => expect(asked()).toContain(id(6)));
  await userEvent.type(await field(), 'Já vai{Enter}');
  await waitFor(() => expect(shown()).toContain(60));
  await act(async () => release());
  expect(shown()).not.toContain(6);
});

test('the line stays when its messages were read, and goes with an answer', async () => {
  [count, unread] = [9, 8];
  const { push } = await open();
  await waitFor(() => expect(lines()).toHaveLength(1));
  for (const n of [8, 9]) push('appMessage', 'update', { ...messageOf(n), read: true });
  push('appMessage', 'create', { ...messageOf(10), position: '210' });
  await waitFor(() => expect(shown().slice(-4)).toEqual([null, 8, 9, 10]));
  expect(lines()[0]!.textContent).toBe('2 novas mensagens'); // how many they were at the opening
  await userEvent.type(await field(), 'Já vai{Enter}');
  await waitFor(() => expect(lines()).toEqual([]));
});

test('a conversation from memory shows the line at once, which the answer does not move although they were seen meanwhile', async () => {
  [count, unread] = [5, 6];
  const other = aTicket({ id: childOf(7, 1), contact: { ...openTicket.contact, name: 'Íris' }, updatedAt: at(1) });
  company.tickets.push(other);
  const { router, push } = await open();
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4, 5]));
  await act(() => router.navigate(`/tickets/${other.id}`));
  await screen.findByRole('region', { name: 'Conversa com Íris' });
  [count, unread] = [7, 6];
  for (const n of [6, 7]) push('appMessage', 'create', { ...messageOf(n), position: String(201 + n) });
  let goOn = () => {};
  company.answer = ({ call, query }) =>
    call === LIST ? new Promise((resolve) => (goOn = () => resolve(answer(query)))) : undefined;
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4, 5, null, 6, 7]));
  await waitFor(() => expect(heard(READ).at(-1)?.body).toEqual({ upTo: id(7) }));
  unread = 8;
  await act(async () => goOn());
  expect(shown()).toEqual([1, 2, 3, 4, 5, null, 6, 7]);
});

test('messages are read once the window is looked at', async () => {
  [count, unread] = [9, 8];
  let isFocused = false;
  Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => isFocused });
  const { push } = await open();
  await waitFor(() => expect(shown().slice(-3)).toEqual([null, 8, 9]));
  push('appMessage', 'create', { ...messageOf(10), position: '210' });
  await waitFor(() => expect(shown().slice(-2)).toEqual([null, 10])); // it came while nobody looked
  expect(heard(READ)).toEqual([]);
  isFocused = true;
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  act(() => void window.dispatchEvent(new Event('focus')));
  await new Promise<void>((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  expect(heard(READ)).toEqual([]);
  Reflect.deleteProperty(document, 'visibilityState');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  await waitFor(() => expect(heard(READ).map(({ body }) => body)).toEqual([{ upTo: id(10) }]));
});

test('what is seen while a call is on its way is told by one more, of the newest', async () => {
  [count, unread] = [9, 8];
  const answers: (() => void)[] = [];
  company.answer = ({ call, query }) => {
    if (call === READ) return new Promise((resolve) => answers.push(() => resolve({ body: {}, headers: {} })));
    return call === LIST ? answer(query) : undefined;
  };
  const { push } = await open();
  await waitFor(() => expect(heard(READ)).toHaveLength(1));
  for (const n of [10, 11, 12]) push('appMessage', 'create', { ...messageOf(n), position: String(200 + n) });
  await waitFor(() => expect(shown().at(-1)).toBe(12));
  expect(heard(READ)).toHaveLength(1);
  answers[0]!();
  await waitFor(() => expect(heard(READ).map(({ body }) => body)).toEqual([{ upTo: id(9) }, { upTo: id(12) }]));
});

test('a waiting ticket is not read by being seen, and a closed one has no line', async () => {
  company.messages = [waiting, closedTicket].map(({ id: ticketId }, n) => aMessage({ id: childOf(2 + n, 100), ticketId }));
  company.answer = () => undefined;
  const { router } = await enterConversation(`/tickets/${waiting.id}`);
  await waitFor(() => expect(lines()).toHaveLength(1));
  await act(() => router.navigate(`/tickets/${closedTicket.id}`));
  await screen.findByRole('button', { name: 'reabra' });
  await waitFor(() => expect(log().querySelectorAll('[data-id]')).toHaveLength(1));
  expect(lines()).toEqual([]);
  expect(heard().filter(({ call }) => call.endsWith('/read'))).toEqual([]);
});
