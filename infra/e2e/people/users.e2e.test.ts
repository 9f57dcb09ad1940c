import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, ...words: string[]) =>
  words.reduce((rows, hasText) => rows.filter({ hasText }), page.locator('tr[data-id], li[data-id]'));
const saved = async (page: Page) => {
  await button(page, 'Salvar').press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};
const choose = async (page: Page, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).click();
  await page.getByRole('option', { name: option }).click();
};

test('an administrator founds a sector and creates a user in it, who signs in, is seen online, and is deleted', async () => {
  const page = await on.opens(ADMIN, '/setores', wide);
  await button(page, 'Novo setor').first().click();
  await page.getByLabel('Nome', { exact: true }).fill('TI');
  await page.keyboard.press('Tab');
  await page.getByText('Nome muito curto').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Nome', { exact: true }).fill('Expedição');
  await saved(page);
  await row(page, 'Expedição', '#7C7C7C').waitFor();
  expect(await axe(page)).toEqual([]);

  const colleague = await on.opens('super@prosa.demo', '/users', phone, { colorScheme: 'dark' });
  await row(colleague, 'Ana Souza').waitFor();
  await page.getByRole('link', { name: 'Usuários' }).click();
  await row(page, 'Ana Souza').waitFor();
  await button(page, 'Novo usuário').click();
  await page.getByLabel('Nome', { exact: true }).fill('Iracema Tupinambá');
  const email = `${crypto.randomUUID()}@prosa.test`;
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await choose(page, 'Setor', 'Expedição');
  await choose(page, 'Filas', 'Vendas');
  await page.keyboard.press('Escape');
  await saved(page);
  await page.getByText('Usuário salvo com sucesso!').waitFor();
  await row(page, 'Iracema Tupinambá', 'Expedição').filter({ hasText: 'Vendas' }).filter({ hasText: 'Offline' }).waitFor();
  await row(colleague, 'Iracema Tupinambá', 'Atendente · Expedição').waitFor();

  const theirs = await on.comes(wide);
  await theirs.goto(on.product.url);
  await theirs.getByLabel('E-mail').fill(email);
  await theirs.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await button(theirs, 'Entrar').click();
  await theirs.waitForURL('**/tickets');
  await theirs.getByRole('banner').waitFor();
  await row(page, 'Iracema Tupinambá', 'Online').waitFor();
  await row(colleague, 'Iracema Tupinambá', 'Online').waitFor();

  await button(page, 'Excluir Iracema Tupinambá').click();
  await page.getByText('Excluir o usuário “Iracema Tupinambá”?').waitFor();
  expect(await axe(page)).toEqual([]);
  await button(page, 'Excluir').click();
  await row(page, 'Iracema Tupinambá').waitFor({ state: 'detached' });
  await row(colleague, 'Iracema Tupinambá').waitFor({ state: 'detached' });
  await theirs.waitForURL('**/login');
});

test('of two administrators who edit one user, each sees what the other does; the address keeps the order of the list', async () => {
  const page = await on.opens(ADMIN, '/users?orderBy=email&direction=desc', wide);
  const emails = () => page.locator('tr[data-id] small').allTextContents();
  await row(page, 'Ana Souza').waitFor();
  expect(await emails()).toEqual((await emails()).toSorted().toReversed());
  await page.getByRole('columnheader').getByRole('button', { name: 'Nome', exact: true }).click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  expect(new URL(page.url()).search).toBe('');

  const colleague = await on.opens('super@prosa.demo', '/users', wide);
  for (const one of [page, colleague]) await button(one, 'Editar Bruno Lima').click();
  const name = (one: Page) => one.getByLabel('Nome', { exact: true });
  await name(page).fill('Bruno de Lima');
  await choose(colleague, 'Perfil', 'Administrador');
  await name(colleague).fill('Bruno Lima e Silva');
  await saved(colleague);
  await page.getByText('Outra pessoa acaba de mudar este campo. Salvar fica com o seu.').waitFor();
  expect(await name(page).inputValue()).toBe('Bruno de Lima');
  await page.getByLabel('Perfil', { exact: true }).filter({ hasText: 'Administrador' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await saved(page);
  // The colleague's change of another field than the name stays.
  for (const one of [page, colleague]) await row(one, 'Bruno de Lima', 'Administrador').waitFor();
  await button(page, 'Editar Bruno de Lima').click();
  await name(page).fill('Bruno Lima');
  await choose(page, 'Perfil', 'Atendente');
  await saved(page);
});

test('on a phone a user is found and changed; attendants come to their tickets instead, and have a profile', async () => {
  const page = await on.opens(ADMIN, '/users', phone);
  await page.getByRole('searchbox', { name: 'Nome ou e-mail' }).fill('bruno');
  await page.getByText('1 encontrado').waitFor();
  await button(page, 'Ações de Bruno Lima').click();
  await page.getByRole('menuitem', { name: 'Editar usuário' }).click();
  await page.getByRole('dialog').waitFor();
  await page.getByLabel('Nome', { exact: true }).fill('Bruno Lima Jr');
  await saved(page);
  await row(page, 'Bruno Lima Jr').waitFor();

  const attendant = await on.opens('ana@prosa.demo', '/users', wide);
  await attendant.waitForURL('**/tickets');
  await attendant.getByRole('banner').waitFor();
  expect(await attendant.getByRole('link', { name: 'Usuários' }).count()).toBe(0);
  await attendant.getByRole('button', { name: /^Conta de Ana Souza/ }).click();
  await attendant.getByRole('menuitem', { name: 'Perfil' }).click();
  await attendant.getByRole('dialog', { name: 'Perfil' }).waitFor();
  await attendant.getByLabel('Nome', { exact: true }).fill('Ana Souza Prado');
  await attendant.getByLabel('Senha', { exact: true }).fill('outra-senha');
  await attendant.getByLabel('Senha atual', { exact: true }).fill('prosa-demo');
  await saved(attendant);
  await attendant.getByText('Olá, Ana Souza Prado').waitFor();
  await attendant.goto(`${on.product.url}/setores`);
  await attendant.getByRole('heading', { name: 'Setores' }).waitFor();
  expect(await button(attendant, 'Novo setor').count()).toBe(0);
});
