import { newId, type TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, toWaiting, wide } from '../browser.fixture.ts';
import { customer, openTicket, settled, signIn, type User } from '../people.fixture.ts';

// An auditor is made in the users' dialog, and reads what others serve.
const email = `${newId()}@prosa.test`;
let ana: User;
let ticket: TicketView;
const on = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
  const opened = await openTicket(product, ana, 'Iracema Tupinambá');
  await ana.call(`POST /messages/${opened.ticket.id}`, { body: 'Já verifico o seu pedido' });
  await settled(ana, opened.ticket.id);
  await opened.who.write('Obrigada, fico aguardando');
  ticket = await opened.who.ticket(ana, ({ unreadMessages }) => unreadMessages > 1);
  await customer(product, 'Ubirajara Goulart').write('Alguém pode me ajudar?');
});
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** What writes, whoever it is offered to. */
const WRITES = /^(Aceitar|Resolver|Devolver|Transferir|Reabrir|Novo|Responder|Encaminhar|Adiar|Excluir|Adicionar|Assumir)/;
const writing = (page: Page) => page.getByRole('main').getByRole('button', { name: WRITES }).count();

test('an administrator makes an auditor, whom the dialog describes and asks for no queues', async () => {
  const page = await on.opens('admin@prosa.demo', '/users', wide);
  await button(page, 'Novo usuário').click();
  await page.getByLabel('Nome', { exact: true }).fill('Vera Lacerda');
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByText('Filas', { exact: true }).last().waitFor();
  await page.getByLabel('Perfil', { exact: true }).click();
  await page.getByRole('option', { name: 'Auditor' }).click();
  await page.getByText(/Não altera nada, não atende/).waitFor();
  expect(await page.getByRole('dialog').getByText('Filas', { exact: true }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await button(page, 'Salvar').press('Enter');
  await page.locator('tr[data-id]').filter({ hasText: 'Vera Lacerda' }).filter({ hasText: 'Auditor' }).waitFor();
});

test('the auditor reads everybody’s tickets without marking anything, and finds nothing to write with', async () => {
  const page = await on.opens(email, '/tickets', wide);
  await page.getByText('Iracema Tupinambá').first().click();
  await page.getByText('Obrigada, fico aguardando').last().waitFor();
  await page.getByText(/quem audita não escreve/).waitFor();
  expect(await page.getByRole('textbox', { name: /mensagem/i }).count()).toBe(0);
  expect(await writing(page)).toBe(0);
  const rail = page.getByRole('navigation', { name: 'Principal' }).or(page.getByRole('navigation').first());
  await rail.getByRole('link', { name: 'Usuários' }).waitFor();
  for (const name of ['Chat interno', 'Conexões', 'Financeiro', 'API de mensagens'])
    expect({ name, links: await rail.getByRole('link', { name }).count() }).toEqual({ name, links: 0 });
  for (const key of ['e', 'd', 't', 's', 'x', 'n']) await page.keyboard.press(key);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await axe(page)).toEqual([]);

  await button(page, 'Mais opções').click();
  const entries = await page.getByRole('menuitem').allTextContents();
  expect(entries.filter((entry) => WRITES.test(entry))).toEqual([]);
  await page.getByRole('menuitem', { name: 'Histórico' }).click();
  await page.waitForURL('**/history');
  await page.getByRole('heading', { level: 1 }).first().waitFor();

  await page.goto(`${on.product.url}/tickets`);
  await toWaiting(page, wide);
  await page.getByText('Ubirajara Goulart').first().click();
  await page.getByText('Alguém pode me ajudar?').last().waitFor();
  expect(await writing(page)).toBe(0);
  const { body } = await ana.call<TicketView>(`GET /tickets/${ticket.id}`);
  expect(body.unreadMessages).toBe(ticket.unreadMessages);
});

test('on a phone the auditor reads the conversation, its contact and the records', async () => {
  const page = await on.opens(email, `/tickets/${ticket.id}`, phone, { colorScheme: 'dark' });
  await page.getByText('Obrigada, fico aguardando').last().waitFor();
  await page.getByText(/quem audita não escreve/).waitFor();
  expect(await writing(page)).toBe(0);
  expect(await axe(page)).toEqual([]);
  await button(page, /^Dados de|Iracema/)
    .first()
    .click();
  await page.getByRole('heading', { name: 'Iracema Tupinambá' }).waitFor();
  expect(await writing(page)).toBe(0);
  expect(await axe(page)).toEqual([]);
  for (const path of ['contacts', 'users', 'settings', 'Kanban']) {
    await page.goto(`${on.product.url}/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect({ path, writing: await writing(page), axe: await axe(page) }).toEqual({ path, writing: 0, axe: [] });
  }
  // What is not for auditors leads to their tickets.
  await page.goto(`${on.product.url}/connections`);
  await page.waitForURL('**/tickets');
});
