import { readFileSync } from 'node:fs';
import type { AuditHead, TicketOwn } from '@prosa/contracts';
import { nodeHasher } from '@prosa/infra/verify';
import type { Page } from 'playwright-core';
import { verify } from '../../verify/check/verify.ts';
import { readContainer } from '../../verify/format/zip.ts';
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

/** A ticket with words of both sides. */
const spoken = async (name: string): Promise<TicketOwn> => {
  const { who, ticket } = await openTicket(on.product, ana, name);
  await who.write('Meu pedido não chegou');
  await ana.call(`POST /messages/${ticket.id}`, { body: 'Vou ver agora' });
  return ticket;
};
const sourceOf = (bytes: Uint8Array) => ({
  size: bytes.length,
  read: async (from: number, to: number) => bytes.subarray(from, to),
});
const findingsOf = async (bytes: Uint8Array) => {
  const { key } = (await keeper.call<AuditHead>('GET /audit/head')).body;
  return (await verify(sourceOf(bytes), nodeHasher, { key })).findings;
};
/** What is wrong with the dialog: rules of accessibility, rings, sizes, and what lies over something or is cut off. */
const faults = async (page: Page, isPhone: boolean): Promise<string[]> => {
  const found: string[] = [];
  for (const check of [axe, ringless, outside, ...(isPhone ? [tooSmall] : [])]) found.push(...(await check(page)));
  return [...found, ...(await misplacedAt(page, isPhone ? [[320, 640]] : [[1000, 700]]))];
};
const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Exportar com prova/ });
/** Begins an export in the open dialog, waits for it and saves it. */
const saved = async (page: Page): Promise<Buffer> => {
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Exportar', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog
      .getByRole('button', { name: /^Baixar a exportação de / })
      .first()
      .click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^exportacao-[0-9a-f]{8}\.zip$/);
  return readFileSync(await file.path());
};

test('an administrator exports a ticket: the file proves itself, and a changed byte is named', async () => {
  const ticket = await spoken('Filomena Azeredo');
  const page = await on.opens(ADMIN, `/tickets/${ticket.id}/history`, wide);
  await page.getByRole('button', { name: 'Exportar com prova' }).press('Enter');
  const dialog = dialogOf(page);
  await dialog.getByText('Nenhuma ainda.').waitFor();
  await dialog.getByText(/^prosa-/).waitFor();
  expect(await faults(page, false)).toEqual([]);
  const bytes = await saved(page);
  expect(await faults(page, false)).toEqual([]);
  expect(await findingsOf(bytes)).toEqual([]);

  const { files } = (await readContainer(sourceOf(bytes)))!;
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['leitura.html', 'conferir.html', 'events.jsonl', 'head.txt', 'manifest.txt']));
  const events = files.find(({ name }) => name === 'events.jsonl')!;
  const at = bytes.indexOf('Vou ver agora', events.from);
  expect(at).toBeGreaterThan(events.from);
  const changed = Buffer.from(bytes);
  changed[at] = 'v'.charCodeAt(0);
  const line = bytes.subarray(events.from, at).toString().split('\n').length;
  expect(await findingsOf(changed)).toEqual(expect.arrayContaining([expect.objectContaining({ code: 'line-changed', line })]));

  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Exportar com prova');
});

test('on a phone in the dark everything of the company is exported from the settings', async () => {
  await spoken('Eleutério Bastos');
  const page = await on.opens(ADMIN, '/settings', phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Exportar tudo' }).click();
  await dialogOf(page)
    .getByText(/^prosa-/)
    .waitFor();
  expect(await faults(page, true)).toEqual([]);
  const bytes = await saved(page);
  expect(await faults(page, true)).toEqual([]);
  expect(await findingsOf(bytes)).toEqual([]);
});

test('who may not export is not offered it, and is refused', async () => {
  const ticket = await spoken('Gumercindo Prado');
  for (const call of ['GET /exports', 'GET /audit/head'] as const) expect((await ana.call(call)).status).toBe(403);
  expect((await ana.call('POST /exports', { ticketIds: [ticket.id] })).status).toBe(403);
  const page = await on.opens('ana@prosa.demo', '/settings', wide);
  await page.getByRole('heading', { level: 1, name: 'Configurações' }).waitFor();
  expect(await page.getByRole('button', { name: 'Exportar tudo' }).count()).toBe(0);
});
