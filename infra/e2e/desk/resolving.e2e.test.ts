import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, enter, phone, received, stage, wide } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

const FAREWELL = 'Até logo, volte sempre.';
let boss: User;
let anaId: string;
const the = stage(async ({ url, demo }) => {
  boss = await signIn(url, 'super@prosa.demo');
  const { body } = await boss.call<{ users: { id: string; name: string }[] }>('GET /users/list');
  anaId = body.users.find(({ name }) => name === 'Ana Souza')!.id;
  await boss.call('PUT /settings/userRating', { value: 'disabled' });
  await boss.call(`PUT /whatsapp/${demo.connection.id}`, { complationMessage: FAREWELL, ratingMessage: '' });
});

/** Nobody waits from an earlier test. */
beforeEach(async () => {
  const { body } = await boss.call<{ tickets: TicketView[] }>('GET /tickets?status=open');
  for (const { id } of body.tickets) await boss.call(`PUT /tickets/${id}`, { status: 'closed' });
});

const comes = async (screen: typeof wide | typeof phone, more: { colorScheme?: 'dark' } = {}): Promise<Page> => {
  const page = await the.comes(screen, more);
  await enter(page, the.product.url, 'ana@prosa.demo', { next: true });
  return page;
};
const ticketsOf = async (number: string) =>
  (await boss.call<{ tickets: TicketView[] }>(`GET /tickets?searchParam=${number}`)).body.tickets;
/** A customer whom Ana serves, and who waits for her answer. */
const waitsForAna = async (number: string, name: string): Promise<TicketView> => {
  await customerWrites(the.product, number, name, 'Bom dia, pode me ajudar?');
  const ticket = await until(async () => (await ticketsOf(number))[0]);
  await boss.call(`PUT /tickets/${ticket!.id}`, { status: 'open' });
  await boss.call(`PUT /tickets/${ticket!.id}`, { userId: anaId });
  return ticket!;
};
const talkWith = (page: Page, name: string) => page.getByRole('region', { name: `Conversa com ${name}` });
const toast = (page: Page) => page.getByRole('status').filter({ hasText: 'Conversa fechada com sucesso!' });

test('by keyboard alone: resolved, undone as it was, resolved with and without a message, and the next one opens each time', async () => {
  const people = [
    ['551170000501', 'Alice Prado'],
    ['551170000502', 'Bento Reis'],
    ['551170000503', 'Célia Dias'],
  ] as const;
  const tickets: TicketView[] = [];
  for (const [number, name] of people) tickets.push(await waitsForAna(number, name));
  const page = await comes(wide);
  await page.getByRole('link', { name: /Alice Prado/ }).waitFor();
  // The help of keys names the key as soon as it has an effect.
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Abrir o próximo por responder').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('g');
  await talkWith(page, 'Alice Prado').locator('textarea:focus').waitFor();
  expect(await axe(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await toast(page)
    .getByText(/A mensagem sai em \d+ s/)
    .first()
    .waitFor();
  await talkWith(page, 'Bento Reis').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('z');
  await talkWith(page, 'Alice Prado').waitFor();
  await page.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  const [back] = await ticketsOf(people[0][0]);
  expect(back).toMatchObject({
    status: 'open',
    user: { name: 'Ana Souza' },
    waitingSince: tickets[0]!.waitingSince,
    closedAt: null,
  });
  const course = (await boss.call<{ type: string }[]>(`GET /tickets/${tickets[0]!.id}/history`)).body.map(({ type }) => type);
  expect(course.slice(-2)).toEqual(['TicketClosed', 'ClosingUndone']);

  await calm(page);
  await page.getByRole('button', { name: 'Outras formas de resolver' }).press('Enter');
  await page.getByRole('menuitem', { name: /^Resolver sem mensagem/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+E');
  await toast(page)
    .getByText(/Sem mensagem · \d+ s/)
    .first()
    .waitFor();
  await talkWith(page, 'Bento Reis').waitFor();
  await calm(page);
  await page.keyboard.press('e');
  await talkWith(page, 'Célia Dias').waitFor();
  // Nobody looks on.
  await page.close();
  await until(async () => (await received(the.product, people[1][0])).includes(FAREWELL));
  expect(await received(the.product, people[0][0])).not.toContain(FAREWELL);
  expect((await received(the.product, people[1][0])).filter((text) => text === FAREWELL)).toHaveLength(1);
  await boss.call(`PUT /tickets/${tickets[2]!.id}`, { status: 'closed' });
});

test('who writes meanwhile gets the closing message first, and undoing says that it has left', async () => {
  const [number, name] = ['551170000511', 'Dalva Luz'];
  const ticket = await waitsForAna(number, name);
  const page = await comes(wide);
  await page.goto(`${the.product.url}/tickets/${ticket.id}`);
  await talkWith(page, name).locator('textarea:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await page.getByText('Ninguém espera pela sua resposta').waitFor();
  expect(await axe(page)).toEqual([]);
  await customerWrites(the.product, number, name, 'Esqueci uma coisa');
  await until(async () => (await received(the.product, number)).includes(FAREWELL));
  await toast(page)
    .getByRole('button', { name: /^Desfazer/ })
    .press('Enter');
  await page.getByText('A mensagem já saiu').waitFor();
  expect((await ticketsOf(number)).map(({ status }) => status).toSorted()).toEqual(['closed', 'pending']);
});

test('on a phone and in the dark the toast, the ways to resolve and the word that nobody waits have their places', async () => {
  const ticket = await waitsForAna('551170000521', 'Enzo Brito');
  const page = await comes(phone, { colorScheme: 'dark' });
  await page.goto(`${the.product.url}/tickets/${ticket.id}`);
  await page.getByRole('button', { name: 'Mais opções', exact: true }).tap();
  await page.getByRole('menuitem', { name: /^Resolver sem mensagem/ }).waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Abrir o próximo depois' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await calm(page);
  await page.getByRole('button', { name: 'Resolver', exact: true }).tap();
  await toast(page).waitFor();
  await page.getByText('Ninguém espera pela sua resposta').waitFor();
  expect(await misplacedAt(page, [[320, 640]])).toEqual([]);
  expect(await axe(page)).toEqual([]);
  await toast(page).getByRole('button', { name: 'Desfazer' }).tap();
  await talkWith(page, 'Enzo Brito').waitFor();
});
