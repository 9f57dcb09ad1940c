import type { Page } from 'playwright-core';
import { turnTwoStepOn } from '../authenticator.fixture.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { call, customer, signIn } from '../people.fixture.ts';

const on = stage();
const required = (page: Page) => page.getByRole('switch', { name: 'Exigir a verificação em duas etapas', exact: true });
const isOn = (page: Page, state: boolean) =>
  page.getByRole('switch', { name: 'Exigir a verificação em duas etapas', checked: state }).waitFor();
const login = (email: string) =>
  call<{ error?: string }>(on.product.url, 'POST /auth/login', {
    body: { email: on.product.addressOf(email), password: 'prosa-demo' },
  });

test('an administrator requires two steps of everybody: others see it at once, attendants cannot change it, and a failure is said', async () => {
  const page = await on.opens('admin@prosa.demo', '/settings', wide);
  const colleague = await on.opens('super@prosa.demo', '/settings', phone, { colorScheme: 'dark' });
  await page.getByText('Ainda sem ela: 4 de 4 usuários.').waitFor();
  const choice = page.getByRole('button', { name: /^Tipo do robô/ });
  const [words, value] = await Promise.all([page.getByText('Tipo do robô', { exact: true }).boundingBox(), choice.boundingBox()]);
  expect(value!.x).toBeGreaterThan(words!.x + words!.width);
  expect(value!.y).toBeLessThan(words!.y + words!.height);
  await page.route('**/api/settings/twoStepRequired', (route) => route.abort());
  await required(page).click();
  await page.getByRole('alert').getByText('Não deu para falar com o servidor. Confira sua conexão e tente de novo.').waitFor();
  await isOn(page, false);
  expect(await axe(page)).toEqual([]);
  await page.unroute('**/api/settings/twoStepRequired');
  await required(page).click();
  await page.getByText('Operação realizada com sucesso!').waitFor();
  await isOn(page, true);
  await isOn(colleague, true);
  expect((await login('bruno@prosa.demo')).body.error).toBe('ERR_TOTP_SETUP_REQUIRED');
  await page.reload();
  await isOn(page, true);

  await required(colleague).click();
  await isOn(colleague, false);
  await isOn(page, false);
  const ana = await on.opens('ana@prosa.demo', '/settings', wide);
  await ana.getByText('só administradores mudam').waitFor();
  expect(await required(ana).isDisabled()).toBe(true);
  expect(await axe(ana)).toEqual([]);
  expect(await ana.getByRole('link', { name: 'Configurações' }).count()).toBe(0);
});

test('where it is wanted, who opens a ticket is told its number, by which the team finds it', async () => {
  const page = await on.opens('admin@prosa.demo', '/settings', wide);
  await page.getByRole('switch', { name: 'Informar o protocolo', exact: true }).click();
  await page.getByRole('switch', { name: 'Informar o protocolo', checked: true }).waitFor();
  const who = customer(on.product, 'Moacir Tapajós');
  await who.write('Quero cancelar meu plano.');
  const { id, protocol } = await who.ticket(await signIn(on.product.url, 'super@prosa.demo'));
  await page.goto(`${on.product.url}/tickets/${id}`);
  const said = page.getByRole('log').getByText(`Protocolo do seu atendimento: ${protocol}`);
  await said.waitFor();
  await page.getByRole('log').getByText('Protocolo automático').waitFor();
  await page.getByRole('tab', { name: 'Busca' }).click();
  await page.getByRole('searchbox', { name: 'Buscar atendimentos' }).fill(protocol);
  await page.getByText('1 atendimento · 1 mensagem').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Moacir Tapajós' }).waitFor();
});

test('the users’ table shows live who signs in with two steps, and the settings who does not', async () => {
  const page = await on.opens('admin@prosa.demo', '/users', wide);
  const onPhone = await on.opens('super@prosa.demo', '/users', phone, { colorScheme: 'dark' });
  const shield = (of: Page) =>
    of.locator('tr[data-id], li[data-id]').filter({ hasText: 'Bruno' }).getByRole('img', { name: 'Entra com duas etapas' });
  await page.getByText('Bruno', { exact: false }).first().waitFor();
  expect(await shield(page).count()).toBe(0);
  await turnTwoStepOn(await signIn(on.product.url, 'bruno@prosa.demo'));
  for (const one of [page, onPhone]) {
    await shield(one).waitFor();
    expect(await axe(one)).toEqual([]);
  }
  await page.getByRole('link', { name: 'Configurações' }).click();
  await page.getByText('Ainda sem ela: 3 de 4 usuários.').waitFor();
});
