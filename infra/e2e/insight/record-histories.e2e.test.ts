import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { outside, ringless, tooSmall } from '../controls.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
let ana: User;
let keeper: User;
const on = stage(async ({ url }) => {
  ana = await signIn(url, 'ana@prosa.demo');
  keeper = await signIn(url, 'super@prosa.demo');
});

/** What is wrong with the screen: rules of accessibility, rings, sizes, and what lies over something or is cut off. */
const faults = async (page: Page, isPhone: boolean): Promise<string[]> => {
  const found: string[] = [];
  for (const check of [axe, ringless, outside, ...(isPhone ? [tooSmall] : [])]) found.push(...(await check(page)));
  return [...found, ...(await misplacedAt(page, isPhone ? [[320, 640]] : [[1000, 700]]))];
};
/** The fields of the newest entry, each with its values. */
const newest = async (page: Page): Promise<string> => {
  const line = page.getByRole('region', { name: 'Mudanças' }).getByRole('listitem').first();
  return ((await line.textContent()) ?? '').replace(/\s+/g, ' ');
};

let count = 0;
const aContact = async (name: string): Promise<string> => {
  count += 1;
  const { body } = await ana.call<{ id: string }>('POST /contacts', { name, number: `55119300${String(10_000 + count)}` });
  await ana.call(`PUT /contacts/${body.id}`, { name: `${name} Mudada` });
  return body.id;
};

test('an administrator reads who changed a contact, from its row and back', async () => {
  await aContact('Quitéria Paixão');
  const page = await on.opens(ADMIN, '/contacts?search=Quit%C3%A9ria', wide);
  await page.getByRole('button', { name: 'Histórico de Quitéria Paixão Mudada' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Histórico do contato' }).waitFor();
  expect(await newest(page)).toMatch(/Ana Souza mudou o contato.*Nome.*Quitéria Paixão.*Quitéria Paixão Mudada/);
  expect(await faults(page, false)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Histórico de Quitéria Paixão Mudada' }).waitFor();
});

test('on a phone in the dark the histories of users, queues and settings are opened from their screens', async () => {
  const page = await on.opens(ADMIN, '/users', phone, { colorScheme: 'dark' });
  for (const [path, of, title] of [
    ['/users', /^Ações de Ana/, 'Histórico do usuário'],
    ['/queues', /^Ações de Vendas/, 'Histórico da fila'],
  ] as const) {
    await page.goto(on.product.url + path);
    await page.getByRole('button', { name: of }).click();
    await page.getByRole('menuitem', { name: 'Histórico' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('region', { name: 'Mudanças' }).getByRole('listitem').first().waitFor();
    expect(await faults(page, true)).toEqual([]);
  }
  await page.goto(`${on.product.url}/settings`);
  await page.getByRole('switch', { name: 'Avaliação do atendimento' }).click();
  await page.getByText('Operação realizada com sucesso!').first().waitFor();
  await page.getByRole('link', { name: 'Histórico', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Histórico das configurações' }).waitFor();
  await page.getByText('mudou uma configuração').first().waitFor();
  expect(await newest(page)).toContain('Avaliação do atendimento');
  expect(await faults(page, true)).toEqual([]);
});

test('a company’s history says what the platform did in it, to its administrators and to the platform', async () => {
  const email = `chefia-${Date.now()}@padaria.test`;
  const founded = { name: `Padaria ${email}`, email, password: 'pao-quente-7' };
  const { body: company } = await keeper.call<{ id: string }>('POST /companies', founded);
  const { position } = await keeper.call(`PUT /companies/${company.id}`, { phone: '+55 11 3333-4444' });
  await keeper.call(`GET /settings?after=${position}`);
  const page = await on.comes(wide);
  await page.goto(on.product.url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(founded.password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Principal' }).waitFor();
  await page.goto(`${on.product.url}/settings`);
  await page.getByRole('link', { name: 'Ver histórico' }).click();
  await page.getByText('Equipe da plataforma').first().waitFor();
  expect(await newest(page)).toMatch(/Equipe da plataforma mudou a empresa.*Telefone.*\+55 11 3333-4444/);
  expect(await faults(page, false)).toEqual([]);

  const other = await on.opens('super@prosa.demo', `/companies/${company.id}/history`, wide);
  await other.getByText('+55 11 3333-4444').first().waitFor();
  await other.getByText('criou o usuário').first().waitFor();
  expect(await other.getByText('um usuário', { exact: true }).count()).toBe(1);
});

test('who may not read it is offered nothing, and is led away', async () => {
  const id = await aContact('Zenóbia Prates');
  const page = await on.opens('ana@prosa.demo', '/contacts?search=Zen%C3%B3bia', wide);
  await page.getByText('Zenóbia Prates Mudada').first().waitFor();
  expect(await page.getByRole('button', { name: /^Histórico de/ }).count()).toBe(0);
  await page.goto(`${on.product.url}/contacts/${id}/history`);
  await page.waitForURL(/\/tickets/);
});
