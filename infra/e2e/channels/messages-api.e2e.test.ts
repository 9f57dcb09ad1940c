import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, received, type Screen, stage, wide } from '../browser.fixture.ts';
import { call, newNumber } from '../people.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const open = async (screen: Screen, more?: { colorScheme: 'dark' }): Promise<Page> => {
  const page = await on.opens(ADMIN, '/messages-api', screen, more);
  await page.getByRole('heading', { name: 'API de mensagens', level: 1 }).waitFor();
  return page;
};
/** Reads what the button copies. */
const copied = async (page: Page, name: string): Promise<string> => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name, exact: true }).click();
  return page.evaluate<string>('navigator.clipboard.readText()');
};
const isReceived = (number: string, text: string) =>
  until(async () => (await received(on.product, number)).some((one) => one.includes(text)));

describe.each([
  ['wide', wide, undefined],
  ['on a phone, in the dark', phone, { colorScheme: 'dark' }],
] as const)('%s', (_, screen, more) => {
  test('a text and a file are sent by the forms, and by the commands that they show', async () => {
    const { token } = on.product.demo.connection;
    const number = newNumber();
    const folder = mkdtempSync(join(tmpdir(), 'prosa-api-'));
    const file = join(folder, 'nota 18.txt');
    writeFileSync(file, 'Nota 18.442');
    const page = await open(screen, more);
    expect(await axe(page)).toEqual([]);

    const text = page.getByRole('form', { name: 'Testar texto' });
    await text.getByRole('button', { name: 'Enviar texto' }).click();
    await until(async () => (await text.getByText('Obrigatório').count()) === 3);
    expect(await axe(page)).toEqual([]);
    await text.getByLabel('Token', { exact: true }).fill(token);
    await text.getByLabel('Número').fill(number);
    await text.getByLabel('Mensagem').fill("Seu 'pedido' saiu");
    await text.getByRole('button', { name: 'Enviar texto' }).click();
    await text.getByText(/Mensagem aceita em/).waitFor();
    await isReceived(number, "Seu 'pedido' saiu");

    const form = page.getByRole('form', { name: 'Testar arquivo' });
    await form.getByLabel('Token', { exact: true }).fill(token);
    await form.getByLabel('Número').fill(number);
    await form.locator('input[type=file]').setInputFiles(file);
    await form.getByLabel(/Mensagem/).fill('A nota');
    await form.getByRole('button', { name: 'Enviar arquivo' }).click();
    await form.getByText(/Mensagem aceita em/).waitFor();
    await isReceived(number, 'A nota');

    await text.getByLabel('Mensagem').fill("Pela linha de comando: d'água $HOME");
    await form.getByLabel(/Mensagem/).fill('@ arquivo pela linha');
    for (const [name, words] of [
      ['Copiar Exemplo de texto', "Pela linha de comando: d'água $HOME"],
      ['Copiar Exemplo de arquivo', '@ arquivo pela linha'],
    ] as const) {
      const command = await copied(page, name);
      const { stdout } = await promisify(execFile)('bash', ['-c', command], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({ ack: 1, state: 'waiting' });
      await isReceived(number, words);
    }
    // What it shows hides the token.
    expect(await page.locator('pre').allTextContents()).not.toContain(expect.stringContaining(token));
    rmSync(folder, { recursive: true });
  });

  test('a key is made, used, replaced and revoked', async () => {
    const page = await open(screen, more);
    const name = `ERP ${newNumber().slice(-4)}`;
    const works = (key: string) => call(on.product.url, 'GET /users/list', { token: key }).then(({ status }) => status);
    await page.getByRole('button', { name: 'Nova chave' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nome').fill(name);
    await dialog.getByRole('checkbox', { name: 'Ler tudo o que administradores leem' }).check();
    expect(await axe(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Criar chave' }).click();
    const shown = page.getByLabel('Chave', { exact: true });
    await shown.waitFor();
    expect(await axe(page)).toEqual([]);
    const first = await shown.inputValue();
    expect(await copied(page, 'Copiar')).toBe(first);
    await page.getByRole('button', { name: 'Guardei a chave' }).click();
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByText('nunca usada').waitFor();
    expect(await works(first)).toBe(200);
    await page.reload();
    await row.getByText(/usada por último/).waitFor();
    expect(await axe(page)).toEqual([]);

    await row.getByRole('button', { name: `Trocar a chave ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Trocar', exact: true }).click();
    await shown.waitFor();
    const second = await shown.inputValue();
    await page.getByRole('button', { name: 'Guardei a chave' }).click();
    await row.getByText(/a anterior vale até/).waitFor();
    expect([await works(first), await works(second)]).toEqual([200, 200]);
    await row.getByRole('button', { name: `Revogar a chave ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revogar' }).click();
    await row.waitFor({ state: 'detached' });
    expect([await works(first), await works(second)]).toEqual([401, 401]);
  });
});

test('attendants read it and try it with a token that they were given; the keys are for administrators', async () => {
  const page = await on.opens('ana@prosa.demo', '/messages-api', wide);
  await page.getByRole('heading', { level: 1, name: 'API de mensagens' }).waitFor();
  await page.getByRole('form', { name: 'Testar texto' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Chaves de API' }).count()).toBe(0);
  expect(await page.getByRole('main').getByRole('link', { name: 'Conexões' }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
});
