import type { Browser, Locator, Page } from 'playwright-core';
import { type Product, startProduct } from '../testing/product.ts';
import { customerWrites, enter, openBrowser, type Person, person, phone, received, wide } from './browser.fixture.ts';
import { START } from './people.fixture.ts';

let product: Product;
let browser: Browser;
const people: Person[] = [];

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
}, START);
afterEach(() => Promise.all(people.splice(0).map(({ context }) => context.close())));
afterAll(async () => {
  await browser?.close();
  await product?.stop();
}, START);

/** Super, in the accepted conversation of a customer who has written `texts`. */
const inConversation = async (screen: typeof wide | typeof phone, number: string, name: string, texts: string[]) => {
  const one = await person(browser, screen);
  people.push(one);
  const { page } = one;
  await enter(page, product.url, 'super@prosa.demo');
  for (const text of texts) await customerWrites(product, number, name, text);
  await page
    .getByRole('tab', { name: /^Aguardando/ })
    .or(page.getByRole('radio', { name: /^Aguardando/ }))
    .click();
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await said(page, texts.at(-1)!).waitFor();
  return one;
};
const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });
/** How far below the top of the conversation it stands. */
const placeOf = async (page: Page, what: Locator): Promise<number> =>
  (await what.boundingBox())!.y - (await page.getByRole('log').boundingBox())!.y;
/** Scrolls the conversation so far up from its end. */
const scrollUp = (page: Page, by: number) => page.evaluate(`document.querySelector('[role="log"]').scrollTop = -${by}`);

test('scrolled up one stays in place while older ones load and new ones come; the pill goes to the first new one', async () => {
  const number = '551170000101';
  const texts = Array.from({ length: 50 }, (_, n) => `mensagem ${n}.`);
  const { page } = await inConversation(wide, number, 'Dagmar Fontoura', texts);
  await scrollUp(page, 100_000);
  await said(page, 'mensagem 20.').waitFor({ state: 'attached' });
  await scrollUp(page, 400);
  const seen = said(page, 'mensagem 40.');
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  const before = await placeOf(page, seen);
  await customerWrites(product, number, 'Dagmar Fontoura', `a primeira nova ${'e longa '.repeat(400)}`);
  await customerWrites(product, number, 'Dagmar Fontoura', 'a segunda nova.');
  const pill = page.getByRole('button', { name: '2 novas mensagens' });
  await pill.waitFor();
  expect(Math.abs((await placeOf(page, seen)) - before)).toBeLessThan(2);
  await pill.click();
  await pill.waitFor({ state: 'detached' });
  const line = await placeOf(page, page.getByRole('log').getByText('2 novas mensagens'));
  expect(line).toBeGreaterThan(30); // below the day's mark
  expect(line).toBeLessThan(60);
}, 120_000);

test('what is written without a network outlives the page, and goes out once when the network is back', async () => {
  const number = '551170000102';
  const { page, context } = await inConversation(wide, number, 'Benedito Falcão', ['Alguém aí?']);
  page.on('dialog', (dialog) => void dialog.accept()); // the browser asks before what waits is left
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.reload();
  await field(page).waitFor();
  await context.setOffline(true);
  await page.getByText('Sem internet.', { exact: false }).waitFor();
  for (const text of ['um', 'dois', 'três']) {
    await field(page).fill(text);
    await field(page).press('Enter');
  }
  await field(page).fill('e ainda');
  await page.reload();
  await page.getByText('Não deu para entrar').waitFor(); // the shell is there, from its own cache
  await context.setOffline(false);
  await said(page, 'três').waitFor();
  await page.getByRole('log').getByRole('img', { name: 'Na fila deste aparelho' }).first().waitFor({ state: 'detached' });
  expect(await field(page).inputValue()).toBe('e ainda');
  const own = async () => (await received(product, number)).map((text) => text.split('\n').at(-1));
  for (let tries = 0; tries < 100 && !(await own()).includes('três'); tries += 1) await page.waitForTimeout(100);
  expect((await own()).filter((text) => ['um', 'dois', 'três'].includes(text!))).toEqual(['um', 'dois', 'três']);
}, 120_000);

test('on a phone a message’s tools stay on the screen, however wide its bubble', async () => {
  const words = 'uma mensagem tão comprida que ocupa toda a largura que um balão pode ter neste telefone';
  const { page } = await inConversation(phone, '551170000103', 'Íris Montenegro', [words]);
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
}, 120_000);
