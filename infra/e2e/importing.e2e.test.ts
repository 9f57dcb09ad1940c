import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { signIn } from '../simulate/client.ts';
import { axe } from './axe.fixture.ts';
import { calm, phone, stage, wide } from './browser.fixture.ts';

const on = stage();
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
  await calm(page);
  await dialog.getByRole('button', { name: 'Importar 1 contato' }).click();
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
