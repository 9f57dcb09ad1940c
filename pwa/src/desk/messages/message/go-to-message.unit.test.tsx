import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { liveReducer, liveRefetch, liveWelcomed } from '../../../kernel/live/live.slice.ts';
import { sessionReducer } from '../../../people/sessions/sessions.slice.ts';
import { comes, passUntil, withFakeTime } from '../../../testing/fake-time.ts';
import { aMessage, childOf } from '../../../testing/records.ts';
import { sagaStore } from '../../../testing/saga-store.ts';
import type { Said } from '../../../testing/server.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';
import { watchMessages } from '../state/messages.saga.ts';
import { messageSought, messagesReducer, opened, selectConversation } from '../state/messages.slice.ts';
import { bringBy, goToMessage } from './go-to-message.ts';

withCompany();

const LIST = `GET /messages/${openTicket.id}`;
const id = (n: number) => childOf(1, 100 + n);
const messageOf = (n: number) =>
  aMessage({ id: id(n), ticketId: openTicket.id, body: `mensagem ${n}`, read: true, position: String(100 + n) });
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const shown = () =>
  within(log())
    .queryAllByText(/^mensagem \d+$/)
    .map(({ textContent }) => Number(textContent?.slice(9)));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const asked = () => heard(LIST).map(({ query }) => ['goMessage', 'newer', 'before'].map((name) => query.get(name)).find(Boolean));

let count: number;
/** Newer and older pages wait until the test releases them. */
let holds: Map<string, () => void>;
let isAway: boolean;
/** A conversation in pages of four; `goMessage` returns the two messages before that message and two from it on. */
const answer = (query: URLSearchParams): Said => {
  const numberOf = (name: string) => (query.get(name) ? Number(query.get(name)!.slice(-3)) - 100 : null);
  const [go, newer, before] = [numberOf('goMessage'), numberOf('newer'), numberOf('before')];
  if (go !== null && go > count) return { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND', message: '' } };
  const from = go !== null ? go - 2 : newer !== null ? newer + 1 : (before ?? count + 1) - 4;
  const [first, last] = [Math.max(1, from), Math.min(count, from + 3)];
  return {
    headers: { 'prosa-position': '200' },
    body: { messages: range(first, last).map(messageOf), hasMore: first > 1, hasNewer: last < count, count },
  };
};
beforeEach(() => {
  count = 40;
  holds = new Map();
  isAway = false;
  company.answer = ({ call, query }) => {
    if (call !== LIST) return undefined;
    if (query.get('newer') === null && query.get('before') === null)
      return isAway && query.get('goMessage') ? 'gone' : answer(query);
    const from = query.get('newer') ?? query.get('before')!;
    return new Promise((resolve) => holds.set(from, () => resolve(answer(query))));
  };
});
const letGo = (name: string) => act(async () => holds.get(name)!());
const come = (to = id(20)) => enterConversation(`/tickets/${openTicket.id}?goMessage=${to}`);

test('a message that was sought before the sagas ran, as while the device is still read, is fetched when they run', async () => {
  const { store, sagas } = sagaStore({ messages: messagesReducer, live: liveReducer, session: sessionReducer });
  store.dispatch(opened(openTicket.id));
  store.dispatch(messageSought({ ticketId: openTicket.id, messageId: id(20) }));
  const task = sagas.run(watchMessages);
  const sought = () => selectConversation(openTicket.id)(store.getState())?.sought;
  await waitFor(() => expect(sought()).toMatchObject({ messageId: id(20), state: 'here' }));
  expect(asked()).toContain(id(20));
  task.cancel();
});

test('an address with a message shows the messages around it, with that one highlighted and focused', async () => {
  await come();
  await waitFor(() => expect(shown()).toEqual([18, 19, 20, 21]));
  expect(asked().slice(0, 2).sort()).toEqual([id(20), undefined].sort());
  const target = () => document.querySelector<HTMLElement>(`[data-id="${id(20)}"]`);
  await waitFor(() => expect(document.activeElement).toBe(target()));
  expect(target()?.dataset.sought).toBe('');
});

test('a size that changes while the message is shown does not scroll to the end of the part', async () => {
  const resized: (() => void)[] = [];
  class Resizing {
    private readonly tell: ResizeObserverCallback;
    constructor(tell: ResizeObserverCallback) {
      this.tell = tell;
    }
    observe(target: Element): void {
      if (target.getAttribute('role') === 'log') resized.push(() => this.tell([], this));
    }
    unobserve(): void {}
    disconnect(): void {}
  }
  /** Where it was scrolled to. */
  const places: number[] = [];
  const scrollTo = function (this: Element, to?: ScrollToOptions | number) {
    if (typeof to === 'object') places.push(to.top ?? 0);
  };
  const before = { ResizeObserver: globalThis.ResizeObserver, scrollTo: Element.prototype.scrollTo };
  Object.assign(globalThis, { ResizeObserver: Resizing });
  Object.assign(Element.prototype, { scrollTo });
  Object.defineProperty(HTMLElement.prototype, 'scrollHeight', { configurable: true, value: 5_000 });
  // With the first rows, before anything has scrolled: as when the field below them comes in the same moment.
  const rows = new MutationObserver(() => {
    if (!document.querySelector('[data-id]')) return;
    rows.disconnect();
    for (const tell of resized) tell();
  });
  rows.observe(document.body, { subtree: true, childList: true });
  try {
    await come();
    await waitFor(() => expect(shown()).toEqual([18, 19, 20, 21]));
    await waitFor(() => expect(document.querySelector<HTMLElement>(`[data-id="${id(20)}"]`)?.dataset.sought).toBe(''));
    expect(places).not.toContain(5_000 - log().clientHeight);
  } finally {
    Object.assign(globalThis, { ResizeObserver: before.ResizeObserver });
    Object.assign(Element.prototype, { scrollTo: before.scrollTo });
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollHeight');
  }
});

test('newer pages are loaded until the newest message is reached, and pushes are shown from then on', async () => {
  count = 8;
  const { push } = await come(id(3));
  await waitFor(() => expect(asked()).toContain(id(4)));
  push('appMessage', 'create', { ...messageOf(9), read: false, position: '209' });
  expect(shown()).toEqual([1, 2, 3, 4]);
  await screen.findByRole('button', { name: '1 nova mensagem' });
  await letGo(id(4));
  // The newest messages were loaded already: both lists are joined.
  await waitFor(() => expect(shown()).toEqual(range(1, 9)));
  push('appMessage', 'create', { ...messageOf(10), position: '210' });
  await waitFor(() => expect(shown()).toEqual(range(1, 10)));
});

test('a button goes to the newest messages, and removes the message from the address', async () => {
  const { router } = await come(id(3));
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4]));
  await waitFor(() => expect(asked()).toContain(id(4)));
  await userEvent.click(screen.getByRole('button', { name: 'Ir para as mais recentes' }));
  await waitFor(() => expect(shown()).toEqual([37, 38, 39, 40]));
  expect(router.state.location.search).toBe('');
  // An answer that was under way for the part is not added here.
  await letGo(id(4));
  expect(shown()).toEqual([37, 38, 39, 40]);
});

test('sending a message goes to the newest messages', async () => {
  await come(id(3));
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4]));
  await userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem' }), 'Já vai{Enter}');
  await waitFor(() => expect(shown()).toEqual([37, 38, 39, 40]));
});

test('after missed pushes the part is fetched again, to its previous extent', async () => {
  const { store } = await come(id(3));
  await waitFor(() => expect(asked()).toContain(id(4)));
  await letGo(id(4));
  await waitFor(() => expect(shown()).toEqual(range(1, 8)));
  await waitFor(() => expect(asked()).toContain(id(8)));
  const before = asked().length;
  act(() => void store.dispatch(liveRefetch()));
  await waitFor(() => expect(asked().slice(before)).toContain(id(2)));
  expect(asked().slice(before)).toContain(id(1));
  await letGo(id(2));
  await waitFor(() => expect(asked().slice(before)).toContain(id(6)));
  await letGo(id(6));
  await waitFor(() => expect(shown()).toEqual(range(1, 10)));
});

test('if the message is not found, the newest ones are shown', async () => {
  await come(id(99));
  await waitFor(() => expect(shown()).toEqual([37, 38, 39, 40]));
  expect(await screen.findByText('Nenhuma mensagem encontrada com este número.')).toBeTruthy();
});

test('if the message cannot be fetched, the newest ones are shown, and the view goes to it once it can be', async () => {
  isAway = true;
  const { store } = await come();
  await waitFor(() => expect(shown()).toEqual([37, 38, 39, 40]));
  isAway = false;
  act(() => void store.dispatch(liveWelcomed({ position: '200' })));
  await waitFor(() => expect(shown()).toEqual([18, 19, 20, 21]));
});

test('a message that could not be fetched while the connection stood is sought again', async () => {
  isAway = true;
  await withFakeTime(async () => {
    await come();
    await comes(() => expect(shown()).toEqual([37, 38, 39, 40]));
    const failed = asked().length;
    await passUntil(() => expect(asked().length).toBeGreaterThan(failed));
    isAway = false;
    await passUntil(() => expect(shown()).toEqual([18, 19, 20, 21]));
  });
});

test('a damaged address is told as a message that is not there, beside the newest ones', async () => {
  const ordinary = company.answer;
  const refused = { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { goMessage: 'Invalid UUID' } } };
  company.answer = (one) => (one.query.get('goMessage') === 'x' ? refused : ordinary(one));
  await come('x');
  expect(await screen.findByText('Nenhuma mensagem encontrada com este número.')).toBeTruthy();
  await waitFor(() => expect(shown()).toEqual([37, 38, 39, 40]));
});

test('until the message is rendered, the conversation is scrolled to it again and again', async () => {
  let brought = 0;
  const element = Object.assign(document.createElement('div'), { tabIndex: -1 });
  const end = bringBy((messageId) => {
    brought += 1;
    element.dataset.id = messageId;
    if (brought === 3) document.body.append(element);
    return true;
  });
  await new Promise<void>((shown) => expect(goToMessage('sought', shown)).toBe(true));
  expect([brought, document.activeElement]).toEqual([3, element]);
  end();
  element.remove();
});
