/**
 * Takes the pictures of connecting a channel (`channel-gateway/connecting.md`): `node infra/pictures/connecting.ts [FOLDER]` (default: this
 * folder). Starts the stand-ins of WhatsApp and Meta, and a product with its demo on them.
 */
import type { Locator, Page } from 'playwright-core';
import { calm, enter, openBrowser, person, wide } from '../e2e/browser.fixture.ts';
import { handOf } from '../simulate/hand.ts';
import { startProduct } from '../testing/product.ts';
import { startStandIn } from '../testing/stand-in.ts';
import { take } from './take.ts';

const [peer, graph] = await Promise.all([startStandIn('whatsapp-peer'), startStandIn('graph-stand-in')]);
const [phones, meta] = [handOf(peer.url), handOf(graph.url)];
type Env = { env: Record<string, string> };
for (const { env } of [await phones.get<Env>('/state'), await meta.get<Env>('/hand')]) Object.assign(process.env, env);
const product = await startProduct();
const browser = await openBrowser({ whole: true });

const SHOP = '5511900000001';
const number = await meta.post<{ id: string; wabaId: string; token: string }>('/hand/number', {
  templates: [
    {
      name: 'pedido_pronto',
      language: 'pt_BR',
      status: 'APPROVED',
      category: 'UTILITY',
      components: [
        { type: 'BODY', text: 'Olá {{1}}, seu pedido {{2}} está pronto para retirada.' },
        { type: 'FOOTER', text: 'Marcenaria Aurora' },
        { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Combinar retirada' }] },
      ],
    },
  ],
});

const adds = async (page: Page, channel: string): Promise<Locator> => {
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('menuitem', { name: channel }).click();
  return page.getByRole('dialog');
};
const presses = async (page: Page, form: Locator, name: string): Promise<void> => {
  await calm(page);
  await form.getByRole('button', { name, exact: true }).click();
};

/** A phone is linked: by the code that it reads, or by one that is typed into it. */
const byPhone = async (page: Page): Promise<void> => {
  await phones.post('/phones', { number: SHOP, name: 'Marcenaria Aurora' });
  const form = await adds(page, 'WhatsApp');
  await form.getByLabel('Nome').fill('Celular da loja');
  await presses(page, form, 'Salvar');
  await form.waitFor({ state: 'detached' });
  const row = page.getByRole('row', { name: /Celular da loja/ });
  await row.getByRole('button', { name: /Ver QR code/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('svg[data-code]').waitFor();
  await take(page, 'connect-qr-light');
  await dialog.getByRole('button', { name: 'Digitar um código no celular' }).click();
  await dialog.getByLabel('Número do celular da loja').fill('55 11 90000-0001');
  await presses(page, dialog, 'Gerar código');
  await dialog.getByLabel(/^Código para digitar/).waitFor();
  await take(page, 'connect-typed-light');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

const byCloud = async (page: Page): Promise<void> => {
  const form = await adds(page, 'WhatsApp');
  await form.getByRole('radio', { name: /API oficial/ }).check({ force: true });
  await form.getByLabel('Nome').fill('Atendimento');
  await form.getByLabel('Identificador do número de telefone').fill(number.id);
  await form.getByLabel('Identificador da conta do WhatsApp Business').fill(number.wabaId);
  await form.getByLabel('Token de acesso').fill(number.token);
  await take(page, 'connect-cloud-light');
  await presses(page, form, 'Salvar');
  await form.waitFor({ state: 'detached' });
  await page
    .getByRole('row', { name: /Atendimento/ })
    .getByText('Conectado')
    .waitFor();
};

const byPages = async (page: Page): Promise<void> => {
  const { token } = await meta.post<{ token: string }>('/hand/user', {});
  const form = await adds(page, 'Instagram');
  // No port was known at which Meta could return anybody, so that the token is asked for at once.
  await form.getByLabel('Identificador do usuário').fill('122100000000001');
  await form.getByLabel('Token do usuário').fill(token);
  await take(page, 'connect-pages-light');
  await presses(page, form, 'Conectar');
  await form.waitFor({ state: 'detached' });
};

/** A customer who wrote yesterday is written to by a template. */
const byTemplate = async (page: Page): Promise<void> => {
  const at = Date.now() - 25 * 3_600_000;
  await meta.post('/hand/write', {
    account: number.id,
    from: '5511987650002',
    name: 'Benedito Falcão',
    text: 'Já está pronto?',
    at,
  });
  await page.goto(`${product.url}/tickets`);
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  await page.getByRole('button', { name: 'Aceitar Benedito Falcão' }).click();
  await page.getByRole('button', { name: 'Escolher modelo' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^pedido pronto/ }).click();
  await dialog.getByLabel('Valor 1').fill('Benedito');
  await dialog.getByLabel('Valor 2').fill('1742');
  await take(page, 'template-light');
};

try {
  await meta.post('/hand/webhooks', { url: product.url });
  const desk = await person(browser, wide);
  await enter(desk.page, product.url, 'admin@prosa.demo');
  await desk.page.goto(`${product.url}/connections`);
  await desk.page.getByRole('heading', { level: 1 }).waitFor();
  for (const connect of [byPhone, byCloud, byPages, byTemplate]) await connect(desk.page);
  if (desk.problems.length > 0) throw new Error(`The screens complained: ${desk.problems.join(' | ')}`);
} finally {
  await browser.close();
  await product.stop();
  peer.stop();
  graph.stop();
}
process.exit(0);
