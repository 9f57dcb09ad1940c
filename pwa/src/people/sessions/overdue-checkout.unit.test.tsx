import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCharge, anInvoice, aSubscription, inDays, team } from '../../company/invoices/invoices.fixture.ts';
import type { Feature } from '../../shell/feature.ts';
import { startApp } from '../../testing/app.tsx';
import { aUser } from '../../testing/me.ts';
import { type Said, serve } from '../../testing/server.ts';
import './load-overdue-checkout.ts'; // loaded before the first test
import './overdue-checkout.tsx';

const start: Feature = { name: 'start', routes: [{ path: '', element: <h1>Painel</h1> }] };
const TOKEN = 'token-of-the-checkout';
const overdue = anInvoice(7, { dueDate: inDays(-3) });
const payer = {
  addressStreet: 'Rua A, 1',
  addressCity: 'Olinda',
  addressState: 'PE',
  addressZipCode: '53010000',
  billingName: 'Casa Ipê Ltda',
};
const expired = (details: object): Said => ({
  status: 401,
  body: { error: 'ERR_SUBSCRIPTION_EXPIRED', message: '', details: { date: '10/11/2026', ...details } },
});
let server: Awaited<ReturnType<typeof serve>>;
let login: Said;
let subscription: Said;
let invoice = overdue;
let offered = team;
beforeEach(async () => {
  localStorage.clear();
  login = expired({ checkoutToken: TOKEN });
  invoice = overdue;
  offered = team;
  subscription = { body: aSubscription({ dueDate: inDays(-3), ...payer, invoice: overdue }) };
  server = await serve(({ call }) => {
    if (call === 'POST /auth/login') return login;
    if (call === 'GET /subscription') return subscription;
    if (call === 'GET /plans/list') return { body: { plans: [offered] } };
    if (call === 'POST /subscription') return { status: 201, body: { ...aCharge(), invoiceId: overdue.id } };
    return call === `GET /invoices/${overdue.id}` ? { body: invoice } : { body: null };
  });
});
afterEach(() => server.close());

const signIn = async () => {
  const app = await startApp('/login', [start]);
  await userEvent.type(await screen.findByLabelText('E-mail'), 'marina@casaipe.test');
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo');
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }));
  await screen.findAllByText(/^Opss! Sua assinatura venceu 10\/11\/2026\./);
  return app;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const tokensOf = (call: string) => server.heard.filter((one) => one.call === call).map(({ token }) => token);

test('beside the refusal its administrator has a button to the checkout; others have none', async () => {
  login = expired({});
  await signIn();
  expect(screen.queryByRole('button', { name: 'Pagar a fatura' })).toBeNull();
  expect(tokensOf('GET /subscription')).toEqual([]);
});

test('the overdue invoice is paid with the checkout’s token alone; then its administrator is signed in', async () => {
  const { at } = await signIn();
  await press('Pagar a fatura');
  expect(await screen.findByRole('heading', { name: 'Pagar fatura 7' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Nome completo').value).toBe('Casa Ipê Ltda');
  await press('Continuar');
  await screen.findByRole('radio', { name: /^Equipe/ });
  await press('Continuar');
  await press('Pagar com Pix');
  expect(await screen.findByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento.')).toBeTruthy();
  expect(screen.getByRole('img', { name: 'QR code do Pix' })).toBeTruthy();

  invoice = { ...overdue, status: 'paid', paid: true, renewedUntil: '2031-02-28T15:00:00.000Z' };
  login = { body: { token: 't1', user: aUser() } };
  expect(await screen.findByText('Sua licença foi renovada até 28/02/2031!', {}, { timeout: 10_000 })).toBeTruthy();
  await press('Ir agora');
  expect(await screen.findByRole('heading', { name: 'Painel' })).toBeTruthy();
  expect(at()).toBe('/');
  for (const call of ['GET /subscription', 'POST /subscription', `GET /invoices/${overdue.id}`])
    expect([call, [...new Set(tokensOf(call))]]).toEqual([call, [TOKEN]]);
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TOKEN);
  expect(server.heard.filter(({ call }) => call === 'POST /auth/login').map(({ body }) => body)).toEqual(
    Array(2).fill({ email: 'marina@casaipe.test', password: 'segredo' }),
  );
});

test('the invoice`s plan costs what the invoice says, also after its price has changed', async () => {
  offered = { ...team, value: 249.9 };
  await signIn();
  await press('Pagar a fatura');
  await screen.findByRole('heading', { name: 'Pagar fatura 7' });
  await press('Continuar');
  const card = await screen.findByRole('radio', { name: /^Equipe/ });
  expect(card.closest('label')!.textContent?.replaceAll('\u00a0', ' ')).toContain('R$ 199,00');
  await press('Continuar');
  const review = (await screen.findByText('Total no Pix')).closest('dl')!.textContent?.replaceAll('\u00a0', ' ');
  expect(review).toContain('Total no PixR$ 199,00');
});

test('the review says the day on which the subscription is due, also after a month that ends before it', async () => {
  const dueDate = '2031-02-28T15:00:00.000Z';
  subscription = { body: aSubscription({ dueDate, renewalDay: 31, ...payer, invoice: { ...overdue, dueDate } }) };
  await signIn();
  await press('Pagar a fatura');
  await screen.findByRole('heading', { name: 'Pagar fatura 7' });
  await press('Continuar');
  await screen.findByRole('radio', { name: /^Equipe/ });
  await press('Continuar');
  const review = (await screen.findByText('Total no Pix')).closest('dl')!.textContent;
  expect(review).toContain('Renova até31/03/2031');
});

test('a token that is over leads back to the sign-in, as does its button', async () => {
  subscription = { status: 401, body: { error: 'ERR_SESSION_EXPIRED', message: '' } };
  await signIn();
  await press('Pagar a fatura');
  expect(await screen.findByText('O tempo para pagar por aqui terminou. Entre de novo com e-mail e senha.')).toBeTruthy();
  await press('Voltar para a entrada');
  expect(screen.getByLabelText<HTMLInputElement>('Senha').value).toBe('segredo');
});

test('without an open invoice the page says whom to ask', async () => {
  subscription = { body: aSubscription() };
  await signIn();
  await press('Pagar a fatura');
  expect(await screen.findByText('Nenhuma fatura em aberto. Fale com o Suporte para renovar a assinatura.')).toBeTruthy();
});
