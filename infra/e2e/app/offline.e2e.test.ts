import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type SharedProduct, takeSharedProduct } from '../../testing/shared-product.ts';
import { until } from '../../testing/until.ts';
import { customerWrites, enter, keptWords, person, phone, received, sharedBrowser, toWaiting, wide } from '../browser.fixture.ts';
import { wayTo } from '../cut-off.fixture.ts';
import { LAST, LATER, UNANSWERED, withLaterBuild } from '../later-build.fixture.ts';
import { addressOf, comeTo, START } from '../people.fixture.ts';

const picture = readFileSync(join(import.meta.dirname, '../../../pwa/public/icons/icon-192.png'));

let product: SharedProduct;
let browser: Browser;
let way: Awaited<ReturnType<typeof wayTo>>;
let builds: Awaited<ReturnType<typeof withLaterBuild>>;
beforeAll(async () => {
  [product, browser] = await Promise.all([takeSharedProduct().then(comeTo), sharedBrowser()]);
  way = await wayTo(product.url);
  builds = await withLaterBuild(product.url);
}, START);
afterAll(async () => {
  await way?.cut();
  await builds?.close();
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()));
  comeTo(null);
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
  'opened without a network Prosa shows the last known data, accepts messages, and continues when the network is back, %s',
  async (_, screen, number, name) => {
    const { context, page, problems } = await person(browser, screen, { serviceWorkers: 'allow' });
    // Shown records are stored every three seconds, and when the page is left: here the three seconds never pass.
    await page.addInitScript(
      'const later = setTimeout; globalThis.setTimeout = (work, ms, ...more) => later(work, ms === 3_000 ? 3_600_000 : ms, ...more);',
    );
    await enter(page, way.url, 'ana@prosa.demo');
    await toWaiting(page, screen);
    await customerWrites(product, number, name, 'Vocês abrem no feriado?');
    await page.getByRole('button', { name: `Aceitar ${name}` }).click();
    await bubble(page, 'Vocês abrem no feriado?').waitFor();
    const address = page.url();
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })]); // as a person closes it

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

test('after a sign-out nothing of the user is stored, and the next user sees nothing of theirs', async () => {
  const { context, page } = await person(browser, wide, { serviceWorkers: 'allow' });
  await enter(page, way.url, 'admin@prosa.demo');
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  await customerWrites(product, '551170000023', 'Filomena Queirós', 'Segredo de Filomena');
  await page.getByText('Filomena Queirós').first().waitFor();
  await until(async () => (await keptWords(page)).includes('Filomena'));
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/login');
  await until(async () => (await keptWords(page)) === '[]');

  await page.getByLabel('E-mail').fill(addressOf('bruno@prosa.demo'));
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.waitForURL('**/tickets');
  await until(async () => (await keptWords(page)).includes(addressOf('bruno@prosa.demo')));
  expect(await keptWords(page)).not.toContain(addressOf('admin@prosa.demo'));

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
});

/** Addresses of what the service worker has kept of the files of messages. */
const KEPT = `caches.open('prosa-media').then((cache) => cache.keys()).then((all) => all.map(({ url }) => url))`;

test('a picture on its way outlives a reload; a new version waits for the next one, takes over although the old one is busy, and leaves the draft', async () => {
  const [number, name] = ['551170000024', 'Aparecida Torres'];
  const { context, page, problems } = await person(browser, wide, { serviceWorkers: 'allow' });
  await enter(page, builds.url, 'super@prosa.demo');
  await toWaiting(page, wide);
  await customerWrites(product, number, name, 'Como ficou?');
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await bubble(page, 'Como ficou?').waitFor();
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const send = async (file: string) => {
    await page.locator('input[type=file]').setInputFiles({ name: file, mimeType: 'image/png', buffer: picture });
    const tray = page.getByRole('dialog', { name: /^Enviar 1 arquivo/ });
    await tray.getByRole('button', { name: 'Enviar' }).click();
  };
  /** Drawn from the bytes on this device. */
  const isPreviewed = async (file: string) => {
    const preview = page.getByRole('log').locator('[data-waiting]').getByRole('img', { name: file });
    await preview.waitFor();
    await until(() => preview.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth === 192));
  };
  const isTaken = (file: string) =>
    page
      .getByRole('log')
      .getByRole('button', { name: `Abrir ${file}` })
      .waitFor();

  let goOn = builds.holdUploads();
  await send('mesa.png');
  await isPreviewed('mesa.png');
  await until(() => builds.uploads() > 0);
  const before = builds.uploads();
  await page.reload();
  await isPreviewed('mesa.png');
  await until(() => builds.uploads() > before);
  goOn();
  await isTaken('mesa.png');

  goOn = builds.holdUploads();
  await send('pe.png');
  const strip = page.getByRole('list', { name: 'Arquivos a caminho' });
  await strip.getByRole('progressbar', { name: 'Enviando pe.png' }).waitFor();
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('E a cadeira fica pronta na');
  const acceptNext = async () => {
    builds.release();
    await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => true)');
    await page.getByText('Nova versão disponível').waitFor();
    await page.getByRole('button', { name: 'Atualizar' }).click();
  };
  await acceptNext();
  await page.getByText('A nova versão entra assim que a gravação ou os arquivos terminarem.').waitFor();
  expect([await page.locator(LATER).count(), await strip.count()]).toEqual([0, 1]);
  const kept = await page.evaluate<string[]>(KEPT);
  expect(kept).not.toEqual([]);
  await page.evaluate(`void fetch('${UNANSWERED}').catch(() => undefined)`);
  await until(() => builds.isAsked());
  goOn();
  await page.locator(LATER).waitFor({ state: 'attached', timeout: 60_000 });
  await until(async () => (await field.inputValue()) === 'E a cadeira fica pronta na');
  await isTaken('pe.png');
  expect(await page.evaluate<string[]>(KEPT)).toEqual(expect.arrayContaining(kept));
  expect(await page.evaluate('navigator.serviceWorker.getRegistration().then((one) => one?.waiting ?? null)')).toBe(null);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  expect(await page.getByText('Nova versão disponível').count()).toBe(0);
  await acceptNext();
  await page.locator(LAST).waitFor({ state: 'attached' });

  const { id, token } = product.demo.connection;
  const headers = { authorization: `Bearer ${token}` };
  const files = await until(async () => {
    const answer = await fetch(`${product.url}/webhooks/simulator/${id}/delivered?to=${number}`, { headers });
    const all = ((await answer.json()) as { media: { filename: string; size: number } | null }[]).flatMap(
      ({ media }) => media ?? [],
    );
    return all.length > 1 && all.map(({ filename, size }) => [filename, size]);
  });
  expect(files).toEqual([
    ['mesa.png', picture.length],
    ['pe.png', picture.length],
  ]);
  expect(problems).toEqual([]);
  await context.close();
}, 180_000);
