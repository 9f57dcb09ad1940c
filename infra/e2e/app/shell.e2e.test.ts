import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
/** The drawer's entries in order; those of a folded group are not among them. */
const entries = async (page: Page): Promise<string[]> => {
  const drawer = page.getByRole('navigation', { name: 'Principal' });
  // The entries of all screens come after the tickets.
  await drawer.getByRole('link', { name: 'Ajuda' }).waitFor();
  const names = await drawer.getByRole('link').locator('span:first-of-type').allTextContents();
  return names;
};
const OF_EVERYBODY = ['Atendimentos', 'Respostas rápidas', 'Macros', 'Contatos', 'Agendamentos', 'Tags', 'Chat interno', 'Ajuda'];

test('each role finds its own screens in the drawer, on a phone behind the menu', async () => {
  const ana = await on.opens('ana@prosa.demo', '/tickets', wide);
  expect(await entries(ana)).toEqual(OF_EVERYBODY);
  const admin = await on.opens('admin@prosa.demo', '/tickets', phone, { colorScheme: 'dark' });
  await admin.getByRole('button', { name: 'Abrir menu' }).click();
  const all = await entries(admin);
  expect(all).toEqual(
    expect.arrayContaining(['Painel', ...OF_EVERYBODY, 'Conexões', 'Filas', 'Usuários', 'Setores', 'Configurações']),
  );
  expect(all).not.toContain('Informativos');
});

test.each([
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const)('an unknown address says so, with a way back, %s', async (_, screen, colorScheme) => {
  const page = await on.opens('ana@prosa.demo', '/nao-existe', screen, { colorScheme });
  await page.getByRole('heading', { name: 'Este endereço não existe' }).waitFor();
  expect(await page.title()).toMatch(/Este endereço não existe · Prosa$/);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Ir para os atendimentos' }).click();
  await page.waitForURL('**/tickets');
});

test('the keys of a screen are listed by a key, and letters can be switched off', async () => {
  const page = await on.opens('bruno@prosa.demo', '/contacts', wide);
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Atalhos do teclado' });
  await dialog.getByText('Em todo lugar').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('switch', { name: 'Usar atalhos de uma só tecla' }).click();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou ir para' }).waitFor();
  expect(await dialog.count()).toBe(0);
});

test('on a phone a sector is founded, refused without a name, found, renamed and deleted', async () => {
  const page = await on.opens('admin@prosa.demo', '/setores', phone, { colorScheme: 'dark' });
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const name = page.getByLabel('Nome', { exact: true });
  await button('Novo setor').first().click();
  await button('Salvar').click();
  await page.getByText('Obrigatório').waitFor();
  expect(await axe(page)).toEqual([]);
  await name.fill('Almoxarifado');
  await button('Salvar').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await item('Almoxarifado').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Buscar setor' }).fill('almox');
  await page.getByText('1 encontrado').waitFor();
  await button('Ações de Almoxarifado').click();
  await page.getByRole('menuitem', { name: 'Editar setor' }).click();
  await name.fill('Almoxarifado Sul');
  await button('Salvar').press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await item('Almoxarifado Sul').waitFor();
  await button('Ações de Almoxarifado Sul').click();
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByText('Excluir o setor “Almoxarifado Sul”?').waitFor();
  expect(await axe(page)).toEqual([]);
  await button('Excluir').press('Enter');
  await item('Almoxarifado Sul').waitFor({ state: 'detached' });
});
