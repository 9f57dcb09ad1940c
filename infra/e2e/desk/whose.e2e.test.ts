import type { TicketOwn } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { enter, phone, stage, wide } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

const NAME = 'Conceição Figueiredo';
/** Over the API, so that no browser is signed out. */
let boss: User;
let ticket: TicketOwn;
const the = stage(async (product) => {
  boss = await signIn(product.url, 'super@prosa.demo');
  ({ ticket } = await openTicket(product, boss, NAME));
});

const opens = async (email: string, screen: typeof wide | typeof phone = wide): Promise<Page> => {
  const page = await the.opens(email, `/tickets/${ticket.id}`, screen);
  await page.getByRole('region', { name: `Conversa com ${NAME}` }).waitFor();
  return page;
};
const field = (page: Page) => page.getByRole('textbox', { name: 'Mensagem' });
const said = (page: Page, words: RegExp) => page.getByRole('status').filter({ hasText: words });

test('a colleague’s ticket says whose it is and who else is in it, as long as they are, and is taken over', async () => {
  const [admin, ana] = [await opens('admin@prosa.demo'), await opens('ana@prosa.demo')];
  await said(ana, /está atendendo/).waitFor();
  await said(ana, /também está aqui/).waitFor();
  await field(admin).pressSequentially('Um momento');
  await said(ana, /está escrevendo…/).waitFor();
  expect(await axe(ana)).toEqual([]);
  await admin.getByRole('link', { name: 'Contatos' }).click();
  await said(ana, /também está aqui|escrevendo/).waitFor({ state: 'detached' });
  const row = ana.getByRole('listitem').filter({ hasText: NAME });
  const whose = row.getByText(/com \S+$/);
  await whose.waitFor();
  // The acts that the pointer brings up do not cover it.
  await row.hover();
  const [name, act] = [
    await whose.boundingBox(),
    await row
      .getByRole('button', { name: /^Resolver/ })
      .first()
      .boundingBox(),
  ];
  expect(name!.x + name!.width).toBeLessThanOrEqual(act!.x);
  await ana.getByRole('button', { name: 'Assumir' }).press('Enter');
  await said(ana, /está atendendo/).waitFor({ state: 'detached' });
  await row.getByText(/com \S+$/).waitFor({ state: 'detached' });

  // The writer alone sees the draft in the row.
  await admin.getByRole('link', { name: 'Atendimentos' }).click();
  const written = admin.getByRole('listitem').filter({ hasText: NAME });
  await written.getByText('Rascunho:').waitFor();
  await written.getByText(/com Ana$/).waitFor();
  expect(await row.getByText('Rascunho:').count()).toBe(0);
  await admin.reload();
  await written.getByText('Rascunho:').waitFor();
});

test('an administrator narrows the tickets to one attendant by keyboard, and it is remembered', async () => {
  await boss.call(`PUT /tickets/${ticket.id}`, { userId: boss.id });
  const page = await the.comes(wide);
  await enter(page, the.product.url, 'admin@prosa.demo');
  const row = page.getByRole('listitem').filter({ hasText: NAME });
  await row.waitFor();
  await page.getByRole('button', { name: 'Atendente: Todos' }).press('Enter');
  await page.getByRole('menu', { name: 'Atendente' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: /, você/ }).press('Enter');
  await row.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('button', { name: /^Atendente: .*, você$/ }).waitFor();
  expect(await misplacedAt(page, [[1440, 900]])).toEqual([]);
});

test('on a phone the line above the composer fits, and the attendant is chosen in the sheet', async () => {
  const page = await opens('ana@prosa.demo', phone);
  await said(page, /está atendendo/).waitFor();
  expect(await axe(page)).toEqual([]);
  expect(
    await misplacedAt(page, [
      [390, 844],
      [320, 640],
    ]),
  ).toEqual([]);
});
