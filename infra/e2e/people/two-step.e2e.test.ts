import type { Page } from 'playwright-core';
import { codeOf } from '../../testing/authenticator.ts';
import { turnTwoStepOn } from '../authenticator.fixture.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { addressOf, signIn } from '../people.fixture.ts';

const on = stage();
const PASSWORD = 'prosa-demo';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const knock = async (page: Page, email: string) => {
  await page.goto(`${on.product.url}/tickets`);
  await page.getByLabel('E-mail').fill(addressOf(email));
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await button(page, 'Entrar').click();
};
const isIn = async (page: Page) => {
  await page.waitForURL('**/tickets');
  await page.getByRole('banner').waitFor();
};

test('the code is asked for after the password, which stays; a wrong and a used one are refused, a recovery code signs in', async () => {
  const { secret, used, codes } = await turnTwoStepOn(await signIn(on.product.url, 'ana@prosa.demo'));
  const page = await on.comes(wide);
  await knock(page, 'ana@prosa.demo');
  await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  const code = page.getByLabel('Código do aplicativo');
  expect(await page.evaluate('document.activeElement.name')).toBe('code');
  await button(page, 'Entrar').click();
  await page.getByText('Required').waitFor();
  await code.fill('000000');
  await button(page, 'Entrar').click();
  await page
    .getByRole('main')
    .getByText(/O código não confere ou já foi usado/)
    .waitFor();
  expect(await axe(page)).toEqual([]);

  await button(page, 'Voltar').click();
  expect(await page.getByLabel('E-mail').inputValue()).toBe(addressOf('ana@prosa.demo'));
  expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe(PASSWORD);
  await button(page, 'Entrar').click();
  await code.fill(used);
  await code.press('Enter');
  await page
    .getByRole('main')
    .getByText(/O código não confere ou já foi usado/)
    .waitFor();
  await code.fill(codeOf(secret));
  await code.press('Enter');
  await isIn(page);

  const other = await on.comes(phone, { colorScheme: 'dark' });
  await knock(other, 'ana@prosa.demo');
  await button(other, 'Usar código de recuperação').click();
  const recovery = other.getByLabel('Código de recuperação');
  await recovery.fill('000000-000000');
  await button(other, 'Entrar').click();
  await other.getByRole('main').getByText('O código de recuperação não confere ou já foi usado.').waitFor();
  expect(await axe(other)).toEqual([]);
  await recovery.fill(codes[0]!.toLowerCase());
  await button(other, 'Entrar').click();
  await isIn(other);
  await page.waitForURL('**/login');
});

test('where the company requires it, nobody goes on without the set-up, and the recovery codes are shown once', async () => {
  const admin = await signIn(on.product.url, 'admin@prosa.demo');
  expect((await admin.call('PUT /settings/twoStepRequired', { value: 'enabled' })).status).toBe(200);
  const page = await on.comes(phone);
  await knock(page, 'bruno@prosa.demo');
  await page.getByText('A sua empresa exige a verificação em duas etapas.', { exact: false }).waitFor();
  await page.getByRole('img', { name: /Código QR/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  const first = (await page.locator('code').textContent())!;
  expect(first).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  // A user who reloads has not signed in.
  await page.reload();
  await page.waitForURL('**/login');
  await knock(page, 'bruno@prosa.demo');
  // Each attempt has a secret of its own.
  const secret = (await page.locator('code').textContent())!;
  expect(secret).not.toBe(first);
  await page.getByLabel('Código do aplicativo').fill(codeOf(secret));
  await button(page, 'Ativar e entrar').click();
  await page.getByRole('heading', { name: 'Guarde os seus códigos de recuperação' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const codes = await page.getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  const saved = page.waitForEvent('download');
  await button(page, 'Baixar').click();
  expect((await saved).suggestedFilename()).toBe('prosa-recovery-codes.txt');
  expect(await page.evaluate(`localStorage.getItem('token')`)).toBeNull();
  await button(page, 'Guardei os códigos').click();
  await isIn(page);
  expect((await admin.call('PUT /settings/twoStepRequired', { value: 'disabled' })).status).toBe(200);

  const wideOne = await on.comes(wide);
  await knock(wideOne, 'bruno@prosa.demo');
  await button(wideOne, 'Usar código de recuperação').click();
  await wideOne.getByLabel('Código de recuperação').fill(codes[9]!);
  await button(wideOne, 'Entrar').click();
  await isIn(wideOne);
});
