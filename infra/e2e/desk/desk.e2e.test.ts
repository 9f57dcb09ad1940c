import type { TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { customerWrites, enter, phone, received, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

/** Over the API, so that no browser is signed out. */
let boss: User;
const the = stage(async ({ url, demo }) => {
  boss = await signIn(url, 'super@prosa.demo');
  await boss.call('PUT /settings/userRating', { value: 'enabled' });
  await boss.call(`PUT /whatsapp/${demo.connection.id}`, { complationMessage: 'Até logo.', ratingMessage: 'De 1 a 3?' });
});

const comes = async (email: string, screen: Screen = wide): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, email);
  return page;
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const said = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
const list = (query: string) => boss.call<{ tickets: TicketView[]; count: number }>(`GET /tickets?${query}`);
const ticketOf = async (number: string, status: string): Promise<TicketView> => {
  let found: TicketView | undefined;
  await until(async () => {
    found = (await list(`status=${status}`)).body.tickets.find(({ contact }) => contact.number === number);
    return found !== undefined;
  });
  return found!;
};
const remove = async (page: Page): Promise<void> => {
  await page.getByRole('menuitem', { name: 'Excluir' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir atendimento' }).press('Enter');
  await page.getByText('Ticket deleted sucessfully.').waitFor();
};

test('a deleted ticket disappears from every screen with its messages, also from a conversation with other tickets', async () => {
  const [number, name] = ['551170000301', 'Dagmar Fontoura'];
  const [marina, ana] = await Promise.all([comes('admin@prosa.demo'), comes('ana@prosa.demo')]);
  await customerWrites(the.product, number, name, 'do primeiro.');
  const first = await ticketOf(number, 'pending');
  for (const status of ['open', 'closed']) await boss.call(`PUT /tickets/${first.id}`, { status });
  await customerWrites(the.product, number, name, 'do segundo.');
  await toWaiting(ana, wide);
  await ana.getByRole('button', { name: `Aceitar ${name}` }).click();
  await said(ana, 'do primeiro.').waitFor();
  await said(ana, 'do segundo.').waitFor();

  await marina.getByRole('tab', { name: 'Fechados' }).click();
  await row(marina, name).hover();
  await marina.getByRole('button', { name: `Opções do atendimento com ${name}` }).click();
  await remove(marina);
  await said(ana, 'do primeiro.').waitFor({ state: 'detached' });
  expect(await said(ana, 'do segundo.').count()).toBe(1);

  const second = await ticketOf(number, 'open');
  await marina.goto(`${the.product.url}/tickets/${second.id}`);
  await marina.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await remove(marina);
  await marina.waitForURL(/\/tickets\/?$/);
  await ana.getByText('Este atendimento não está com você').waitFor();
  await ana.getByRole('tab', { name: /^Atendendo\s*0$/ }).waitFor();
  for (const { id } of [first, second])
    expect(await boss.call(`GET /tickets/${id}`)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  expect((await boss.call<{ type: string }[]>(`GET /tickets/${second.id}/history`)).body.map(({ type }) => type)).toContain(
    'TicketDeleted',
  );
  await customerWrites(the.product, number, name, 'do terceiro.');
  await ana.getByRole('tab', { name: /^Aguardando\s*1$/ }).waitFor();
  expect((await ticketOf(number, 'pending')).id).not.toBe(second.id);
  // Only greetings were sent.
  expect(new Set(await received(the.product, number)).size).toBe(1);
});

test('an administrator watches a conversation live, which neither accepts nor reads anything', async () => {
  const [number, name] = ['551170000302', 'Benedito Falcão'];
  await customerWrites(the.product, number, name, 'Alguém aí?');
  const marina = await comes('admin@prosa.demo');
  await toWaiting(marina, wide);
  await row(marina, name).hover();
  await marina.getByRole('button', { name: `Espiar a conversa com ${name}` }).click();
  const shown = marina.getByRole('dialog');
  await said(marina, 'Alguém aí?').waitFor();
  await customerWrites(the.product, number, name, 'Ainda espero.');
  await said(marina, 'Ainda espero.').waitFor();
  await boss.call(`PUT /tickets/${(await ticketOf(number, 'pending')).id}`, { status: 'open' });
  await shown.getByRole('button', { name: 'Transferir' }).waitFor();
  await said(marina, 'Ainda espero.').hover();
  expect(await shown.getByRole('log').getByRole('button').count()).toBe(0);
  const { id, unreadMessages } = await ticketOf(number, 'open');
  expect(unreadMessages).toBe(2);
  await shown.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await shown.waitFor({ state: 'detached' });
  expect(await ticketOf(number, 'open')).toMatchObject({ id, unreadMessages: 2, userId: boss.id });
  await boss.call(`DELETE /tickets/${id}`);
});

test('a rating is recorded, opens no ticket, and is shown at the ticket at once', async () => {
  const [number, name] = ['551170000303', 'Íris Montenegro'];
  await customerWrites(the.product, number, name, 'Chegou, obrigada!');
  const marina = await comes('admin@prosa.demo');
  await toWaiting(marina, wide);
  await marina.getByRole('button', { name: `Aceitar ${name}` }).click();
  await marina.getByRole('button', { name: 'Resolver', exact: true }).click();
  await marina.getByRole('dialog').getByRole('button', { name: 'Resolver e avaliar' }).press('Enter');
  await marina.getByText('Conversa fechada com sucesso!').waitFor();
  await until(async () => (await received(the.product, number)).includes('De 1 a 3?'));
  const { id } = await ticketOf(number, 'closed');
  await marina.goto(`${the.product.url}/tickets/${id}`);
  await marina.getByRole('button', { name: /^Dados de/ }).click();
  const facts = marina.getByRole('region', { name: 'Atendimento', exact: true });
  await facts.waitFor();
  await customerWrites(the.product, number, name, '2');
  await facts.getByText('2 de 3 · satisfeito').waitFor();
  await said(marina, '2').waitFor();
  expect(await ticketOf(number, 'closed')).toMatchObject({ id, rating: 2, unreadMessages: 0 });
  expect((await list(`searchParam=${number}`)).body.count).toBe(1);
});

test('on a phone a long press selects a row, taps select further ones, and the result of a bulk action is reported', async () => {
  const names = ['Noêmia Prado', 'Tarcísio Lins'];
  for (const [at, name] of names.entries()) await customerWrites(the.product, `55117000031${at}`, name, 'Oi');
  const ana = await comes('ana@prosa.demo', phone);
  await toWaiting(ana, phone);
  const box = (await ana.getByText(names[0]!).boundingBox())!;
  const touch = await ana.context().newCDPSession(ana);
  const touchPoints = [{ x: box.x + 10, y: box.y + 5 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await ana.getByRole('toolbar', { name: '1 selecionado' }).waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await ana.getByText(names[1]!).tap();
  const bar = ana.getByRole('toolbar', { name: '2 selecionados' });
  await bar.waitFor();
  // Another user changes one of them first.
  await boss.call(`PUT /tickets/${(await ticketOf('551170000311', 'pending')).id}`, { status: 'open' });
  await ana.getByRole('toolbar', { name: '1 selecionado' }).waitFor();
  await ana.getByRole('toolbar').getByRole('button', { name: 'Aceitar' }).tap();
  await ana.getByText('1 atendimento aceito.').waitFor();
  expect(await ticketOf('551170000310', 'open')).toMatchObject({ user: { name: 'Ana Souza' } });
});

test('at any width the list takes a third of the screen beside the drawer, and its head fits', async () => {
  const page = await comes('admin@prosa.demo', { viewport: { width: 1440, height: 800 } });
  for (const [width, least] of [
    [1440, 0],
    [1280, 0],
    [900, 300],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const [list, conversation] = await Promise.all(
      ['Lista de atendimentos', 'Conversa'].map(async (name) => (await page.getByRole('region', { name }).boundingBox())!),
    );
    expect(list!.width).toBeCloseTo(Math.max((list!.width + conversation!.width) / 3, least), 0);
    const button = (await page.getByRole('button', { name: 'Novo', exact: true }).boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(conversation!.x - 12);
  }
});
