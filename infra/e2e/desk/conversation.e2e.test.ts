import type { TicketView } from '@prosa/contracts';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { calm, customerWrites, enter, keptWords, phone, received, type Screen, stage, wide } from '../browser.fixture.ts';
import { signIn } from '../people.fixture.ts';

const the = stage();

/** Opens, as Super, the accepted conversation of a customer who has written `texts`, and goes to its end: it opens at the first of them. */
const inConversation = async (
  screen: Screen,
  number: string,
  name: string,
  texts: string[],
  more: Parameters<typeof the.comes>[1] = {},
): Promise<Page> => {
  const page = await the.comes(screen, more);
  await enter(page, the.product.url, 'super@prosa.demo');
  for (const text of texts) await customerWrites(the.product, number, name, text);
  await page
    .getByRole('tab', { name: /^Aguardando/ })
    .or(page.getByRole('radio', { name: /^Aguardando/ }))
    .click();
  await page.getByText(texts.at(-1)!).waitFor({ state: 'attached' }); // the last text, in the list
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  const [last, toNewest] = [said(page, texts.at(-1)!), page.getByRole('button', { name: 'Ir para as mais recentes' })];
  await last.or(toNewest).first().waitFor();
  if (await toNewest.isVisible()) await toNewest.click();
  await last.waitFor();
  await scrollTo(page, 'end', 0);
  return page;
};
const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
/** How far below the top of the conversation an element is. */
const placeOf = async (page: Page, what: Locator): Promise<number> =>
  (await what.boundingBox())!.y - (await page.getByRole('log').boundingBox())!.y;
/** The same after everything has stopped moving: elements scrolled into view are rendered and get their height. */
const placeAtRest = async (page: Page, what: Locator): Promise<number> => {
  for (let before = Number.NaN; ; ) {
    const now = await placeOf(page, what);
    if (now === before) return now;
    before = now;
    await page.evaluate('new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn), 60))');
  }
};
/** Scrolls the conversation down by this much from its beginning, or up from its end. */
const scrollTo = (page: Page, from: 'top' | 'end', by: number) =>
  page.evaluate(`(() => {
    const log = document.querySelector('[role="log"]');
    log.scrollTop = ${from === 'top' ? by : `log.scrollHeight - log.clientHeight - ${by}`};
  })()`);

test('while scrolled up the view stays in place as older messages load and new ones arrive; the pill scrolls to the first new one', async () => {
  const number = '551170000101';
  const texts = Array.from({ length: 50 }, (_, n) => `mensagem ${n}.`);
  const page = await inConversation(wide, number, 'Dagmar Fontoura', texts);
  // Read, it opens at its end, with one page.
  const admin = await signIn(the.product.url, 'admin@prosa.demo');
  const address = `GET /tickets/u/${page.url().split('/').at(-1)}` as const;
  await until(async () => (await admin.call<TicketView>(address)).body.unreadMessages === 0);
  await page.reload();
  await said(page, texts.at(-1)!).waitFor();
  const oldest = page.locator('[data-key]').filter({ hasText: /^mensagem 30\./ });
  await scrollTo(page, 'top', 200);
  await placeAtRest(page, oldest);
  expect(await said(page, 'mensagem 29.').count()).toBe(0);
  // The position at the moment of scrolling, before rows are loaded because of it.
  const there: number = await page.evaluate(`(() => {
    const log = document.querySelector('[role="log"]');
    const message = [...log.querySelectorAll('[data-key]')].find((one) => one.innerText.startsWith('mensagem 30.'));
    log.scrollTop = 40;
    return message.getBoundingClientRect().top;
  })()`);
  const edge = (await page.getByRole('log').boundingBox())!.y;
  await said(page, 'mensagem 29.').waitFor({ state: 'attached' });
  expect(Math.abs((await placeAtRest(page, oldest)) + edge - there)).toBeLessThan(2);

  await scrollTo(page, 'end', 400);
  const seen = said(page, 'mensagem 40.');
  const before = await placeAtRest(page, seen);
  await customerWrites(the.product, number, 'Dagmar Fontoura', `a primeira nova ${'e longa '.repeat(400)}`);
  await customerWrites(the.product, number, 'Dagmar Fontoura', 'a segunda nova.');
  const pill = page.getByRole('button', { name: '2 novas mensagens' });
  await pill.waitFor();
  expect(Math.abs((await placeAtRest(page, seen)) - before)).toBeLessThan(2);
  await pill.click();
  await pill.waitFor({ state: 'detached' });
  const line = await placeAtRest(page, page.getByRole('log').getByText('2 novas mensagens'));
  expect(line).toBeGreaterThan(30); // below the mark of the day
  expect(line).toBeLessThan(60);
});

test('a message written without a network survives a reload, and is sent once when the network is back', async () => {
  const number = '551170000102';
  const page = await inConversation(wide, number, 'Benedito Falcão', ['Alguém aí?'], { serviceWorkers: 'allow' });
  page.on('dialog', (dialog) => void dialog.accept()); // the browser asks before it leaves unsent messages
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await field(page).waitFor();
  await until(async () => (await keptWords(page)).includes('"name":"messages/'));
  await page.context().setOffline(true);
  await page.getByText('Sem internet.', { exact: false }).waitFor();
  const written = ['um', 'dois', 'três'];
  for (const text of written) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
  await field(page).fill('e ainda');
  await page.reload();
  // The app shell comes from its cache, and the earlier messages and the unsent ones come from the device.
  await said(page, 'Alguém aí?').waitFor();
  for (const text of written) await said(page, text).waitFor();
  const waiting = page.getByRole('log').getByRole('img', { name: 'Na fila deste aparelho' });
  expect(await waiting.count()).toBe(3);
  expect(await field(page).inputValue()).toBe('e ainda');
  await page.getByText('Sem internet.', { exact: false }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  const own = async () => {
    const texts = (await received(the.product, number)).map((text) => text.split('\n').at(-1)!);
    return texts.filter((text) => written.includes(text));
  };
  expect(await own()).toEqual([]);
  await page.context().setOffline(false);
  await until(async () => (await own()).includes('três'));
  await until(async () => (await waiting.count()) === 0);
  for (const text of written) expect(await said(page, text).count()).toBe(1);
  expect(await field(page).inputValue()).toBe('e ainda');
  expect(await own()).toEqual(written);
});

test('on a phone a message’s tools stay within the screen, however wide its bubble', async () => {
  const words = 'uma mensagem tão comprida que ocupa toda a largura que um balão pode ter neste telefone';
  const page = await inConversation(phone, '551170000103', 'Íris Montenegro', [words]);
  const box = (await said(page, words).boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  const more = page.getByRole('button', { name: 'Mais opções da mensagem' });
  await more.waitFor();
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  const tools = (await more.boundingBox())!;
  expect(tools.x + tools.width).toBeLessThanOrEqual(phone.viewport.width);
  await more.tap();
  await page.getByRole('menuitem', { name: 'Responder' }).tap();
  await page.waitForFunction("document.activeElement?.tagName === 'TEXTAREA'");
  expect(await page.getByRole('form', { name: 'Escrever mensagem' }).getByText(words).count()).toBe(1);
});

test('on a phone what is reported covers neither the newest message nor the field; in the list it stands at the foot', async () => {
  const page = await inConversation(
    phone,
    '551170000121',
    'Quirino Sá',
    Array.from({ length: 20 }, (_, n) => `linha ${n}`),
  );
  const toast = (text: string) => page.locator('.toast').filter({ hasText: text });
  const edges = async (what: Locator) => {
    const { y, height } = (await what.boundingBox())!;
    return { top: y, foot: y + height };
  };
  await page.getByRole('button', { name: 'Mais opções de escrita' }).tap();
  await page.getByRole('menuitem', { name: 'Observação' }).tap();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Prefere ser chamado à tarde.');
  await calm(page);
  await dialog.getByRole('button', { name: 'Enviar observação' }).tap();
  const sent = toast('Observação enviada com sucesso.');
  await sent.waitFor();
  const [told, newest] = await Promise.all([edges(sent), edges(said(page, 'Prefere ser chamado à tarde.'))]);
  expect(told.foot).toBeLessThan(newest.top);
  await calm(page);
  await page.getByRole('button', { name: 'Resolver', exact: true }).tap();
  const closed = toast('Conversa fechada com sucesso!');
  await closed.waitFor();
  await page.waitForURL(/\/tickets\/$/);
  await until(async () => (await edges(closed)).top > phone.viewport.height / 2);
  expect((await edges(closed)).foot).toBeLessThan((await edges(page.getByRole('tab', { name: 'Ticket', exact: true }))).top);
});

test('a note on the ticket is added in the contact’s drawer, is shown after a reload, and is deleted', async () => {
  const page = await inConversation(wide, '551170000120', 'Noêmia Prado', ['Bom dia']);
  const toDrawer = async () => {
    await page.getByRole('button', { name: /^Dados de/ }).click();
    return page.getByRole('region', { name: 'Observações do atendimento' });
  };
  const notes = await toDrawer();
  await notes.getByText('Nenhuma observação ainda.').waitFor();
  await notes.getByLabel('Nova observação').fill('Prefere boleto');
  await notes.getByRole('button', { name: 'Adicionar observação' }).click();
  // The note comes by a push, which may be later than the toast is shown.
  await Promise.all([
    page.getByText('Observação adicionada com sucesso!').waitFor(),
    notes.getByRole('listitem').filter({ hasText: 'Prefere boleto' }).waitFor(),
  ]);
  await page.reload();
  await (await toDrawer()).getByRole('button', { name: 'Excluir observação: Prefere boleto' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir', exact: true }).press('Enter');
  await page.getByText('Observação excluída com sucesso!').waitFor();
  await notes.getByText('Nenhuma observação ainda.').waitFor();
});

test('messages that came before a conversation was rendered are painted together with it', async () => {
  const number = '551170000108';
  const page = await inConversation(wide, number, 'Quitéria Salgado', ['Tem em azul?']);
  await page.goto(`${the.product.url}/tickets`);
  const row = page.getByRole('link', { name: /Quitéria Salgado/ });
  await row.waitFor();
  await page.waitForLoadState('networkidle'); // what shows a conversation has come, too
  const answered = page.waitForResponse((response) => response.url().includes('/api/messages/'));
  await row.hover();
  await page.mouse.down();
  await (await answered).finished();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  await page.evaluate(`(() => {
    globalThis.painted = [];
    const look = () => {
      const log = document.querySelector('[role="log"]');
      if (log) painted.push(log.textContent.includes('Tem em azul?'));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`);
  // A slow device: the next frame is due before React has ended what it does after rendering.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await page.mouse.up();
  await said(page, 'Tem em azul?').waitFor();
  expect(await page.evaluate('painted[0]')).toBe(true);
});
