import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Product, startProductOnSharedPostgres } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { customerWrites, enter, keptWords, openBrowser, person, phone, received, toWaiting, wide } from './browser.fixture.ts';
import { wayTo } from './cut-off.fixture.ts';
import { START } from './people.fixture.ts';

let product: Product;
let browser: Browser;
let way: Awaited<ReturnType<typeof wayTo>>;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProductOnSharedPostgres(), openBrowser()]);
  way = await wayTo(product.url);
}, START);
afterAll(async () => {
  await way?.cut();
  await browser?.close();
  await product?.stop();
}, START);

const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const offline = async (context: BrowserContext) => {
  await Promise.all([way.cut(), context.setOffline(true)]);
};
const online = async (context: BrowserContext) => {
  await way.mend();
  await context.setOffline(false);
};
test.each([
  ['wide', wide, '551170000021', 'Zuleide Sampaio'],
  ['on a phone', phone, '551170000022', 'Dagoberto Pires'],
] as const)(
  'opened without a network Prosa shows what was last seen, takes what is written, and goes on by itself, %s',
  async (_, screen, number, name) => {
    const { context, page, problems } = await person(browser, screen);
    await enter(page, way.url, 'ana@prosa.demo');
    await toWaiting(page, screen);
    await customerWrites(product, number, name, 'Vocês abrem no feriado?');
    await page.getByRole('button', { name: `Aceitar ${name}` }).click();
    await bubble(page, 'Vocês abrem no feriado?').waitFor();
    const address = page.url();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await until(async () => (await keptWords(page)).includes('Vocês abrem no feriado?'));
    await page.close();

    await offline(context);
    const later = await context.newPage();
    await later.goto(address);
    await bubble(later, 'Vocês abrem no feriado?').waitFor();
    await later.getByText('Sem internet', { exact: false }).waitFor();
    expect(await later.getByRole('alert').count()).toBe(0);
    const field = later.getByRole('textbox', { name: 'Mensagem', exact: true });
    await field.fill('Abrimos até o meio-dia.');
    await later.getByRole('button', { name: 'Enviar', exact: true }).click();
    await later.getByRole('log').getByRole('img', { name: 'Na fila deste aparelho' }).waitFor();
    await customerWrites(product, number, name, 'Oi?');

    await online(context);
    await bubble(later, 'Oi?').waitFor();
    await later
      .getByRole('log')
      .getByRole('img', { name: /lida|entregue/i })
      .last()
      .waitFor();
    await later.getByText('Sem internet', { exact: false }).waitFor({ state: 'detached' });
    await until(async () => (await received(product, number)).some((text) => text.includes('Abrimos até o meio-dia.')));
    expect(await bubble(later, 'Abrimos até o meio-dia.').count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  },
  180_000,
);

test('of who has signed out nothing is kept, and the next one sees nothing of theirs', async () => {
  const { context, page } = await person(browser, wide);
  await enter(page, way.url, 'admin@prosa.demo');
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  await customerWrites(product, '551170000023', 'Filomena Queirós', 'Segredo de Filomena');
  await page.getByText('Filomena Queirós').first().waitFor();
  await until(async () => (await keptWords(page)).includes('Filomena'));
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/login');
  await until(async () => (await keptWords(page)) === '[]');

  await page.getByLabel('E-mail').fill('bruno@prosa.demo');
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tickets');
  await until(async () => (await keptWords(page)).includes('bruno@prosa.demo'));
  expect(await keptWords(page)).not.toContain('admin@prosa.demo');

  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.evaluate("localStorage.removeItem('token')");
  await page.close();
  await offline(context);
  const later = await context.newPage();
  await later.goto(`${way.url}/tickets`);
  await later.getByRole('heading', { name: 'Entrar' }).waitFor();
  await until(async () => (await keptWords(later)) === '[]');
  await online(context);
  await context.close();
}, 120_000);
