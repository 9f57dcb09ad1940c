import { limits } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, type Screen, stage, wide } from '../browser.fixture.ts';
import { mailTo } from '../mailbox.fixture.ts';
import { call } from '../people.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const screens = [
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
const row = (page: Page, name: string) => page.locator('tr[data-id], li[data-id]').filter({ hasText: name });
/** The address bar and the history hold no token. */
const hidesToken = async (page: Page) => {
  expect(new URL(page.url()).hash).toBe('');
  expect(JSON.stringify(await page.evaluate('[location.href, history.state]'))).not.toMatch(/[\w-]{43}/);
};
const newEmail = () => `${crypto.randomUUID()}@prosa.test`;

/** A company of its own, whose administrator has never confirmed their e-mail. */
const signUp = async (email: string) => {
  const { url } = on.product;
  const { body } = await call<{ plans: { id: string }[] }>(url, 'GET /plans/list');
  const company = { name: `Padaria ${email.slice(0, 12)}`, email, password: 'segredo', planId: body.plans[0]!.id };
  expect((await call(url, 'POST /companies/cadastro', { body: company })).status).toBe(201);
};
const signIn = async (page: Page, email: string, password: string) => {
  await page.goto(`${on.product.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(password);
  await button(page, 'Entrar').click();
  await page.getByRole('banner').waitFor();
};
const comes = (screen: Screen, colorScheme: 'light' | 'dark' = 'light') => on.comes(screen, { colorScheme });
/** Presses the button of a form, which is sent only after the delay that forms have. */
const sendsLate = async (page: Page, name: string, path: string): Promise<void> => {
  const sent = page.waitForRequest(`**${path}`);
  const begun = performance.now();
  await button(page, name).click();
  await sent;
  expect(performance.now() - begun).toBeGreaterThanOrEqual(limits.submitDelayMs - 20);
};

test.each(screens)(
  'who forgot their password finds a link in their mailbox and chooses another, %s',
  async (_, screen, scheme) => {
    const email = newEmail();
    const page = await comes(screen, scheme);
    await signUp(email);
    await page.goto(on.product.url);
    await page.getByRole('link', { name: 'Esqueceu a senha?' }).click();
    await heading(page, 'Esqueceu a senha?');
    expect(await axe(page)).toEqual([]);
    await button(page, 'Enviar link').click();
    await page.getByText('Required').waitFor();
    await page.getByLabel('E-mail').fill('ninguem@prosa.test');
    await sendsLate(page, 'Enviar link', '/api/auth/forgot');
    await page.getByText('Se ninguem@prosa.test tiver uma conta').waitFor();
    expect(await axe(page)).toEqual([]);
    await button(page, 'Usar outro e-mail').click();
    await page.getByLabel('E-mail').fill(email);
    await button(page, 'Enviar link').click();
    await page.getByText(`Se ${email} tiver uma conta`).waitFor();

    // The first mail confirms the address.
    const { subject, link, mode } = await mailTo(on.product, email, 2);
    expect([subject, mode]).toEqual(['Escolha uma nova senha do Prosa', 0o600]);
    await page.goto(link);
    await heading(page, 'Nova senha');
    await hidesToken(page);
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    expect(await axe(page)).toEqual([]);
    await page.getByLabel('Nova senha', { exact: true }).fill('1234');
    await button(page, 'Salvar senha').click();
    await page.getByText('Too Short!').waitFor();
    await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha');
    await sendsLate(page, 'Salvar senha', '/api/auth/reset');
    await page.getByText('Senha salva. Entre com ela.').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByLabel('Senha', { exact: true }).fill('outra-senha');
    await button(page, 'Entrar').click();
    await page.getByRole('banner').waitFor();
    // A user who has read the mail needs no other one.
    await heading(page, 'Painel');
    expect(await page.getByText('Confirme o seu e-mail').count()).toBe(0);

    const other = await comes(screen, scheme);
    await other.goto(link);
    await heading(other, 'Este link não vale mais');
    await hidesToken(other);
    expect(await axe(other)).toEqual([]);
    await other.getByRole('link', { name: 'Pedir outro link' }).click();
    await heading(other, 'Esqueceu a senha?');
  },
);

test.each(screens)('an administrator invites somebody, who chooses a password and signs in, %s', async (_, screen, scheme) => {
  const email = newEmail();
  const name = screen === wide ? 'Iracema Tupinambá' : 'Peri Goitacá';
  const page = await on.opens(ADMIN, '/users', screen, { colorScheme: scheme });
  await button(page, 'Novo usuário').click();
  await page.getByLabel('Nome', { exact: true }).fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Senha', { exact: true }).waitFor();
  // It is what comes first: a password is typed only by who wants that.
  expect(await page.getByLabel('Convidar por e-mail').isChecked()).toBe(true);
  await page.getByText('Em branco, a pessoa escolhe a dela pelo convite.').waitFor();
  expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe('');
  expect(await axe(page)).toEqual([]);
  await button(page, 'Salvar').press('Enter');
  await page.getByText('Convite enviado!').waitFor();
  await row(page, name).filter({ hasText: 'Convite pendente' }).waitFor();
  expect(await axe(page)).toEqual([]);
  const first = await mailTo(on.product, email);
  expect(first.subject).toMatch(/^Convite para o Prosa: /);

  if (screen === phone) {
    await button(page, `Ações de ${name}`).click();
    await page.getByRole('menuitem', { name: 'Convite' }).click();
  } else await button(page, `Convite de ${name}`).click();
  await page.getByRole('dialog', { name: `Convite de ${name}` }).waitFor();
  await button(page, 'Copiar link').click();
  const link = page.getByLabel('Link do convite');
  await link.waitFor();
  expect(await link.inputValue()).toMatch(/\/invite#[\w-]{43}$/);
  expect(await axe(page)).toEqual([]);
  await button(page, 'Reenviar e-mail').press('Enter');
  await page.getByText(`Convite reenviado para ${email}.`).waitFor();
  const second = await mailTo(on.product, email, 2);
  expect(second.link).not.toBe(first.link);

  const theirs = await comes(screen, scheme);
  await theirs.goto(first.link);
  await heading(theirs, `Boas-vindas ao Prosa, ${name}`);
  await hidesToken(theirs);
  expect(await axe(theirs)).toEqual([]);
  await theirs.getByLabel('Senha', { exact: true }).fill('minha-senha');
  await button(theirs, 'Salvar senha').click();
  await theirs.getByText('Senha salva. Entre com ela.').waitFor();
  await theirs.getByLabel('Senha', { exact: true }).fill('minha-senha');
  await button(theirs, 'Entrar').click();
  await theirs.getByRole('banner').waitFor();
  await row(page, name).filter({ hasText: 'Online' }).waitFor();
  expect(await page.getByText('Convite pendente').count()).toBe(0);

  const late = await comes(screen, scheme);
  await late.goto(second.link);
  await late.getByText('Peça a quem administra o Prosa').waitFor();
});

test.each(screens)(
  'who signed up is asked to confirm their e-mail until they have, and nothing else is locked, %s',
  async (_, screen, scheme) => {
    const email = newEmail();
    const page = await comes(screen, scheme);
    await signUp(email);
    await signIn(page, email, 'segredo');
    await page.getByText(`Confirme o seu e-mail: abra o link que enviamos para ${email}.`).waitFor();
    await heading(page, 'Painel');
    expect(await axe(page)).toEqual([]);
    await button(page, 'Reenviar e-mail').click();
    await page.getByText(`Enviamos outro link para ${email}.`).waitFor();
    const { link, subject } = await mailTo(on.product, email, 2);
    expect(subject).toBe('Confirme o seu e-mail no Prosa');

    const mailbox = await comes(screen, scheme);
    await mailbox.goto(link);
    await heading(mailbox, 'E-mail confirmado');
    await hidesToken(mailbox);
    await mailbox.getByText(`${email} é o seu e-mail no Prosa.`).waitFor();
    expect(await axe(mailbox)).toEqual([]);
    // The other screen hears of it.
    await page.getByText(`Enviamos outro link para ${email}.`).waitFor({ state: 'detached' });
    // In the tab of a signed-in user the link comes first, too.
    await page.goto(link);
    await heading(page, 'E-mail confirmado');
    await page.getByRole('link', { name: 'Continuar' }).click();
    await heading(page, 'Painel');
    expect(await page.getByText('Confirme o seu e-mail').count()).toBe(0);
  },
);

test('a link that cannot be opened is tried again, one that is incomplete says so', async () => {
  const page = await comes(wide);
  await page.goto(`${on.product.url}/verify`);
  await heading(page, 'Este link não vale mais');
  let fails = true;
  await page.route('**/api/auth/link', (route) =>
    fails ? route.fulfill({ status: 503, body: '{"error":"ERR_BUSY"}' }) : route.continue(),
  );
  await page.goto(`${on.product.url}/reset#incompleto`);
  await heading(page, 'Não deu para abrir o link');
  await hidesToken(page);
  expect(await axe(page)).toEqual([]);
  fails = false;
  await button(page, 'Tentar de novo').click();
  await heading(page, 'Este link não vale mais');
});
