import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Product, startProductOnSharedPostgres } from '../testing/product.ts';
import { START } from './people.fixture.ts';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * What the browser leaves out. The last such list counts, so Playwright's own (chromiumSwitches.ts, without what is Edge's or another
 * system's) stands here too; the two popups of the address bar, which nobody sees, cost each window more than the page that it shows.
 */
const leftOut = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

/** A real browser, as `npm test` installs it. */
export const openBrowser = (): Promise<Browser> => {
  const executablePath = places.find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('There is no Chromium. `npm test` installs one; or name one in CHROMIUM.');
  const args = ['--no-sandbox', '--disable-dev-shm-usage', `--disable-features=${leftOut.join(',')}`];
  return chromium.launch({ executablePath, args });
};

export const wide = { viewport: { width: 1440, height: 900 } };
export type Screen = typeof wide | typeof phone;
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** A browser of its own, in Portuguese; `problems` collects what its console and its calls complained of. */
export const person = async (
  browser: Browser,
  screen: Screen,
  more: { colorScheme?: 'light' | 'dark'; locale?: string; serviceWorkers?: 'allow' | 'block' } = {},
) => {
  const context = await browser.newContext({ ...screen, locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', ...more });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // A refused call and a network that was taken away are the test's own doing; the browser reports each as an error.
    const isOwn = message.text().startsWith('Failed to load resource') || message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (message.type() === 'error' && !isOwn) problems.push(message.text());
  });
  return { context, page, problems };
};
export type Person = { context: BrowserContext; page: Page; problems: string[] };

/**
 * For a whole file of tests: the product and a browser, and the people whom a test lets come. After each test they leave, and none of
 * their screens may have complained.
 */
export const stage = (prepare: (product: Product) => Promise<void> = async () => undefined) => {
  let product: Product | undefined;
  let browser: Browser | undefined;
  const people: Person[] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProductOnSharedPostgres(), openBrowser()]);
    await prepare(product);
  }, START);
  afterEach(async () => {
    const problems = people.flatMap((one) => one.problems);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  }, START);
  return {
    get product(): Product {
      return product!;
    },
    comes: async (screen: Screen, more?: Parameters<typeof person>[2]): Promise<Page> => {
      const one = await person(browser!, screen, more);
      people.push(one);
      return one.page;
    },
  };
};

/** Signs in by the form, as a person does. */
export const enter = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(url);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tickets');
  // What is behind the sign-in may still be on its way: a key pressed before it is there goes nowhere.
  await page.getByRole('banner').waitFor();
};

/** From the first screen after a sign-in to the tickets that wait. */
export const toWaiting = async (page: Page, screen: Screen): Promise<void> => {
  if (screen === phone) {
    await page.getByRole('tab', { name: 'Ticket', exact: true }).click();
    await page.getByRole('button', { name: 'Selecionar Ticket' }).click();
  }
  await page
    .getByRole('tab', { name: /^Aguardando/ })
    .or(page.getByRole('radio', { name: /^Aguardando/ }))
    .click();
};

let written = 0;
/** A customer writes on the demo's connection. */
export const customerWrites = async (product: Product, from: string, name: string, text: string): Promise<void> => {
  const { id, token } = product.demo.connection;
  const answer = await fetch(`${product.url}/webhooks/simulator/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `${from}-${++written}`, type: 'text', from, name, text, at: new Date().toISOString() }),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}`);
};

/** What that customer has received so far. */
export const received = async (product: Product, to: string): Promise<string[]> => {
  const { id, token } = product.demo.connection;
  const answer = await fetch(`${product.url}/webhooks/simulator/${id}/delivered?to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { text: string }[]).map(({ text }) => text);
};

/** Everything that this device keeps of what was seen. */
export const keptWords = (page: Page): Promise<string> =>
  page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('prosa');
    request.onsuccess = () => {
      const { result } = request;
      const end = (words) => { result.close(); resolve(words); };
      if (!result.objectStoreNames.contains('kept')) return end('');
      const all = result.transaction('kept').objectStore('kept').getAll();
      all.onsuccess = () => end(JSON.stringify(all.result));
    };
  })`);
