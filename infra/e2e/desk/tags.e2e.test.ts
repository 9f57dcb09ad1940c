import type { Page } from 'playwright-core';
import { signIn } from '../../simulate/client.ts';
import { axe } from '../axe.fixture.ts';
import { calm, enter, phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const row = (page: Page, name: string) => page.getByRole('row', { name });
test('a tag is created, found, changed and deleted by keyboard only, and a colleague’s phone shows each change', async () => {
  const page = await on.opens(ADMIN, '/tags', wide);
  const colleague = await on.opens('bruno@prosa.demo', '/tags', phone, { colorScheme: 'dark' });
  expect(await axe(page)).toEqual([]);
  expect(await axe(colleague)).toEqual([]);

  await page.locator('#content').focus();
  await page.keyboard.press('n');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('ab');
  await page.keyboard.press('Tab');
  await page.getByText('Mensagem muito curta').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('End');
  await page.keyboard.type('acate');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await row(page, 'abacate #475569').waitFor();
  await colleague.getByRole('listitem').filter({ hasText: 'abacate' }).waitFor();

  await page.keyboard.press('/');
  await page.keyboard.type('ABÁC');
  await page.getByText('1 encontrado').waitFor();
  await page.getByRole('button', { name: 'Editar abacate' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.type(' maduro');
  await page.keyboard.press('Enter');
  await row(page, 'abacate maduro').waitFor();
  await colleague.getByText('abacate maduro').waitFor();

  await page.getByRole('button', { name: 'Excluir abacate maduro' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Excluir a tag “abacate maduro”?').waitFor();
  await page.getByRole('button', { name: 'Excluir', exact: true }).focus();
  await calm(page);
  await page.keyboard.press('Enter');
  await page.getByText('Nada com “ABÁC”').waitFor();
  await colleague.getByText('abacate maduro').waitFor({ state: 'detached' });
});

test('scrolling loads further pages, and react-hook-form is loaded only with the screen', async () => {
  const page = await on.comes(wide);
  const files: string[] = [];
  page.on('response', (response) => files.push(new URL(response.url()).pathname));
  await enter(page, on.product.url, ADMIN);
  await page.waitForLoadState('networkidle');
  expect(files.filter((file) => /tags\.screen|record-screen/.test(file))).toEqual([]);
  const token = await page.evaluate("localStorage.getItem('token')");
  for (let n = 0; n < 45; n += 1)
    await fetch(`${on.product.url}/api/tags`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({ name: `Lote ${String(n).padStart(2, '0')}` }),
    });
  await page.getByRole('link', { name: 'Tags' }).click();
  await row(page, 'Lote 00').waitFor();
  expect(files.filter((file) => /record-screen-[^/]+\.js/.test(file))).toHaveLength(1);
  const count = () => page.getByRole('row').count();
  expect(await count()).toBeLessThan(30);
  for (let tries = 0; (await row(page, 'Lote 44').count()) === 0 && tries < 20; tries += 1) {
    await page.getByRole('region', { name: 'Tags' }).evaluate((el: { scrollTop: number; scrollHeight: number }) => {
      el.scrollTop = el.scrollHeight;
    });
    await page.waitForTimeout(200);
  }
  await row(page, 'Lote 44').waitFor();
  expect(await count()).toBeGreaterThanOrEqual(46);
});

test('the numbers of tickets and customers of a tag are right after each change', async () => {
  const page = await on.opens(ADMIN, '/tags', wide);
  const colleague = await on.opens('bruno@prosa.demo', '/tags', phone, { colorScheme: 'dark' });
  const api = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  const post = async (path: string, body: object) => (await api.command<{ id: string }>('POST', path, body)).record.id;
  const [queue] = await api.get<{ id: string }[]>('/queue');
  const tagId = await post('/tags', { name: 'Contada' });
  const ticketIds: string[] = [];
  for (const [name, number] of [
    ['Um', '551170000801'],
    ['Dois', '551170000802'],
  ])
    ticketIds.push(await post('/tickets', { contactId: await post('/contacts', { name, number }), queueId: queue!.id }));
  const sync = (ticketId: string, tags: string[]) => api.command('POST', '/tags/sync', { ticketId, tags });
  await row(page, 'Contada #7C7C7C 0 0').waitFor();
  for (const ticketId of ticketIds) await sync(ticketId, [tagId]);
  await row(page, 'Contada #7C7C7C 2 2').waitFor();
  await colleague.getByRole('listitem').filter({ hasText: 'Contada' }).filter({ hasText: '2Atendimentos' }).waitFor();
  await api.command('PUT', `/tickets/${ticketIds[1]}`, { status: 'closed' });
  await sync(ticketIds[0]!, []);
  await row(page, 'Contada #7C7C7C 1 1').waitFor();
  await page.reload();
  await row(page, 'Contada #7C7C7C 1 1').waitFor();
});
