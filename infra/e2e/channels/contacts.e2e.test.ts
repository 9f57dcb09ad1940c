import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { signIn } from '../../simulate/client.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const row = (page: Page, name: string) => page.getByRole('row', { name });
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('dialog').getByLabel(label, { exact: true }).fill(text);
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
};

test('a contact is created, written to, found by its number, changed and deleted, and a colleague’s phone shows it', async () => {
  const page = await on.opens(ADMIN, '/contacts', wide);
  const colleague = await on.opens('bruno@prosa.demo', '/contacts', phone, { colorScheme: 'dark' });
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Novo contato' }).first().click();
  await fill(page, { Nome: 'A', Número: '5511970001234' });
  await page.getByText('Too Short!').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar informação' }).click();
  await page.getByLabel('Nome da informação').fill('CPF');
  await page.getByLabel('Valor de CPF').fill('000');
  expect(await axe(page)).toEqual([]);
  await fill(page, { Nome: 'Aabigail Moura', 'E-mail': 'abigail@exemplo.com.br' });
  await page.waitForURL(/\/tickets\/[\da-f-]{36}$/);
  const ticketId = page.url().split('/').at(-1)!;
  await item(colleague, 'Aabigail Moura').waitFor();
  expect(await axe(colleague)).toEqual([]);
  // A colleague deletes nothing.
  await item(colleague, 'Aabigail Moura').getByRole('button').click();
  expect(await colleague.getByRole('menuitem').allTextContents()).not.toContain('Excluir');
  expect(await axe(colleague)).toEqual([]);
  await colleague.keyboard.press('Escape');

  await page.goto(`${on.product.url}/contacts`);
  await page.getByRole('searchbox').fill('(11) 97000-1234');
  await page.getByText('1 encontrado').waitFor();
  const last = page.getByRole('link', { name: /^Última conversa com Aabigail Moura/ });
  expect(await last.getAttribute('href')).toBe(`/tickets/${ticketId}`);
  await page.getByRole('button', { name: 'Editar Aabigail Moura' }).click();
  await fill(page, { Nome: 'Aabigail Souza' });
  await row(page, 'Aabigail Souza WhatsApp +55 11 97000-1234').waitFor();
  await item(colleague, 'Aabigail Souza').waitFor();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exportar CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe('contatos.csv');
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(bytes.toString()).toContain('\r\nAabigail Souza;5511970001234;abigail@exemplo.com.br\r\n');

  const remove = page.getByRole('button', { name: 'Excluir Aabigail Souza' });
  await remove.click();
  const dialog = page.getByRole('dialog', { name: 'Excluir o contato “Aabigail Souza”?' });
  const confirm = dialog.getByRole('button', { name: 'Excluir' });
  await confirm.click();
  await dialog.getByText('Já existe um atendimento aberto para este contato.').waitFor();
  const api = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  await api.command('PUT', `/tickets/${ticketId}`, { status: 'closed' });
  await confirm.click();
  await dialog.waitFor({ state: 'detached' });
  await item(colleague, 'Aabigail Souza').waitFor({ state: 'detached' });
  await page.getByText('Nada com “(11) 97000-1234”').waitFor();
  expect(await axe(page)).toEqual([]);
});
