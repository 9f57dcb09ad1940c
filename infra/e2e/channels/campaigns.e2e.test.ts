import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { CampaignReport, SimulatorDelivered } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, phone, received, stage, wide } from '../browser.fixture.ts';
import { signIn } from '../people.fixture.ts';

const ADMIN = 'admin@prosa.demo';
/** Another administrator, who calls the API: whoever signs in ends their own older session. */
const OTHER = 'super@prosa.demo';
const SETTINGS = {
  messageInterval: 0,
  longerIntervalAfter: 0,
  greaterInterval: 0,
  variables: [{ key: 'loja', value: 'Casa Ipê' }],
};
const on = stage(async ({ url }) => {
  await (await signIn(url, OTHER)).call('POST /campaign-settings', { settings: SETTINGS });
});

/** A list of people, whose numbers begin so. */
const listOf = async (name: string, prefix: string, people: string[]): Promise<string[]> => {
  const other = await signIn(on.product.url, OTHER);
  const { id } = (await other.call<{ id: string }>('POST /contact-lists', { name })).body;
  const numbers = people.map((_, at) => `${prefix}${at}`);
  for (const [at, person] of people.entries()) {
    const item = { contactListId: id, name: person, number: numbers[at], email: null };
    expect((await other.call('POST /contact-list-items', item)).status).toBe(201);
  }
  return numbers;
};
const dialog = (page: Page) => page.getByRole('dialog', { name: /campanha$/ });
const choose = async (page: Page, label: string, option: RegExp | string): Promise<void> => {
  await dialog(page).getByRole('button', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const save = async (page: Page, words: string): Promise<void> => {
  await dialog(page).getByRole('button', { name: words }).press('Enter');
  await dialog(page).waitFor({ state: 'detached' });
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A picture of one pixel. */
const picture = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010802000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 15, 118, 110]))),
  chunk('IEND', Buffer.alloc(0)),
]);

test('a campaign with a file is written, sent at once, and reported: each contact has it once, in their own words', async () => {
  const numbers = await listOf('Clientes ativos', '551190000123', ['Ana Clara Queiroz', 'Wagner Luz', 'Nilce Aoki']);
  const page = await on.opens(ADMIN, '/campaigns', wide);
  await page.getByText('Nenhuma campanha').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  await dialog(page).getByLabel('Nome').fill('Casa nova');
  await choose(page, 'Lista de contatos', 'Clientes ativos · 3 contatos');
  await choose(page, 'Conexão', 'Simulador');
  await dialog(page).getByLabel('Mensagem', { exact: true }).fill('Oi, !');
  await dialog(page).getByLabel('Mensagem', { exact: true }).press('ArrowLeft');
  await dialog(page).getByRole('button', { name: '{primeiroNome}' }).click();
  await dialog(page).getByLabel('Mensagem', { exact: true }).press('End');
  await dialog(page).getByLabel('Mensagem', { exact: true }).pressSequentially(' A {loja} mudou.');
  await dialog(page).getByText('Oi, Ana! A Casa Ipê mudou.').waitFor();
  await dialog(page).locator('input[type=file]').setInputFiles({ name: 'vitrine.png', mimeType: 'image/png', buffer: picture });
  await dialog(page).getByRole('tab', { name: 'Enviar agora' }).click();
  await dialog(page).getByText('Vai para 3 contatos de Clientes ativos, por Simulador.').waitFor();
  expect(await axe(page)).toEqual([]);
  await save(page, 'Enviar agora');
  await page.getByRole('row', { name: /Casa nova Finalizada 3 de 3 entregues/ }).waitFor();
  const { id, token } = on.product.demo.connection;
  for (const [at, number] of numbers.entries()) {
    const answer = await fetch(`${on.product.url}/webhooks/simulator/${id}/delivered?to=${number}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const came = (await answer.json()) as SimulatorDelivered;
    expect(came.map(({ text, type }) => [text, type])).toEqual([
      [`Oi, ${['Ana', 'Wagner', 'Nilce'][at]}! A Casa Ipê mudou.`, 'image'],
    ]);
  }

  await page.getByRole('button', { name: 'Relatório de Casa nova' }).click();
  await page.getByRole('heading', { name: 'Relatório da Casa nova' }).waitFor();
  await page.getByText('3 de 3 contatos válidos · 100%').waitFor();
  await page.getByRole('row', { name: 'Entregues 3 100%' }).waitFor();
  await page.getByRole('row', { name: /Wagner Luz/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('nome;número;resultado');
  expect(lines.filter((line) => /Ana Clara Queiroz/.test(line))).toHaveLength(1);
});

test('on a phone a campaign is programmed, changed, asks first, sends to who says yes, and is cancelled and sent on', async () => {
  const [number] = await listOf('Orçamentos', '551190000456', ['Adalgisa Prates', 'Dagmar Fontoura']);
  const page = await on.opens(ADMIN, '/campaigns', phone, { colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Nova campanha' }).first().click();
  await dialog(page).getByLabel('Nome').fill('Segunda chance');
  await choose(page, 'Lista de contatos', /^Orçamentos/);
  await choose(page, 'Conexão', 'Simulador');
  await dialog(page).getByText('Pedir confirmação antes').click();
  await dialog(page).getByLabel('Pedido de confirmação').fill('Posso mandar uma novidade?');
  await dialog(page).getByLabel('Mensagem', { exact: true }).fill('Cadeiras pela metade do preço!');
  await dialog(page).getByRole('tab', { name: 'Agendar' }).click();
  await dialog(page).getByLabel('Data de envio').fill('19/11/2099');
  // The proposed time is two hours from now, so that without one of its own the day of the last change would move by night.
  await dialog(page).getByLabel('Hora').fill('09:00');
  await dialog(page).getByText('Pode mudar até 19/11/2099 08:00.').waitFor();
  expect(await axe(page)).toEqual([]);
  await save(page, 'Salvar');
  const item = page.getByRole('listitem').filter({ hasText: 'Segunda chance' });
  await item.getByText('Programada').waitFor();
  expect(await axe(page)).toEqual([]);
  const act = async (name: string) => {
    await calm(page);
    await item.getByRole('button', { name: 'Ações de Segunda chance' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };

  await act('Editar campanha');
  await dialog(page).getByRole('tab', { name: 'Enviar agora' }).click();
  await save(page, 'Enviar agora');
  await item.getByText('Em Andamento').waitFor();
  await until(async () => (await received(on.product, number!)).includes('Posso mandar uma novidade?'));
  expect(await received(on.product, number!)).toEqual(['Posso mandar uma novidade?']);
  await act('Relatório');
  await page.getByRole('heading', { name: 'Relatório da Segunda chance' }).waitFor();
  const card = (name: string) => page.locator(`[data-figure="${name}"] dd`).first();
  await until(async () => (await card('confirmationsRequested').textContent()) === '2');
  expect(await axe(page)).toEqual([]);
  await customerWrites(on.product, number!, 'Adalgisa', 'Sim');
  await until(async () => (await received(on.product, number!)).includes('Cadeiras pela metade do preço!'));
  // The report is open meanwhile, and follows.
  await until(async () => (await card('confirmations').textContent()) === '1' && (await card('delivered').textContent()) === '1');

  await calm(page);
  await page.getByRole('button', { name: 'Cancelar campanha' }).click();
  await page.getByText('Cancelada').waitFor();
  await calm(page);
  await page.getByRole('button', { name: 'Retomar campanha' }).click();
  await page.getByText('Em Andamento').waitFor();
  const id = page.url().split('/').at(-2)!;
  const other = await signIn(on.product.url, OTHER);
  const report = (await other.call<CampaignReport>(`GET /campaigns/${id}/report`)).body;
  expect(report).toMatchObject({ validContacts: 2, confirmationsRequested: 2, confirmations: 1, delivered: 1 });
});

test('without the flag of campaigns there are none; attendants have none either', async () => {
  const page = await on.opens(ADMIN, '/campaigns', wide);
  const drawer = page.getByRole('navigation', { name: 'Principal' });
  await drawer.getByRole('button', { name: 'Campanhas' }).waitFor();
  for (const path of ['/campaigns', '/campaigns-config', '/TagsKanban', '/marketing/report', '/marketing/social-media']) {
    await page.evaluate("localStorage.removeItem('cshow')");
    await page.goto(`${on.product.url}${path}`);
    await page.getByRole('heading', { name: 'Este endereço não existe' }).waitFor();
    expect(await drawer.getByRole('button', { name: 'Campanhas' }).count()).toBe(0);
    await page.evaluate("localStorage.setItem('cshow', 'whatever')");
    await page.reload();
    await drawer.getByRole('button', { name: 'Campanhas' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Este endereço não existe' }).count()).toBe(0);
  }
  const ana = await on.opens('ana@prosa.demo', '/campaigns', wide);
  await ana.waitForURL('**/tickets');
  await ana.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Ajuda' }).waitFor();
  expect(await ana.getByRole('button', { name: 'Campanhas' }).count()).toBe(0);
});

test('the intervals and the variables are set on their screen, and shown to who opens it afterwards', async () => {
  const page = await on.opens(ADMIN, '/campaigns-config', wide);
  await page.getByRole('button', { name: /^Intervalo randômico/ }).click();
  await page.getByRole('option', { name: '5 segundos', exact: true }).click();
  const add = async (key: string, value: string) => {
    await page.getByLabel('Nome', { exact: true }).fill(key);
    await page.getByLabel('Conteúdo', { exact: true }).fill(value);
    await page.getByLabel('Conteúdo', { exact: true }).press('Enter');
  };
  await add('cupom', 'IPE15');
  await add('cupom', 'OUTRO');
  await page.getByText('{cupom} já existe: o novo foi ignorado').first().waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Salvar' }).press('Enter');
  await page.getByText('Configurações salvas').first().waitFor();
  const small = await on.opens(OTHER, '/campaigns-config', phone, { colorScheme: 'dark' });
  await small.getByLabel('Conteúdo de {cupom}').waitFor();
  expect(await small.getByLabel('Conteúdo de {cupom}').inputValue()).toBe('IPE15');
  expect(await small.getByRole('button', { name: /^Intervalo randômico/ }).textContent()).toBe('5 segundos');
  expect(await axe(small)).toEqual([]);
});
