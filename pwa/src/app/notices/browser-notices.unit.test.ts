import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { TicketView } from '@prosa/contracts';
import type { Task } from 'redux-saga';
import { loadLaterTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import { liveFrame, liveReducer } from '../../kernel/live/live.slice.ts';
import { firstScreenShown } from '../../kernel/loading/first-screen.ts';
import { entered, sessionReducer } from '../../people/sessions/sessions.slice.ts';
import type { Notice } from '../../shell/feature.ts';
import { navigateBy } from '../../shell/navigation.ts';
import { aUser } from '../../testing/me.ts';
import { aLine, aMessage, aPush, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { until } from '../../testing/until.ts';
import { watchNotices } from '../state/later-notices.ts';
import { watchBrowserNotices } from './browser-notices.ts';

type Shown = NotificationOptions & { title: string };
/** The browser's notifications by tag; jsdom has neither notifications nor service workers. */
let shown: Map<string, Shown>;
let isHidden: boolean;
let hasFocus: boolean;
/** The current screen's path. */
let path: string;
let permission: NotificationPermission;
let task: Task;

beforeEach(async () => {
  shown = new Map();
  isHidden = true;
  hasFocus = false;
  path = '/tickets';
  navigateBy(
    () => undefined,
    () => path,
  );
  permission = 'granted';
  const registration = {
    showNotification: async (title: string, options: NotificationOptions) => void shown.set(options.tag!, { ...options, title }),
    getNotifications: async () => [...shown.keys()].map((tag) => ({ close: () => shown.delete(tag) })),
  };
  const define = (target: object, name: string, get: () => unknown) =>
    Object.defineProperty(target, name, { configurable: true, get });
  define(navigator, 'serviceWorker', () => ({
    getRegistration: async () => registration,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  define(document, 'hidden', () => isHidden);
  define(document, 'hasFocus', () => () => hasFocus);
  define(globalThis, 'Notification', () => ({ permission }));
  await startI18n('pt');
  await loadLaterTexts();
});
afterEach(() => task.cancel());

const ticketId = childOf(1, 1);
const others = childOf(3, 1);
const notice: Notice = {
  id: ticketId,
  title: 'Otávio Brandão',
  text: 'Bom dia',
  at: at(0),
  unread: 1,
  to: `/tickets/${ticketId}`,
  channel: 'whatsapp',
  picture: null,
  kind: 'unread',
};
const start = (saga: typeof watchBrowserNotices = watchBrowserNotices) => {
  const { store, sagas } = sagaStore({ live: liveReducer, session: sessionReducer });
  task = sagas.run(saga, [{ name: 'tickets', notices: { count: () => 1, list: () => [notice] } }]);
  let position = 10;
  const push = (...frame: Parameters<typeof aPush> extends [...infer Head, unknown] ? Head : never) => {
    position += 1;
    store.dispatch(liveFrame(aPush(...frame, position)));
  };
  const hear = (more: Parameters<typeof aMessage>[0], action: 'create' | 'update' = 'create') =>
    push('appMessage', action, aMessage({ ticketId, ...more }));
  const transferred = (more: Parameters<typeof aLine>[0]) => {
    const me = aUser();
    store.dispatch(entered(me));
    const by = { id: idOf(1, 9), name: 'Bruno Lima' };
    push('ticketLine', 'create', aLine({ ticketId, kind: 'transferred', by, user: { id: me.id, name: me.name }, ...more }));
  };
  return Object.assign(hear, { transferred, ticket: (ticket: TicketView) => push('ticket', 'update', ticket) });
};

test("a customer's message is notified while the window is not used, once per ticket, with a link to the ticket", async () => {
  const hear = start();
  hear({ body: 'Bom dia' });
  hear({ body: 'Ainda está aí?' });
  await until(() => shown.get(ticketId)?.body === 'Ainda está aí?');
  expect([...shown.values()]).toMatchObject([
    { title: 'Nova mensagem de Otávio Brandão', data: { url: `/tickets/${ticketId}` } },
  ]);
});

test('own messages, changes, other users’ tickets, and messages without permission are not notified', async () => {
  const hear = start();
  hear({ fromMe: true });
  hear({ body: 'lida' }, 'update');
  hear.ticket(aTicket({ id: others, userId: idOf(1, 2) }));
  hear({ ticketId: others, body: 'de outra pessoa' });
  permission = 'denied';
  hear({ body: 'proibida' });
  permission = 'granted';
  hear({ ticketId: childOf(2, 1), body: 'a última' });
  await until(() => shown.size > 0);
  expect([...shown.values()].map(({ body }) => body)).toEqual(['a última']);
});

test.each([
  ['another ticket is shown', { path: `/tickets/${others}`, hasFocus: true, isHidden: false }],
  ['the list alone is shown', { path: '/tickets', hasFocus: true, isHidden: false }],
  ['its ticket is shown, in a window that is not looked at', { path: `/tickets/${ticketId}`, hasFocus: false, isHidden: false }],
])('a message is notified while %s', async (_, now) => {
  ({ path, hasFocus, isHidden } = now);
  start()({ body: 'Bom dia' });
  await until(() => shown.size === 1);
});

test('a message on the screen is not notified, nor one that was read before its ticket was loaded', async () => {
  [path, hasFocus, isHidden] = [`/tickets/${ticketId}`, true, false];
  const hear = start();
  hear({ body: 'vista' });
  hear({ ticketId: childOf(2, 1), body: 'lida por outra pessoa' });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect([...shown.values()]).toEqual([]);
});

test('a ticket that a colleague transferred to the user is notified with both names, and none that went to somebody else', async () => {
  const { transferred } = start();
  transferred({ ticketId: others, user: { id: idOf(1, 8), name: 'Ana' } });
  transferred({});
  await until(() => shown.size > 0);
  expect([...shown.values()]).toMatchObject([
    { title: 'Bruno Lima transferiu Otávio Brandão para você', data: { url: `/tickets/${ticketId}` } },
  ]);
});

test('an observation that names the user is notified with who wrote it, whoever serves the ticket, and no other', async () => {
  const hear = start();
  hear.transferred({ ticketId: others, user: { id: idOf(1, 8), name: 'Ana' } }); // the user is known from here on
  const by = { id: idOf(1, 9), name: 'Bruno Lima' };
  const naming = { fromMe: true, isObservation: true, user: by, body: '@Marina, libera o frete?' };
  hear.ticket(aTicket({ id: others, userId: idOf(1, 2) }));
  hear({ ...naming, ticketId: others, mentions: [{ at: 0, length: 7, user: { id: idOf(1, 8), name: 'Ana' } }] });
  hear({ ...naming, ticketId: others, mentions: [{ at: 0, length: 7, user: { id: aUser().id, name: 'Marina' } }] });
  await until(() => shown.size > 0);
  expect([...shown.values()]).toMatchObject([
    {
      title: 'Bruno Lima mencionou você em Otávio Brandão',
      body: '@Marina, libera o frete?',
      data: { url: `/tickets/${others}` },
    },
  ]);
});

test('notifications are closed with the session', async () => {
  const hear = start();
  hear({ body: 'Bom dia' });
  await until(() => shown.size === 1);
  task.cancel();
  await until(() => shown.size === 0);
});

test('they begin with the first screen; a session that ends before it leaves none of an earlier page', async () => {
  shown.set(ticketId, { title: 'De antes' });
  const hear = start(watchNotices);
  hear({ body: 'Bom dia' });
  task.cancel();
  await until(() => shown.size === 0);
  const heard = start(watchNotices);
  firstScreenShown();
  await until(() => {
    heard({ body: 'Ainda está aí?' });
    return shown.size === 1;
  });
});

test('a message that is not text is described by its kind', async () => {
  const hear = start();
  hear({ body: '', call: { kind: 'video' } });
  await until(() => shown.get(ticketId)?.body === 'Chamada de vídeo perdida');
});

test('a ticket that the bell does not list is named by its last push', async () => {
  const hear = start();
  const fresh = childOf(4, 1);
  hear.ticket(aTicket({ id: fresh, status: 'pending', userId: null, user: null }));
  hear({ ticketId: fresh, body: 'Bom dia' });
  await until(() => shown.get(fresh)?.title === 'Nova mensagem de Otávio Brandão');
});
