import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Feature } from '../shell/feature.ts';
import { aUser } from '../testing/me.ts';
import { type Said, serve } from '../testing/server.ts';
import { type App, beginApp } from './app.tsx';
import { firstTexts } from './first-texts.ts';
import { PublicPages } from './public-pages.tsx';
import '../testing/queries.ts';

const features: Feature[] = [
  {
    name: 'tickets',
    routes: [
      { path: 'tickets', element: <h1>Lista</h1> },
      { path: 'tickets/:ticketId', element: <h1>Conversa</h1> },
    ],
  },
];
/** Administrators would come to their dashboard, which is none of these features. */
const ana = aUser({ profile: 'user' });
let server: Awaited<ReturnType<typeof serve>>;
let login: Said;
let app: App | null;
beforeEach(async () => {
  localStorage.clear();
  history.replaceState(null, '', '/');
  localStorage.setItem('language', 'pt');
  login = { body: { token: 't1', user: ana } };
  app = null;
  server = await serve(({ call }) =>
    call === 'POST /auth/login' ? login : call === 'GET /auth/me' ? { body: ana } : { body: null },
  );
});
afterEach(async () => {
  cleanup();
  app?.stop();
  await server.close();
});

const load = async () => {
  app ??= await beginApp(async () => features);
  return app;
};
const open = async (address: string, loads: () => Promise<App> = load) => {
  history.replaceState(null, '', address);
  render(<PublicPages load={loads} speaks={{ language: 'pt', texts: await firstTexts('pt') }} />);
};
const fill = async () => {
  await userEvent.type(await screen.findByLabelText('E-mail'), 'marina@casaipe.test');
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
};
const place = () => `${location.pathname}${location.search}`;

test('the sign-in page loads nothing behind it; typing loads the app, and the sign-in leads to the wanted address', async () => {
  await open('/tickets/abc?goMessage=1');
  expect(await screen.findByRole('heading', { name: 'Entrar' })).toBeTruthy();
  expect([place(), app]).toEqual(['/login', null]);
  await fill();
  await screen.findByRole('heading', { name: 'Conversa' });
  expect(place()).toBe('/tickets/abc?goMessage=1');
  expect(server.heard[0]).toMatchObject({ body: { email: 'marina@casaipe.test', password: 'segredo' } });
});

test('after a reload of the sign-in page the wanted address is still known', async () => {
  await open('/tickets/abc');
  cleanup();
  render(<PublicPages load={load} speaks={{ language: 'pt', texts: await firstTexts('pt') }} />);
  await fill();
  await screen.findByRole('heading', { name: 'Conversa' });
});

test('a refusal is said by a toast, then in the form, the input stays, and a retry signs in', async () => {
  login = { status: 401, body: { error: 'ERR_INVALID_CREDENTIALS', message: '' } };
  await open('/');
  await fill();
  const refusal = 'E-mail ou senha não conferem. Confira os dois e tente de novo.';
  const seen = () => screen.queryAllByText(refusal).filter((text) => getComputedStyle(text).visibility === 'visible');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(refusal));
  expect(seen().map((text) => text.closest('.toast'))).toEqual([screen.getByRole('alert')]);
  await userEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  expect(seen().map((text) => text.closest('form') !== null)).toEqual([true]);
  expect(screen.getByLabelText<HTMLInputElement>('Senha').value).toBe('segredo');
  login = { body: { token: 't1', user: ana } };
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { name: 'Lista' });
  expect(place()).toBe('/tickets');
});

test('a failure to load the app is shown, and can be retried', async () => {
  let isThere = false;
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  await open('/', () => (isThere ? load() : Promise.reject(new Error('no network'))));
  await fill();
  expect((await screen.findByRole('alert')).textContent).toBe('Não deu para entrar');
  expect(warned).toHaveBeenCalled();
  warned.mockRestore();
  isThere = true;
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findByRole('heading', { name: 'Lista' });
});

test('with a stored token there is no sign-in', async () => {
  localStorage.setItem('token', 't0');
  await open('/login');
  expect(screen.queryByRole('heading', { name: 'Entrar' })).toBeNull();
  await screen.findByRole('heading', { name: 'Lista' });
  expect(place()).toBe('/tickets');
});

test('a sign-in in another tab signs in here too', async () => {
  await open('/tickets/abc');
  localStorage.setItem('token', 't0');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 't0' }));
  await screen.findByRole('heading', { name: 'Conversa' });
});

test('language and theme chosen before the app is loaded apply in it', async () => {
  await open('/');
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Idioma' }), 'en');
  await screen.findByRole('heading', { name: 'Sign in' });
  await userEvent.click(screen.getByRole('button', { name: 'Theme: automatic' }));
  expect([localStorage.getItem('language'), localStorage.getItem('theme')]).toEqual(['en', 'light']);
  login = { status: 401, body: { error: 'ERR_INVALID_CREDENTIALS', message: '' } };
  await userEvent.type(screen.getByLabelText('E-mail'), 'a@b.test');
  await userEvent.type(screen.getByLabelText('Password'), 'segredo');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/password/);
  // Chosen on the page now, they apply to the app itself.
  await userEvent.click(screen.getByRole('button', { name: 'Theme: light' }));
  await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Language' }), 'pt');
  await screen.findByRole('heading', { name: 'Entrar' });
  expect(document.documentElement.lang).toBe('pt-BR');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/E-mail ou senha/));
});

test('a file that is dropped on the page opens nothing', async () => {
  await open('/login');
  const target = await screen.findByRole('heading', { name: 'Entrar' });
  const event = createEvent.drop(target, { dataTransfer: { types: ['Files'], files: [] } });
  fireEvent(target, event);
  expect(event.defaultPrevented).toBe(true);
});
