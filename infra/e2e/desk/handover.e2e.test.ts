import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { opensSignedIn, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

/** Over the API, who opens the tickets and reads nothing. */
let admin: User;
const the = stage(async ({ url }) => {
  admin = await signIn(url, 'super@prosa.demo');
});
const comes = async (email: string, path: string, screen: Screen = wide): Promise<Page> => {
  const page = await the.comes(screen);
  await opensSignedIn(page, the.product.url, email, path);
  return page;
};
const toast = (page: Page, words: RegExp) => page.locator('.toast').filter({ hasText: words });
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const line = (page: Page, words: string) => page.getByRole('log').locator('[data-line]').filter({ hasText: words });
/** A ticket of Ana's, and the people of its queue who are there. */
const ticketOfAna = async (name: string) => {
  const { ticket } = await openTicket(the.product, admin, name);
  const { body: people } = await admin.call<{ id: string; name: string }[]>(`GET /queue/${ticket.queueId}/attendants`);
  const ana = people.find(({ name }) => name.startsWith('Ana'))!;
  await admin.call(`PUT /tickets/${ticket.id}`, { queueId: ticket.queueId, userId: ana.id });
  return ticket;
};

test('a ticket goes to a colleague by keyboard, with a note; it is new there, and its thread says how it came', async () => {
  const name = 'Noêmia Castelo';
  const ticket = await ticketOfAna(name);
  const marina = await comes('admin@prosa.demo', '/tickets');
  const ana = await comes('ana@prosa.demo', `/tickets/${ticket.id}`);
  await line(ana, 'transferiu para Ana').waitFor();
  await ana.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await ana.getByRole('button', { name: 'Mais opções', exact: true }).press('Enter');
  await ana.getByRole('menuitem', { name: /^Transferir/ }).press('Enter');
  const dialog = ana.getByRole('dialog', { name: 'Transferir atendimento' });
  await dialog.getByRole('option', { name: /Marina/ }).waitFor();
  expect(await axe(ana)).toEqual([]);
  await ana.keyboard.type('bru');
  await dialog.getByRole('button', { name: /^Transferir para Bruno/ }).waitFor();
  await dialog.getByText(/que não está na fila/).waitFor();
  await ana.keyboard.press('Control+a');
  await ana.keyboard.type('mar');
  await dialog.getByRole('button', { name: /^Transferir para Marina/ }).waitFor();
  await ana.keyboard.press('Tab');
  await ana.keyboard.type('Falta combinar a janela de quinta.');
  await ana.keyboard.press('Control+Enter');
  await toast(ana, /^Transferido para Marina/)
    .getByRole('button', { name: /^Desfazer/ })
    .waitFor();

  await toast(marina, /^Ana transferiu Noêmia Castelo para você/).waitFor();
  await row(marina, name).locator('.badge').waitFor();
  expect(await axe(marina)).toEqual([]);
  await toast(marina, /^Ana transferiu/)
    .getByRole('button', { name: /^Abrir/ })
    .click();
  await line(marina, 'Ana transferiu para Marina').waitFor();
  await marina.getByRole('log').getByText('recado para Marina').waitFor();
  await marina.getByRole('log').getByText('Falta combinar a janela de quinta.').waitFor();
  await row(marina, name).locator('.badge').waitFor({ state: 'detached' });
  expect(await axe(marina)).toEqual([]);

  await ana.keyboard.press('z');
  await ana.waitForURL(`**/tickets/${ticket.id}`);
  await ana.getByRole('button', { name: 'Resolver', exact: true }).waitFor();
  await line(ana, 'Ana assumiu o atendimento').waitFor();
});

test('a return on a phone is taken back; once the colleague has accepted it, that is said', async () => {
  const name = 'Raimundo Sá';
  const ticket = await ticketOfAna(name);
  const marina = await signIn(the.product.url, 'admin@prosa.demo');
  const ana = await comes('ana@prosa.demo', `/tickets/${ticket.id}`, phone);
  const giveBack = async () => {
    await ana.getByRole('button', { name: 'Mais opções', exact: true }).click();
    await ana.getByRole('menuitem', { name: /^Devolver/ }).click();
    await ana.waitForURL(/\/tickets\/$/); // the list, where the toast stands elsewhere
    return toast(ana, /^Devolvido à fila/).getByRole('button', { name: /^Desfazer/ });
  };
  await (await giveBack()).tap(); // a pointer that stays on a toast holds it
  await ana.waitForURL(`**/tickets/${ticket.id}`);
  await line(ana, 'Ana devolveu à fila').waitFor();
  await toast(ana, /^O atendimento voltou/).waitFor({ state: 'detached' });

  const undo = await giveBack();
  await undo.waitFor();
  await marina.call(`PUT /tickets/${ticket.id}`, { status: 'open' });
  await undo.tap();
  await toast(ana, /^Marina .*já está com este atendimento/).waitFor();
  expect(await ana.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
});
