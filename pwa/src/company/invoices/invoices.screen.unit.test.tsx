import { beforeEach, expect, test } from '@jest/globals';
import type { InvoiceView, SubscriptionView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { comes, pass, typeWords, withFakeTime } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import type { Said } from '../../testing/server.ts';
import { aCharge, anInvoice, aSubscription, inDays, small, team } from './invoices.fixture.ts';
import { feature } from './invoices.later.ts';
import './invoices.screen.tsx'; // loaded before the first test
import './subscription.screen.tsx';
import { feature as connections } from '../../channels/connections/connections.later.ts';
import { feature as queues } from '../../flows/queues/queues.feature.ts';
import { feature as usersFeature } from '../../people/users/users.feature.ts';

const headers = { 'prosa-position': '100' };
const paid = anInvoice(1, { dueDate: inDays(-40), status: 'paid', paid: true, renewedUntil: inDays(-10) });
const late = anInvoice(2, { dueDate: inDays(-7), detail: 'Essencial', value: 89 });
const open = anInvoice(3);
const today = anInvoice(4, { dueDate: new Date().toISOString() });
let invoices: InvoiceView[];
let subscription: SubscriptionView;
let charged: Said;

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  invoices = [paid, late, today, open];
  subscription = aSubscription();
  charged = { status: 201, body: { ...aCharge(), invoiceId: open.id }, headers };
  company.answer = ({ call, query }) => {
    if (call === 'GET /invoices/all') {
      const words = query.get('searchParam') ?? '';
      const found = invoices.filter(({ detail, number }) => `${detail} ${number}`.includes(words));
      const page = found.toSorted((a, b) => (a.dueDate < b.dueDate ? 1 : -1));
      return { body: { invoices: page, count: page.length, hasMore: false }, headers };
    }
    if (call === 'GET /subscription') return { body: subscription, headers };
    if (call === 'GET /plans/list') return { body: { plans: [small, team] } };
    if (call === 'GET /whatsapp') return { body: [], headers };
    if (call === 'POST /subscription') return charged;
    return undefined;
  };
});
const enter = (address: string) => enterScreen(address, feature, usersFeature, queues, connections);
const rowOf = async (number: number) => (await screen.findByRole('cell', { name: String(number) })).closest('tr')!;
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const openCheckout = async () => {
  const app = await enter('/financeiro');
  await userEvent.click(await screen.findByRole('button', { name: 'Pagar fatura 3' }));
  await screen.findByLabelText('Nome completo');
  return app;
};
const fill = async () => {
  await userEvent.type(field('Endereço'), 'Rua das Palmeiras, 418');
  await userEvent.type(field('Cidade'), 'São Paulo');
  await userEvent.type(field('Estado'), 'SP');
  await userEvent.type(field('CEP'), '01000000');
  await userEvent.click(screen.getByRole('button', { name: /^País/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Brasil' }));
};
const toReview = async () => {
  await fill();
  await press('Continuar');
  await screen.findByRole('radio', { name: /^Equipe/ });
  await press('Continuar');
  await screen.findByText('Total no Pix');
};
const toPix = async () => {
  await toReview();
  await press('Pagar com Pix');
  await screen.findByText('Aguardando o pagamento');
};
const stepNow = () => document.querySelector('[aria-current="step"] em')?.textContent;

test('the list shows what an invoice is for, its amount, due date and status; only an unpaid one can be paid', async () => {
  await enter('/financeiro');
  const cellsOf = async (number: number) =>
    [...(await rowOf(number)).cells].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));
  const month = (at: string) =>
    new Intl.DateTimeFormat('pt-BR', { month: 'long', timeZone: 'America/Sao_Paulo' }).format(new Date(at));
  const day = (at: string) =>
    new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeZone: 'America/Sao_Paulo' }).format(new Date(at));
  expect((await cellsOf(3)).slice(1, 3)).toEqual([`Plano Equipe · ${month(open.dueDate)}`, 'R$ 199,00']);
  expect((await cellsOf(3))[3]).toMatch(/^\d\d\/\d\d\/\d{4} · em 5 dias$/);
  expect((await cellsOf(3)).slice(4)).toEqual(['Em aberto', 'Pagar']);
  expect((await cellsOf(4)).slice(4)).toEqual(['Em aberto', 'Pagar']);
  expect((await cellsOf(2)).slice(4)).toEqual(['Vencido', 'Pagar']);
  expect((await cellsOf(2))[3]).toMatch(/ · há 7 dias$/);
  expect((await cellsOf(1)).slice(3)).toEqual([expect.stringContaining(day(paid.dueDate).slice(0, 5)), 'Pago', '']);
});

test('invoices are searched by description and number, and follow the pushes', async () => {
  const { push } = await enter('/financeiro');
  await rowOf(3);
  await typeWords(screen.getByRole('searchbox', { name: 'Descrição ou número' }), 'Essencial');
  await waitFor(() => expect(heard('GET /invoices/all').at(-1)?.query.get('searchParam')).toBe('Essencial'));
  await waitFor(() => expect(screen.queryByRole('cell', { name: '3' })).toBeNull());
  push('payment', 'update', {
    ...late,
    status: 'paid',
    paid: true,
    renewedUntil: inDays(20),
    charge: aCharge({ status: 'CONCLUIDA' }),
  });
  await waitFor(async () => expect((await rowOf(2)).textContent).toContain('Pago'));
});

test('on a phone an invoice is called by its plan and month, and its only act is a button with its word', async () => {
  const { matchMedia } = window;
  const narrow = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(window, { matchMedia: () => narrow });
  try {
    await enter('/financeiro');
    const button = await screen.findByRole('button', { name: 'Pagar fatura 3' });
    expect(button.textContent).toBe('Pagar');
    const item = button.closest('li')!;
    expect(item.querySelector('b')!.textContent).toMatch(/^Plano Equipe · /);
    expect(item.textContent).toContain('Em aberto');
    const settled = screen.getByText('Pago').closest('li')!;
    expect(within(settled).queryByRole('button')).toBeNull();
  } finally {
    Object.assign(window, { matchMedia });
  }
});

test('without invoices, and where they cannot be fetched, the screen says so', async () => {
  invoices = [];
  await enter('/financeiro');
  expect(await screen.findByText('Nenhuma fatura ainda')).toBeTruthy();
});

test('the first step requires name, address, city, postal code and country, in the specified words', async () => {
  await openCheckout();
  expect(stepNow()).toBe('Dados');
  expect(field('Nome completo').value).toBe('Marina Alves');
  await userEvent.clear(field('Nome completo'));
  await press('Continuar');
  for (const text of [
    'O nome completo é obrigatório',
    'O Endereço é obrigatório',
    'Cidade é obrigatória',
    'CEP é obrigatório',
    'País é obrigatório',
  ])
    expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Nome completo')));
  await userEvent.click(screen.getByRole('button', { name: /^País/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Brasil', 'Estados Unidos']);
});

test('a postal code is written with its hyphen while it is typed', async () => {
  await openCheckout();
  await userEvent.type(field('CEP'), '01000000');
  expect(field('CEP').value).toBe('01000-000');
});

test('the data that the company keeps for its invoices are there at once', async () => {
  subscription = aSubscription({
    billingName: 'Casa Ipê Ltda',
    addressStreet: 'Rua A, 1',
    addressDistrict: 'Centro',
    addressCity: 'Olinda',
    addressState: 'PE',
    addressZipCode: '53010000',
  });
  await openCheckout();
  const values = ['Nome completo', 'Endereço', 'Cidade', 'Estado', 'CEP'].map((name) => field(name).value);
  expect(values).toEqual(['Casa Ipê Ltda', 'Rua A, 1, Centro', 'Olinda', 'PE', '53010-000']);
  await press('Continuar');
  await waitFor(() => expect(stepNow()).toBe('Personalizar'));
});

test('the steps go forward and back, keep what was typed, and the review says what is paid', async () => {
  await openCheckout();
  await fill();
  await press('Continuar');
  const chosen = await screen.findByRole<HTMLInputElement>('radio', { name: /^Equipe/ });
  expect([stepNow(), chosen.checked]).toEqual(['Personalizar', true]);
  expect(await screen.findByText('No Essencial não cabe 1 dos seus atendentes.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Personalizar'));
  await press('Voltar');
  expect(field('Cidade').value).toBe('São Paulo');
  await press('Continuar');
  await userEvent.click(await screen.findByRole('radio', { name: /^Essencial/ }));
  await press('Continuar');
  expect(stepNow()).toBe('Revisar');
  const review = screen.getByText('Total no Pix').closest('dl')!.textContent?.replaceAll('\u00a0', ' ');
  expect(review).toContain('Essencial 1 atendente · 1 conexão · 3 filas');
  expect(review).toContain('Marina Alves Rua das Palmeiras, 418 · São Paulo, SP · 01000-000 · Brasil');
  expect(review).toMatch(/Renova até\d\d\/\d\d\/\d{4}/);
  expect(review).toContain('Total no PixR$ 89,00');
});

test('the payload has the specified fields, those of a card empty; the charge is shown as QR code, text and amount', async () => {
  await openCheckout();
  await toReview();
  await press('Pagar com Pix');
  expect(await screen.findByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento.')).toBeTruthy();
  expect(heard('POST /subscription').map(({ body }) => body)).toEqual([
    {
      firstName: 'Marina Alves',
      lastName: '',
      address2: 'Rua das Palmeiras, 418',
      city: 'São Paulo',
      state: 'SP',
      zipcode: '01000-000',
      country: 'BR',
      useAddressForPaymentDetails: true,
      nameOnCard: '',
      cardNumber: '',
      cvv: '',
      plan: team.id,
      price: 199,
      users: 10,
      connections: 3,
      invoiceId: open.id,
    },
  ]);
  const dialog = within(screen.getByRole('dialog', { name: /^Pague R\$\s199,00 no Pix$/ }));
  expect(dialog.getByRole('img', { name: 'QR code do Pix' }).dataset.code).toBe(aCharge().qrcode.qrcode);
  expect(dialog.getByText('Valor original').parentElement!.textContent).toMatch(/^Valor originalR\$\s199,00$/);
  expect(dialog.getByRole('button', { name: 'Copiar código Pix' })).toBeTruthy();
  expect(stepNow()).toBe('Pagar');
});

test('a paid charge renews: the message has the new due date, and four seconds later the start is shown', async () => {
  const { push, at } = await openCheckout();
  await toPix();
  const renewedUntil = '2031-02-28T15:00:00.000Z';
  await withFakeTime(async () => {
    push('payment', 'update', { ...open, status: 'paid', paid: true, renewedUntil, charge: aCharge({ status: 'CONCLUIDA' }) });
    await comes(() => screen.getByText('Sua licença foi renovada até 28/02/2031!'));
    expect(screen.getByRole('heading', { name: 'Pagamento confirmado' })).toBeTruthy();
    for (const left of [4, 3, 2, 1]) {
      expect(screen.getByText(`Voltando ao início em ${left} s`)).toBeTruthy();
      expect(at()).toBe('/financeiro');
      await pass(1_000);
    }
    await comes(() => at() === '/');
  });
});

test('a payment of another invoice changes nothing here', async () => {
  const { push } = await openCheckout();
  await toPix();
  push('payment', 'update', {
    ...late,
    status: 'paid',
    paid: true,
    renewedUntil: inDays(20),
    charge: aCharge({ status: 'CONCLUIDA' }),
  });
  expect(screen.getByText('Aguardando o pagamento')).toBeTruthy();
  expect(screen.queryByText(/^Sua licença foi renovada/)).toBeNull();
});

test('a refusal is said in the review; the same request is sent again as the same one, another plan as another', async () => {
  await openCheckout();
  charged = { status: 503, body: { error: 'ERR_PAYMENT_UNAVAILABLE', message: '' } };
  await toReview();
  await press('Pagar com Pix');
  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toBe('O banco não respondeu. Tente de novo em alguns minutos.');
  await press('Pagar com Pix');
  await waitFor(() => expect(heard('POST /subscription')).toHaveLength(2));
  await dialog.findByRole('alert');
  await press('Voltar');
  await userEvent.click(await screen.findByRole('radio', { name: /^Essencial/ }));
  await press('Continuar');
  charged = { status: 201, body: { ...aCharge(), invoiceId: open.id }, headers };
  await press('Pagar com Pix');
  await screen.findByText('Aguardando o pagamento');
  const [first, again, another] = heard('POST /subscription').map(({ key }) => key);
  expect(first).toBe(again);
  expect(another).not.toBe(first);
});

test('what the server refuses of a field is said at that field', async () => {
  await openCheckout();
  charged = { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { zipcode: 'CEP é obrigatório' } } };
  await toReview();
  await press('Pagar com Pix');
  expect(await screen.findByText('CEP é obrigatório')).toBeTruthy();
  expect(stepNow()).toBe('Dados');
  expect(field('CEP').getAttribute('aria-invalid')).toBe('true');
});

test('an expired charge is replaced on demand by another one', async () => {
  await openCheckout();
  charged = { status: 201, body: { ...aCharge({ expiresAt: inDays(-1) }), invoiceId: open.id }, headers };
  await toReview();
  await press('Pagar com Pix');
  expect(await screen.findByText('O código venceu')).toBeTruthy();
  expect(screen.queryByRole('img', { name: 'QR code do Pix' })).toBeNull();
  charged = { status: 201, body: { ...aCharge({ txid: 'b'.repeat(32) }), invoiceId: open.id }, headers };
  await press('Gerar outro código');
  expect(await screen.findByText('Aguardando o pagamento')).toBeTruthy();
  const [first, another] = heard('POST /subscription').map(({ key }) => key);
  expect(another).not.toBe(first);
});

test('the subscription says how long the trial lasts, rounded up, and where invoices go; it opens a contact dialog', async () => {
  subscription = aSubscription({ trialExpiration: inDays(2.1), invoice: open, billingName: 'Casa Ipê Ltda' });
  await enter('/subscription');
  expect(await screen.findByRole('heading', { name: 'Assinatura' })).toBeTruthy();
  const trial = await screen.findByLabelText<HTMLInputElement>('Período de teste');
  expect([trial.value, trial.readOnly]).toEqual(['Seu período de teste termina em 3 dias!', true]);
  expect(field('E-mail de cobrança').value).toBe('financeiro@casaipe.test');
  await press('Assine Agora!');
  const dialog = within(await screen.findByRole('dialog', { name: 'Contato da assinatura' }));
  expect(dialog.getByText('Casa Ipê Ltda')).toBeTruthy();
  expect(dialog.getByText('financeiro@casaipe.test')).toBeTruthy();
  await userEvent.click(dialog.getByRole('link', { name: 'Pagar a fatura 3' }));
  expect(await screen.findByRole('heading', { name: 'Financeiro' })).toBeTruthy();
});

test('after the first payment there is no word of a trial', async () => {
  await enter('/subscription');
  await screen.findByLabelText('E-mail de cobrança');
  expect(screen.queryByText(/período de teste/i)).toBeNull();
  expect(screen.queryByLabelText('Período de teste')).toBeNull();
});
