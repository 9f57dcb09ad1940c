import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { enter, phone, stage, wide } from './browser.fixture.ts';
import { customer, openTicket, signIn, type User } from './people.fixture.ts';

/**
 * What every control of every screen owes: its words in its name (WCAG 2.5.3), a ring when it has the focus, its place within its box
 * whatever people are called, and on a phone a place that a finger hits.
 */

const LONG = 'Maria Aparecida Conceição dos Santos Albuquerque e';
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
  ({
    ticket: { id: ticketId },
  } = await openTicket(product, ana, LONG));
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

/** Every screen and dialog that there is, one after another; `look` is called on each. */
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
  await look('conversation');
  await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Transferir/ }).waitFor();
  await look('options');
  await page.getByRole('menuitem', { name: /^Transferir/ }).click();
  await dialog(page);
  await page.getByRole('dialog').getByLabel('Fila', { exact: true }).click();
  await look('queues');
  await page.getByRole('option', { name: new RegExp(LONG) }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Atendente/)
    .fill('Maria');
  await page.getByRole('option', { name: new RegExp(LONG) }).waitFor();
  await look('attendants');
  await page.getByRole('option', { name: new RegExp(LONG) }).click();
  await look('transferring');
  await leave(page);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
  await dialog(page);
  await page.getByRole('button', { name: 'Adicionar informação' }).click();
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
};

/** Controls that can be seen and pressed, but for links within a text, which keep its line. */
const CONTROLS = `[...document.querySelectorAll('button, a[href], input:not([type="hidden"]), textarea, select, [role="option"], label.check, label.switch, label:has(> input[type="radio"])')]
  .filter((one) => !one.closest('[role="log"] p[dir], a[href="#content"], [inert]') && !one.matches(':disabled, .hidden-text *'))
  .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .map((one) => one.matches('label input') ? one.closest('label') : one)`;
const NAME = "(one.getAttribute('aria-label') || one.textContent || one.name || one.outerHTML).trim().slice(0, 60)";

const nameless = async (page: Page): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page }).withRules(['label-content-name-mismatch']).analyze();
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `another name than its words: ${html}`));
};

const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(`${CONTROLS}
    .map((one) => ({ name: ${NAME}, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight && (box.height < 43.5 || box.width < 43.5))
    .map(({ name, box }) => 'too small: ' + name + ', ' + Math.round(box.width) + ' x ' + Math.round(box.height))`);

/** Those that look the same with the focus and without it, around them too. */
const ringless = async (page: Page): Promise<string[]> => {
  await page.keyboard.press('Shift'); // the focus is shown to who uses keys
  return page.evaluate(`(() => {
    const look = (one) => [one, one.parentElement].map((el) => {
      const { boxShadow, outlineStyle, outlineWidth, borderColor, backgroundColor } = getComputedStyle(el);
      const { boxShadow: inner } = getComputedStyle(el, '::before');
      return [boxShadow, inner, outlineStyle, outlineWidth, borderColor, backgroundColor].join();
    }).join(' | ');
    const finish = () => document.getAnimations().forEach((one) => { try { one.finish(); } catch { /* one that never ends */ } });
    const before = document.activeElement;
    const silent = [];
    for (const one of ${CONTROLS}.map((one) => one.matches('label') ? one.querySelector('input') : one)) {
      if (!one || one.matches('[role="option"]')) continue;
      document.activeElement?.blur();
      finish();
      const still = look(one);
      one.focus({ focusVisible: true, preventScroll: true });
      if (document.activeElement !== one) continue;
      finish();
      if (look(one) === still) silent.push('no ring: ' + ${NAME});
    }
    before?.focus?.({ preventScroll: true });
    return silent;
  })()`);
};

const outside = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const around = document.querySelector('.dialog') ?? document.body;
    const { left, right } = around.getBoundingClientRect();
    return [...around.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && !one.closest('.hidden-text, svg, .truncate *, a[href="#content"], [data-dots]'))
      .filter((one) => {
        const box = one.getBoundingClientRect();
        const clip = one.closest('[data-tag-bar], .tabs, .truncate');
        return box.width > 1 && (!clip || clip === one) && (box.right > Math.min(right, innerWidth) + 1 || box.left < Math.max(left, 0) - 1);
      })
      .map((one) => 'out of its box: ' + one.outerHTML.slice(0, 80));
  })()`);

const atRest = (page: Page) =>
  page.evaluate(`Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < 1000).map((one) => one.finished.catch(() => null))).then(() => null)`);

test.each([
  ['wide', wide, 'light'],
  ['on a small phone', { ...phone, viewport: { width: 360, height: 740 } }, 'dark'],
] as const)(
  'every control of every screen is named, shown, in its place and in reach, %s',
  async (_, screen, colorScheme) => {
    const isPhone = screen !== wide;
    const page = await the.comes(screen, { colorScheme });
    const wrong: string[] = [];
    await walk(page, isPhone, async (where) => {
      await atRest(page);
      const checks = [nameless, ringless, outside, ...(isPhone ? [tooSmall] : [])];
      for (const check of checks) wrong.push(...(await check(page)).map((what) => `${where}: ${what}`));
    });
    expect(wrong).toEqual([]);
  },
  400_000,
);

test('where a row is narrow the second of its tags gives way first', async () => {
  const { body } = await ana.call<{ tags: { id: string; name: string }[] }>('GET /tags/list');
  const tags = ['Boleto', 'Cliente recorrente'].map((name) => body.tags.find((tag) => tag.name === name)!);
  const synced = await ana.call('POST /tags/sync', { ticketId, tags });
  expect(synced.status).toBe(200);
  const page = await the.comes({ viewport: { width: 640, height: 800 } });
  await enter(page, the.product.url, 'admin@prosa.demo');
  const row = page.getByRole('link', { name: new RegExp(LONG) }).first();
  await row.getByText('Cliente recorrente').waitFor();
  // Half a pixel is enough for the dots to come.
  const cut = await page.evaluate(`[...document.querySelectorAll('[data-ticket] .tag .truncate')].map((one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.02 ? 'cut' : 'whole';
  })`);
  expect(cut).toEqual(['whole', 'cut']);
});
