import { readFileSync } from 'node:fs';
import type { AccessView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { outside, ringless, tooSmall } from '../controls.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { openTicket, signIn, type User } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
let ana: User;
let keeper: User;
const on = stage(async ({ url }) => {
  ana = await signIn(url, 'ana@prosa.demo');
  // Not the one of the screens: signing in there ends their older sessions.
  keeper = await signIn(url, 'super@prosa.demo');
});

const listed = async (query = '', by = keeper): Promise<AccessView[]> =>
  (await by.call<{ accesses: AccessView[] }>(`GET /accesses${query}`)).body.accesses;
/** The kinds of looks at a ticket, the newest first, as soon as there are so many. */
const kindsOf = async (ticketId: string, count: number): Promise<string[]> => {
  let kinds: string[] = [];
  await until(async () => {
    kinds = (await listed(`?ticketId=${ticketId}`)).map(({ kind }) => kind);
    return kinds.length >= count;
  });
  return kinds;
};
/** What is wrong with the screen: rules of accessibility, rings, sizes, and what lies over something or is cut off. */
const faults = async (page: Page, isPhone: boolean): Promise<string[]> => {
  const found: string[] = [];
  for (const check of [axe, ringless, outside, ...(isPhone ? [tooSmall] : [])]) found.push(...(await check(page)));
  return [...found, ...(await misplacedAt(page, isPhone ? [[320, 640]] : [[1000, 700]]))];
};

test('an administrator looks at a history, and both stand in the list: once, however often, with a way to the ticket', async () => {
  const { ticket } = await openTicket(on.product, ana, 'Perpétua Malafaia');
  for (const path of [`tickets/${ticket.id}/history`, `messages/${ticket.id}`]) await ana.call(`GET /${path}`);
  for (let n = 0; n < 3; n += 1) await keeper.call(`GET /tickets/${ticket.id}/history`);
  expect(await kindsOf(ticket.id, 1)).toEqual(['history']);

  const page = await on.opens(ADMIN, `/tickets/${ticket.id}/history`, wide);
  await page.getByRole('button', { name: 'Visto por' }).waitFor();
  await kindsOf(ticket.id, 3);
  await page.getByRole('button', { name: 'Visto por' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Quem viu o quê' }).waitFor();
  await page.getByText('Só deste atendimento: Perpétua Malafaia').waitFor();
  const table = page.getByRole('region', { name: 'Quem viu o quê' }).getByRole('table');
  const rows = await table.locator('tbody tr').allTextContents();
  expect(rows).toHaveLength(3);
  expect(rows.filter((row) => row.includes('Como estava antes'))).toHaveLength(1);
  expect(rows.every((row) => row.startsWith(`Perpétua Malafaiaprotocolo ${ticket.protocol} · Histórico`))).toBe(true);
  expect(await faults(page, false)).toEqual([]);

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('quem_viu_o_que.csv');
  expect(
    readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  ).toHaveLength(4);

  await page.getByRole('link', { name: 'Mostrar de todos' }).click();
  await page.getByRole('link', { name: 'Perpétua Malafaia', exact: true }).first().waitFor();
  await page.getByLabel('O que viu').click();
  await page.getByRole('option', { name: 'Exportou' }).click();
  await page.getByRole('button', { name: 'Filtrar' }).click();
  await page.getByText('Ninguém viu nada aqui').waitFor();
  expect(await faults(page, false)).toEqual([]);
});

test('the spy view and an export of a ticket are listed too; on a phone in the dark, where the list leads to the ticket', async () => {
  const { ticket } = await openTicket(on.product, ana, 'Genésio Passarinho');
  await keeper.call(`GET /tickets/${ticket.id}/spy`);
  expect((await keeper.call('POST /exports', { ticketIds: [ticket.id] })).status).toBe(202);
  expect((await kindsOf(ticket.id, 2)).sort()).toEqual(['conversation', 'export']);

  const page = await on.opens(ADMIN, `/accesses?ticketId=${ticket.id}`, phone, { colorScheme: 'dark' });
  const items = page.getByRole('list', { name: 'Quem viu o quê' }).getByRole('listitem');
  await items.nth(1).waitFor();
  expect(await items.filter({ hasText: 'Conversa de outra pessoa' }).count()).toBe(1);
  expect(await faults(page, true)).toEqual([]);
  await page.getByRole('link', { name: 'Genésio Passarinho', exact: true }).first().click();
  await page.waitForURL(`**/tickets/${ticket.id}`);
});

test('who looked is for administrators, each of their own company', async () => {
  for (const call of ['GET /accesses', 'GET /accesses/csv'] as const) expect((await ana.call(call)).status).toBe(403);
  const page = await on.opens('ana@prosa.demo', '/accesses', wide);
  await page.waitForURL('**/tickets');
});
