import type { TicketOwn } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { enter, phone, stage, wide } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { type Customer, openTicket, signIn, type User } from '../people.fixture.ts';

const NAME = 'Conceição Figueiredo';
/** Over the API, so that no browser is signed out. */
let boss: User;
let who: Customer;
let ticket: TicketOwn;
const the = stage(async (product) => {
  boss = await signIn(product.url, 'super@prosa.demo');
  ({ who, ticket } = await openTicket(product, boss, NAME));
  for (const text of ['O ELEVADOR é pequeno', 'Não sei', 'Medi o elevador: 1,95 de altura']) await who.write(text);
  await until(async () => {
    const { body } = await boss.call<{ count?: number }>(`GET /messages/searchByBody?description=elevador`);
    return body.count === 2;
  });
});

const search = async (page: Page, words: string) => {
  await page.getByRole('tab', { name: 'Busca' }).click();
  await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill(words);
};
const row = (page: Page) => page.getByRole('listitem').filter({ hasText: NAME }).getByRole('link');
const walk = (page: Page) => page.getByRole('group', { name: /nesta conversa$/ });
/** The message that has the focus, which is in view. */
const focused = (page: Page) => page.evaluate<string>(`document.activeElement?.closest('[data-id]')?.textContent ?? ''`);
const marked = (page: Page) => page.getByRole('log', { name: 'Mensagens' }).locator('mark');

test('a hit of the search opens its conversation there, and the others in it are walked by keyboard', async () => {
  const page = await the.comes(wide);
  await enter(page, the.product.url, 'admin@prosa.demo');
  await search(page, 'elevador');
  await row(page).locator('mark').waitFor();
  expect(await row(page).textContent()).toContain('Medi o elevador: 1,95 de altura');
  await page.getByText('1 atendimento · 2 mensagens').waitFor();
  expect(await axe(page)).toEqual([]);
  await row(page).press('Enter');
  await walk(page).getByText('1 de 2 nesta conversa').waitFor();
  await until(async () => (await focused(page)).includes('Medi o elevador'));
  expect(await marked(page).allTextContents()).toEqual(['ELEVADOR', 'elevador']);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('F3');
  await walk(page).getByText('2 de 2 nesta conversa').waitFor();
  await until(async () => (await focused(page)).includes('O ELEVADOR é pequeno'));
  await page.keyboard.press('Shift+F3');
  await until(async () => (await focused(page)).includes('Medi o elevador'));
  await walk(page).getByRole('button', { name: 'Sair da busca' }).press('Enter');
  await walk(page).waitFor({ state: 'detached' });
  expect(await marked(page).count()).toBe(0);
  expect(await misplacedAt(page, [[1440, 900]])).toEqual([]);
});

test('the palette has the messages, with who and when, and leads to the others in the search', async () => {
  const page = await the.comes(wide);
  await enter(page, the.product.url, 'admin@prosa.demo');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou ir para' }).fill('elevador');
  const messages = page.getByRole('group', { name: 'Mensagens' });
  await messages.getByRole('option', { name: new RegExp(`${NAME}.*Medi o elevador`) }).waitFor();
  expect(await axe(page)).toEqual([]);
  await messages.getByRole('option', { name: 'Ver as 2 mensagens em Busca' }).click();
  await row(page).locator('mark').waitFor();
});

test('on a phone the hits and their walk fit, and hold axe’s rules in dark', async () => {
  const page = await the.comes(phone, { colorScheme: 'dark' });
  await enter(page, the.product.url, 'admin@prosa.demo');
  await search(page, 'elevador');
  await row(page).locator('mark').waitFor();
  expect(await axe(page)).toEqual([]);
  await row(page).tap();
  await walk(page).getByText('1 de 2 nesta conversa').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(
    await misplacedAt(page, [
      [390, 844],
      [320, 640],
    ]),
  ).toEqual([]);
  await walk(page)
    .getByRole('button', { name: /^Mensagem anterior/ })
    .tap();
  await walk(page).getByText('2 de 2 nesta conversa').waitFor();
});

const menuOf = async (page: Page) => {
  await page.getByRole('button', { name: 'Visões salvas' }).click();
  return page.getByRole('menu', { name: 'Visões salvas' });
};
const chip = (page: Page, name: string) => page.getByRole('button', { name: `Sair da visão ${name}` });

test('an administrator makes a view of the company from the filters; others have it at once, and it follows its changes', async () => {
  const [page, ana] = [await the.comes(wide), await the.comes(wide)];
  await enter(page, the.product.url, 'admin@prosa.demo');
  await enter(ana, the.product.url, 'ana@prosa.demo');
  await ana.getByRole('button', { name: 'Visões salvas' }).waitFor();
  await (await menuOf(page)).getByRole('menuitem', { name: 'Salvar estes filtros…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Nova visão' });
  await dialog.getByLabel('Nome').fill('Sem dono');
  await dialog.getByRole('button', { name: 'Toda a empresa' }).click();
  await dialog.getByRole('checkbox', { name: 'Aguardando' }).check();
  await dialog.getByLabel('Filas', { exact: true }).click();
  await page.getByRole('option', { name: 'Sem fila' }).click();
  await page.keyboard.press('Escape');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await chip(page, 'Sem dono').waitFor();
  await page.getByText('Nada nesta visão').waitFor();
  const menu = await menuOf(page);
  await menu.getByRole('menuitemradio', { name: /Sem dono/, checked: true }).waitFor();
  await menu.getByText('0', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const theirs = await menuOf(ana);
  await theirs.getByRole('menuitemradio', { name: /Sem dono/ }).click();
  await chip(ana, 'Sem dono').waitFor();
  await (await menuOf(page)).getByRole('menuitem', { name: 'Editar visões' }).click();
  await page.getByRole('button', { name: 'Editar Sem dono' }).click();
  const edited = page.getByRole('dialog', { name: 'Editar visão' });
  await edited.getByLabel('Nome').fill('Na entrada');
  await edited.getByRole('button', { name: 'Salvar' }).press('Enter');
  await chip(ana, 'Na entrada').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(
    await misplacedAt(page, [
      [1440, 900],
      [870, 1112],
      [320, 640],
      [1440, 900],
    ]),
  ).toEqual([]);
  await page.getByRole('button', { name: 'Excluir Na entrada' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).press('Enter');
  await chip(ana, 'Na entrada').waitFor({ state: 'detached' });
  await ana.getByText('Nada nesta visão').waitFor({ state: 'detached' });
});

test('on a phone a view is the first of the chips, and its form fits', async () => {
  const { queueId } = ticket;
  const made = { name: 'Com um nome bem comprido de visão', userId: null, states: ['open'], queueIds: [queueId] };
  const { status, body } = await boss.call<{ id: string }>('POST /saved-views', made);
  expect(status).toBe(201);
  const page = await the.comes(phone, { colorScheme: 'dark' });
  await enter(page, the.product.url, 'admin@prosa.demo');
  const menu = await menuOf(page);
  await menu.getByRole('menuitemradio', { name: /bem comprido/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await menu.getByRole('menuitemradio', { name: /bem comprido/ }).tap();
  await chip(page, made.name).waitFor();
  await row(page).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(
    await misplacedAt(page, [
      [390, 844],
      [320, 640],
    ]),
  ).toEqual([]);
  await (await menuOf(page)).getByRole('menuitem', { name: 'Salvar estes filtros…' }).tap();
  await page.getByRole('dialog', { name: 'Nova visão' }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await misplacedAt(page, [[320, 640]])).toEqual([]);
  await boss.call(`DELETE /saved-views/${body.id}`);
});
