import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstTexts } from '../../app/first-texts.ts';
import { PublicPages } from '../../app/public-pages.tsx';
import { loadParts } from '../../kernel/loading/later.ts';
import { idOf } from '../../testing/records.ts';
import { type Said, serve } from '../../testing/server.ts';
import './load-sign-up.ts'; // loaded before the first test
import './sign-up.tsx';
import '../../testing/queries.ts';

const small = { id: idOf(7, 1), name: 'Essencial', users: 3, connections: 1, queues: 3, value: 99.9 };
const large = { id: idOf(7, 2), name: 'Equipe', users: 15, connections: 1, queues: 10, value: 249 };
let server: Awaited<ReturnType<typeof serve>>;
let offered: Said;
let answer: Said;
beforeEach(async () => {
  localStorage.clear();
  localStorage.setItem('language', 'pt');
  offered = { body: { plans: [small, large] } };
  answer = { status: 201, body: { id: idOf(8, 1) } };
  server = await serve(({ call }) =>
    call === 'GET /plans/list' ? offered : call === 'POST /companies/cadastro' ? answer : { body: null },
  );
  await loadParts();
});
afterEach(async () => {
  cleanup();
  await server.close();
});

const open = async (address = '/signup') => {
  history.replaceState(null, '', address);
  const load = () => new Promise<never>(() => {});
  render(<PublicPages load={load} speaks={{ language: 'pt', texts: await firstTexts('pt') }} />);
  await screen.findByRole('heading', { name: 'Cadastrar empresa' });
};
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Cadastrar' }));
const fill = async () => {
  await userEvent.type(field('Seu nome'), 'Aurora Prado');
  await userEvent.type(field('Nome da empresa'), 'Padaria Aurora');
  await userEvent.type(field('E-mail'), 'aurora@padaria.test');
  await userEvent.type(field('Senha'), 'segredo');
  await userEvent.click(await screen.findByRole('radio', { name: /^Equipe/ }));
};
const sent = () => server.heard.filter(({ call }) => call === 'POST /companies/cadastro');

test('the form is sent with the chosen plan and the company of the link; the sign-in follows, with the e-mail filled in', async () => {
  await open(`/signup?companyId=${idOf(8, 9)}`);
  await fill();
  const cards = within(screen.getByRole('group', { name: 'Plano' })).getAllByRole<HTMLInputElement>('radio');
  expect(cards.map(({ labels }) => labels?.[0]?.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    'Essencial3 atendentes · 1 conexão · 3 filasR$ 99,90por mês',
    'Equipe15 atendentes · 1 conexão · 10 filasR$ 249,00por mês',
  ]);
  expect(cards.map(({ checked }) => checked)).toEqual([false, true]);
  const begun = performance.now();
  await send();
  expect((await screen.findByRole('status')).textContent).toContain('Sua empresa foi cadastrada.');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(limits.submitDelayMs - 20);
  expect(screen.getByRole('heading', { name: 'Entrar' })).toBeTruthy();
  expect(location.pathname).toBe('/login');
  expect(field('E-mail').value).toBe('aurora@padaria.test');
  expect(document.activeElement).toBe(field('Senha'));
  expect(sent().map(({ body }) => body)).toEqual([
    {
      userName: 'Aurora Prado',
      name: 'Padaria Aurora',
      email: 'aurora@padaria.test',
      password: 'segredo',
      planId: large.id,
      companyId: idOf(8, 9),
    },
  ]);
});

test('what is missing or wrong is said at its field, and nothing is sent', async () => {
  await open('/signup?companyId=1');
  await userEvent.type(field('Seu nome'), 'L');
  await userEvent.type(field('Nome da empresa'), 'A');
  await userEvent.type(field('E-mail'), 'abc');
  await userEvent.type(field('Senha'), '1234');
  await send();
  for (const text of ['Invalid email', 'Required']) expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getAllByText('Too Short!')).toHaveLength(3);
  expect(sent()).toEqual([]);
});

test('a refusal is said at the field that it concerns; the same form is sent again as the same sign-up, another one as another', async () => {
  await open();
  await fill();
  answer = 'gone';
  await send();
  await screen.findByRole('alert');
  answer = {
    status: 409,
    body: { error: 'ERR_DUPLICATED_EMAIL', message: 'm', fields: { email: 'Já existe um usuário com este e-mail.' } },
  };
  await send();
  await waitFor(() => expect(field('E-mail').getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['Já existe um usuário com este e-mail.']);
  await userEvent.type(field('E-mail'), '.br');
  answer = { status: 201, body: { id: idOf(8, 1) } };
  await send();
  await screen.findByRole('heading', { name: 'Entrar' });
  const [first, again, another] = sent().map(({ key }) => key);
  expect(first).toBe(again);
  expect(another).not.toBe(first);
  expect(sent()).toHaveLength(3);
});

test('without a plan the first card gets the focus, and the error says what is missing', async () => {
  await open();
  await userEvent.type(field('Seu nome'), 'Aurora Prado');
  await userEvent.type(field('Nome da empresa'), 'Padaria Aurora');
  await userEvent.type(field('E-mail'), 'aurora@padaria.test');
  await userEvent.type(field('Senha'), 'segredo');
  const first = await screen.findByRole('radio', { name: /^Essencial/ });
  await send();
  await waitFor(() => expect(document.activeElement).toBe(first));
  expect(screen.getByRole('group', { name: 'Plano' }).getAttribute('aria-describedby')).toContain(
    screen.getByText('Required').id,
  );
  expect(sent()).toEqual([]);
});

test('plans that cannot be fetched are fetched again on demand; without any there is a word about it', async () => {
  offered = { status: 503, body: { error: 'ERR_BUSY', message: '' } };
  await open();
  expect(await screen.findByText('Não deu para carregar os planos.')).toBeTruthy();
  expect(screen.queryByRole('radio')).toBeNull();
  offered = { body: { plans: [] } };
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Ainda não há planos para escolher. Fale com o Suporte.')).toBeTruthy();
});

test('each page leads to the other', async () => {
  await open();
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/login');
  cleanup();
  history.replaceState(null, '', '/login');
  render(<PublicPages load={() => new Promise<never>(() => {})} speaks={{ language: 'pt', texts: await firstTexts('pt') }} />);
  expect((await screen.findByRole('link', { name: 'Cadastre-se' })).getAttribute('href')).toBe('/signup');
});
