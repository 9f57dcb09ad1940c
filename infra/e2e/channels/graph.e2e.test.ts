import pg from 'pg';
import type { Page } from 'playwright-core';
import { freePort } from '../../embedded/processes/ports.ts';
import { handOf } from '../../simulate/hand.ts';
import { type Sought, seekInFolder, seekInPostgres } from '../../testing/seek.ts';
import { startStandIn } from '../../testing/stand-in.ts';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, type Screen, stage, toWaiting, wide } from '../browser.fixture.ts';
import { simulated } from '../simulated.fixture.ts';

// The product reads where Graph is when it starts.
const graph = await startStandIn('graph-stand-in');
const hand = handOf(graph.url);
type Accepted = { account: string; customer: string; body: Record<string, unknown> };
type Known = {
  env: Record<string, string>;
  problems: string[];
  accepted: Accepted[];
  counts: Record<string, number>;
  seen: { of: string }[];
};
const known = () => hand.get<Known>('/hand');
Object.assign(process.env, (await known()).env);
afterAll(() => graph.stop());

type Number = { id: string; wabaId: string; token: string };
const template = {
  name: 'pedido_pronto',
  language: 'pt_BR',
  status: 'APPROVED',
  category: 'UTILITY',
  components: [{ type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto.' }],
};
const longNamed = {
  ...template,
  name: 'boas_vindas_com_um_nome_bastante_comprido_para_um_telefone',
  components: [{ type: 'BODY', text: `Bem-vindo, {{1}}. ${'Volte sempre. '.repeat(20)}` }],
};
let number: Number;
/** Secrets that nobody may find in the product's data. */
const secrets: Sought = {};
const the = stage(
  async ({ url }) => {
    await hand.post('/hand/webhooks', { url });
    await hand.post('/hand/habits', { receipts: 'read' });
    number = await hand.post<Number>('/hand/number', { templates: [template, longNamed] });
    secrets.number = number.token;
  },
  // Meta returns people to an address that is known before the start.
  { own: { port: await freePort() } },
);
afterEach(async () => expect((await known()).problems).toEqual([]));

const ADMIN = 'admin@prosa.demo';
const HOUR_MS = 3_600_000;
const writes = (from: string, name: string, text: string, hoursAgo: number) =>
  hand.post<{ id: string }>('/hand/write', { account: number.id, from, name, text, at: Date.now() - hoursAgo * HOUR_MS });
const bubble = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true });
/** The attendant's name stands above it. */
const textOf = ({ text }: Accepted['body']): string => (text as { body: string } | undefined)?.body ?? '';
const arrives = (customer: string, isIt: (body: Accepted['body']) => boolean) =>
  until(async () => (await known()).accepted.some((one) => one.customer === customer && isIt(one.body)));
/** Somebody accepts the waiting ticket of a customer. */
const accepts = async (name: string, screen: Screen, more: Parameters<typeof the.comes>[1] = {}): Promise<Page> => {
  const page = await the.opens(ADMIN, '/tickets', screen, more);
  await toWaiting(page, screen);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  return page;
};

test('a number of the official API is connected once what was typed is right, which its fields say', async () => {
  const page = await the.opens(ADMIN, '/connections', wide);
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: 'WhatsApp' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Nome').fill('Nuvem');
  await form.getByRole('radio', { name: /API oficial/ }).check({ force: true });
  await form.getByLabel('Identificador do número de telefone').fill(number.id);
  await form.getByLabel('Identificador da conta do WhatsApp Business').fill(number.wabaId);
  await form.getByLabel('Token de acesso').fill('not a token');
  const save = async () => {
    await form.getByRole('button', { name: 'Salvar' }).press('Enter');
  };
  await save();
  await form.getByText('Não é aceito pelo canal.').waitFor();
  await form.getByLabel('Token de acesso').fill(number.token);
  await save();
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Nuvem/ });
  await row.getByText('Conectado').waitFor();
  await row.getByText('+55 11 90000-0001').waitFor();
  const kind = row.getByRole('cell', { name: 'WhatsApp Cloud API', exact: true });
  expect(await kind.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});

test('C31: how long the customer can be written to is said before anybody writes; what is written arrives, and is read', async () => {
  await writes('5511987650001', 'Dagmar Fontoura', 'Tem pão de queijo?', 22.5);
  const page = await accepts('Dagmar Fontoura', wide);
  await bubble(page, 'Tem pão de queijo?').waitFor();
  await page.getByText(/^Faltam 1 h \d+ min: às (\d\d\/\d\d\/\d{4} )?\d\d:\d\d o canal deixa de entregar/).waitFor();
  expect(await axe(page)).toEqual([]);
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Temos, quentinho.');
  await page.keyboard.press('Enter');
  await arrives('5511987650001', (body) => textOf(body).endsWith('Temos, quentinho.'));
  await page.getByRole('log').getByRole('img', { name: 'Lida' }).waitFor();
});

test('C31: after the customer’s hours a template is chosen, shown as the customer reads it, and sent', async () => {
  await writes('5511987650002', 'Benedito Falcão', 'Já está pronto?', 25);
  const page = await accepts('Benedito Falcão', phone, { colorScheme: 'dark' });
  await bubble(page, 'Já está pronto?').waitFor();
  await page.getByText(/só entrega modelos aprovados/).waitFor();
  expect(await page.getByRole('textbox', { name: 'Mensagem', exact: true }).count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = page.getByRole('dialog');
  const long = dialog.getByRole('button', { name: /^boas vindas/ });
  expect(await long.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await dialog.getByRole('button', { name: /^pedido pronto/ }).click();
  await dialog.getByLabel('Valor 1').fill('Benedito');
  await dialog.getByLabel('Valor 2').fill('17');
  const text = 'Olá Benedito, seu pedido 17 está pronto.';
  await dialog.getByRole('region', { name: 'Como o cliente lê' }).getByText(text).waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await arrives('5511987650002', ({ template: sent }) => JSON.stringify(sent ?? '').includes('"17"'));
  await bubble(page, text).waitFor();
  const sent = (await known()).accepted.filter(({ customer }) => customer === '5511987650002');
  expect(sent.map(({ body }) => body.type)).toEqual(['template']);
});

test('C22: a message that the channel refuses as too late after it was sent shows that, and a template is the way out', async () => {
  await hand.post('/hand/habits', { failsWith: { code: 131_047, message: 'Re-engagement message' } });
  // By Prosa's clock there is time left.
  await writes('5511987650003', 'Cícero Prado', 'Ainda dá tempo?', 20);
  const page = await accepts('Cícero Prado', wide);
  await bubble(page, 'Ainda dá tempo?').waitFor();
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Dá sim.');
  await page.keyboard.press('Enter');
  await arrives('5511987650003', (body) => textOf(body).endsWith('Dá sim.'));
  await page.getByRole('log').getByText('Não foi enviada: passaram mais de 24 horas').waitFor();
  await field.waitFor({ state: 'detached' });
  await page.getByText(/só entrega modelos aprovados/).waitFor();
  expect(await axe(page)).toEqual([]);
  await hand.post('/hand/habits', { failsWith: null });
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^pedido pronto/ }).click();
  await dialog.getByLabel('Valor 1').fill('Cícero');
  await dialog.getByLabel('Valor 2').fill('18');
  await dialog.getByRole('button', { name: 'Enviar' }).press('Enter');
  await bubble(page, 'Olá Cícero, seu pedido 18 está pronto.').waitFor();
  await arrives('5511987650003', ({ template: sent }) => JSON.stringify(sent ?? '').includes('"18"'));
  // A refused message stays visible as such, and the field comes back with the customer.
  await page.getByRole('log').getByText('Não foi enviada: passaram mais de 24 horas').waitFor();
  await writes('5511987650003', 'Cícero Prado', 'Estou aqui.', 0);
  await field.waitFor();
});

test('C24: an administrator who watches a conversation reads nothing: only who is answered is told that they were read', async () => {
  const isSeen = ({ id }: { id: string }) => until(async () => (await known()).seen.some(({ of }) => of === id));
  const watched = await writes('5511987650004', 'Dalva Nunes', 'Alguém vê?', 0);
  const page = await the.opens(ADMIN, '/tickets', wide);
  await toWaiting(page, wide);
  await page.getByRole('button', { name: 'Aceitar Dalva Nunes' }).hover();
  await page.getByRole('button', { name: 'Espiar a conversa com Dalva Nunes' }).click();
  const dialog = page.getByRole('dialog');
  await bubble(page, 'Alguém vê?').waitFor();
  const more = await writes('5511987650004', 'Dalva Nunes', 'Olá?', 0);
  await bubble(page, 'Olá?').waitFor();
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click();
  await dialog.waitFor({ state: 'detached' });
  const first = await writes('5511987650005', 'Elza Prates', 'Bom dia', 0);
  await page.getByRole('button', { name: 'Aceitar Elza Prates' }).press('Enter');
  await bubble(page, 'Bom dia').waitFor();
  await isSeen(first);
  // Reads are told in order, some together: with the second one whatever was read before it has been told.
  const second = await writes('5511987650005', 'Elza Prates', 'Tudo bem?', 0);
  await bubble(page, 'Tudo bem?').waitFor();
  await isSeen(second);
  const seen = (await known()).seen.map(({ of }) => of);
  expect(seen.filter((id) => id === watched.id || id === more.id)).toEqual([]);
});

const addsPages = async (page: Page, channel: 'Facebook' | 'Instagram') => {
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: channel }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('button', { name: 'Entrar com a Meta', exact: true, disabled: false }).waitFor();
  return form;
};
type Form = Awaited<ReturnType<typeof addsPages>>;
/** The window of Meta, once it shows what is to be allowed. */
const metaOf = async (page: Page, form: Form): Promise<Page> => {
  const opening = page.waitForEvent('popup');
  await form.getByRole('button', { name: 'Entrar com a Meta', exact: true }).press('Enter');
  const meta = await opening;
  await meta.getByRole('heading', { name: 'Prosa' }).waitFor();
  return meta;
};
const allows = async (meta: Page): Promise<void> => {
  const closing = meta.waitForEvent('close');
  await meta.getByRole('button', { name: 'Continue' }).click();
  await closing;
};

test('C33: pages are connected by signing in at Meta, in a window that closes by itself', async () => {
  await hand.post('/hand/page', { name: 'Padaria Flor', instagram: true });
  const page = await the.opens(ADMIN, '/connections', wide);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const form = await addsPages(page, 'Instagram');
  expect(await axe(page)).toEqual([]);
  const meta = await metaOf(page, form);
  await form.getByText('Conclua a entrada na janela da Meta.').waitFor();
  expect(await meta.evaluate('window.opener')).toBeNull();
  await allows(meta);
  await form.waitFor({ state: 'detached' });
  await page.getByText(/^\d páginas? conectadas?\.$/).waitFor();
  const row = page.getByRole('row', { name: /Padaria Flor/ });
  await row.getByText('Conectado').waitFor();
  await row.getByText('@padaria flor').waitFor();
  // Nothing of it is in an address of Prosa that this window has asked for, nor in its page's.
  expect([...addresses, page.url()].filter((address) => /code=|EAA|AQ/.test(address))).toEqual([]);
});

test('C33: a window of Meta that is refused, closed or comes with a used code is said, and the next sign-in counts', async () => {
  await hand.post('/hand/page', { name: 'Padaria Mar' });
  const page = await the.opens(ADMIN, '/connections', phone, { colorScheme: 'dark' });
  const form = await addsPages(page, 'Facebook');
  expect(await axe(page)).toEqual([]);
  const refused = await metaOf(page, form);
  const closing = refused.waitForEvent('close');
  await refused.getByRole('button', { name: 'Cancel' }).click();
  await closing;
  await form.getByText('O acesso não foi permitido na Meta. Sem ele, as páginas não podem ser conectadas.').waitFor();
  expect(await axe(page)).toEqual([]);

  await (await metaOf(page, form)).close();
  await form.getByText('A janela da Meta foi fechada antes do fim. Tente de novo.').waitFor();

  const expired = { code: 100, subcode: 36007, message: 'This authorization code has expired.' };
  await hand.post('/hand/faults', { kind: 'exchange', fault: { error: expired } });
  await allows(await metaOf(page, form));
  await form.getByText('A entrada com a Meta venceu. Entre de novo.').waitFor();

  await allows(await metaOf(page, form));
  await form.waitFor({ state: 'detached' });
  await page.getByText('Padaria Mar').first().waitFor();
});

test('C33: who comes back with a state of nobody is told so, and nothing is connected', async () => {
  const page = await the.opens(ADMIN, '/connections', wide);
  const form = await addsPages(page, 'Facebook');
  const meta = await metaOf(page, form);
  const { exchange } = (await known()).counts;
  await meta.goto(`${the.product.url}/connections/meta?code=AQ-of-somebody-else&state=made-up`);
  await meta.getByText(/Nenhuma janela do Prosa espera por esta entrada/).waitFor();
  expect(meta.url()).toBe(`${the.product.url}/connections/meta`);
  await meta.close();
  await form.getByText(/foi fechada antes do fim/).waitFor();
  expect((await known()).counts.exchange).toBe(exchange);
});

test('the pages of a person are connected by their token', async () => {
  secrets.page = (await hand.post<{ token: string }>('/hand/page', { name: 'Mercado Sol' })).token;
  const page = await the.opens(ADMIN, '/connections', wide);
  const { token } = await hand.post<{ token: string }>('/hand/user', {});
  secrets.user = token;
  const form = await addsPages(page, 'Facebook');
  await form.getByRole('button', { name: 'Digitar um token' }).click();
  await form.getByLabel('Identificador do usuário').fill('1');
  await form.getByLabel('Token do usuário').fill(token);
  await form.getByRole('button', { name: 'Conectar' }).press('Enter');
  await form.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Mercado Sol/ })
    .getByText('Conectado')
    .waitFor();
});

test.each(['cloud', 'messenger'] as const)('conversations are simulated by %s, with files', (channel) =>
  simulated(the.product, { channel, peer: graph.url }),
);

test('C6: no token that was typed, or that Meta gave for one, is in the database, the events or the files, but sealed', async () => {
  expect(Object.keys(secrets)).toEqual(['number', 'page', 'user']);
  const client = new pg.Client({ connectionString: the.product.databaseUrl });
  await client.connect();
  expect(await seekInPostgres(client, secrets)).toEqual([]);
  expect(await seekInPostgres(client, { account: number.id })).not.toEqual([]);
  await client.end();
  expect(seekInFolder(the.product.data, secrets)).toEqual([]);
  expect(seekInFolder(the.product.data, { account: number.id })).not.toEqual([]);
});

// The last of this file: the connection sends no more.
test('C33: a token that dies while somebody writes is on the screen of connections at once, which asks for nothing, and the message has failed', async () => {
  await writes('5511987650009', 'Rosália Prates', 'Vocês abrem amanhã?', 1);
  const page = await accepts('Rosália Prates', wide);
  const connections = await page.context().newPage();
  await connections.goto(`${the.product.url}/connections`);
  const row = connections.getByRole('row', { name: /Nuvem/ });
  await row.getByText('Conectado', { exact: true }).waitFor();
  await hand.post('/hand/kill', { token: number.token });
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Abrimos às oito.');
  const asked: string[] = [];
  // The app's own files may still come, in advance.
  connections.on('request', (request) => !request.url().includes('/assets/') && asked.push(request.url()));
  await page.keyboard.press('Enter');
  await row.getByText('Desconectado', { exact: true }).waitFor();
  expect(asked).toEqual([]);
  await row.getByText('A autorização venceu').waitFor();
  await page.getByRole('log').getByText('Não foi enviada: a conexão foi desligada.').waitFor();
  expect((await known()).accepted.filter(({ customer }) => customer === '5511987650009')).toEqual([]);
});
