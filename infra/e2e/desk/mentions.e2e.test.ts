import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { opensSignedIn, phone, stage, wide } from '../browser.fixture.ts';
import { tooSmall } from '../controls.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

/** Over the API, who opens the tickets and reads nothing. */
let admin: User;
const the = stage(async ({ url }) => {
  admin = await signIn(url, 'super@prosa.demo');
});
type Come = Parameters<typeof the.comes>;
const comes = async (email: string, path: string, ...[screen = wide, more]: Partial<Come>): Promise<Page> => {
  const page = await the.comes(screen, more);
  await opensSignedIn(page, the.product.url, email, path);
  return page;
};
const toast = (page: Page, words: RegExp) => page.locator('.toast').filter({ hasText: words });
const chip = (page: Page) => page.getByRole('button', { name: /^Menções/ });
const bell = (page: Page, words: RegExp) => page.getByRole('button', { name: words });
/** A ticket that Ana serves. */
const ticketOfAna = async (name: string) => {
  const { ticket } = await openTicket(the.product, admin, name);
  const ana = await signIn(the.product.url, 'ana@prosa.demo');
  await admin.call(`PUT /tickets/${ticket.id}`, { queueId: ana.queueIds[0], userId: ana.id });
  return ticket;
};

test('a colleague is named in an observation by keyboard; she is told, and her list has the ticket until she opens it, also after a reload', async () => {
  const name = 'Jaciara Tupinambá';
  const ticket = await ticketOfAna(name);
  const marina = await comes('admin@prosa.demo', '/tickets');
  await bell(marina, /^Notificações/).waitFor();
  const ana = await comes('ana@prosa.demo', `/tickets/${ticket.id}`);
  await ana.getByRole('button', { name: 'Observação', exact: true }).press('Enter');
  await ana.getByLabel('Texto da observação').waitFor();
  await ana.keyboard.type('Libera o frete? @mar');
  const option = ana.getByRole('option', { name: /Marina Alves/ });
  await option.waitFor();
  expect(await axe(ana)).toEqual([]);
  expect(await ana.getByRole('option', { name: /Bruno/ }).count()).toBe(0);
  await ana.keyboard.press('Escape');
  await option.waitFor({ state: 'detached' });
  // It stays closed for that name.
  for (const _ of '@mar') await ana.keyboard.press('Backspace');
  await ana.keyboard.type('@mar');
  await option.waitFor();
  await ana.keyboard.press('Enter');
  expect(await ana.getByLabel('Texto da observação').inputValue()).toBe('Libera o frete? @Marina Alves ');
  await ana.keyboard.press('Control+Enter');
  await ana.getByRole('log').locator('[data-mention]').getByText('@Marina Alves').waitFor();
  expect(await axe(ana)).toEqual([]);

  await toast(marina, new RegExp(`^Ana mencionou você em ${name}`)).waitFor();
  await bell(marina, /^Notificações: 1 para você/).waitFor();
  await chip(marina).waitFor();
  expect(await axe(marina)).toEqual([]);
  await marina.reload();
  await bell(marina, /^Notificações: 1 para você/).press('Enter');
  await marina.getByRole('dialog', { name: 'Para você' }).getByText('Ana mencionou você').waitFor();
  expect(await axe(marina)).toEqual([]);
  await marina.keyboard.press('Escape');
  await marina.getByRole('dialog', { name: 'Para você' }).waitFor({ state: 'detached' });
  await chip(marina).press('Enter');
  await marina.getByRole('listitem').filter({ hasText: name }).getByRole('link').click();
  await marina.getByRole('log').locator('[data-mention="own"]').waitFor();
  await bell(marina, /^Notificações: nada por ler/).waitFor();
  await marina.getByText('Ninguém mencionou você').waitFor();
  await marina.reload();
  await marina.getByRole('log').waitFor();
  await bell(marina, /^Notificações: nada por ler/).waitFor();
});

test('a name that is typed before the box for observations is loaded has its list', async () => {
  const ticket = await ticketOfAna('Anahí Guarani');
  const ana = await the.comes(wide);
  let isTyped = () => {};
  const typed = new Promise<void>((resolve) => {
    isTyped = resolve;
  });
  await ana.route(/over-composer/, async (route) => {
    await typed;
    await route.continue();
  });
  await opensSignedIn(ana, the.product.url, 'ana@prosa.demo', `/tickets/${ticket.id}`);
  await ana.getByRole('button', { name: 'Observação', exact: true }).press('Enter');
  await ana.keyboard.type('Libera o frete? @mar');
  expect(await ana.getByRole('button', { name: 'Enviar observação' }).count()).toBe(0);
  isTyped();
  await ana.getByRole('option', { name: /Marina Alves/ }).waitFor();
  await ana.keyboard.press('Enter');
  expect(await ana.getByLabel('Texto da observação').inputValue()).toBe('Libera o frete? @Marina Alves ');
});

test('on a phone in the dark the button begins a name, a finger chooses, and everything has its place', async () => {
  const ticket = await ticketOfAna('Sebastião Moura');
  const ana = await comes('ana@prosa.demo', `/tickets/${ticket.id}`, phone, { colorScheme: 'dark' });
  await ana.getByRole('button', { name: 'Mais opções de escrita' }).tap();
  await ana.getByRole('menuitem', { name: 'Observação' }).tap();
  await ana.getByLabel('Texto da observação').fill('Libera o frete?');
  await ana.getByRole('button', { name: 'Mencionar um colega' }).tap();
  const option = ana.getByRole('option', { name: /Marina Alves/ });
  await option.waitFor();
  expect(await axe(ana)).toEqual([]);
  expect(await tooSmall(ana)).toEqual([]);
  expect(await misplacedAt(ana, [[320, 640]])).toEqual([]);
  await option.tap();
  await ana.getByRole('button', { name: 'Enviar observação' }).tap();
  await ana.getByRole('log').locator('[data-mention]').getByText('@Marina Alves').waitFor();

  const marina = await comes('admin@prosa.demo', '/tickets', phone);
  await chip(marina).waitFor();
  expect(await axe(marina)).toEqual([]);
  expect(await tooSmall(marina)).toEqual([]);
});

test('a note on the ticket and that of a transfer name colleagues too, by keys and by fingers', async () => {
  const ticket = await ticketOfAna('Iracema Bastos');
  const marina = await comes('admin@prosa.demo', '/tickets');
  await bell(marina, /^Notificações/).waitFor();
  const ana = await comes('ana@prosa.demo', `/tickets/${ticket.id}`, phone);
  await ana.getByRole('button', { name: /^Dados de/ }).tap();
  const notes = ana.getByRole('region', { name: 'Observações do atendimento' });
  await notes.getByLabel('Nova observação').fill('Prefere boleto, @mar');
  const option = ana.getByRole('option', { name: /Marina Alves/ });
  await option.waitFor();
  expect(await axe(ana)).toEqual([]);
  expect(await misplacedAt(ana, [[320, 640]])).toEqual([]);
  await option.tap();
  await notes.getByRole('button', { name: 'Adicionar observação' }).tap();
  await notes.getByRole('listitem').locator('[data-mention]').getByText('@Marina Alves').waitFor();
  await toast(marina, /^Ana mencionou você em Iracema Bastos/).waitFor();
  await bell(marina, /^Notificações: \d+ para você/).waitFor();

  const desk = await comes('ana@prosa.demo', `/tickets/${ticket.id}`);
  await desk.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await desk.getByRole('menuitem', { name: /^Transferir/ }).click();
  const dialog = desk.getByRole('dialog', { name: /^Transferir atendimento/ });
  await dialog.getByRole('option', { name: /^Ninguém/ }).click();
  await dialog.getByLabel(/^Recado/).pressSequentially('Com ela, @mar');
  const offered = dialog.getByRole('option', { name: /Marina Alves/ }).last();
  await offered.waitFor();
  expect(await axe(desk)).toEqual([]);
  await desk.keyboard.press('Escape');
  await dialog.getByRole('listbox', { name: 'Colegas que veem este atendimento' }).waitFor({ state: 'detached' });
  await dialog.getByLabel(/^Recado/).fill('');
  await dialog.getByLabel(/^Recado/).pressSequentially('Com ela, @mar');
  await dialog.getByRole('listbox', { name: 'Colegas que veem este atendimento' }).waitFor();
  await desk.keyboard.press('Enter');
  expect(await dialog.getByLabel(/^Recado/).inputValue()).toBe('Com ela, @Marina Alves ');
  await desk.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'detached' });
  await marina.goto(`${the.product.url}/tickets/${ticket.id}`);
  await marina.getByRole('log').locator('[data-mention="own"]').waitFor();
});

test('a ticket that was transferred is new to who got it until they open it, also after a reload', async () => {
  const ticket = await ticketOfAna('Noêmia Castelo');
  const { body: people } = await admin.call<{ id: string; name: string }[]>(`GET /queue/${ticket.queueId}/attendants`);
  const her = people.find(({ name }) => name.startsWith('Marina'))!;
  await admin.call(`PUT /tickets/${ticket.id}`, { queueId: ticket.queueId, userId: her.id });
  const marina = await comes('admin@prosa.demo', '/tickets');
  const own = marina.getByRole('dialog', { name: 'Para você' }).getByText('Transferido para você');
  await bell(marina, /^Notificações: \d+ para você/).press('Enter');
  await own.click();
  await marina.waitForURL(`**/tickets/${ticket.id}`);
  await marina.getByRole('log').waitFor();
  await bell(marina, /^Notificações/).press('Enter');
  await own.waitFor({ state: 'detached' });
  await marina.reload();
  await bell(marina, /^Notificações/).press('Enter');
  await marina.getByRole('dialog', { name: 'Para você' }).waitFor();
  await own.waitFor({ state: 'detached' });
});
