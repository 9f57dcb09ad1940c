import type { Locator, Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { enter, phone, stage, wide } from '../browser.fixture.ts';
import { eventually, openTicket, signIn } from '../people.fixture.ts';

/** Menus, lists, combo boxes and the palette, by keyboard only and as a screen reader presents them. */

let ticketId: string;
const on = stage(async (product) => {
  const admin = await signIn(product.url, 'admin@prosa.demo');
  for (let at = 1; at <= 12; at++) {
    const color = `#1234${(16 + at).toString(16)}`;
    const { status } = await admin.call('POST /queue', { name: `Loja ${at}`, color, greetingMessage: '' });
    expect(status).toBe(201);
  }
  const { ticket } = await openTicket(product, await signIn(product.url, 'ana@prosa.demo'), 'Conceição Lima');
  ticketId = ticket.id;
});

const hasFocus = async (one: Locator) => one.and(one.page().locator(':focus')).waitFor();
/** Waits until the focused field's active option is `name`; the option must be visible within its list. */
const activeIs = (page: Page, name: RegExp) =>
  eventually(`${name} as the active option`, () =>
    page.evaluate<boolean>(`(() => {
      const active = document.getElementById(document.activeElement?.getAttribute('aria-activedescendant') ?? '');
      const scroller = active?.closest('[role="listbox"]');
      if (!scroller || !${name}.test(active.textContent)) return false;
      const [own, around] = [active.getBoundingClientRect(), scroller.getBoundingClientRect()];
      return own.top >= around.top - 1 && own.bottom <= around.bottom + 1;
    })()`),
  );

test.each([
  ['on a desk', wide],
  ['on a phone', phone],
] as const)('a ticket is transferred by keyboard only, %s', async (_, screen) => {
  const page = await on.opens('ana@prosa.demo', `/tickets/${ticketId}`, screen);
  const more = page.getByRole('button', { name: 'Mais opções', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('menuitem').first());
  await page.keyboard.press('Escape');
  await hasFocus(more);
  await page.keyboard.press('Enter');
  await hasFocus(page.getByRole('menuitem').first());
  await page.keyboard.type('tr');
  await hasFocus(page.getByRole('menuitem', { name: /^Transferir/ }));
  await page.keyboard.press('Enter');

  const queue = page.getByRole('dialog').getByLabel('Fila', { exact: true });
  await queue.focus();
  await page.keyboard.press('ArrowDown');
  await activeIs(page, /^Financeiro$/);
  await page.keyboard.press('ArrowUp');
  await activeIs(page, /^Vendas$/); // the last of fifteen
  expect(await axe(page)).toEqual([]);
  await page.keyboard.type('lojá 1');
  await activeIs(page, /^Loja 1$/);
  await page.keyboard.press('Escape');
  await hasFocus(queue);
  expect(await page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Enter');
  await activeIs(page, /^Financeiro$/);
  await page.keyboard.press('Enter');
  await hasFocus(queue);
  expect(await queue.textContent()).toContain('Financeiro');

  const attendant = page.getByRole('combobox', { name: /^Atendente/ });
  await attendant.focus();
  await page.keyboard.type('bru');
  await activeIs(page, /^BLBruno Lima/);
  expect(await attendant.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Escape');
  expect(await attendant.getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await hasFocus(more);
});

test('a choice of several queues, tabs, and a palette longer than the screen', async () => {
  const page = await on.comes({ viewport: { width: 1280, height: 300 } });
  await enter(page, on.product.url, 'admin@prosa.demo');
  const queues = page.getByRole('button', { name: /^Filas/ });
  await queues.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('listbox', { name: 'Filas' }).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  expect(await axe(page)).toEqual([]);
  expect(await page.getByRole('option', { selected: false }).count()).toBe(1);
  await page.keyboard.press('Escape');
  await hasFocus(queues);

  await page.getByRole('tab', { name: 'Abertos' }).focus();
  await page.keyboard.press('ArrowRight');
  await hasFocus(page.getByRole('tab', { name: 'Fechados', selected: true }));
  await page.keyboard.press('Home');
  await hasFocus(page.getByRole('tab', { name: 'Abertos', selected: true }));

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Buscar ou ir para' }).waitFor();
  await page.getByRole('option', { name: /Setores/ }).waitFor({ state: 'attached' }); // screens are loaded after the tickets
  await page.keyboard.press('ArrowUp');
  await activeIs(page, /^Sair/); // the last of all
  expect(await axe(page)).toEqual([]);
});
