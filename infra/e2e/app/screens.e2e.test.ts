import type { Page } from 'playwright-core';
import { wav } from '../../runtime/media/clips.fixture.ts';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { enter, phone, stage, wide } from '../browser.fixture.ts';
import { outside, ringless, tooSmall } from '../controls.fixture.ts';
import { firstLoad } from '../first-load.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { customer, openTicket, signIn, type User } from '../people.fixture.ts';

/**
 * Every screen holds WCAG 2.2 AA, wide in the light theme and on a phone in the dark one. Rules beyond that for every control: it has a
 * focus ring, it stays within its box whatever people are called, and on a phone it is large enough for a finger. Of a narrower window
 * nothing is cut off, and nothing lies over anything else.
 */

const LONG = 'Maria Aparecida Conceição dos Santos Albuquerque e';
/** Script that comes before the list of tickets can be used, gzipped. */
const LIST_BYTES = 200_000;
/** The narrowest window that has to do, and a window of 1280 by 720 at 200 %. */
const NARROWEST = [320, 640] as const;
const ZOOMED = [640, 360] as const;
/** The screens that are seen first and most are checked in either size in both themes. */
const IN_BOTH_THEMES = ['sign-in', 'waiting', 'conversation'];
let ana: User;
let ticketId: string;

const the = stage(async (product) => {
  const admin = await signIn(product.url, 'admin@prosa.demo');
  const queue = await admin.call<{ id: string }>('POST /queue', {
    name: LONG.slice(0, 50),
    color: '#123456',
    greetingMessage: '',
  });
  expect([queue.status, queue.body]).toMatchObject([201, {}]);
  const user = await admin.call('POST /users', {
    name: LONG.slice(0, 50),
    email: 'maria@prosa.demo',
    password: 'prosa-demo',
    profile: 'user',
    queueIds: [queue.body.id],
  });
  expect([user.status, user.body]).toMatchObject([201, {}]);
  ana = await signIn(product.url, 'ana@prosa.demo');
  const { who, ticket } = await openTicket(product, ana, LONG);
  ticketId = ticket.id;
  const sound = { mimetype: 'audio/wav', filename: 'voz.wav', data: wav(1).toString('base64') };
  await who.act({ type: 'audio', media: sound });
  const contacts = ['Um', 'Dois', 'Três', 'Quatro'].map((name) => ({ name, numbers: ['5511980000000'] }));
  await who.act({ type: 'contact', contacts });
  const closed = await openTicket(product, ana, `${LONG.slice(0, 40)} fechado`);
  await ana.call(`PUT /tickets/${closed.ticket.id}`, { status: 'closed' });
  await customer(product, `${LONG.slice(0, 40)} esperando`).write('Boa tarde! '.repeat(40));
});

const tab = (page: Page, name: RegExp | string) => page.getByRole('tab', { name }).first().click();
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const leave = async (page: Page) => {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
};

/** Opens every screen and dialog, one after another; `look` is called on each. */
const walk = async (page: Page, isPhone: boolean, look: (where: string) => Promise<void>): Promise<void> => {
  await page.goto(`${the.product.url}/login`);
  await page.getByLabel('E-mail').waitFor();
  await look('sign-in');
  await enter(page, the.product.url, 'admin@prosa.demo');
  await page
    .getByRole('link', { name: new RegExp(LONG) })
    .first()
    .waitFor();
  await look('serving');
  await tab(page, /^Aguardando/);
  await page
    .getByText(/esperando/)
    .first()
    .waitFor();
  await look('waiting');
  await tab(page, 'Fechados');
  await page
    .getByRole('link', { name: /fechado/ })
    .first()
    .waitFor();
  await look('closed');
  await page
    .getByRole('link', { name: /fechado/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Reabrir', exact: true }).click();
  await dialog(page);
  await look('reopening');
  await leave(page);
  await page.goto(`${the.product.url}/tickets`);
  await tab(page, 'Busca');
  await page
    .getByRole('link', { name: /fechado/ })
    .first()
    .waitFor();
  await look('search');
  if (isPhone) {
    await tab(page, 'Abertos');
    await page.getByRole('button', { name: /^Filtrar/ }).click();
    await dialog(page);
    await look('filter');
    await leave(page);
    await page.getByRole('button', { name: 'Abrir menu' }).click();
    await page.getByRole('navigation').waitFor();
    await look('drawer');
    await page.keyboard.press('Escape');
  }
  await page.goto(`${the.product.url}/tickets/${ticketId}`);
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await page.getByRole('button', { name: /^Velocidade/ }).waitFor();
  await page.getByRole('button', { name: 'mostrar mais 1 contato' }).waitFor();
  await look('conversation');
  await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Transferir/ }).waitFor();
  await look('options');
  await page.getByRole('menuitem', { name: /^Transferir/ }).click();
  await dialog(page);
  await page.getByRole('dialog').getByLabel('Fila', { exact: true }).click();
  await look('queues');
  const queue = page.getByRole('option', { name: LONG, exact: true });
  await queue.click();
  await queue.waitFor({ state: 'detached' });
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: /^Atendente/ })
    .fill('Maria');
  const attendant = page.getByRole('option', { name: new RegExp(`${LONG}.+Offline`) });
  await attendant.waitFor();
  await look('attendants');
  await attendant.click();
  await look('transferring');
  await leave(page);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Mais opções do contato' }).click();
  await page.getByRole('menuitem', { name: 'Editar tudo' }).click();
  await dialog(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Adicionar informação' }).click();
  await look('contact');
  await page.goto(`${the.product.url}/tickets`);
  await page.getByRole('button', { name: /^Novo/ }).first().click();
  await dialog(page);
  await page.getByRole('dialog').getByLabel('Contato', { exact: true }).fill('Maria Aparecida');
  await page.getByRole('option').first().waitFor();
  await look('new ticket');
  await page.keyboard.press('Escape');
  await leave(page);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menu').waitFor();
  await look('account');
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await dialog(page);
  await look('profile');
  await leave(page);
  await page.goto(`${the.product.url}/`);
  await page.getByText(LONG.slice(0, 50), { exact: true }).first().waitFor();
  await look('dashboard');
  await page.getByRole('button', { name: 'Mostrar como tabela' }).click();
  await page.getByRole('tab', { name: 'Por período' }).click();
  await look('dashboard by period');
  await page.goto(`${the.product.url}/setores`);
  await page.getByText('Nenhum setor ainda').waitFor();
  await look('no sectors');
  await page.goto(`${the.product.url}/settings`);
  await page.getByText(/^Ainda sem ela/).waitFor();
  await look('settings');
  await page.goto(`${the.product.url}/users`);
  await page.getByText(LONG.slice(0, 50)).first().waitFor();
  await look('users');
  if (isPhone) {
    await page.getByRole('button', { name: new RegExp(`^Ações de ${LONG.slice(0, 50)}`) }).click();
    await page.getByRole('menuitem', { name: 'Editar usuário' }).click();
  } else await page.getByRole('button', { name: new RegExp(`^Editar ${LONG.slice(0, 50)}`) }).click();
  await dialog(page);
  await look('user');
};

/** Walks through further parts that a finger meets on a phone: notices, the search of messages, and refused messages. */
const walkOn = async (page: Page, look: (where: string) => Promise<void>): Promise<void> => {
  await page.goto(`${the.product.url}/tickets`);
  await page.getByRole('button', { name: /^Notificações:/ }).click();
  await page.getByRole('switch', { name: 'Notificações neste aparelho' }).waitFor();
  await look('bell');
  await leave(page);
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Notificações' }).click();
  await page.getByRole('dialog').getByRole('switch', { name: 'Notificações neste aparelho' }).waitFor();
  await look('notices');
  await leave(page);
  await page.getByRole('button', { name: 'Buscar nas mensagens' }).click();
  await dialog(page);
  await look('message search');
  await leave(page);

  await page.goto(`${the.product.url}/tickets/${ticketId}`);
  const refusal = { status: 409, json: { error: 'ERR_CREATING_MESSAGE', message: '' } };
  await page.route(`**/api/messages/${ticketId}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
  );
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Já vejo');
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
  await page.getByRole('button', { name: 'descartar', exact: true }).waitFor();
  await look('refused');
  await page.getByRole('button', { name: 'Voltar à lista' }).click();
  await page.getByRole('button', { name: '1 aguardando envio' }).click();
  await dialog(page);
  await look('waiting to be sent');
  await leave(page);
  await page.context().setOffline(true);
  await page.getByText('Sem internet', { exact: false }).waitFor();
  await look('without a network');
};

const axeWithNames = (page: Page) => axe(page, { hasNames: true });

test.each([
  ['wide', wide, 'light'],
  ['on a small phone', { ...phone, viewport: { width: 360, height: 740 } }, 'dark'],
] as const)(
  'every screen holds WCAG 2.2 AA, and every control has a focus ring, its place and a sufficient size, %s',
  async (_, screen, colorScheme) => {
    const isPhone = screen !== wide;
    const page = await the.comes(screen, { colorScheme });
    const wrong: string[] = [];
    const otherScheme = colorScheme === 'light' ? 'dark' : 'light';
    const look = async (where: string) => {
      const checks = [axeWithNames, ringless, outside, ...(isPhone ? [tooSmall] : [])];
      for (const check of checks) wrong.push(...(await check(page)).map((what) => `${where}: ${what}`));
      wrong.push(...(await misplacedAt(page, [isPhone ? NARROWEST : ZOOMED])).map((what) => `${where}, ${what}`));
      if (!IN_BOTH_THEMES.includes(where)) return;
      await page.emulateMedia({ colorScheme: otherScheme });
      wrong.push(...(await axe(page)).map((what) => `${where}, ${otherScheme}: ${what}`));
      await page.emulateMedia({ colorScheme });
    };
    await walk(page, isPhone, look);
    if (isPhone) await walkOn(page, look);
    expect(wrong).toEqual([]);
  },
  400_000,
);

test('in a narrow row the second tag is shortened first', async () => {
  const { body } = await ana.call<{ tags: { id: string; name: string }[] }>('GET /tags/list');
  const tags = ['Boleto', 'Cliente recorrente'].map((name) => body.tags.find((tag) => tag.name === name)!);
  const synced = await ana.call('POST /tags/sync', { ticketId, tags });
  expect(synced.status).toBe(200);
  const page = await the.comes({ viewport: { width: 640, height: 800 } });
  await enter(page, the.product.url, 'admin@prosa.demo');
  const row = page.getByRole('link', { name: new RegExp(LONG) }).first();
  await row.getByText('Cliente recorrente').waitFor();
  // Half a pixel is enough for the ellipsis to appear.
  const cut = await page.evaluate(`[...document.querySelectorAll('[data-ticket] .tag .truncate')].map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.02 ? 'cut' : 'whole';
  })`);
  expect(cut).toEqual(['whole', 'cut']);
});

test('what is needed for the list of tickets comes first and is small, all else after it', async () => {
  const before = await the.comes(phone);
  await enter(before, the.product.url, 'admin@prosa.demo');
  // It has asked for its list, which the next page then asks for ahead.
  await before.locator('[data-ticket]').first().waitFor();
  const signedIn = await before.context().storageState();
  const page = await the.comes(phone);
  const scripts = await firstLoad(page, `${the.product.url}/tickets`, '[data-ticket]', signedIn);
  const first = scripts.filter(({ isFirst }) => isFirst);
  const bytes = first.reduce((sum, script) => sum + script.bytes, 0);
  const listed = first
    .toSorted((a, b) => b.bytes - a.bytes)
    .map((script) => `${script.path} ${(script.bytes / 1_000).toFixed(1)}`);
  console.info(`the list of tickets: ${Math.round(bytes / 1_000)} kB in ${first.length} scripts (${listed.join(', ')})`);
  expect(first.map(({ path }) => path.replace(/-[^/]*$/, ''))).toContain('/assets/tickets');
  expect(first.every((script) => script.bytes > 0)).toBe(true);
  expect(bytes).toBeLessThan(LIST_BYTES);
  // The list is asked for beside who asks for it, not after that is known, and once.
  const asked = (path: string) =>
    page.evaluate<{ startTime: number; responseEnd: number }[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/api${path}')).map((one) => one.toJSON())`,
    );
  const [[me], lists] = [await asked('/auth/me'), await asked('/tickets?status=open&snoozed=false')];
  expect(lists).toHaveLength(1);
  expect(lists[0]!.startTime).toBeLessThan(me!.responseEnd);
  // A conversation is there before anybody asks for it, and the schemas of the forms, which take long to run, are not needed for it.
  const loaded = () =>
    page.evaluate<string[]>(
      `performance.getEntriesByType('resource').toSorted((a, b) => a.startTime - b.startTime).map(({ name }) => name)`,
    );
  const isConversation = (name: string) => /conversation-pane-[^/]*\.js$/.test(name);
  await until(async () => (await loaded()).some(isConversation));
  const names = await loaded();
  expect(names.slice(0, names.findIndex(isConversation)).filter((name) => /\/forms-[^/]*\.js$/.test(name))).toEqual([]);
});
