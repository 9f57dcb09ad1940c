import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { type SharedProduct, takeSharedProduct } from '../../testing/shared-product.ts';
import { until } from '../../testing/until.ts';
import { customerWrites, enter, keptConversation, keptWords, received, toWaiting, wide } from '../browser.fixture.ts';
import { wayTo } from '../cut-off.fixture.ts';
import { addressOf, call, comeTo, START, signIn } from '../people.fixture.ts';
import { newProfile, type Running } from '../profile.fixture.ts';

const picture = readFileSync(join(import.meta.dirname, '../../../pwa/public/icons/icon-192.png'));
const [one, other, unopened] = [
  ['551170000931', 'Iolanda Prates'],
  ['551170000932', 'Jurandir Leal'],
  ['551170000933', 'Cremilda Fontes'],
] as const;

let product: SharedProduct;
let way: Awaited<ReturnType<typeof wayTo>>;
const profile = newProfile();
let running: Running;
beforeAll(async () => {
  product = comeTo(await takeSharedProduct());
  way = await wayTo(product.url);
}, START);
afterAll(async () => {
  await running?.kill().catch(() => undefined);
  await way?.cut().catch(() => undefined);
  comeTo(null);
  profile.remove();
}, START);

/** The messages that people (not the system) have sent to a customer, as received. */
const came = async (number: string): Promise<string[]> =>
  (await received(product, number)).filter((text) => !text.startsWith('Olá! Recebemos'));
const log = (page: Page) => page.getByRole('log');
const bubble = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const waits = (page: Page, count: number) =>
  page
    .getByRole('button', { name: `${count} aguardando envio` })
    .first()
    .waitFor();
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await bubble(page, text).waitFor();
};
let isCut = false;
const offline = async () => {
  isCut = true;
  await Promise.all([way.cut(), running.context.setOffline(true)]);
};
const online = async () => {
  if (isCut) await way.mend();
  isCut = false;
  await running.context.setOffline(false);
};
afterEach(async () => {
  await online();
  const blank = await running.context.newPage(); // closing its last page ends a browser
  for (const page of running.context.pages()) if (page !== blank) await page.close();
});
const option = async (page: Page, text: string, name: string) => {
  await bubble(page, text).click({ button: 'right' });
  await page.getByRole('menuitem', { name, exact: true }).click();
};
const open = async (address: string): Promise<Page> => {
  const page = await running.context.newPage();
  await page.goto(address);
  return page;
};
/** Everything in the device's outbox. */
const queued = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('prosa-outbox');
    request.onsuccess = () => {
      const { result } = request;
      if (!result.objectStoreNames.contains('rows')) return resolve(0);
      const all = result.transaction('rows').objectStore('rows').count();
      all.onsuccess = () => { result.close(); resolve(all.result); };
    };
  })`);

/** Ana, with the conversations of both customers accepted, on a device that can open Prosa without a network. */
let addresses: { one: string; other: string };
beforeAll(async () => {
  running = await profile.start();
  const page = await running.context.newPage();
  await page.setViewportSize(wide.viewport);
  await enter(page, way.url, 'ana@prosa.demo');
  const accept = async ([number, name]: typeof one | typeof other) => {
    await customerWrites(product, number, name, `Bom dia, aqui é ${name}`);
    await page.goto(`${way.url}/tickets`);
    await toWaiting(page, wide);
    await page.getByRole('button', { name: `Aceitar ${name}` }).click();
    await bubble(page, `Bom dia, aqui é ${name}`).waitFor();
    return page.url();
  };
  await customerWrites(product, ...unopened, 'Alguém aí?');
  addresses = { one: await accept(one), other: await accept(other) };
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await page.goto(addresses.one);
  await bubble(page, `Bom dia, aqui é ${one[1]}`).waitFor();
  for (const [address, [, name]] of [
    [addresses.one, one],
    [addresses.other, other],
  ] as const)
    await keptConversation(page, address, `Bom dia, aqui é ${name}`);
  // The session is saved to disk: killing the browser later does not sign out.
  await running.close();
  running = await profile.start();
}, START);

test('messages of two tabs without a network survive a killed browser, and are sent once and in order', async () => {
  const [a, b] = [await open(addresses.one), await open(addresses.one)];
  for (const page of [a, b]) await bubble(page, `Bom dia, aqui é ${one[1]}`).waitFor();
  await offline();
  await a.getByText('Sem internet', { exact: false }).waitFor();
  await write(a, 'um');
  await write(a, 'dois');
  await bubble(b, 'dois').waitFor();
  await write(b, 'três');
  await b.locator('input[type=file]').setInputFiles({ name: 'praia.png', mimeType: 'image/png', buffer: picture });
  const tray = b.getByRole('dialog', { name: /^Enviar 1 arquivo/ });
  await tray.getByRole('textbox', { name: 'Legenda' }).fill('a praia');
  await tray.getByRole('button', { name: 'Enviar' }).click();
  await bubble(a, 'a praia').waitFor();
  await a.getByRole('button', { name: 'Observação' }).click();
  await a.getByRole('dialog').getByRole('textbox').fill('só para a equipe');
  await a
    .getByRole('dialog')
    .getByRole('button', { name: /^Enviar/ })
    .click();
  await bubble(b, 'só para a equipe').waitFor();
  await write(a, 'quatro');
  await log(a).getByText('aguardando conexão').first().waitFor();

  await option(a, 'dois', 'Editar');
  await a.getByRole('textbox', { name: 'Texto da mensagem' }).fill('dois e meio');
  await a.getByRole('button', { name: 'Guardar' }).click();
  await bubble(a, 'dois e meio').waitFor();
  await option(b, 'quatro', 'Retirar da fila');
  await bubble(a, 'quatro').waitFor({ state: 'detached' });
  await waits(a, 5);
  await a.getByRole('button', { name: '5 aguardando envio' }).first().click();
  const list = a.getByRole('dialog', { name: 'Aguardando envio' });
  await list.getByText('Observação: só para a equipe').waitFor();
  expect(await list.getByRole('button', { name: /^Retirar/ }).count()).toBe(5);
  expect(await queued(a)).toBe(5);

  await running.kill();
  running = await profile.start();
  const later = await open(addresses.one);
  for (const text of ['um', 'dois e meio', 'três', 'a praia', 'só para a equipe']) await bubble(later, text).waitFor();
  expect(await came(one[0])).toEqual([]);

  await online();
  await until(async () => (await came(one[0])).length >= 4);
  expect(await came(one[0])).toEqual(['um', 'dois e meio', 'três', 'a praia'].map(expect.stringContaining));
  await until(async () => (await queued(later)) === 0);
  for (const text of ['um', 'dois e meio', 'três', 'a praia', 'só para a equipe'])
    await until(async () => (await bubble(later, text).count()) === 1);
  expect(await bubble(later, 'quatro').count()).toBe(0);
  expect((await came(one[0])).length).toBe(4);
}, 240_000);

test('a picture that was shown is shown without a network too; a conversation that was never opened says so', async () => {
  const page = await open(addresses.one);
  const isDrawn = () =>
    page.evaluate("[...document.querySelectorAll('[role=log] img')].some((image) => image.complete && image.naturalWidth > 0)");
  await until(isDrawn);
  await until(() => page.evaluate("caches.open('prosa-media').then(async (cache) => (await cache.keys()).length > 1)"));
  await toWaiting(page, wide);
  await page.getByText(unopened[1]).first().waitFor();
  await keptConversation(page, addresses.one, 'a praia');
  await until(async () => (await keptWords(page)).includes(unopened[1]));
  const { token } = await signIn(product.url, 'super@prosa.demo');
  const waiting = await call<{ tickets: TicketView[] }>(product.url, 'GET /tickets?status=pending&showAll=true', { token });
  const ticket = waiting.body.tickets.find(({ contact }) => contact.name === unopened[1])!;
  await offline();
  await page.reload();
  await bubble(page, 'a praia').waitFor();
  await until(isDrawn);
  await page.goto(`${way.url}/tickets/${ticket.id}`);
  await page.getByText('Esta conversa ainda não está neste aparelho').waitFor();
});

test('waiting messages are sent in the background while no tab is open', async () => {
  const page = await open(addresses.one);
  await bubble(page, 'três').waitFor();
  await offline();
  await write(page, 'do fundo');
  await until(async () => (await queued(page)) === 1);
  const origin = new URL(way.url).origin;
  const blank = await open('about:blank');
  for (const tab of running.context.pages()) if (tab !== blank) await tab.close();
  await online();
  const cdp = await running.context.newCDPSession(blank);
  let registrationId: string | undefined;
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId ??= registrations.find(({ scopeURL }) => scopeURL.startsWith(origin))?.registrationId;
  });
  await cdp.send('ServiceWorker.enable');
  await until(() => registrationId !== undefined);
  await cdp.send('ServiceWorker.dispatchSyncEvent', {
    origin,
    registrationId: registrationId!,
    tag: 'prosa-outbox',
    lastChance: false,
  });
  const times = async () => (await came(one[0])).filter((text) => text.includes('do fundo')).length;
  await until(async () => (await times()) > 0);
  const later = await open(addresses.one);
  await bubble(later, 'do fundo').waitFor();
  await until(async () => (await queued(later)) === 0);
  expect([await times(), await bubble(later, 'do fundo').count()]).toEqual([1, 1]);
});

test('a refused message stays with its reason and its buttons, and does not block other tickets', async () => {
  const [a, b] = [await open(addresses.one), await open(addresses.other)];
  for (const [page, name] of [
    [a, one[1]],
    [b, other[1]],
  ] as const)
    await bubble(page, `Bom dia, aqui é ${name}`).waitFor();
  await offline();
  await write(a, 'tarde demais');
  await write(b, 'em tempo');
  const { token } = await signIn(product.url, 'super@prosa.demo');
  const ticketId = new URL(addresses.one).pathname.split('/').at(-1)!;
  expect((await call(product.url, `PUT /tickets/${ticketId}`, { token, body: { status: 'closed' } })).status).toBe(200);
  await online();
  await until(async () => (await received(product, other[0])).some((text) => text.includes('em tempo')));
  await log(a).getByText('Só é possível escrever em um atendimento aberto.').waitFor();
  await waits(a, 1);
  await log(a).getByRole('button', { name: 'descartar' }).click();
  await bubble(a, 'tarde demais').waitFor({ state: 'detached' });
  await until(async () => (await queued(a)) === 0);
  expect((await received(product, one[0])).join()).not.toContain('tarde demais');
});

test('signing out asks first; then the messages are deleted and never sent', async () => {
  const page = await open(addresses.other);
  await bubble(page, 'em tempo').waitFor();
  await offline();
  await write(page, 'nunca enviada');
  await until(async () => (await queued(page)) === 1);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.getByText('1 mensagem ainda não foi enviada.').waitFor();
  await page.getByRole('button', { name: 'Sair e descartar' }).click();
  await page.getByRole('heading', { name: 'Entrar' }).waitFor();
  await until(async () => (await queued(page)) === 0);
  await until(() => page.evaluate("caches.has('prosa-media').then((has) => !has)"));
  await online();
  await enter(page, way.url, 'bruno@prosa.demo');
  await page.goto(addresses.other);
  await until(async () => (await keptWords(page)).includes(addressOf('bruno@prosa.demo')));
  expect([await page.getByText('nunca enviada').count(), (await received(product, other[0])).join()]).toEqual([
    0,
    expect.not.stringContaining('nunca enviada'),
  ]);
});
