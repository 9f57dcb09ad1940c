import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, phone, stage, wide } from '../browser.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

/** Two administrators: who signs in a second time ends the first session. */
const [ADMIN, OTHER] = ['admin@prosa.demo', 'super@prosa.demo'];
let offer: string;
const names = ['Abel Um', 'Bia Dois', 'Caio Três', 'Duda Quatro'];
const cards: Record<string, string> = {};

/** A lane, and contacts in the first one; the last of them is first. */
const on = stage(async ({ url }) => {
  const api = await signIn(url, OTHER);
  offer = await made(api, 'POST /tags', { name: 'Proposta enviada', color: '#0EA5E9', kanban: 1 });
  await made(api, 'POST /tags', { name: 'Fechado', color: '#16A34A', kanban: 1 });
  for (const [n, name] of names.entries()) {
    cards[name] = await made(api, 'POST /contacts', { name, number: `552197000600${n}` });
    await made(api, 'POST /kanban', { contactId: cards[name] });
  }
});
const made = async (api: User, what: Parameters<User['call']>[0], body: object): Promise<string> => {
  const { body: reply, status } = await api.call<{ id: string }>(what, body);
  expect(status).toBe(201);
  return reply.id;
};
const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cardIn = (page: Page, name: string, of: string) => lane(page, of).getByRole('button', { name, exact: true });
const opens = async (email: string, ...[screen, more]: [typeof wide | typeof phone, { colorScheme: 'dark' }?]) => {
  const page = await on.opens(email, '/Kanban', screen, more);
  await lane(page, 'Em aberto').waitFor();
  return page;
};

test('a card is dragged into a lane, for everybody who looks, and back by keys; its form and its conversation open from it', async () => {
  const page = await opens(ADMIN, wide);
  const colleague = await opens(OTHER, phone, { colorScheme: 'dark' });
  await cardIn(page, 'Abel Um', 'Em aberto').waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await axe(colleague)).toEqual([]);

  const from = (await page.locator(`[data-card="${cards['Abel Um']}"]`).boundingBox())!;
  const to = (await lane(page, 'Proposta enviada').boundingBox())!;
  const moves = page.waitForRequest((request) => request.method() === 'PUT');
  await page.mouse.move(from.x + 40, from.y + from.height - 10);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + 80, to.y + 120, { steps: 8 });
  await page.mouse.up();
  expect(new URL((await moves).url()).pathname).toBe(`/api/kanban/cardMove/${offer}/${cards['Abel Um']}`);
  await page.getByText('Card movido com sucesso!').waitFor();
  await cardIn(page, 'Abel Um', 'Proposta enviada').waitFor();
  await cardIn(colleague, 'Abel Um', 'Proposta enviada').waitFor();

  // By keys, each step is said, and the focus stays on the card.
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  const focused = () =>
    page.evaluate('document.activeElement.textContent + " " + document.activeElement.closest("[data-lane]").dataset.lane');
  await cardIn(page, 'Abel Um', 'Proposta enviada').focus();
  await page.keyboard.press('Space');
  await says('Você pegou o card de Abel Um, na coluna Proposta enviada.');
  await page.keyboard.press('ArrowRight');
  await says('Sobre a coluna Fechado.');
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await says('O card de Abel Um fica na coluna Proposta enviada.');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await says('Sobre a coluna Em aberto.');
  await page.keyboard.press('Space');
  await says('Você soltou o card de Abel Um na coluna Em aberto.');
  await cardIn(colleague, 'Abel Um', 'Em aberto').waitFor();
  expect(await focused()).toBe('Abel Um 0');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe('Duda Quatro 0');

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Editar card' });
  await dialog.getByLabel('Nome').fill('Du');
  await dialog.getByLabel('Valor orçado').pressSequentially('0012345678,999');
  expect(await dialog.getByLabel('Valor orçado').inputValue()).toBe('1.234.567,99');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  await dialog.getByText('Mensagem muito curta').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByLabel('Nome').fill('Duda Quatro');
  await dialog.getByLabel('Valor orçado').fill('1.234,56');
  await dialog.getByLabel('Descrição').fill('Mesa de oito lugares');
  const saves = page.waitForRequest((request) => request.method() === 'PUT');
  await dialog.getByRole('button', { name: 'Salvar' }).press('Enter');
  expect((await saves).postDataJSON()).toEqual({ description: 'Mesa de oito lugares', budgetedValue: 1234.56 });
  await dialog.waitFor({ state: 'detached' });
  await lane(colleague, 'Em aberto').getByText('Mesa de oito lugares').waitFor();
});

test('on a phone a card is moved and removed by its menu', async () => {
  const page = await opens(ADMIN, phone);
  const openMenu = async (name: string) => {
    await page.getByRole('button', { name: `Opções do card de ${name}` }).tap();
    expect(await axe(page)).toEqual([]);
  };
  await openMenu('Bia Dois');
  await page.getByRole('menuitem', { name: 'Mover para…' }).tap();
  const dialog = page.getByRole('dialog', { name: /^Mover para/ });
  await dialog.getByText('Fechado').tap();
  expect(await axe(page)).toEqual([]);
  await calm(page);
  await dialog.getByRole('button', { name: 'Mover', exact: true }).tap();
  await page.getByText('Card movido com sucesso!').waitFor();
  await cardIn(page, 'Bia Dois', 'Fechado').waitFor();
  await openMenu('Bia Dois');
  await page.getByRole('menuitem', { name: 'Excluir' }).tap();
  await calm(page);
  await page.getByRole('dialog', { name: 'Excluir o card de Bia Dois?' }).getByRole('button', { name: 'Excluir' }).tap();
  await page.getByText('Card removido com sucesso!').waitFor();
  await lane(page, 'Fechado').getByText('Nenhum card aqui').waitFor();
});

test('on a phone a finger that rests on a card lifts it, and carries it into a lane beside the screen', async () => {
  const page = await opens(ADMIN, phone);
  const card = page.locator(`[data-card="${cards['Abel Um']}"]`);
  const { x, y, height } = (await card.boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const moves = (type: 'touchStart' | 'touchMove', at: { x: number; y: number }) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: [at] });
  const says = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });
  await moves('touchStart', { x: x + 40, y: y + height - 10 });
  await says('Você pegou o card de Abel Um, na coluna Em aberto.');
  // At the side of the screen the board scrolls below it.
  await moves('touchMove', { x: x + 200, y: y + 40 });
  await moves('touchMove', { x: phone.viewport.width - 20, y: y + 40 });
  await says('Sobre a coluna Fechado.');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await says('Você soltou o card de Abel Um na coluna Fechado.');
  await page.getByText('Card movido com sucesso!').waitFor();
  await cardIn(page, 'Abel Um', 'Fechado').waitFor();
  // It was no tap: nothing was opened.
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('a card that somebody else moves while it is held is let go with a word; a refused move says nothing', async () => {
  const page = await opens(ADMIN, wide);
  const api = await signIn(on.product.url, OTHER);
  await cardIn(page, 'Caio Três', 'Em aberto').focus();
  await page.keyboard.press('Space');
  expect((await api.call(`PUT /kanban/cardMove/${offer}/${cards['Caio Três']}`)).status).toBe(200);
  await page.getByText('Outra pessoa moveu o card de Caio Três para Proposta enviada.').waitFor();
  await cardIn(page, 'Caio Três', 'Proposta enviada').waitFor();
  await page.keyboard.press('Escape');
  expect(await axe(page)).toEqual([]);

  const logged = page.waitForEvent('console', (message) => message.text().startsWith('The card was not moved:'));
  await page.route('**/api/kanban/cardMove/**', (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":"ERR_BUSY","message":"Ocupado"}' }),
  );
  await cardIn(page, 'Caio Três', 'Proposta enviada').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await logged;
  await cardIn(page, 'Caio Três', 'Proposta enviada').waitFor();
  expect(await page.getByText('Ocupado').count()).toBe(0);
});

test('from a ticket to the board, to the conversation in one click and back; the report as a file', async () => {
  await customerWrites(on.product, '5521970006100', 'Elza Cinco', 'Bom dia');
  const page = await on.opens(ADMIN, '/tickets', wide);
  await page
    .getByRole('tab', { name: /^Aguardando/ })
    .or(page.getByRole('radio', { name: /^Aguardando/ }))
    .click();
  const row = page.getByRole('listitem').filter({ hasText: 'Elza Cinco' });
  await row.getByRole('button', { name: /^Opções do atendimento com Elza Cinco/ }).click();
  await page.getByRole('menuitem', { name: 'Enviar para o kanban' }).click();
  await page.getByText('Enviado para o kanban com sucesso!').waitFor();
  await page.getByRole('navigation').locator('a[href="/Kanban"]').click();
  await cardIn(page, 'Elza Cinco', 'Em aberto').waitFor();
  await page.getByRole('link', { name: /^Conversa com Elza Cinco: Espera há/ }).click();
  // The address changes before the conversation is shown; back before that, the board was never left.
  await page.getByRole('log').getByText('Bom dia', { exact: true }).waitFor();
  expect(page.url()).toMatch(/\/tickets\/[\da-f-]{36}$/);
  await page.goBack();
  await cardIn(page, 'Elza Cinco', 'Em aberto').waitFor();
  await page.locator('[data-card] button:focus', { hasText: 'Elza Cinco' }).waitFor();

  await page.getByRole('navigation', { name: 'Kanban' }).getByRole('link', { name: 'Relatório' }).click();
  await page.getByRole('cell', { name: 'Mesa de oito lugares' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('relatorio_kanban.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toContain('Nome;Número;Descrição;Quadro;Valor orçado;Valor negociado');
  expect(lines).toContain('Duda Quatro;5521970006003;Mesa de oito lugares;Em aberto;"1234,56";');
});
