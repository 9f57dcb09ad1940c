import type { BrowserContext, Page } from 'playwright-core';
import { type PushService, startPushService } from '../../testing/push-service.ts';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { customerWrites, enter, phone, received, stage, toWaiting, wide } from '../browser.fixture.ts';

// The product reads it when it starts.
const push: PushService = await startPushService();
process.env.PROSA_PUSH_SERVICES = push.origin;
afterAll(() => push.close());
const the = stage(undefined, { own: true, whole: true });

type Told = { title: string; body: string; tag: string; data: Record<string, unknown> };
const told = (page: Page): Promise<Told[]> =>
  page.evaluate(`navigator.serviceWorker.ready.then((one) => one.getNotifications())
    .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, data })))`);
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem', exact: true });

/** Delivers an unencrypted push to the browser, as its push service would. */
const deliver = async (page: Page, notice: object): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: the.product.url,
    registrationId,
    data: JSON.stringify(notice),
  });
  await session.detach();
};

/** Repeats a push until its notification is shown: DevTools may drop one while the worker is starting, which a push service would not. */
const shows = (page: Page, notice: object, fits: (one: Told) => boolean): Promise<boolean> =>
  until(async () => {
    await deliver(page, notice);
    return until(async () => (await told(page)).some(fits), 5_000).catch(() => false);
  });

/**
 * Simulates a click on a ticket's notification: only the system itself can make a real one. `offline`: the worker has no network from then
 * on; the browser's own emulation would not apply to a restarted worker.
 */
const act = async (
  context: BrowserContext,
  tag: string,
  action: string,
  reply: string,
  { offline = false } = {},
): Promise<void> => {
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(
    `self.registration.getNotifications({ tag: ${JSON.stringify(tag)} }).then(([notification]) => {
      if (${offline}) self.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
      const event = new NotificationEvent('notificationclick', { notification, action: ${JSON.stringify(action)}, reply: ${JSON.stringify(reply)} });
      // A made-up event has no lifetime to be extended.
      event.waitUntil = (work) => work.catch(() => undefined);
      self.dispatchEvent(event);
    })`,
  );
};

/**
 * A user whose browser may show notifications. The push service is the test's own: a browser under test can reach no real one, so the page
 * gets a subscription of this service.
 */
const comes = async (screen: typeof wide | typeof phone, device = push.device()) => {
  const page = await the.comes(screen, { serviceWorkers: 'allow' });
  const { endpoint, keys, name } = device;
  await page.context().grantPermissions(['notifications'], { origin: the.product.url });
  await page.addInitScript(`
    let made = null;
    window.badges = [];
    navigator.setAppBadge = async (count) => void window.badges.push(count);
    navigator.clearAppBadge = async () => void window.badges.push(0);
    const subscription = {
      options: {},
      toJSON: () => (${JSON.stringify({ endpoint, keys })}),
      unsubscribe: async () => { made = null; return true; },
    };
    PushManager.prototype.subscribe = async () => (made = subscription);
    PushManager.prototype.getSubscription = async () => made;
  `);
  return { page, device: name };
};
const switchOn = async (page: Page, look = false) => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
  await page.getByRole('button', { name: /^Notificações:/ }).click();
  const notices = page.getByRole('switch', { name: 'Notificações neste aparelho' });
  await notices.click();
  await page.getByText('Ligadas, também com o Prosa fechado.').waitFor();
  expect(await notices.isChecked()).toBe(true);
  if (look) expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
};
const pushedTo = async (device: string, text: string) => {
  let found: PushService['pushed'][number] | undefined;
  await until(() => {
    found = push.pushed.find((one) => one.device === device && one.notice.text === text);
    return found !== undefined;
  });
  return found!.notice;
};

test.each([
  ['wide', wide, '551170000051', 'Quitéria Lobo'],
  ['on a phone', phone, '551170000052', 'Baltasar Nunes'],
] as const)(
  'messages are one notification, from which they are answered; an answer that cannot be sent becomes the draft, %s',
  async (_, screen, number, name) => {
    const { page, device } = await comes(screen);
    await enter(page, the.product.url, 'ana@prosa.demo');
    await switchOn(page, true);
    await toWaiting(page, screen);
    await customerWrites(the.product, number, name, 'Oi');
    await shows(page, await pushedTo(device, 'Oi'), ({ title }) => title === `Nova mensagem de ${name}`);

    await page.getByRole('button', { name: `Aceitar ${name}` }).click();
    await bubble(page, 'Oi').waitFor();
    // The ticket is on the screen and read: its notification is closed, and the next one is not shown.
    await until(async () => (await told(page)).every(({ title }) => !title.includes(name)));
    const ticket = page.url().split('/').at(-1)!;
    const first = {
      why: 'message',
      ticketId: ticket,
      userId: (await pushedTo(device, 'Oi')).userId,
      language: 'pt',
      name,
      kind: null,
      mayAnswer: true,
    };
    await deliver(page, { ...first, seq: 100, unread: 1, text: 'Está na tela' });
    const elsewhere = { ...first, ticketId: 'another', seq: 101, unread: 1, name: 'Outra', text: 'Não está' };
    await shows(page, elsewhere, ({ tag }) => tag === 'another');
    expect((await told(page)).filter(({ tag }) => tag === ticket)).toEqual([]);

    await page.goto(`${the.product.url}/contacts`);
    await page.getByRole('banner').waitFor();
    await customerWrites(the.product, number, name, 'Tem bolo?');
    const asked = await pushedTo(device, 'Tem bolo?');
    expect(asked).toMatchObject({ mayAnswer: true, unread: 1, ticketId: ticket });
    await shows(page, asked, ({ body }) => body === 'Tem bolo?');
    await customerWrites(the.product, number, name, 'De fubá');
    const both = await pushedTo(device, 'De fubá');
    await shows(page, both, ({ body }) => body === 'De fubá');
    const own = (await told(page)).filter(({ tag }) => tag === ticket);
    expect(own).toMatchObject([{ title: `2 novas mensagens de ${name}`, body: 'De fubá' }]);
    await until(async () => ((await page.evaluate('window.badges')) as number[]).some((count) => count > 0));

    await act(page.context(), ticket, 'reply', 'Temos sim!');
    await until(async () => (await received(the.product, number)).some((text) => text.includes('Temos sim!')));
    await until(async () => (await told(page)).every(({ tag }) => tag !== ticket));

    // Without a network the answer stays in the notification, and is copied into the draft.
    await shows(page, { ...both, seq: (both.seq as number) + 1 }, ({ tag }) => tag === ticket);
    await act(page.context(), ticket, 'reply', 'E de cenoura também', { offline: true });
    await until(async () =>
      (await told(page)).some(({ title, body }) => title === 'A resposta não foi enviada' && body === 'E de cenoura também'),
    );
    await page.goto(`${the.product.url}/tickets/${ticket}`);
    await until(async () => (await field(page).inputValue()) === 'E de cenoura também');
    expect((await received(the.product, number)).filter((text) => text.includes('Temos sim!'))).toHaveLength(1);
  },
  180_000,
);

test('the browser tells of a message in another conversation, and of none in that which is looked at', async () => {
  const page = await the.comes(wide, { serviceWorkers: 'allow' });
  await page.context().grantPermissions(['notifications'], { origin: the.product.url });
  await enter(page, the.product.url, 'ana@prosa.demo');
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
  await toWaiting(page, wide);
  await customerWrites(the.product, '551170000011', 'Íris Montenegro', 'Bom dia!');
  await page.getByRole('button', { name: 'Aceitar Íris Montenegro' }).click();
  await bubble(page, 'Bom dia!').waitFor();
  await customerWrites(the.product, '551170000011', 'Íris Montenegro', 'Ainda está aí?');
  await bubble(page, 'Ainda está aí?').waitFor();
  await customerWrites(the.product, '551170000012', 'Luiz Fernando', 'Boa tarde!');
  await until(async () =>
    (await told(page)).some(({ title, body }) => `${title}: ${body}` === 'Nova mensagem de Luiz Fernando: Boa tarde!'),
  );
  expect((await told(page)).filter(({ body }) => body.includes('Ainda está aí?'))).toEqual([]);
});

test('of who has signed out nothing is told, and the badge is gone', async () => {
  const { page, device } = await comes(wide);
  await enter(page, the.product.url, 'admin@prosa.demo');
  await switchOn(page);
  await customerWrites(the.product, '551170000053', 'Firmina Reis', 'Segredo');
  const notice = await pushedTo(device, 'Segredo');
  await shows(page, notice, ({ body }) => body === 'Segredo');
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Sair' }).click();
  await page.waitForURL('**/login');
  await until(async () => (await told(page)).length === 0);
  await until(async () => ((await page.evaluate('window.badges')) as number[]).at(-1) === 0);
  expect(await page.evaluate('caches.has("prosa-own")')).toBe(false);
  await deliver(page, notice);
  await deliver(page, { ...notice, ticketId: 'x' });
  expect(await told(page)).toEqual([]);
});

test('content shared from another app survives the sign-in and a reload, and fills the draft and the tray of the chosen ticket', async () => {
  const number = '551170000054';
  const { page } = await comes(phone);
  await page.goto(`${the.product.url}/login`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => null)');
  await page.reload();
  await page.waitForFunction('navigator.serviceWorker.controller !== null');
  await page.evaluate(`(() => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'POST', action: '/share', enctype: 'multipart/form-data' });
    const add = (name, more) => form.append(Object.assign(document.createElement('input'), { name, ...more }));
    add('title', { value: 'Cardápio' });
    add('text', { value: 'Veja só' });
    add('url', { value: 'https://padaria.test/cardapio' });
    const files = new DataTransfer();
    files.items.add(new File(['um bolo'], 'bolo.txt', { type: 'text/plain' }));
    files.items.add(new File([], 'vazio.txt', { type: 'text/plain' }));
    add('files', { type: 'file', multiple: true });
    form.elements.files.files = files.files;
    document.body.append(form);
    form.submit();
  })()`);
  await page.getByLabel('E-mail').fill('ana@prosa.demo');
  await page.getByLabel('Senha', { exact: true }).fill('prosa-demo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('heading', { name: 'Compartilhar em um atendimento' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/share');

  await page.goto(`${the.product.url}/tickets`);
  await toWaiting(page, phone);
  await customerWrites(the.product, number, 'Heitor Sá', 'Tem cardápio?');
  await page.getByRole('button', { name: 'Aceitar Heitor Sá' }).click();
  await bubble(page, 'Tem cardápio?').waitFor();
  await page.goto(`${the.product.url}/share`);
  await page.getByText('Veja só').waitFor();
  await page.getByText('O arquivo está vazio e não será anexado.').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('textbox', { name: /Buscar/ }).fill('Heitor');
  await page.getByRole('button', { name: /Heitor Sá/ }).click();

  const tray = page.getByRole('dialog');
  await tray.getByText('bolo.txt', { exact: false }).first().waitFor();
  expect(await tray.getByText('vazio.txt', { exact: false }).count()).toBe(0);
  await tray.getByRole('button', { name: 'Enviar', exact: true }).click();
  await until(async () => (await field(page).inputValue()) === 'Cardápio\nVeja só\nhttps://padaria.test/cardapio');
  await page.goto(`${the.product.url}/share`);
  await page.getByRole('heading', { name: 'Nada para compartilhar' }).waitFor();
});
