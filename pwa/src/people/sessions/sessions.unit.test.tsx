import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { PushFrame } from '@prosa/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { frames } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveRefetch } from '../../kernel/live/live.slice.ts';
import { elsewhere } from '../../kernel/live/session-ends.ts';
import type { Feature } from '../../shell/feature.ts';
import { startApp } from '../../testing/app.tsx';
import { aUser } from '../../testing/me.ts';
import { type Said, serve } from '../../testing/server.ts';
import { daysLeft, leave } from './sessions.saga.ts';

const screens: Feature = {
  name: 'tickets',
  routes: [
    { path: 'tickets', element: <h1>Lista</h1> },
    { path: 'tickets/:ticketId', element: <h1>Conversa</h1> },
  ],
};
/** Administrators would come to their dashboard, which is none of these screens. */
const anAttendant = (more: Parameters<typeof aUser>[0] = {}) => aUser({ profile: 'user', ...more });
let server: Awaited<ReturnType<typeof serve>>;
let login: Said;
let me: Said;
beforeEach(async () => {
  localStorage.clear();
  login = { body: { token: 't1', user: anAttendant() } };
  me = { body: anAttendant() };
  server = await serve(({ call }) => (call === 'POST /auth/login' ? login : call === 'GET /auth/me' ? me : { body: null }));
});
afterEach(() => server.close());

const enter = async (address = '/login') => {
  const app = await startApp(address, [screens]);
  await screen.findByRole('heading', { name: 'Entrar' });
  return app;
};
const fill = async (email = 'marina@casaipe.test', password = 'segredo') => {
  await userEvent.type(screen.getByLabelText('E-mail'), email);
  await userEvent.type(screen.getByLabelText('Senha'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
};

test('a private address redirects to the sign-in, and after it back', async () => {
  const { at } = await enter('/tickets/abc?goMessage=1');
  expect(at()).toBe('/login');
  await fill();
  await Promise.all([
    screen.findByRole('heading', { name: 'Conversa' }),
    screen.findByText('Login efetuado com sucesso!'), // shown only for two seconds
  ]);
  expect(at()).toBe('/tickets/abc?goMessage=1');
  expect(screen.getByRole('banner').textContent).toContain('Olá, Marina Alves');
});

test('the sign-in sends the input, and stores token and company', async () => {
  await enter();
  await fill(' marina@casaipe.test', ' com espaços ');
  await screen.findByRole('heading', { name: 'Lista' });
  expect(server.heard[0]).toMatchObject({
    call: 'POST /auth/login',
    body: { email: 'marina@casaipe.test', password: ' com espaços ' },
    token: null,
  });
  expect([localStorage.getItem('token'), localStorage.getItem('companyId')]).toEqual(['t1', anAttendant().companyId]);
});

test('a wrong password is reported in the form; the input stays', async () => {
  login = { status: 401, body: { error: 'ERR_INVALID_CREDENTIALS', message: '' } };
  await enter();
  await fill();
  expect((await screen.findByRole('alert')).textContent).toBe('E-mail ou senha não conferem. Confira os dois e tente de novo.');
  expect(screen.getByLabelText<HTMLInputElement>('Senha').value).toBe('segredo');
});

test('an expired subscription is reported in the specified words', async () => {
  login = {
    status: 401,
    body: { error: 'ERR_SUBSCRIPTION_EXPIRED', message: '', details: { date: '2026-11-10T15:00:00.000Z' } },
  };
  await enter();
  await fill();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Opss! Sua assinatura venceu 10/11/2026. Entre em contato com o Suporte para mais informações!',
  );
});

test('empty fields are reported when they are left and on submit, and nothing is sent', async () => {
  await enter();
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  expect(screen.getAllByText('Required')).toHaveLength(2);
  expect(screen.getByLabelText('E-mail').getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(server.heard).toEqual([]);
});

test('the password can be shown', async () => {
  await enter();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar senha' }));
  expect(screen.getByLabelText('Senha').getAttribute('type')).toBe('text');
  expect(screen.getByRole('button', { name: 'Ocultar senha' })).toBeTruthy();
});

test('a due date less than five days away causes a warning', async () => {
  const dueDate = new Date(Date.now() + 3.5 * 86_400_000).toISOString();
  login = { body: { token: 't1', user: anAttendant({ company: { dueDate } }) } };
  await enter();
  await fill();
  expect(await screen.findByText('Sua assinatura vence em 4 dia(s)')).toBeTruthy();
});

test('days are rounded up', () => {
  const now = Date.parse('2026-11-17T12:00:00Z');
  expect([daysLeft('2026-11-21T12:00:00Z', now), daysLeft('2026-11-21T12:00:01Z', now)]).toEqual([4, 5]);
});

test('enabled campaigns set their flag, disabled ones remove it', async () => {
  localStorage.setItem('cshow', 'old');
  const { store } = await enter();
  await fill();
  await screen.findByRole('heading', { name: 'Lista' });
  expect(localStorage.getItem('cshow')).toBeNull();
  login = { body: { token: 't2', user: anAttendant({ company: { settings: [{ key: 'campaignsEnabled', value: 'true' }] } }) } };
  act(() => void store.dispatch(leave()));
  await screen.findByRole('heading', { name: 'Entrar' });
  await fill();
  await screen.findByRole('heading', { name: 'Lista' });
  expect(localStorage.getItem('cshow')).toBe('true');
});

test('a page loaded later leaves the flag of campaigns as it is: only a sign-in writes it', async () => {
  localStorage.setItem('token', 't0');
  me = { body: anAttendant({ company: { settings: [{ key: 'campaignsEnabled', value: 'true' }] } }) };
  await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  expect([localStorage.getItem('campaignsEnabled'), localStorage.getItem('cshow')]).toEqual(['true', null]);
});

test('with a stored token the sign-in and / redirect to the tickets', async () => {
  localStorage.setItem('token', 't0');
  const { at } = await startApp('/login', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  expect(at()).toBe('/tickets');
});

test('a stored token that is refused redirects to the sign-in, which shows the reason', async () => {
  localStorage.setItem('token', 't0');
  me = { status: 401, body: { error: 'ERR_UNAUTHENTICATED', message: '' } };
  await startApp('/tickets', [screens]);
  expect(await screen.findByText('Sua sessão terminou. Entre de novo.')).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

test.each([
  ['ERR_SESSION_ENDED_FOR_SAFETY', /^Por segurança, sua sessão foi encerrada/],
  ['ERR_PASSWORD_CHANGED', /^Sua senha foi trocada/],
  ['ERR_COMPANY_STOPPED', /^Esta empresa está inativa/],
])('a session that the server ended (%s): the sign-in shows the reason', async (error, words) => {
  localStorage.setItem('token', 't0');
  const { store } = await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  me = { status: 401, body: { error, message: '' } };
  act(() => void store.dispatch(liveRefetch()));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
});

test('an unavailable server can be retried', async () => {
  localStorage.setItem('token', 't0');
  me = { status: 503, body: { error: 'ERR_BUSY', message: '' } };
  await startApp('/tickets', [screens]);
  await screen.findByText('Não deu para entrar');
  me = { body: anAttendant() };
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await screen.findByRole('heading', { name: 'Lista' });
});

test('signing out notifies the server, deletes the session and keeps no return address', async () => {
  localStorage.setItem('token', 't0');
  const { router } = await startApp('/tickets/abc', [screens]);
  await screen.findByRole('heading', { name: 'Conversa' });
  await userEvent.click(screen.getByRole('button', { name: /^Conta de Marina Alves/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sair' }));
  await screen.findByRole('heading', { name: 'Entrar' });
  expect(router.state.location.state).toBeNull();
  await waitFor(() => expect(localStorage.getItem('token')).toBeNull());
  expect(server.heard.at(-1)).toMatchObject({ call: 'DELETE /auth/logout', token: 't0' });
});

test('the session is deleted at once, even if the server does not answer', async () => {
  localStorage.setItem('token', 't0');
  const { store } = await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  act(() => void store.dispatch(leave()));
  expect([localStorage.getItem('token'), localStorage.getItem('companyId')]).toEqual([null, null]);
});

test('a sign-out in another tab ends the session here too, and keeps the return address', async () => {
  localStorage.setItem('token', 't0');
  const { router } = await startApp('/tickets/abc', [screens]);
  await screen.findByRole('heading', { name: 'Conversa' });
  localStorage.clear();
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null })));
  expect(await screen.findByText('Sua sessão terminou. Entre de novo.')).toBeTruthy();
  expect(router.state.location.state).toEqual({ from: '/tickets/abc' });
});

test('after missed frames the user is fetched again, and pushes received meanwhile take precedence', async () => {
  localStorage.setItem('token', 't0');
  me = { body: aUser() };
  const { store } = await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  frames.welcomed('5', null);
  me = { body: aUser({ profile: 'user', name: 'Marina A.' }) };
  act(() => void store.dispatch(liveRefetch()));
  const renamed: PushFrame = {
    type: 'push',
    position: '6',
    channel: 'user',
    action: 'update',
    record: { ...aUser({ profile: 'user', name: 'Marina Lima' }) },
  };
  frames.add(renamed);
  act(() => void store.dispatch(liveFrame(renamed)));
  await waitFor(() => expect(server.heard.filter(({ call }) => call === 'GET /auth/me')).toHaveLength(2));
  await waitFor(() => expect(store.getState().session.user).toMatchObject({ profile: 'user', name: 'Marina Lima' }));
});

test('a sign-in elsewhere is reported at once, and all data are deleted a second later', async () => {
  localStorage.setItem('token', 't0');
  const { store } = await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  act(() => void store.dispatch(elsewhere()));
  expect((await screen.findAllByText('Sua conta foi acessada em outro computador.')).length).toBe(1);
  expect(localStorage.getItem('token')).toBe('t0');
  await waitFor(() => expect(localStorage.length).toBe(0), { timeout: 3_000 });
  await screen.findByRole('heading', { name: 'Entrar' });
});

test('a sign-in in another tab of this browser continues here too', async () => {
  localStorage.setItem('token', 't0');
  const { store } = await startApp('/tickets', [screens]);
  await screen.findByRole('heading', { name: 'Lista' });
  act(() => void store.dispatch(elsewhere()));
  localStorage.setItem('token', 't1');
  await waitFor(() =>
    expect(server.heard.filter(({ call, token }) => call === 'GET /auth/me' && token === 't1')).toHaveLength(1),
  );
  await screen.findByRole('heading', { name: 'Lista' });
  expect(localStorage.getItem('token')).toBe('t1');
});

test('an unknown address is reported within the shell', async () => {
  localStorage.setItem('token', 't0');
  await startApp('/nada', [screens]);
  expect(await screen.findByText('Este endereço não existe')).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Principal' })).toBeTruthy();
});
