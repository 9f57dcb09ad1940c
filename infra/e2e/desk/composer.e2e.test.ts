import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, enter, phone, received, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';

const the = stage();

/** Super, in the accepted conversation of a customer who has written. */
const inConversation = async (screen: Screen, number: string, name: string): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, 'super@prosa.demo');
  await customerWrites(the.product, number, name, 'Oi.');
  await toWaiting(page, screen);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await page.getByRole('log').getByText('Oi.', { exact: true }).waitFor();
  return page;
};
const field = (page: Page) => page.getByLabel('Mensagem', { exact: true });

/** Creates a quick reply of the company over the API. */
const keep = (page: Page, shortcode: string, message: string): Promise<number> =>
  page.evaluate(
    async ([body]) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      };
      return (await fetch('/api/quick-messages', { method: 'POST', headers, body: body! })).status;
    },
    [JSON.stringify({ shortcode, message })],
  );

test('a quick reply is inserted with the ticket’s values, can be undone, and reaches the customer as shown', async () => {
  const number = '551170000901';
  const page = await inConversation(wide, number, 'Lindalva Prates');
  expect(await keep(page, 'chegada', '{{saudacao}}, {{nome}}! Protocolo {{protocolo}}.')).toBe(201);
  await field(page).pressSequentially('Enfim: /che');
  await page.getByRole('option', { name: /chegada/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  const text = await field(page).inputValue();
  expect(text).toMatch(/^Enfim: (Bom dia|Boa tarde|Boa noite), Lindalva! Protocolo \d{6}\.$/);
  await page.keyboard.press('Control+z');
  expect(await field(page).inputValue()).toBe('Enfim: /che');
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Escape');
  await field(page).press('Enter');
  await until(async () => (await received(the.product, number)).some((one) => one.includes(text)));
});

test('a quick reply with a file is made on its screen, picked in the composer, and reaches the customer with its words', async () => {
  const number = '551170000905';
  const page = await inConversation(wide, number, 'Zenaide Farias');
  const conversation = page.url();
  await page.getByRole('link', { name: 'Respostas rápidas' }).click();
  await page.getByRole('button', { name: 'Nova resposta rápida' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova resposta rápida' });
  await dialog.getByLabel('Atalho').fill('mapa');
  await dialog.getByLabel('Mensagem').fill('Estamos aqui, {{nome}}.');
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'mapa.txt', mimeType: 'text/plain', buffer: Buffer.from('à direita') });
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await page.getByRole('row', { name: /mapa.*mapa\.txt.*Toda a equipe/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.goto(conversation);
  await field(page).pressSequentially('/map');
  await page.getByRole('option', { name: /mapa/ }).waitFor();
  await page.keyboard.press('Enter');
  const tray = page.getByRole('dialog', { name: /Enviar/ });
  expect(await tray.getByLabel('Legenda').inputValue()).toBe('Estamos aqui, Zenaide.');
  await calm(page);
  await tray.getByLabel('Legenda').press('Enter');
  await until(async () => (await received(the.product, number)).some((one) => one.includes('Estamos aqui, Zenaide.')));
});

test('on a small laptop each column of a list has room, however long the others’ texts are, and so have the buttons', async () => {
  const page = await the.opens('super@prosa.demo', '/quick-messages', { viewport: { width: 1280, height: 720 } });
  await page.getByRole('button', { name: 'Nova resposta rápida' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova resposta rápida' });
  await dialog.getByLabel('Atalho').fill('encaminhamento-para-o-setor-de-garantia-estendida');
  await dialog.getByLabel('Mensagem').fill('Vou encaminhar o seu atendimento para o setor de garantia.');
  const name = 'formulário de garantia estendida, para preencher no celular antes da visita.txt';
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('à direita') });
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  const row = page.getByRole('row', { name: /formulário de garantia/ });
  const list = await page.getByRole('region', { name: 'Respostas rápidas' }).boundingBox();
  expect((await row.getByRole('cell').nth(1).boundingBox())?.width).toBeGreaterThan(150);
  const last = await row.getByRole('button', { name: /^Excluir/ }).boundingBox();
  expect(last!.x + last!.width).toBeLessThan(list!.x + list!.width);
});

test('emoji are loaded from the app’s own origin, found by a word, and inserted at the caret; the draft survives a reload', async () => {
  const page = await inConversation(wide, '551170000902', 'Nestor Carvalhal');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await field(page).pressSequentially('Oi !');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Emoji' }).click();
  const picker = page.getByRole('dialog', { name: 'Emoji' });
  await picker.getByRole('menuitem', { name: /^😀/ }).click();
  await expectText(page, 'Oi 😀!');
  await page.keyboard.type('?'); // the focus is in the field, under the picker
  await expectText(page, 'Oi 😀?!');
  await picker.getByRole('combobox').fill('unicórnio');
  await picker
    .getByRole('option', { name: /unicórnio/ })
    .first()
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectText(page, 'Oi 😀?🦄!');
  await page.keyboard.press('Escape');
  await picker.waitFor({ state: 'detached' });
  await page.keyboard.type('.');
  await expectText(page, 'Oi 😀?🦄.!');
  expect(asked.filter((url) => !url.startsWith(the.product.url))).toEqual([]);
  await page.reload();
  await page.getByRole('log').waitFor();
  await expectText(page, 'Oi 😀?🦄.!');
});

test('on a phone Enter breaks the line, five of eight rows are visible, and the button sends', async () => {
  const number = '551170000903';
  const page = await inConversation(phone, number, 'Aurora Quintanilha');
  await field(page).click();
  for (const row of ['um', 'dois', 'três', 'quatro', 'cinco']) {
    await page.keyboard.type(row);
    await page.keyboard.press('Enter');
  }
  const heightOf = async () => (await field(page).boundingBox())!.height;
  await page.keyboard.press('Backspace');
  const five = await heightOf();
  await page.keyboard.type('\nseis\nsete\noito');
  expect(await heightOf()).toBe(five);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await until(async () => (await received(the.product, number)).some((one) => one.endsWith('sete\noito')));
});

/** Waits until the field contains the text: a picked reply is loaded first. */
const expectText = async (page: Page, text: string): Promise<void> => {
  await until(async () => (await field(page).inputValue()) === text);
};
