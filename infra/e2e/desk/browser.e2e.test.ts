import type { Page } from 'playwright-core';
import { customerWrites, enter, phone, received, stage, wide } from '../browser.fixture.ts';
import { addressOf } from '../people.fixture.ts';

const the = stage();

const waiting = (page: Page) =>
  page.getByRole('tab', { name: /^Aguardando/ }).or(page.getByRole('radio', { name: /^Aguardando/ }));
const serving = (page: Page) => page.getByRole('tab', { name: /^Atendendo/ }).or(page.getByRole('radio', { name: /^Atendendo/ }));
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(text);
  await page.keyboard.press('Enter');
};
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });

test('a visitor is redirected to the sign-in, a wrong password is reported, the right one signs in', async () => {
  const page = await the.comes(wide);
  await page.goto(`${the.product.url}/tickets`);
  await page.waitForURL('**/login');
  await page.getByLabel('E-mail').fill(addressOf('ana@prosa.demo'));
  await page.getByLabel('Senha', { exact: true }).fill('wrong-password');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByText('E-mail ou senha não conferem', { exact: false }).first().waitFor();
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tickets');
});

test('a message arrives without reloading, and the ticket is accepted, answered, read, transferred and resolved', async () => {
  const number = '551170000001';
  const ana = await the.comes(wide);
  await enter(ana, the.product.url, 'ana@prosa.demo');
  await waiting(ana).click();
  await customerWrites(the.product, number, 'Conceição Figueiredo', 'Bom dia! Minha mesa chegou com o pé quebrado.');
  await ana.getByRole('button', { name: 'Aceitar Conceição Figueiredo' }).click();
  await ana.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await bubble(ana, 'Bom dia! Minha mesa chegou com o pé quebrado.').waitFor();

  await write(ana, 'Bom dia, Conceição! Já vejo isso.');
  await bubble(ana, 'Bom dia, Conceição! Já vejo isso.').waitFor();
  // The marks of the greeting and of the answer.
  await ana
    .getByRole('log')
    .getByRole('img', { name: /lida|entregue/i })
    .nth(1)
    .waitFor();
  expect(await received(the.product, number)).toContainEqual(expect.stringContaining('Bom dia, Conceição! Já vejo isso.'));
  await customerWrites(the.product, number, 'Conceição Figueiredo', 'Obrigada!');
  await bubble(ana, 'Obrigada!').waitFor();

  const bruno = await the.comes(wide);
  await enter(bruno, the.product.url, 'bruno@prosa.demo');
  await waiting(bruno).click();
  await ana.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await ana.getByRole('menuitem', { name: /^Transferir/ }).click();
  const dialog = ana.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.getByLabel('Fila', { exact: true }).click();
  await ana.getByRole('option', { name: /Financeiro/ }).click();
  await dialog.getByRole('option', { name: /^Ninguém/ }).click();
  await dialog.getByRole('button', { name: /^Transferir/ }).click();

  await bruno.getByRole('button', { name: 'Aceitar Conceição Figueiredo' }).click();
  await bubble(bruno, 'Obrigada!').waitFor();
  await bruno.getByRole('button', { name: 'Resolver', exact: true }).click();
  await bruno.getByText('Conversa fechada com sucesso!').waitFor();
  await bruno.getByRole('tab', { name: 'Fechados' }).click();
  await bruno.getByRole('link', { name: /Conceição Figueiredo/ }).waitFor();
});

test('on a phone: list, conversation and back, one pane at a time', async () => {
  const number = '551170000002';
  const page = await the.comes(phone);
  await enter(page, the.product.url, 'ana@prosa.demo');
  await page.getByRole('tab', { name: 'Ticket', exact: true }).click();
  await page.getByRole('button', { name: 'Selecionar Ticket' }).click();
  await waiting(page).click();
  await customerWrites(the.product, number, 'Otávio Brandão', 'Vocês entregam no sábado?');
  await page.getByRole('button', { name: 'Aceitar Otávio Brandão' }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await bubble(page, 'Vocês entregam no sábado?').waitFor();
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Sim, até o meio-dia.');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await bubble(page, 'Sim, até o meio-dia.').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  await page.goBack();
  await serving(page).click();
  await page.getByRole('link', { name: /Otávio Brandão/ }).waitFor();
  await page.getByRole('tab', { name: 'Ticket', exact: true }).click();
  await bubble(page, 'Sim, até o meio-dia.').waitFor();
});

test('the faster of two attendants gets the ticket, and the other one sees who has it', async () => {
  const number = '551170000003';
  const [admin, ana] = [await the.comes(wide), await the.comes(wide)];
  await enter(admin, the.product.url, 'admin@prosa.demo');
  await enter(ana, the.product.url, 'ana@prosa.demo');
  await waiting(admin).click();
  await waiting(ana).click();
  // Ana's screen is paused, so that the button is still there when the ticket is gone.
  await customerWrites(the.product, number, 'Jaciara Tupinambá', 'Alguém aí?');
  await ana.getByRole('button', { name: 'Aceitar Jaciara Tupinambá' }).waitFor();
  await admin.getByRole('button', { name: 'Aceitar Jaciara Tupinambá' }).waitFor();
  await ana.route('**/api/tickets/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await admin.getByRole('button', { name: 'Aceitar Jaciara Tupinambá' }).click();
    await admin.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
    await route.continue();
  });
  await ana.getByRole('button', { name: 'Aceitar Jaciara Tupinambá' }).click();
  await ana.getByText('Marina Alves já aceitou este atendimento').first().waitFor();
});

test('a sign-in elsewhere ends the older session', async () => {
  const first = await the.comes(wide);
  await enter(first, the.product.url, 'ana@prosa.demo');
  const second = await the.comes(wide);
  await enter(second, the.product.url, 'ana@prosa.demo');
  await first.getByText('Sua conta foi acessada em outro computador.').first().waitFor();
  await first.waitForURL('**/login');
  expect(await first.evaluate("localStorage.getItem('token')")).toBeNull();
});
