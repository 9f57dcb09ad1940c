import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { enter, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

/** The device's back button: each open pane is one step of the history, and the step is removed only with its pane. */

let ana: User;

const the = stage(async (product) => {
  ana = await signIn(product.url, 'ana@prosa.demo');
});

const visit = async (screen: Screen): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, 'admin@prosa.demo');
  return page;
};
const depth = (page: Page) => page.evaluate('history.state?.idx') as Promise<number>;
const path = (page: Page) => new URL(page.url()).pathname;
const back = (page: Page) => page.evaluate('history.back()');
const gone = (page: Page, name: string) => page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
/** Waits until nothing is open and the history is where it was before: a pane closed by its own cross has removed its step. */
const settled = async (page: Page, at: number) => {
  await until(() => page.evaluate(`history.state.idx === ${at} && !document.querySelector('[role="dialog"], [role="menu"]')`));
};

test('on a phone back closes the dialog, then the contact, then the conversation', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Gertrudes Pinheiro');
  const page = await visit(phone);
  await page.getByRole('link', { name: /Gertrudes Pinheiro/ }).click();
  await page.waitForURL(`**/tickets/${ticket.id}`);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Mais opções do contato' }).click();
  await page.getByRole('menuitem', { name: 'Editar tudo' }).click();
  await page.getByRole('dialog', { name: 'Editar contato' }).waitFor();
  await back(page);
  await gone(page, 'Editar contato');
  await page.getByRole('complementary', { name: 'Contato' }).waitFor();
  await back(page);
  await page.getByRole('complementary', { name: 'Contato' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  expect(path(page)).toBe(`/tickets/${ticket.id}`);
  await back(page);
  await page.getByRole('link', { name: /Gertrudes Pinheiro/ }).waitFor();
  await page.evaluate('history.forward()'); // the conversation; going forward does not open its panes
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  const there = await depth(page);
  await page.evaluate('history.forward()');
  await settled(page, there);
});

test('a pane closed by its own button leaves no history entry', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Hermínia Couto');
  const page = await visit(phone);
  const start = await depth(page);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('button', { name: 'Fechar menu' }).click();
  await settled(page, start);
  await page.getByRole('button', { name: /^Filtrar/ }).click();
  await page.getByRole('button', { name: 'Pronto' }).click();
  await settled(page, start);
  await page.getByRole('link', { name: /Hermínia Couto/ }).click();
  await page.waitForURL(`**/tickets/${ticket.id}`);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Mais opções do contato' }).click();
  await page.getByRole('menuitem', { name: 'Editar tudo' }).click();
  await page.getByRole('dialog', { name: 'Editar contato' }).getByRole('button', { name: 'Fechar', exact: true }).click();
  await gone(page, 'Editar contato');
  await page.getByRole('complementary', { name: 'Contato' }).getByRole('button', { name: 'Voltar' }).click();
  await settled(page, start + 1);
  await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Transferir' }).click();
  await page.getByRole('dialog', { name: 'Transferir atendimento' }).waitFor();
  await until(async () => (await depth(page)) === start + 2); // the menu passed its step on to the dialog
  await back(page);
  await gone(page, 'Transferir atendimento');
  await page.getByRole('button', { name: 'Voltar à lista' }).click();
  await settled(page, start);
  expect(path(page)).toBe('/tickets');
});

test('on a phone back closes whatever a button of the list has opened, and stays in the app', async () => {
  const page = await visit(phone);
  const start = await depth(page);
  for (const [button, selector] of [
    ['Abrir menu', 'nav'],
    [/^Conta de/, '[role="menu"]'],
    [/notificaç|não lid/i, '.popover'],
    [/^Filtrar/, '.dialog'],
    ['Novo atendimento', '.dialog'],
  ] as const) {
    await page.getByRole('button', { name: button }).first().click();
    await page.locator(selector).waitFor();
    await back(page);
    await page.locator(selector).waitFor({ state: 'detached' });
    expect([path(page), await depth(page)]).toEqual(['/tickets', start]);
  }
});

test('a link from a pane to another screen removes the pane’s history entry', async () => {
  const page = await visit(phone);
  const start = await depth(page);
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Atendimentos/ })
    .click();
  await page.getByRole('navigation').waitFor({ state: 'detached' });
  const { ticket } = await openTicket(the.product, ana, 'Idalina Serpa');
  await page.getByRole('button', { name: /^Notificações: \d/ }).click();
  await page
    .locator('.popover')
    .getByRole('link', { name: /Idalina Serpa/ })
    .click();
  await page.waitForURL(`**/tickets/${ticket.id}`);
  await back(page);
  await page.waitForURL('**/tickets');
  expect(await depth(page)).toBeLessThanOrEqual(start + 1);
  await page.locator('.popover').waitFor({ state: 'detached' });
});

test('a page reloaded with an open pane shows what was below it, and back continues from there', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Jandira Meireles');
  const page = await visit(phone);
  await page.getByRole('link', { name: /Jandira Meireles/ }).click();
  await page.waitForURL(`**/tickets/${ticket.id}`);
  const there = await depth(page);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('complementary', { name: 'Contato' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await settled(page, there);
  await page.getByRole('button', { name: 'Voltar à lista' }).click(); // like back, even after a reload
  await page.waitForURL('**/tickets');
  expect(await depth(page)).toBe(there - 1);
});

test('a conversation opened by its address has the list below it', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Lindalva Rosário');
  const entered = await visit(phone);
  const page = await entered.context().newPage();
  await page.goto(`${the.product.url}/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('complementary', { name: 'Contato' }).waitFor();
  await back(page);
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await back(page);
  await page.getByRole('link', { name: /Lindalva Rosário/ }).waitFor();
  expect(path(page)).toBe('/tickets');
});

test('back asks before it discards typed text', async () => {
  const { ticket } = await openTicket(the.product, ana, 'Mafalda Quintela');
  const page = await the.opens('admin@prosa.demo', `/tickets/${ticket.id}`, wide);
  await page.getByRole('button', { name: /Dados de / }).click();
  await page.getByRole('button', { name: 'Mais opções do contato' }).click();
  await page.getByRole('menuitem', { name: 'Editar tudo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Editar contato' });
  await dialog.getByLabel('Nome', { exact: true }).fill('Mafalda Q.');
  await back(page);
  await dialog.getByRole('alert').waitFor();
  await back(page);
  await gone(page, 'Editar contato');
  expect(path(page)).toBe(`/tickets/${ticket.id}`);
});

test('the palette has a history entry too, which what it opens takes over', async () => {
  const page = await visit(wide);
  const start = await depth(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Buscar ou ir para' });
  await field.waitFor();
  await until(async () => (await depth(page)) === start + 1);
  await back(page);
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
  await field.fill('novo');
  // The screen whose action it is may still be loading.
  await page.getByRole('option', { name: /^Novo atendimento/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Novo atendimento' }).waitFor();
  await until(async () => (await depth(page)) === start + 1);
  await page.keyboard.press('Escape');
  await settled(page, start);
  expect(path(page)).toBe('/tickets');
});
