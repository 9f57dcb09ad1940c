import { readFile } from 'node:fs/promises';
import type { SourceQuantity } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, phone, stage, wide } from '../browser.fixture.ts';
import { eventually, signIn } from '../people.fixture.ts';

const on = stage();
/** Two administrators: who signs in a second time ends the first session. */
const [ADMIN, OTHER] = ['admin@prosa.demo', 'super@prosa.demo'];
const CUSTOMER = '5511930007001';
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });
/** The lines of the file that the button saves, and its name. */
const exported = async (page: Page): Promise<[string, string[]]> => {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
  return [file.suggestedFilename(), (await readFile(await file.path(), 'utf8')).slice(1).split('\r\n')];
};
const makeSource = async (page: Page, name: string, message: string) => {
  await page.getByRole('button', { name: 'Nova mídia social' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova mídia social' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('radio', { name: 'azul 1' }).press(' ');
  await dialog.getByLabel('Mensagem').fill(message);
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
};

test('a source is made, a customer comes from it, and the report says so, also as files', async () => {
  const page = await on.opens(ADMIN, '/marketing/social-media', wide);
  const colleague = await on.opens(OTHER, '/marketing/social-media', phone, { colorScheme: 'dark' });
  await page.getByText('Nenhuma mídia social ainda').waitFor();
  expect(await axe(page)).toEqual([]);
  await makeSource(page, 'Instagram', 'Vi no Instagram');
  await rowOf(page, /^Instagram Vi no Instagram/).waitFor();
  await colleague.getByText('Vi no Instagram').waitFor();
  await makeSource(page, 'Cartaz', 'Vi o cartaz');
  expect(await axe(page)).toEqual([]);
  expect(await axe(colleague)).toEqual([]);

  await customerWrites(on.product, CUSTOMER, 'Jaciara Tupinambá', 'Olá! VÍ no  instagram, quanto custa?');
  await customerWrites(on.product, CUSTOMER, 'Jaciara Tupinambá', 'Vi no Instagram, alguém aí?');
  await customerWrites(on.product, '5511930007002', 'Ubirajara', 'Bom dia');
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format().split('-');
  await page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Relatório', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Relatório de marketing' }).waitFor();
  // A report is of the moment at which it is asked for.
  await eventually('the customer is counted', async () => {
    await page.getByRole('button', { name: 'Filtrar' }).click();
    return (await rowOf(page, /^Total 1$/).count()) > 0 || undefined;
  });
  await rowOf(page, /^Instagram 1$/).waitFor();
  await rowOf(page, /^Cartaz 0$/).waitFor();
  await page.getByRole('region', { name: 'Contatos por mídia social' }).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await exported(page)).toEqual([
    'relatorio_midia_sociais.csv',
    ['Nome;Quantidade', 'Instagram;1', 'Cartaz;0', 'Total;1', ''],
  ]);

  await page.getByRole('tab', { name: 'Analítico' }).click();
  await rowOf(page, /^Jaciara Tupinambá \+55 11 93000-7001 Instagram/).waitFor();
  expect(await axe(page)).toEqual([]);
  const [name, lines] = await exported(page);
  expect(name).toBe('relatorio_analitico_midia_sociais.csv');
  expect(lines).toEqual([
    'Nome do contato;Número;Rede social;Data',
    expect.stringMatching(new RegExp(`^Jaciara Tupinambá;${CUSTOMER};Instagram;${day}/${month}/${year} \\d\\d:\\d\\d$`)),
    'Total;1;;',
    '',
  ]);
  await page.getByRole('link', { name: 'Jaciara Tupinambá' }).click();
  await page.waitForURL(/\/tickets\/[\w-]+$/);
});

test('the filter needs both dates or neither, and one source may be chosen; a phone has all of it', async () => {
  const admin = await signIn(on.product.url, OTHER);
  const { id } = (await admin.call<{ id: string }>('POST /social-medias', { name: 'Rádio', message: 'Ouvi na rádio' })).body;
  await customerWrites(on.product, '5511930007003', 'Iracema Teles', 'Ouvi na rádio');
  await eventually('she is counted', async () => {
    const { report } = (await admin.call<{ report: SourceQuantity[] }>(`GET /marketing/social-medias/report?mediaId=${id}`)).body;
    return report[0]?.quantity || undefined;
  });
  const page = await on.opens(ADMIN, '/marketing/report', phone, { colorScheme: 'dark' });
  await page.getByText('Rádio').filter({ visible: true }).first().waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Data início').fill('01112026');
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Por favor, informe a data de início e fim').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByLabel('Data início').fill('');
  await page.getByLabel('Mídia social', { exact: true }).click();
  await page.getByRole('option', { name: 'Rádio' }).click();
  await calm(page);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/marketing/social-medias/report?')),
    page.getByRole('button', { name: 'Filtrar' }).click(),
  ]);
  expect(new URL(answer.url()).searchParams.get('mediaId')).toBe(id);
  await page.getByRole('tab', { name: 'Analítico' }).click();
  const item = page.getByRole('listitem').filter({ hasText: 'Iracema Teles' });
  await item.getByText('Rádio · +55 11 93000-7003').waitFor();
  await page.getByText('1 contato', { exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  // Nothing is wider than the screen.
  expect(await page.evaluate('document.querySelector("main > *").scrollWidth <= innerWidth')).toBe(true);
});
