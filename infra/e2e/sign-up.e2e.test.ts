import { axe } from './axe.fixture.ts';
import { phone, stage, wide } from './browser.fixture.ts';

const the = stage();

test.each([
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const)('a company signs up and its administrator comes to their dashboard, %s', async (_, screen, colorScheme) => {
  const page = await the.comes(screen, { colorScheme });
  await page.goto(`${the.product.url}/tickets`);
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await page.getByRole('heading', { name: 'Cadastre sua empresa' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const send = () => page.getByRole('button', { name: 'Cadastrar' }).click();
  await send();
  await page.getByText('Required').first().waitFor();
  expect(await page.getByText('Required').count()).toBe(4);
  expect(await axe(page)).toEqual([]);

  const email = `padaria-${screen.viewport.width}-${Date.now()}@exemplo.com.br`;
  await page.getByLabel('Nome da empresa').fill('Padaria Aurora');
  await page.getByLabel('E-mail').fill(the.product.addressOf('admin@prosa.demo'));
  await page.getByLabel('Senha', { exact: true }).fill('segredo');
  await page.getByLabel('Plano').click();
  await page.getByRole('option', { name: /^Essencial · R\$/ }).click();
  await page.getByText('3 atendentes · 1 conexão · 3 filas').waitFor();
  await send();
  await page.getByText('Já existe um usuário com este e-mail.').waitFor();
  await page.getByLabel('E-mail').fill(email);
  await send();
  await page.getByText('Sua empresa foi cadastrada.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.type('segredo');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  await page.getByText('Login efetuado com sucesso!').waitFor();
  await page.getByText('Sua assinatura vence em 1 dia(s)').waitFor();
  // Who is signed in has nothing to register.
  await page.goto(`${the.product.url}/signup`);
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});
