import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { loadScreenTexts, startI18n } from '../../kernel/i18n/i18n.ts';
import { aUser } from '../../testing/me.ts';
import { sagaStore } from '../../testing/saga-store.ts';
import { type Said, serve } from '../../testing/server.ts';
import { entered, sessionReducer } from '../sessions/sessions.slice.ts';
import { NoticeSwitch } from './notice-switch.tsx';
import { isPushed, isSwitchedOff, leaveDevice, resumePush } from './push-device.ts';
import '../../testing/queries.ts';

const me = aUser();
let permission: NotificationPermission;
/** The person's answer to the browser's permission prompt. */
let answers: NotificationPermission;
let subscribed: number;
let said: Record<string, Said>;
let server: Awaited<ReturnType<typeof serve>>;

const define = (target: object, name: string, value: unknown) =>
  Object.defineProperty(target, name, { configurable: true, get: () => value });
beforeEach(async () => {
  localStorage.clear();
  [permission, answers, subscribed] = ['default', 'granted', 0];
  said = { 'GET /auth/push-key': { body: { key: 'AQID' } }, 'PUT /push-subscriptions': { body: null } };
  server = await serve(({ call }) => said[call] ?? { body: null });
  let made: object | null = null;
  const pushManager = {
    getSubscription: async () => made,
    subscribe: async () => {
      subscribed += 1;
      made = {
        options: {},
        toJSON: () => ({ endpoint: 'https://push.test/x', keys: { p256dh: 'p', auth: 'a' } }),
        unsubscribe: async () => {
          made = null;
          return true;
        },
      };
      return made;
    },
  };
  const registration = { pushManager };
  define(navigator, 'serviceWorker', { ready: Promise.resolve(registration), getRegistration: async () => registration });
  define(window, 'PushManager', class {});
  define(globalThis, 'Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      permission = answers;
      return answers;
    },
  });
  define(window, 'matchMedia', () => ({ matches: false }));
  await startI18n('pt');
  await loadScreenTexts('notices');
});
afterEach(async () => {
  cleanup();
  await act(leaveDevice);
  await server.close();
});

const open = async () => {
  const { store } = sagaStore({ session: sessionReducer });
  store.dispatch(entered(me));
  await resumePush(me.id);
  render(
    <Provider store={store}>
      <NoticeSwitch />
    </Provider>,
  );
};
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Notificações neste aparelho' });
const calls = () => server.heard.map(({ call }) => call);

test('the switch asks for permission on click and subscribes the device; switching off unsubscribes it; the choice is stored on the device', async () => {
  await open();
  expect([toggle().checked, permission]).toEqual([false, 'default']);
  await userEvent.click(toggle());
  await screen.findByText('Ligadas, também com o Prosa fechado.');
  expect([toggle().checked, isPushed()]).toEqual([true, true]);
  expect(server.heard.at(-1)).toMatchObject({
    call: 'PUT /push-subscriptions',
    body: { endpoint: 'https://push.test/x', keys: { p256dh: 'p', auth: 'a' }, language: 'pt' },
  });
  await act(() => resumePush(me.id)); // the app is opened again
  expect([subscribed, isPushed()]).toEqual([1, true]);

  await userEvent.click(toggle());
  await screen.findByText(/^Desligadas/);
  expect([toggle().checked, isPushed(), isSwitchedOff(), calls().at(-1)]).toEqual([
    false,
    false,
    true,
    'DELETE /push-subscriptions',
  ]);
  await act(() => resumePush(me.id));
  expect(isPushed()).toBe(false);
});

test('a subscription that ended with its service worker is made again when the app is opened', async () => {
  permission = 'granted';
  await open();
  await userEvent.click(toggle());
  await screen.findByText(/^Ligadas/);
  const registration = await navigator.serviceWorker.getRegistration();
  await (await registration!.pushManager.getSubscription())!.unsubscribe();
  await act(() => resumePush(me.id));
  expect([subscribed, isPushed(), calls().at(-1)]).toEqual([2, true, 'PUT /push-subscriptions']);
});

test('no device is subscribed without a click of its user', async () => {
  permission = 'granted';
  await open();
  expect([toggle().checked, calls()]).toEqual([false, []]);
  await userEvent.click(toggle());
  await screen.findByText(/^Ligadas/);
  await act(leaveDevice);
  await act(() => resumePush('somebody else'));
  expect(isPushed()).toBe(false);
});

test('a refusal of the browser is explained', async () => {
  answers = 'denied';
  await open();
  await userEvent.click(toggle());
  await screen.findByText(/Libere-as para este site/);
  expect(toggle().checked).toBe(false);
});

test('if the installation sends no notifications the switch says so, and the page shows its own', async () => {
  said['GET /auth/push-key'] = { body: { key: null } };
  await open();
  await userEvent.click(toggle());
  await screen.findByText(/Esta instalação não envia/);
  expect(isPushed()).toBe(false);
});

test('a failure is shown and can be retried', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  said['PUT /push-subscriptions'] = { status: 503, body: { error: 'ERR_BUSY', message: '' } };
  await open();
  await userEvent.click(toggle());
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(isPushed()).toBe(false);
  expect(warned).toHaveBeenCalled();
  warned.mockRestore();
  said['PUT /push-subscriptions'] = { body: null };
  await userEvent.click(again);
  await screen.findByText(/^Ligadas/);
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', /Adicionar à Tela de Início/],
  ['Mozilla/5.0 (X11; Linux x86_64)', /Este navegador não recebe/],
])('a browser without push says what to do: %s', async (userAgent, words) => {
  delete (window as Partial<typeof window>).PushManager;
  define(navigator, 'userAgent', userAgent);
  await open();
  expect(screen.getByRole('status').textContent).toMatch(words);
  expect(toggle().disabled).toBe(true);
});
