import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, enter, phone, received, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';
import { signIn } from '../people.fixture.ts';

const fresh = { number: '551170000301', name: 'Dagmar Fontoura' };
const long = { number: '551170000399', name: `A${'M'.repeat(49)}` };
const others = Array.from({ length: 25 }, (_, n) => ({
  number: `5511700004${String(n).padStart(2, '0')}`,
  name: `Cliente ${n}`,
}));
const the = stage(async ({ url }) => {
  const admin = await signIn(url, 'admin@prosa.demo');
  let last = '0';
  for (const contact of [fresh, long, ...others]) last = String((await admin.call('POST /contacts', contact)).position);
  await admin.call(`GET /contacts?after=${last}`);
});

const log = (page: Page) => page.getByRole('log');
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });
/** Finds a message by its text, with the elements beside its bubble. */
const message = (page: Page, text: string) => log(page).locator('[data-key]').filter({ hasText: text });

/** Super, in the accepted conversation of a customer who has written. */
const inConversation = async (screen: Screen, number: string, name: string, text: string): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, 'super@prosa.demo');
  await customerWrites(the.product, number, name, text);
  await accept(page, screen, name, text);
  return page;
};
const accept = async (page: Page, screen: Screen, name: string, text: string): Promise<void> => {
  await toWaiting(page, screen);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await said(page, text).waitFor();
};
const write = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click(); // on a phone Enter breaks the line
  await message(page, text).getByRole('img', { name: 'Lida' }).waitFor();
};

test('a text is forwarded by menu and by keyboard, into a ticket and outside of any; the answer opens a ticket that shows all of it', async () => {
  await customerWrites(the.product, '551170000302', 'Benedito Falcão', 'Alguém?');
  const page = await inConversation(wide, '551170000303', 'Ana Clara', 'A chave fica com o porteiro');
  await said(page, 'A chave fica com o porteiro').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'Opções da mensagem' });
  await menu.waitFor();
  expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(['Responder', 'Encaminhar', 'Copiar texto']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await dialog.getByRole('option').first().waitFor();
  const list = dialog.getByRole('listbox');
  expect(await list.getByRole('option').count()).toBe(20);
  await list.hover();
  await page.mouse.wheel(0, 4_000);
  await list.getByRole('option').nth(20).waitFor({ state: 'attached' });
  expect(await axe(page)).toEqual([]);
  // However long a name is, nothing is wider than the dialog.
  expect(await dialog.locator('.content').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await dialog.getByRole('option', { name: long.name }).click();
  await dialog.getByRole('button', { name: `Não encaminhar para ${long.name}` }).click();
  for (const name of ['Dagmar', 'Benedito']) {
    await dialog.getByRole('combobox', { name: 'Para' }).fill(name);
    await dialog.getByRole('option', { name: new RegExp(name) }).waitFor();
    await dialog
      .getByRole('option', { name: /Cliente 1/ })
      .first()
      .waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: `Não encaminhar para ${name}`, exact: false }).waitFor();
  }
  await dialog.getByRole('button', { name: 'Encaminhar', exact: true }).click();
  await page.getByText('Mensagem encaminhada com sucesso').waitFor();
  await dialog.waitFor({ state: 'detached' });
  for (const number of [fresh.number, '551170000302'])
    await until(async () => (await received(the.product, number)).includes('A chave fica com o porteiro'));

  await customerWrites(the.product, fresh.number, fresh.name, 'Obrigada pelo aviso!');
  await accept(page, wide, fresh.name, 'Obrigada pelo aviso!');
  const forwarded = message(page, 'A chave fica com o porteiro');
  await forwarded.getByText('Encaminhada').waitFor();
  // A receipt that arrives after the answer is pushed to administrators only, because the message has no ticket (decision 14): others see
  // it after their next fetch.
  await until(async () => {
    await page.reload();
    await forwarded.getByText('Encaminhada').waitFor();
    return (await forwarded.getByRole('img', { name: 'Lida' }).count()) === 1;
  });
  const order = (await log(page).textContent())!;
  expect(order.indexOf('A chave fica')).toBeLessThan(order.indexOf('Atendimento iniciado'));
  expect(order.indexOf('Atendimento iniciado')).toBeLessThan(order.indexOf('Obrigada pelo aviso!'));
  expect(await axe(page)).toEqual([]);
});

test('between two tickets their end and beginning are shown; a reply has its quote, a click on that scrolls to the message, and Escape cancels the reply', async () => {
  const page = await inConversation(wide, '551170000304', 'Otávio Brandão', 'Quanto custa?');
  await write(page, 'Noventa reais');
  await page.getByRole('button', { name: 'Resolver', exact: true }).click();
  await page.getByText('Conversa fechada com sucesso!').waitFor();
  await page.waitForURL(/\/tickets\/?$/);
  await customerWrites(the.product, '551170000304', 'Otávio Brandão', 'E com frete?');
  await calm(page);
  await accept(page, wide, 'Otávio Brandão', 'E com frete?');
  const order = async () =>
    (await log(page).textContent())!.match(/Quanto custa\?|Atendimento (iniciado|encerrado)|E com frete\?/g);
  expect(await order()).toEqual([
    'Atendimento iniciado',
    'Quanto custa?',
    'Atendimento encerrado',
    'Atendimento iniciado',
    'E com frete?',
  ]);
  const reply = async () => {
    await said(page, 'E com frete?').hover();
    await message(page, 'E com frete?').getByRole('button', { name: 'Responder' }).click();
  };
  const cancel = page.getByRole('button', { name: 'Não responder a esta mensagem' });
  await reply();
  await cancel.waitFor();
  await page.keyboard.press('Escape');
  await cancel.waitFor({ state: 'detached' });
  await reply();
  await write(page, 'Cento e dez');
  const quote = message(page, 'Cento e dez').getByRole('button', { name: /E com frete\?/ });
  await quote.click();
  await log(page).locator('[data-sought]').filter({ hasText: 'E com frete?' }).waitFor();
  expect((await received(the.product, '551170000304')).at(-1)).toContain('Cento e dez');
});

test('on a phone a long press shows the tools; a deleted message is deleted on the customer’s phone, and a failed deletion is reported', async () => {
  const number = '551170000305';
  const page = await inConversation(phone, number, 'Jaciara Tupinambá', 'Qual é o endereço?');
  for (const text of ['Rua errada', 'Rua que fica']) await write(page, text);
  const touch = await page.context().newCDPSession(page);
  const press = async (text: string) => {
    // The thread may still move: by a receipt, or by a message that has just become shorter.
    await said(page, text).click({ trial: true });
    const { x, y, height } = (await said(page, text).boundingBox())!;
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 4, y: y + height / 2 }] });
    await message(page, text).getByRole('button', { name: 'Mais opções da mensagem' }).waitFor();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await press('Rua errada');
  await message(page, 'Rua errada').getByRole('button', { name: 'Encaminhar' }).click();
  const forward = page.getByRole('dialog', { name: 'Encaminhar mensagem' });
  await forward.getByRole('option').first().waitFor();
  await forward.getByRole('option').first().click();
  expect(await axe(page)).toEqual([]);
  await forward.getByRole('button', { name: 'Fechar' }).click();
  await forward.waitFor({ state: 'detached' });

  const remove = async (text: string, look?: () => Promise<void>) => {
    await press(text);
    await message(page, text).getByRole('button', { name: 'Mais opções da mensagem' }).click();
    await page.getByRole('menuitem', { name: 'Apagar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Apagar esta mensagem?' });
    await dialog.waitFor();
    await look?.();
    await dialog.getByRole('button', { name: 'Apagar', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await said(page, text).waitFor({ state: 'detached' });
  };
  await remove('Rua errada', async () => expect(await axe(page)).toEqual([]));
  await until(async () => !(await received(the.product, number)).some((one) => one.includes('errada')));
  expect(await said(page, 'Mensagem apagada').count()).toBe(1);

  const { id, token } = the.product.demo.connection;
  await fetch(`${the.product.url}/webhooks/simulator/${id}/faults`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refuseDelete: 1 }),
  });
  await remove('Rua que fica');
  await said(page, 'O canal não apagou: o cliente ainda vê esta mensagem.').waitFor();
  expect((await received(the.product, number)).some((one) => one.includes('Rua que fica'))).toBe(true);
});
