import type { Page } from 'playwright-core';
import { handOf } from '../../simulate/hand.ts';
import { startStandIn } from '../../testing/stand-in.ts';
import { axe, still } from '../axe.fixture.ts';
import { calm, phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { call, signIn } from '../people.fixture.ts';

// The product reads where its bank is when it starts.
const bank = await startStandIn('pix-stand-in');
const hand = handOf(bank.url);
type Known = { env: Record<string, string>; charges: { txid: string; pixCopiaECola: string; status: string }[] };
const known = () => hand.get<Known>('/hand');
Object.assign(process.env, (await known()).env);
afterAll(() => bank.stop());

const the = stage(({ url }) => hand.post('/hand/webhooks', { url: `${url}/webhooks/pix` }), { own: true });

const DAY_MS = 86_400_000;
const PASSWORD = 'segredo';
const unique = () => crypto.randomUUID().slice(0, 8);
/** The page's own session: a sign-in by a call would end it. */
const tokenOf = (page: Page): Promise<string> => page.evaluate<string>("localStorage.getItem('token')");
const dueDateOf = async (page: Page): Promise<Date> => {
  const { body } = await call<{ dueDate: string }>(the.product.url, 'GET /subscription', { token: await tokenOf(page) });
  return new Date(body.dueDate);
};
/** A day on São Paulo's calendar, as the screens write it. */
const shown = (at: Date): string => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(at);

/** Somebody reads the QR code with their bank's app, and pays. */
const payByCode = async (page: Page): Promise<void> => {
  const code = await page.getByRole('img', { name: 'QR code do Pix' }).getAttribute('data-code');
  const charge = (await known()).charges.find(({ pixCopiaECola }) => pixCopiaECola === code);
  await hand.post('/hand/pay', { txid: charge!.txid });
};

/** The steps from the data to the QR code, each with its check. */
const checkOut = async (page: Page): Promise<void> => {
  const goOn = () => page.getByRole('button', { name: 'Continuar' }).click();
  const clean = async () => {
    await still(page);
    expect(await axe(page)).toEqual([]);
  };
  await page.getByLabel('Nome completo').waitFor();
  await clean();
  await goOn();
  await page.getByText('O Endereço é obrigatório').waitFor();
  await clean();
  await page.getByLabel('Nome completo').fill('Marina Alves');
  await page.getByLabel('Endereço', { exact: true }).fill('Rua das Palmeiras, 418');
  await page.getByLabel('Cidade').fill('São Paulo');
  await page.getByLabel('Estado').fill('SP');
  await page.getByLabel('CEP').pressSequentially('01000000');
  expect(await page.getByLabel('CEP').inputValue()).toBe('01000-000');
  expect(await page.getByLabel('CEP').evaluate((field) => field.scrollWidth <= field.clientWidth)).toBe(true);
  await page.getByRole('button', { name: /^País/ }).click();
  await page.getByRole('option', { name: 'Brasil' }).click();
  await goOn();
  await page.getByRole('radio', { name: /^Equipe/ }).waitFor();
  await clean();
  await goOn();
  await page.getByText('Total no Pix').waitFor();
  await clean();
  await page.getByRole('button', { name: 'Voltar' }).click();
  await page.getByRole('radio', { name: /^Essencial/ }).check();
  await goOn();
  await page.getByText('Total no Pix').waitFor();
  const total = await page.locator('dl').filter({ hasText: 'Total no Pix' }).textContent();
  expect(total?.replaceAll('\u00a0', ' ')).toContain('Total no PixR$ 99,90');
  await calm(page); // the button is where the former step's was
  const said = page.getByText('Assinatura realizada com sucesso!, aguardando a realização do pagamento.').first().waitFor();
  await page.getByRole('button', { name: 'Pagar com Pix' }).click();
  await page.getByText('Aguardando o pagamento').waitFor();
  await said;
  await clean();
};

const signUp = async (page: Page, name: string, email: string): Promise<void> => {
  await page.goto(`${the.product.url}/signup`);
  await page.getByLabel('Seu nome').fill('Aurora Prado');
  await page.getByLabel('Nome da empresa').fill(name);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: /^Equipe/ }).check();
  await page.getByRole('button', { name: 'Cadastrar' }).click();
  await page.getByText('Sua empresa foi cadastrada.').waitFor();
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
};
const emailOf = (screen: Screen) => `padaria-${screen.viewport.width}-${unique()}@exemplo.com.br`;

test.each([
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const)('from the sign-up to the renewed licence, %s', async (_, screen, colorScheme) => {
  const page = await the.comes(screen, { colorScheme });
  const email = emailOf(screen);
  await signUp(page, `Padaria ${unique()}`, email);
  await page.getByText(/^A assinatura vence em \d\d\/\d\d\/\d{4}\.$/).waitFor();
  const due = await dueDateOf(page);

  await page.goto(`${the.product.url}/subscription`);
  const trial = page.getByLabel('Período de teste');
  await trial.waitFor();
  expect(await trial.inputValue()).toBe('Seu período de teste termina em 1 dias!');
  // On the narrowest phone too all of it is in sight.
  await page.setViewportSize({ width: 320, height: 640 });
  expect(
    await trial.evaluate((field) => field.scrollWidth <= field.clientWidth && field.scrollHeight <= field.clientHeight),
  ).toBe(true);
  await page.setViewportSize(screen.viewport);
  expect(await page.getByLabel('E-mail de cobrança').inputValue()).toBe(email);
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Assine Agora!' }).click();
  const contact = page.getByRole('dialog', { name: 'Contato da assinatura' });
  await contact.waitFor();
  await still(page);
  expect(await axe(page)).toEqual([]);
  await contact.getByRole('link', { name: /^Pagar a fatura/ }).click();

  await page.getByRole('heading', { name: 'Financeiro', exact: true }).waitFor();
  await page.getByText('Em aberto').waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: /^Pagar fatura/ }).click();
  await checkOut(page);
  await payByCode(page);
  const renewed = page.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/);
  await renewed.waitFor();
  const [until] = /\d\d\/\d\d\/\d{4}/.exec((await renewed.textContent()) ?? '') ?? [];
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');

  const now = await dueDateOf(page);
  expect(shown(now)).toBe(until);
  expect(now.getTime()).toBeGreaterThan(due.getTime() + 27 * DAY_MS);
  const { body } = await call<{ invoices: { status: string; detail: string }[] }>(the.product.url, 'GET /invoices/all', {
    token: await tokenOf(page),
  });
  expect(body.invoices.map(({ status }) => status)).toEqual(['paid']);
});

test.each([
  ['wide', wide],
  ['on a phone', phone],
])('the administrator of an expired company pays from the sign-in, and comes in, %s', async (_, screen) => {
  const { url } = the.product;
  const page = await the.comes(screen);
  const email = emailOf(screen);
  await signUp(page, `Oficina ${unique()}`, email);
  const admin = await signIn(url, email, PASSWORD);
  const boss = await signIn(url, 'super@prosa.demo');
  const dueDate = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const moved = await call(url, `PUT /companies/${admin.companyId}`, { token: boss.token, body: { dueDate } });
  expect(moved.status).toBe(200);

  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page
    .getByText(/^Opss! Sua assinatura venceu/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Pagar a fatura' }).click();
  await checkOut(page);
  expect(page.url()).toBe(`${url}/login`);
  await payByCode(page);
  await page.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor();
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});
