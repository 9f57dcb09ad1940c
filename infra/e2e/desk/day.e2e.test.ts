import type { QueueView, TicketView, UserView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, enter, phone, received, stage, toWaiting, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

/**
 * A day at the desk: from a full "Aguardando" to an empty one, by an attendant with the keyboard alone, another one on a phone, and an
 * administrator who looks on.
 */

const FAREWELL = 'Até logo, volte sempre.';
let boss: User;
const the = stage(async ({ url, demo }) => {
  boss = await signIn(url, 'super@prosa.demo');
  const { body: queues } = await boss.call<QueueView[]>('GET /queue');
  const { body } = await boss.call<{ users: UserView[] }>('GET /users/list');
  const bruno = body.users.find(({ name }) => name === 'Bruno Lima')!;
  await boss.call(`PUT /users/${bruno.id}`, { queueIds: queues.map(({ id }) => id) });
  await boss.call('PUT /settings/userRating', { value: 'disabled' });
  await boss.call(`PUT /whatsapp/${demo.connection.id}`, { complationMessage: FAREWELL, ratingMessage: '' });
});

const customers = ['Alice Prado', 'Bento Reis', 'Célia Dias', 'Dalva Luz', 'Enzo Brito', 'Flora Teles'].map((name, n) => ({
  name,
  number: `55117000060${n + 1}`,
  answer: `Já vejo, ${name.split(' ')[0]}.`,
}));
type Customer = (typeof customers)[number];
const [alice, bento, celia, dalva, enzo, flora] = customers as [Customer, Customer, Customer, Customer, Customer, Customer];

const talkWith = (page: Page, { name }: Customer) => page.getByRole('region', { name: `Conversa com ${name}` });
const row = (page: Page, { name }: Customer) => page.getByRole('listitem').filter({ hasText: name });
const toast = (page: Page, words: RegExp) => page.locator('.toast').filter({ hasText: words });
const ticketsIn = async (status: TicketView['status']) =>
  (await boss.call<{ tickets: TicketView[] }>(`GET /tickets?status=${status}&showAll=true`)).body.tickets;
const composer = (page: Page, customer: Customer) => talkWith(page, customer).locator('textarea:focus');

/** How often the customer has got their answer, below the attendant's name. */
const answersTo = async ({ number, answer }: Customer): Promise<number> =>
  (await received(the.product, number)).filter((text) => text.endsWith(answer)).length;

/** Goes to the composer of the conversation that has opened by itself. */
const begins = async (page: Page, customer: Customer): Promise<void> => {
  await talkWith(page, customer).getByRole('log').waitFor();
  await page.keyboard.press('/');
};
/** Writes the answer into the composer that has the focus, sees it sent, and leaves the composer. */
const answers = async (page: Page, customer: Customer): Promise<void> => {
  await composer(page, customer).waitFor();
  await page.keyboard.type(customer.answer);
  await page.keyboard.press('Enter');
  await talkWith(page, customer).getByRole('log').getByText(customer.answer).waitFor();
  await until(async () => (await answersTo(customer)) === 1);
  await page.keyboard.press('Escape');
};
/** On a phone: takes who waits, or opens who is served, answers and resolves. */
const servesByFinger = async (page: Page, customer: Customer): Promise<void> => {
  await talkWith(page, customer).getByRole('textbox', { name: 'Mensagem', exact: true }).fill(customer.answer);
  await page.getByRole('button', { name: 'Enviar', exact: true }).tap();
  await talkWith(page, customer).getByRole('log').getByText(customer.answer).waitFor();
  await calm(page);
  await page.getByRole('button', { name: 'Resolver', exact: true }).tap();
  await toast(page, /Conversa fechada com sucesso!/).waitFor();
};

test('six customers wait; two attendants empty the list, and each customer is answered once', async () => {
  for (const { number, name } of customers) {
    await customerWrites(the.product, number, name, 'Bom dia, pode me ajudar?');
    await until(async () => (await ticketsIn('pending')).some(({ contact }) => contact.name === name));
  }
  const marina = await the.comes(wide, { colorScheme: 'dark' });
  await enter(marina, the.product.url, 'admin@prosa.demo');
  const ana = await the.comes(wide);
  await enter(ana, the.product.url, 'ana@prosa.demo', { next: true });

  // Ana takes the four who wait longest.
  for (const customer of [alice, bento, celia, dalva]) {
    await ana.getByRole('tab', { name: /^Aguardando/ }).press('Enter');
    await row(ana, customer).waitFor();
    expect(await row(ana, customer).getAttribute('aria-posinset')).toBe('1');
    await calm(ana);
    await ana.keyboard.press('j');
    await row(ana, customer).locator('button:focus').waitFor();
    await ana.keyboard.press('a');
    await composer(ana, customer).waitFor();
    await ana.keyboard.press('Escape');
  }
  await row(marina, alice).getByText('com Ana').waitFor();
  expect(await axe(marina)).toEqual([]);

  // G opens who waits longest; after each act the next one opens.
  await ana.keyboard.press('g');
  await answers(ana, alice);
  await ana.keyboard.press('e');
  await toast(ana, /Conversa fechada com sucesso!/).waitFor();
  await begins(ana, bento);
  await answers(ana, bento);
  expect(await axe(ana)).toEqual([]);
  await ana.keyboard.press('t');
  const dialog = ana.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.getByRole('option').first().waitFor();
  await ana.keyboard.type('bru');
  await dialog.getByRole('button', { name: /^Transferir para Bruno/ }).waitFor();
  await ana.keyboard.press('Tab');
  await ana.keyboard.type('Quer a segunda via.');
  await ana.keyboard.press('Control+Enter');
  await toast(ana, /^Transferido para Bruno/).waitFor();
  await talkWith(ana, celia).getByRole('log').waitFor();
  await calm(ana);
  await ana.keyboard.press('d');
  await toast(ana, /^Devolvido à fila/).waitFor();
  await begins(ana, dalva);
  await answers(ana, dalva);
  await ana.keyboard.press('s');
  await ana.getByRole('dialog').locator('input:focus').waitFor();
  await ana.keyboard.press('Enter');
  await toast(ana, /^Adiado até /).waitFor();
  await ana.getByText('Ninguém espera pela sua resposta').waitFor();
  expect(await axe(ana)).toEqual([]);

  // Bruno, on a phone: who was transferred to him first, then who still waits.
  const bruno = await the.comes(phone);
  await enter(bruno, the.product.url, 'bruno@prosa.demo');
  await row(bruno, bento).locator('.badge').waitFor();
  await row(bruno, bento).getByRole('link').tap();
  await talkWith(bruno, bento).getByRole('log').getByText('Quer a segunda via.').waitFor();
  await calm(bruno);
  await bruno.getByRole('button', { name: 'Resolver', exact: true }).tap();
  await toast(bruno, /Conversa fechada com sucesso!/).waitFor();
  for (const customer of [celia, enzo, flora]) {
    await bruno.goto(`${the.product.url}/tickets`);
    await toWaiting(bruno, phone);
    await row(bruno, customer)
      .getByRole('button', { name: `Aceitar ${customer.name}` })
      .tap();
    await servesByFinger(bruno, customer);
  }
  expect(await axe(bruno)).toEqual([]);

  await until(async () => (await ticketsIn('pending')).length === 0);
  await marina.getByRole('tab', { name: /^Aguardando/ }).press('Enter');
  await marina.getByText('Nenhum atendimento aguardando').waitFor();
  for (const customer of customers) expect([customer.name, await answersTo(customer)]).toEqual([customer.name, 1]);
  expect((await ticketsIn('open')).map(({ contact }) => contact.name)).toEqual([dalva.name]);
}, 300_000);
