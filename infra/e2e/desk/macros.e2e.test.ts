import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { customerWrites, enter, phone, received, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';

const the = stage();

const field = (page: Page) => page.getByLabel('Mensagem', { exact: true });
const add = async (page: Page, kind: string) => {
  await page.getByRole('button', { name: 'Adicionar ato' }).click();
  await page.getByRole('menuitem', { name: kind, exact: true }).click();
};
/** Super, in the accepted conversation of a customer who has written. */
const inConversation = async (screen: Screen, number: string, name: string, page: Page): Promise<void> => {
  await customerWrites(the.product, number, name, 'Oi.');
  await toWaiting(page, screen);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  await page.getByRole('log').getByText('Oi.', { exact: true }).waitFor();
};

test('a macro is made on its screen; its variables are asked for, its acts are done in order, and the history has them', async () => {
  const number = '551170000941';
  const page = await the.comes(wide);
  await enter(page, the.product.url, 'super@prosa.demo');
  await page.getByRole('link', { name: 'Macros' }).click();
  await page.getByRole('button', { name: 'Nova macro' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova macro' });
  await dialog.getByLabel('Nome').fill('Encerrar com prazo');
  await dialog.getByLabel('Atalho').fill('encerrar');
  await add(page, 'Mensagem');
  await dialog.getByRole('textbox', { name: 'Mensagem' }).fill('{{nome}}, fica para {{dia}}.');
  expect(await axe(page)).toEqual([]);
  await add(page, 'Tags');
  await dialog.getByLabel('Tags', { exact: true }).click();
  await page.getByRole('option').first().click();
  await page.keyboard.press('Escape');
  await add(page, 'Observação');
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Combinado por telefone');
  await add(page, 'Resolver');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await page.getByRole('row', { name: /Encerrar com prazo.*\/encerrar/ }).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.getByRole('link', { name: 'Atendimentos' }).click();
  await inConversation(wide, number, 'Amélia Prado', page);
  const ticket = new URL(page.url()).pathname.split('/').at(-1);
  await field(page).pressSequentially('/ence');
  await page.getByRole('option', { name: /encerrar/ }).waitFor();
  await page.getByText('aplicar 4 atos').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const asks = page.getByRole('dialog', { name: /Aplicar “Encerrar com prazo”/ });
  await asks.getByLabel('dia').pressSequentially('quinta');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText('“Encerrar com prazo” aplicada: 4 atos').waitFor();
  await until(async () => (await received(the.product, number)).some((one) => one.includes('Amélia, fica para quinta.')));
  const history = await page.evaluate<{ type: string }[]>(`fetch('/api/tickets/${ticket}/history', {
    headers: { authorization: 'Bearer ' + localStorage.getItem('token') },
  }).then((answer) => answer.json())`);
  const acts = ['MessageSent', 'TicketTagged', 'MessageObserved', 'TicketClosed'];
  const own = history.map(({ type }) => type).filter((type) => acts.includes(type));
  expect(own.filter((type, at) => type !== own[at - 1])).toEqual(expect.arrayContaining(acts));
  expect(own.indexOf('TicketTagged')).toBeLessThan(own.indexOf('MessageObserved'));
  expect(own.indexOf('MessageObserved')).toBeLessThan(own.indexOf('TicketClosed'));
});

test('on a phone a macro is made, chosen by a touch and applied; both screens hold axe’s rules in dark', async () => {
  const number = '551170000942';
  const page = await the.opens('super@prosa.demo', '/macros', phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Nova macro' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Nova macro' });
  await dialog.getByLabel('Nome').fill('Anotar');
  await dialog.getByLabel('Atalho').fill('anotar');
  await add(page, 'Observação');
  await dialog.getByRole('textbox', { name: 'Observação' }).fill('Ligar na quinta');
  await add(page, 'Adiar');
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Salvar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('/anotar').waitFor();
  expect(await axe(page)).toEqual([]);

  await page.goto(`${the.product.url}/tickets`);
  await inConversation(phone, number, 'Belmiro Couto', page);
  await field(page).pressSequentially('/anot');
  const option = page.getByRole('option', { name: /anotar/ });
  await option.waitFor();
  expect(await axe(page)).toEqual([]);
  await option.tap();
  await page.getByText('“Anotar” aplicada: 2 atos').waitFor();
});
