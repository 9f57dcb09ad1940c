import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';

test('a number is connected by its phone or by the official API, whose account is asked for and checked', async () => {
  const page = await on.opens(ADMIN, '/connections', wide);
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: 'WhatsApp' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('Nuvem');
  expect(await form.getByRole('radio', { name: /QR code/ }).isChecked()).toBe(true);
  await form.getByRole('radio', { name: /QR code/ }).focus();
  await page.keyboard.press('ArrowDown');
  await form.getByLabel('Identificador do número de telefone').fill('12 34');
  expect(await form.getByLabel('Nome').inputValue()).toBe('Nuvem');
  await form.getByRole('button', { name: 'Salvar' }).press('Enter');
  await form.getByText('Só números.').waitFor();
  await form.getByLabel('Identificador do número de telefone').fill('');
  await form.getByRole('button', { name: 'Salvar' }).press('Enter');
  await form.getByText('Required').first().waitFor();
  expect(await form.getByText('Required').count()).toBe(3);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Descartar' }).waitFor();
  await form.getByRole('button', { name: 'Descartar' }).press('Enter');
  await form.waitFor({ state: 'detached' });
  await page.getByRole('row', { name: /Nuvem/ }).waitFor({ state: 'detached' });
});

test('where the operator has set up no app at Meta, no page is connected, and that is said', async () => {
  const page = await on.opens(ADMIN, '/connections', phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: 'Instagram' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('ainda não tem um app na Meta', { exact: false }).waitFor();
  expect(await form.getByLabel('Token do usuário').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.goBack();
  await form.waitFor({ state: 'detached' });
});
