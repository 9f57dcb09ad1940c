import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { tooSmall } from '../controls.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

/** Enough that the first conversation is out of sight, and on an earlier page. */
const LINES = 25;
/** Over the API, so that no browser is signed out. */
let boss: User;
const the = stage(async ({ url }) => {
  boss = await signIn(url, 'super@prosa.demo');
  await boss.call('POST /contact-fields', { name: 'Perfil', type: 'choice', choices: 'Ouro\nPrata', place: 1 });
  await boss.call('POST /contact-fields', { name: 'Nascimento', type: 'date', place: 2 });
});

/** A customer who was served before and writes again: returns the ticket that is open now. */
const comesBack = async (name: string): Promise<string> => {
  const { who, ticket } = await openTicket(the.product, boss, name);
  for (let n = 1; n <= LINES; n += 1) await who.write(`Da primeira vez, linha ${n}`);
  await boss.call(`PUT /tickets/${ticket.id}`, { status: 'closed' });
  await who.write('Voltei, e agora é outra coisa');
  const { id } = await who.ticket(boss, ({ status }) => status === 'pending');
  await boss.call(`PUT /tickets/${id}`, { status: 'open', userId: boss.id });
  for (let n = 1; n <= LINES; n += 1) await boss.call(`POST /messages/${id}`, { body: `Da segunda vez, linha ${n}` });
  return id;
};
const thread = (page: Page) => page.getByRole('log', { name: 'Mensagens' });
const before = (page: Page) => page.getByRole('region', { name: 'Conversas anteriores' }).getByRole('link');

test('a previous conversation is opened where it is in the thread, and the way back to the end stands there', async () => {
  const page = await the.opens('admin@prosa.demo', `/tickets/${await comesBack('Firmina Portela')}`, wide);
  await thread(page).getByText('Voltei, e agora é outra coisa').waitFor();
  const asked: string[] = [];
  page.on('request', (request) => /\/previous(\?|$)/.test(request.url()) && asked.push(request.url()));
  await page.getByRole('button', { name: /Dados de / }).click();
  await before(page)
    .getByText(/^\d\d\/\d\d\/\d{4}$/)
    .waitFor();
  expect(await axe(page)).toEqual([]);
  await before(page).click();
  await thread(page).getByText('Bom dia, preciso de ajuda.').waitFor();
  await before(page).waitFor();
  await page.getByRole('button', { name: 'Ir para as mais recentes' }).click();
  await thread(page).getByText(`Da segunda vez, linha ${LINES}`).waitFor();
  expect(asked).toHaveLength(1);
});

test('by keyboard a value is changed where it stands, also one of the company’s fields', async () => {
  const { ticket } = await openTicket(the.product, boss, 'Eleutério Dias');
  const page = await the.opens('admin@prosa.demo', `/tickets/${ticket.id}`, wide);
  await page.getByRole('button', { name: /Dados de / }).press('Enter');
  const pane = page.getByRole('complementary', { name: 'Contato' });
  await pane.getByRole('button', { name: 'Adicionar Nascimento' }).press('Enter');
  await page.keyboard.type('31021990');
  await page.keyboard.press('Enter');
  await pane.getByText('Invalid date').waitFor();
  expect(await axe(page)).toEqual([]);
  await pane.getByRole('textbox', { name: 'Nascimento' }).fill('12/05/1990');
  await page.keyboard.press('Enter');
  await pane.getByRole('button', { name: '12/05/1990' }).waitFor();
  await pane.getByRole('button', { name: 'Adicionar Perfil' }).press('Enter');
  await page.getByRole('menuitemradio', { name: 'Prata' }).press('Enter');
  await pane.getByRole('button', { name: 'Prata' }).waitFor();
  await pane.getByRole('button', { name: 'Adicionar e-mail' }).press('Enter');
  await page.keyboard.type('eleuterio@exemplo.com.br');
  await page.keyboard.press('Enter');
  await pane.getByRole('button', { name: 'eleuterio@exemplo.com.br' }).waitFor();
  await page.keyboard.press('Escape');
  await pane.waitFor({ state: 'detached' });
});

test('on a phone and in the dark conversations stand before data, and one is opened in the conversation', async () => {
  const id = await comesBack('Quitéria Amparo');
  const page = await the.opens('admin@prosa.demo', `/tickets/${id}`, phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: /Dados de / }).tap();
  await before(page).waitFor();
  await page.getByRole('button', { name: 'Adicionar Nascimento' }).waitFor();
  const order = await page.locator('aside h3').allTextContents();
  expect(order.indexOf('Conversas anteriores 1')).toBeLessThan(order.indexOf('Dados'));
  expect(await axe(page)).toEqual([]);
  expect(await tooSmall(page)).toEqual([]);
  expect(await misplacedAt(page, [[320, 640]])).toEqual([]);
  await before(page).tap();
  await thread(page).getByText('Bom dia, preciso de ajuda.').waitFor();
  await page.getByRole('button', { name: 'Voltar à lista' }).waitFor();
});

test('administrators define the fields', async () => {
  const page = await the.opens('admin@prosa.demo', '/settings', wide);
  await page.getByRole('link', { name: 'Definir campos' }).click();
  await page.getByRole('cell', { name: 'Perfil', exact: true }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Novo campo' }).click();
  await page.getByRole('dialog').getByLabel('Nome', { exact: true }).fill('Limite');
  await page.getByRole('dialog').getByLabel('Tipo').click();
  await page.getByRole('option', { name: 'Número' }).click();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('cell', { name: 'Limite', exact: true }).waitFor();
});
