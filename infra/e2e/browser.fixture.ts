import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { LauncherOptions } from '../embedded/launcher.ts';
import { findChromium, HEADLESS_SHELL } from '../testing/chromium.ts';
import { onceAWorker } from '../testing/once-a-worker.ts';
import { type Product, startProductOnSharedPostgres } from '../testing/product.ts';
import { type SharedProduct, takeSharedProduct } from '../testing/shared-product.ts';
import { until } from '../testing/until.ts';
import { addressOf, comeTo, START } from './people.fixture.ts';

/**
 * Features to disable in the browser. Only the last such list counts, so Playwright's own list (chromiumSwitches.ts, without entries for
 * Edge or other systems) is repeated here; the two popups of the address bar, which nobody sees, cost each window more than the page that
 * it shows.
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

/** Path of the browser, as `npm test` installs it. */
export const chromiumPath = (): string => {
  const path = findChromium();
  if (!path) throw new Error('There is no Chromium. `npm test` installs one; or name one in CHROMIUM.');
  return path;
};

/**
 * Starts a real browser. For tests it is Chromium without its own windows and toolbars, where Debian's package for that is installed: the
 * pages are the same, and a page costs a third less processor time. Notifications and the microphone need the whole.
 */
export const openBrowser = ({ whole = false } = {}): Promise<Browser> => {
  const executablePath = whole || process.env.CHROMIUM || !existsSync(HEADLESS_SHELL) ? chromiumPath() : HEADLESS_SHELL;
  const args = [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    `--disable-features=${leftOut.join(',')}`,
    '--use-fake-device-for-media-stream', // a microphone that beeps; the permission prompt stays as usual
  ];
  return chromium.launch({ executablePath, args });
};

let opened = onceAWorker(() => openBrowser());
/** The browser that all test files of a jest worker share: who comes has a context of their own. A crashed one is followed by another. */
export const sharedBrowser = async (): Promise<Browser> => {
  const browser = await opened();
  if (browser.isConnected()) return browser;
  opened = onceAWorker(() => openBrowser());
  return opened();
};

/** How long a page may take for anything, as `until` has it: two cores run three test files, and stall now and then. Speed is for benchmarks. */
const WAIT_MS = 40_000;

export const wide = { viewport: { width: 1440, height: 900 } };
export type Screen = typeof wide | typeof phone;
export const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/**
 * A browser context of its own, in Portuguese; `problems` collects the errors of its console and its calls. It has no service worker unless
 * `serviceWorkers: 'allow'` is set: precaching the whole app takes as long as showing it.
 */
export const person = async (
  browser: Browser,
  screen: Screen,
  more: { colorScheme?: 'light' | 'dark'; locale?: string; serviceWorkers?: 'allow' | 'block' } = {},
) => {
  const common = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo', serviceWorkers: 'block' } as const;
  const context = await browser.newContext({ ...screen, ...common, ...more });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    // Refused calls and the disconnected network are caused by the test itself; the browser reports each as an error.
    const isOwn = message.text().startsWith('Failed to load resource') || message.text().includes('ERR_INTERNET_DISCONNECTED');
    if (message.type() === 'error' && !isOwn) problems.push(message.text());
  });
  return { context, page, problems };
};
export type Person = { context: BrowserContext; page: Page; problems: string[] };

/**
 * For a whole test file: a company of its own in the product that test files share, the browser that they share, and the people whom a test
 * adds. After each test they leave, and none of their screens may have reported an error. `own`: a product that reads this process's
 * environment when it starts, perhaps with options of its own. `whole`: the whole browser, of this file alone.
 */
export const stage = (
  prepare: (product: SharedProduct) => Promise<void> = async () => undefined,
  { own = false, whole = false }: { own?: boolean | Partial<LauncherOptions>; whole?: boolean } = {},
) => {
  let product: SharedProduct | undefined;
  let stop: (() => Promise<void>) | undefined;
  let wholeBrowser: Browser | undefined;
  const people: Person[] = [];
  beforeAll(async () => {
    const start = async () => {
      if (!own) return comeTo(await takeSharedProduct());
      const { stop: end, ...rest } = await startProductOnSharedPostgres(own === true ? {} : own);
      stop = end;
      return { ...rest, addressOf: (email: string) => email };
    };
    [product, wholeBrowser] = await Promise.all([start(), whole ? openBrowser({ whole }) : undefined]);
    await prepare(product);
  }, START);
  afterEach(async () => {
    const problems = people.flatMap((one) => one.problems);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(problems).toEqual([]);
  });
  afterAll(async () => {
    comeTo(null);
    await wholeBrowser?.close();
    await stop?.();
  }, START);
  const comes = async (screen: Screen, more?: Parameters<typeof person>[2]): Promise<Page> => {
    // Asked for each time: one that has crashed is followed by another.
    const one = await person(wholeBrowser ?? (await sharedBrowser()), screen, more);
    people.push(one);
    return one.page;
  };
  return {
    get product(): SharedProduct {
      return product!;
    },
    comes,
    /** Somebody who is signed in opens a screen by its address. */
    opens: async (email: string, path: string, screen: Screen, more?: Parameters<typeof person>[2]): Promise<Page> => {
      const page = await comes(screen, more);
      await opensSignedIn(page, product!.url, email, path);
      return page;
    },
  };
};

/**
 * Opens a screen signed in by the call alone, which leaves in the browser what the form leaves there: for people who are asked for nothing
 * at the door. `next`: once they are done with a ticket, their next one opens.
 */
export const opensSignedIn = async (
  page: Page,
  url: string,
  email: string,
  path: string,
  { next = false } = {},
): Promise<void> => {
  const data = { email: addressOf(email), password: 'prosa-demo' };
  // The call shares the cookies of the browser's pages.
  const answer = await page.context().request.post(`${url}/api/auth/login`, { data });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
  const { token, user } = (await answer.json()) as { token: string; user: { id: string } };
  // As the sign-in of the demo does, whose campaigns are on.
  const stored = await page.addInitScript(
    `localStorage.setItem('token', ${JSON.stringify(token)}); localStorage.setItem('cshow', 'true');
    localStorage.setItem('staysAfter', ${JSON.stringify(next ? '' : user.id)})`,
  );
  await page.goto(`${url}${path}`);
  await stored.dispose();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
};

/** Comes to the tickets signed in, whose screen can then be used: an administrator's first screen is another. */
export const enter = async (page: Page, url: string, email: string, more: { next?: boolean } = {}): Promise<void> => {
  await opensSignedIn(page, url, email, '/tickets', more);
  // A key pressed before that has no effect.
  await page.getByRole('banner').waitFor();
};

/** Goes from the first screen after a sign-in to the waiting tickets. */
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

/**
 * Lets the second pass in which buttons with serious effects ignore a press: a pointer or key has just been used there for something else.
 * Where a pointer was, a press of Enter on the button needs no such wait.
 */
export const calm = (page: Page): Promise<void> => page.waitForTimeout(1_100);

let written = 0;
/** Writes as a customer on the demo's connection. */
export const customerWrites = async (
  product: Pick<Product, 'url' | 'demo'>,
  from: string,
  name: string,
  text: string,
): Promise<void> => {
  const { id, token } = product.demo.connection;
  const answer = await fetch(`${product.url}/webhooks/simulator/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: `${from}-${++written}`, type: 'text', from, name, text, at: new Date().toISOString() }),
  });
  if (answer.status !== 202) throw new Error(`The webhook answered ${answer.status}`);
};

/** Returns what that customer has received so far and still has. */
export const received = async (product: Pick<Product, 'url' | 'demo'>, to: string): Promise<string[]> => {
  const { id, token } = product.demo.connection;
  const answer = await fetch(`${product.url}/webhooks/simulator/${id}/delivered?to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const came = (await answer.json()) as { text: string; deleted: boolean }[];
  return came.filter(({ deleted }) => !deleted).map(({ text }) => text);
};

/** Returns everything that this device has stored of what was seen. */
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

/** Waits until this device has stored words of the conversation at an address. They stand in the list of tickets too, which is stored apart. */
export const keptConversation = (page: Page, address: string, words: string): Promise<unknown> =>
  until(async () => {
    const rows = JSON.parse((await keptWords(page)) || '[]') as { name: string }[];
    const own = rows.find(({ name }) => name === `messages/${address.split('/').at(-1)}`);
    return JSON.stringify(own ?? '').includes(words);
  });
