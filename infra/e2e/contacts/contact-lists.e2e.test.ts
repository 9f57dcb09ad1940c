import type { Page } from 'playwright-core';
import { signIn } from '../../simulate/client.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
/** Two administrators: who signs in a second time ends the first session. */
const [ADMIN, OTHER] = ['admin@prosa.demo', 'super@prosa.demo'];
const csv = (...lines: string[]) => ({
  name: 'feira.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Nome;Número;E-mail', ...lines].join('\r\n')),
});
const makeList = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova lista' });
  await dialog.getByLabel('Nome').fill(name);
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
};
const rowOf = (page: Page, name: RegExp) => page.getByRole('row', { name });

test('a list is filled from a spreadsheet and from contacts, and tells at once who wants no campaigns', async () => {
  const api = await signIn(on.product.url, on.product.addressOf(OTHER), 'prosa-demo');
  await api.command('POST', '/contacts', { name: 'Zuleica Contato', number: '5521970005001' });
  const page = await on.opens(ADMIN, '/contact-lists', wide);
  const colleague = await on.opens(OTHER, '/contact-lists', phone, { colorScheme: 'dark' });
  await page.getByText('Nenhuma lista ainda').waitFor();
  expect(await axe(page)).toEqual([]);
  await makeList(page, 'Noivas de maio');
  const row = rowOf(page, /^Noivas de maio 0/);
  await row.waitFor();
  expect(await axe(page)).toEqual([]);
  await colleague.getByText('Noivas de maio').waitFor();

  await row.getByRole('button', { name: 'Enviar planilha para Noivas de maio' }).click();
  const upload = page.getByRole('dialog', { name: 'Enviar planilha para a lista' });
  expect(await axe(page)).toEqual([]);
  await upload
    .locator('input[type=file]')
    .setInputFiles(csv('Abigail Um;5521970005002;', 'Bela Dois;+55 21 97000-5003;bela@exemplo.com.br', 'De novo;5521970005002;'));
  await upload.getByRole('button', { name: 'Conferir' }).click();
  await upload.getByText('2 novos, 1 repetido ou já na lista').waitFor();
  expect(await axe(page)).toEqual([]);
  await calm(page);
  await upload.getByRole('button', { name: 'Incluir 2 contatos' }).click();
  await upload.getByText('2 contatos incluídos').waitFor();
  await upload.getByRole('button', { name: 'Concluir' }).click();
  await page.getByRole('heading', { level: 1, name: 'Noivas de maio' }).waitFor();
  await rowOf(page, /^Abigail Um \+55 21 97000-5002/).waitFor();
  expect(await axe(page)).toEqual([]);
  await colleague.getByText('Noivas de maio').click();
  await colleague.getByText('Abigail Um').waitFor();
  expect(await axe(colleague)).toEqual([]);

  await page.getByRole('button', { name: 'Adicionar contatos' }).click();
  const adding = page.getByRole('dialog', { name: 'Adicionar contatos' });
  await adding.getByLabel('Nome, número ou e-mail contém').fill('zuleica');
  expect(await axe(page)).toEqual([]);
  await calm(page);
  await adding.getByRole('button', { name: 'Adicionar encontrados' }).click();
  await upload.getByText('1 contato incluído').waitFor();
  await upload.getByRole('button', { name: 'Concluir' }).click();
  await rowOf(page, /^Zuleica Contato/).waitFor();

  await customerWrites(on.product, '5521970005002', 'Abigail', 'SAIR.');
  const mark = { name: /^Não quer receber campanhas desde/ };
  await rowOf(page, /^Abigail Um/)
    .getByRole('img', mark)
    .waitFor();
  await colleague.getByRole('listitem').filter({ hasText: 'Abigail Um' }).getByRole('img', mark).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('link', { name: 'Contatos', exact: true }).click();
  await page.getByRole('searchbox').fill('Abigail');
  await page.getByRole('button', { name: 'Voltar a enviar campanhas a Abigail' }).click();
  const asks = page.getByRole('dialog', { name: /^Voltar a enviar campanhas\?/ });
  expect(await axe(page)).toEqual([]);
  await calm(page);
  await asks.getByRole('button', { name: 'Voltar a enviar campanhas' }).click();
  await page.getByText('O contato volta a receber campanhas.').waitFor();
  await colleague.getByRole('img', mark).waitFor({ state: 'detached' });
});

test('on a phone an item is added, changed and removed', async () => {
  const page = await on.opens(ADMIN, '/contact-lists', phone);
  await makeList(page, 'Parceiros');
  await page.getByText('Parceiros').click();
  await page.getByText('A lista está vazia').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Novo contato' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Nome').fill('Caio');
  await dialog.getByLabel('Número').fill('5521970005010');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  const item = page.getByRole('listitem').filter({ hasText: '+55 21 97000-5010' });
  await item.getByText('Caio').waitFor();
  const choose = async (entry: string) => {
    await item.getByRole('button', { name: /^Ações/ }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await choose('Editar contato da lista');
  await dialog.getByLabel('Nome').fill('Caio Luz');
  await calm(page);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await item.getByText('Caio Luz').waitFor();
  await choose('Excluir');
  expect(await axe(page)).toEqual([]);
  await calm(page);
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('A lista está vazia').waitFor();
});
