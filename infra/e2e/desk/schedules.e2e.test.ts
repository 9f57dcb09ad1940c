import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, phone, received, stage, wide } from '../browser.fixture.ts';
import { openTicket, signIn } from '../people.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const dialog = (page: Page) => page.getByRole('dialog');
const save = async (page: Page): Promise<void> => {
  await dialog(page).getByRole('button', { name: 'Salvar' }).press('Enter');
};
const soon = (ms: number): string => new Date(Date.now() + ms).toISOString();

test('a message is scheduled from its ticket, a colleague’s phone shows it, and it is sent when its time has come', async () => {
  const ana = await signIn(on.product.url, 'ana@prosa.demo');
  const { who, ticket } = await openTicket(on.product, ana, 'Ubirajara Goulart');
  const page = await on.opens('ana@prosa.demo', `/tickets/${ticket.id}`, wide);
  const colleague = await on.opens(ADMIN, '/schedules', phone, { colorScheme: 'dark' });
  await colleague.getByText('Nenhuma mensagem agendada').first().waitFor();
  expect(await axe(colleague)).toEqual([]);
  await page
    .getByRole('button', { name: /^Opções do atendimento/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Agendar mensagem' }).click();
  await dialog(page).waitFor();
  expect(await dialog(page).getByLabel('Contato').inputValue()).toBe('Ubirajara Goulart');
  await dialog(page).getByLabel('Mensagem').fill('Oi!!');
  await save(page);
  await dialog(page).getByText('Mensagem muito curta').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog(page).getByLabel('Mensagem').fill('Seu pedido chega amanhã, entre 9h e 12h.');
  await save(page);
  await dialog(page).waitFor({ state: 'detached' });
  await colleague.getByRole('listitem').filter({ hasText: 'Seu pedido chega amanhã, …' }).waitFor();
  expect(await axe(colleague)).toEqual([]);

  await page.goto(`${on.product.url}/schedules`);
  await page.getByRole('row', { name: /Ubirajara Goulart Seu pedido chega amanhã, … .* Ana .*Agendada/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  const admin = await signIn(on.product.url, ADMIN);
  const { schedules } = (await admin.call<{ schedules: { id: string }[] }>('GET /schedules/')).body;
  await admin.call(`PUT /schedules/${schedules[0]!.id}`, { sendAt: soon(1_500) });
  await page.getByRole('row', { name: /Enviada/ }).waitFor();
  await until(async () => (await received(on.product, who.number)).includes('Seu pedido chega amanhã, entre 9h e 12h.'));
  await page.getByRole('button', { name: 'Editar Ubirajara Goulart' }).click();
  await page.getByRole('dialog', { name: 'Mensagem enviada' }).waitFor();
  expect(await dialog(page).getByRole('button', { name: 'Salvar' }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
});

test('one that has failed says why, in line with the fields, and is sent again once it can be', async () => {
  const admin = await signIn(on.product.url, ADMIN);
  const ana = await signIn(on.product.url, 'ana@prosa.demo');
  const { who, ticket } = await openTicket(on.product, ana, 'Jaciara Peçanha');
  const session = `/whatsappsession/${on.product.demo.connection.id}` as const;
  await admin.call(`DELETE ${session}`);
  const text = 'A van já saiu da loja.';
  await ana.call('POST /schedules', { body: text, contactId: ticket.contactId, sendAt: soon(500) });
  const page = await on.opens('ana@prosa.demo', '/schedules', wide);
  const row = page.getByRole('row', { name: /A van já saiu da loja\./ });
  await row.getByText('A conexão está desligada').waitFor();
  await row.getByRole('button', { name: 'Editar Jaciara Peçanha' }).click();
  const left = async (words: string) => (await dialog(page).getByText(words, { exact: true }).boundingBox())!.x;
  await dialog(page).getByText('A conexão está desligada').waitFor();
  expect(await axe(page)).toEqual([]);
  // The dialog has come to rest.
  expect(await left('A conexão está desligada')).toBe(await left('Contato'));
  await page.keyboard.press('Escape');
  await admin.call(`POST ${session}`);
  await until(async () => {
    await row.getByRole('button', { name: 'Enviar de novo para Jaciara Peçanha' }).click();
    await calm(page);
    return (await received(on.product, who.number)).includes(text);
  });
});

test('the reports are read and exported, wide and on a phone', async () => {
  const ana = await signIn(on.product.url, 'ana@prosa.demo');
  await openTicket(on.product, ana, 'Iracema Tupinambá');
  const long = await openTicket(on.product, ana, 'Maria da Conceição de Albuquerque e Silva Magalhães');
  const tags = [];
  for (const name of ['Cliente recorrente', 'Garantia estendida', 'Troca por defeito'])
    tags.push((await ana.call<{ id: string }>('POST /tags', { name })).body.id);
  await ana.call('POST /tags/sync', { ticketId: long.ticket.id, tags });
  const page = await on.opens(ADMIN, '/report', wide);
  const small = await on.opens('super@prosa.demo', '/reportByQueue', phone, { colorScheme: 'dark' });
  await page.getByRole('row', { name: /^Total geral/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  const download = async (): Promise<[string, string]> => {
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Exportar CSV' }).click()]);
    return [file.suggestedFilename(), readFileSync(await file.path(), 'utf8')];
  };
  const [synthetic, matrix] = await download();
  expect([synthetic, matrix.slice(0, 5)]).toEqual(['relatorio_sintetico_atendimento.csv', '\uFEFFTag;']);
  await page.getByRole('tab', { name: 'Analítico' }).click();
  await page.getByRole('link', { name: 'Iracema Tupinambá' }).waitFor();
  expect(await axe(page)).toEqual([]);
  // However many tags a ticket has, the whole of it is seen on a small laptop.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole('row', { name: /Troca por defeito/ }).waitFor();
  const table = page.getByRole('region', { name: 'Analítico' });
  expect(await table.evaluate((el) => el.scrollWidth - el.clientWidth)).toBe(0);
  await page.setViewportSize(wide.viewport);
  const [analytical, rows] = await download();
  expect(analytical).toBe('relatorio_analitico_atendimento.csv');
  expect(rows).toContain(';Iracema Tupinambá;');

  await small.getByRole('listitem').filter({ hasText: 'Total' }).waitFor();
  expect(await axe(small)).toEqual([]);
  await small.goto(`${on.product.url}/reportByUser`);
  await small.getByText('Ana Souza').first().waitFor();
  expect(await axe(small)).toEqual([]);
});
