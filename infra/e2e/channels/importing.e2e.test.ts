import { readFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import type { Page } from 'playwright-core';
import { signIn } from '../../simulate/client.ts';
import { importFile } from '../../testing/import-file.ts';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
/** So many that they are not over before everybody has looked. */
const ROWS = 30_000;
const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = async (page: Page, chosen: ReturnType<typeof file>) =>
  page.getByRole('dialog', { name: 'Importar contatos' }).locator('input[type=file]').setInputFiles(chosen);

test('a spreadsheet is read, checked row by row and imported; its report says what happened', async () => {
  const api = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  await api.command('POST', '/contacts', { name: 'Wagner Luz', number: '5521970003001' });
  const page = await on.opens('admin@prosa.demo', '/contacts', wide);
  const colleague = await on.opens('ana@prosa.demo', '/contacts', phone);
  await page.getByRole('button', { name: 'Importar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  expect(await axe(page)).toEqual([]);
  await choose(page, file('vazio.csv', 'Nome;Número\n'));
  await dialog.getByText('O arquivo não tem linhas.').waitFor();
  const lines = ['Quem;Onde;Correio', 'Aabel Prates;+55 21 97000-3002;abel@exemplo.com.br', 'Wagner;5521970003001;'];
  lines.push('Arredondado;5,51199E+12;', 'Beto;9000;');
  await choose(page, file('feira.csv', lines.join('\r\n')));
  await dialog.getByText('4 linhas').waitFor();
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await dialog.getByText('Escolha a coluna.').first().waitFor();
  for (const [field, column] of [
    ['Nome', 'Quem'],
    ['Número', 'Onde'],
  ] as const) {
    await dialog.getByLabel(field, { exact: true }).click();
    await page.getByRole('listbox', { name: field }).getByRole('option', { name: column, exact: true }).click();
  }
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await dialog.getByText('1 novo, 1 já existe, 2 não entram').waitFor();
  await dialog.getByText('não entra: a planilha arredondou o número').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Importar 1 contato' }).press('Enter');
  await dialog.getByText('1 contato criado, 1 já existe, 2 não entram').waitFor();
  await colleague.getByRole('listitem').filter({ hasText: 'Aabel Prates' }).waitFor();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Baixar relatório' }).click();
  const report = await readFile(await (await downloading).path(), 'utf8');
  expect(report.split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFlinha;nome;número;e-mail;resultado',
    `2;Aabel Prates;'+55 21 97000-3002;;novo contato`,
    '3;Wagner;5521970003001;;"já existe; o contato atual não muda"',
  ]);
  await dialog.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('row', { name: /^Aabel Prates/ }).waitFor();
});

test('on a phone the import is in the menu, and a closed dialog comes back where it was', async () => {
  const page = await on.opens('bruno@prosa.demo', '/contacts', phone, { colorScheme: 'dark' });
  const open = async () => {
    await page.getByRole('button', { name: 'Mais ações' }).click();
    await page.getByRole('menuitem', { name: 'Importar' }).click();
  };
  await open();
  await choose(page, file('lista.csv', 'Nome,Telefone\nAaron Um,5521970003011\n'));
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  await dialog.getByText('lista.csv').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Fechar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await open();
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await dialog.getByText('1 novo, nenhum já existe').waitFor();
  expect(await axe(page)).toEqual([]);
});

test('a running import shows on everybody’s screen, also after a reload, goes on without its dialog, and can be stopped', async () => {
  const page = await on.opens('admin@prosa.demo', '/contacts', wide);
  const colleague = await on.opens('ana@prosa.demo', '/contacts', phone, { colorScheme: 'dark' });
  const { token } = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  const rows = Array.from({ length: ROWS }, (_, n) => `Zulmira ${n};55219${71_000_000 + n}`);
  await importFile(on.product.url, token(), { name: 'feira grande.csv', bytes: ['Nome;Número', ...rows].join('\r\n') });
  const lineOn = (screen: Page) => screen.getByRole('region', { name: 'Importação em andamento' });
  await lineOn(colleague).getByRole('progressbar', { name: 'Andamento de feira grande.csv' }).waitFor();
  expect(await axe(colleague)).toEqual([]);
  const line = lineOn(page);
  await line.getByText('feira grande.csv').waitFor();
  await page.reload();
  await line.getByText(/^[1-9][\d.]* de 30\.000 linhas$/).waitFor();
  expect(await axe(page)).toEqual([]);

  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  await line.getByRole('button', { name: 'Acompanhar' }).click();
  const progress = dialog.getByRole('progressbar', { name: 'Andamento de feira grande.csv' });
  await progress.waitFor();
  const before = Number(await progress.getAttribute('value'));
  await until(async () => Number(await progress.getAttribute('value')) > before);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await line.getByRole('button', { name: 'Acompanhar' }).click();
  await dialog.getByRole('button', { name: 'Parar importação' }).click();
  const asks = page.getByRole('dialog', { name: 'Parar a importação?' });
  await asks.getByText(/contatos já criados ficam\.$/).waitFor();
  expect(await axe(page)).toEqual([]);
  await asks.getByRole('button', { name: 'Parar importação' }).press('Enter');
  await dialog.getByText(/^Importação parada: [\d.]+ de 30\.000 linhas foram tratadas/).waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Nova importação' }).click();
  const recent = dialog.getByRole('listitem').filter({ hasText: 'feira grande.csv' });
  await recent.getByText(/^parada em [\d.]+ de 30\.000 linhas: [\d.]+ contatos criados/).waitFor();
  expect(await axe(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await recent.getByRole('button', { name: 'Baixar relatório de feira grande.csv' }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toMatch(
    /^\uFEFFlinha;nome;número;e-mail;resultado\r\n2;Zulmira 0;/,
  );
}, 240_000);

test('of a workbook with several sheets another one can be chosen', async () => {
  const page = await on.opens('admin@prosa.demo', '/contacts', wide);
  await page.getByRole('button', { name: 'Importar' }).click();
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Nome', 'Telefone'],
      ['Aldo Pires', '5521970005001'],
    ]),
    'Clientes',
  );
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ['Nome', 'Telefone'],
      ['Berta Reis', '5521970005002'],
    ]),
    'Antigos',
  );
  const name = 'pasta.xlsx';
  await choose(page, { name, mimeType: '', buffer: Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' })) });
  const dialog = page.getByRole('dialog', { name: 'Importar contatos' });
  await dialog.getByRole('cell', { name: 'Aldo Pires' }).waitFor();
  await dialog.getByLabel('Planilha', { exact: true }).click();
  await page.getByRole('listbox', { name: 'Planilha' }).getByRole('option', { name: 'Antigos' }).click();
  await dialog.getByRole('cell', { name: 'Berta Reis' }).waitFor();
  await dialog.getByText('Antigos · 1 linha').waitFor();
  await dialog.getByRole('button', { name: 'Conferir' }).click();
  await dialog.getByText('1 novo, nenhum já existe').waitFor();
});
