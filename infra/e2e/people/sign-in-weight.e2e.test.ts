import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startOrigin } from '../../embedded/origin.ts';
import { person, phone, sharedBrowser } from '../browser.fixture.ts';
import { START } from '../people.fixture.ts';

/**
 * The budget of the first screen: everything transferred for it, and the part of its script that is never run, uncompressed. react-dom
 * alone is 160 KiB of that.
 */
const budget = { bytes: 145 * 1024, unusedScript: 195 * 1024 };

const dist = join(import.meta.dirname, '../../../pwa/dist');
let origin: Awaited<ReturnType<typeof startOrigin>>;
let browser: Browser;
beforeAll(async () => {
  [origin, browser] = await Promise.all([
    startOrigin({ command: [], projection: [], gateway: [] }, { host: '127.0.0.1', port: 0, dist }),
    sharedBrowser(),
  ]);
}, START);
afterAll(async () => {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  await origin?.close();
}, START);

/** The sign-in screen as a first-time visitor loads it, with its files as transferred. */
const visit = async (address: string) => {
  const { context, page } = await person(browser, phone);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  /** `bytes` with the headers, `body` without them. */
  const files = new Map<string, { path: string; type: string; encoding: string | undefined; bytes: number; body: number }>();
  cdp.on('Network.responseReceived', ({ requestId, response, type }) =>
    files.set(requestId, {
      path: new URL(response.url).pathname,
      type,
      encoding: response.headers['content-encoding'],
      bytes: 0,
      body: Number(response.headers['content-length'] ?? Number.POSITIVE_INFINITY),
    }),
  );
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  await page.coverage.startJSCoverage();
  await page.goto(`http://127.0.0.1:${(origin.server.address() as { port: number }).port}${address}`);
  await page.getByLabel('E-mail').waitFor();
  await page.waitForLoadState('networkidle');
  const covered = await page.coverage.stopJSCoverage();
  return { page, files: [...files.values()], unusedScript: covered.reduce((sum, script) => sum + unusedOf(script), 0), context };
};

type Script = { source?: string; functions: { ranges: { startOffset: number; endOffset: number; count: number }[] }[] };
/** Characters of a script that were not run: of nested ranges, the innermost decides. */
const unusedOf = ({ source = '', functions }: Script): number => {
  const runs = new Uint8Array(source.length).fill(1);
  const ranges = functions.flatMap(({ ranges: own }) => own);
  ranges.sort((a, b) => b.endOffset - b.startOffset - (a.endOffset - a.startOffset));
  for (const { startOffset, endOffset, count } of ranges) runs.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return runs.reduce((sum, run) => sum + 1 - run, 0);
};

test.each(['/login', '/tickets'])('the sign-in requested as %s is within its budget', async (address) => {
  const { files, unusedScript, context } = await visit(address);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  console.info(
    `${address}: ${Math.round(bytes / 1024)} KiB in ${files.length} files, ${Math.round(unusedScript / 1024)} KiB not run`,
  );
  expect(bytes).toBeGreaterThan(50 * 1024);
  expect(bytes).toBeLessThan(budget.bytes);
  expect(unusedScript).toBeLessThan(budget.unusedScript);
  const unpacked = files.filter(
    ({ type, encoding, body }) => /Script|Stylesheet|Document/.test(type) && !encoding && body > 1_500,
  );
  expect(unpacked.map(({ path }) => path)).toEqual([]);
  await context.close();
});

test('while the user signs in, the files of the next screen are already loaded', async () => {
  const { page, context } = await visit('/login');
  const inside = page.waitForResponse(/\/assets\/tickets-screen-[^/]+\.js$/);
  await page.getByLabel('E-mail').focus();
  expect((await inside).ok()).toBe(true);
  await context.close();
});

test('for a signed-in user the page itself preloads the screens behind the sign-in, for others it does not', async () => {
  const { page, context } = await visit('/login');
  const address = new URL('/tickets', page.url()).href;
  // The scripts, which would request them too, are blocked.
  await page.route(/\/assets\/first-[^/]+\.js$/, (route) => route.abort());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const inside = ['app', 'features', 'inside', 'tickets-screen'].map((name) => new RegExp(`^/assets/${name}-[^/]+\\.js$`));
  await page.goto(address);
  expect(asked.filter((path) => inside.some((name) => name.test(path)))).toEqual([]);
  await page.evaluate(`localStorage.setItem('token', 'of no server')`);
  const responses = inside.map((name) => page.waitForResponse((response) => name.test(new URL(response.url()).pathname)));
  await page.goto(address);
  for (const response of await Promise.all(responses)) expect(response.ok()).toBe(true);
  await context.close();
});
