import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { codeBefore, codeOf } from '../../testing/authenticator.ts';
import { until } from '../../testing/until.ts';
import { turnTwoStepOn } from '../authenticator.fixture.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { mailTo } from '../mailbox.fixture.ts';
import { call, eventually, signIn } from '../people.fixture.ts';

const on = stage();
const PASSWORD = 'prosa-demo';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const openProfile = async (page: Page) => {
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Perfil' }).click();
  await dialog(page, 'Perfil').waitFor();
};
/** The dialog on top asks for the password, and for the code. */
const password = (page: Page) => page.getByLabel('Senha atual', { exact: true }).last();
const code = (page: Page) => page.getByLabel('Código do aplicativo').last();
const login = (email: string, more: object) =>
  call<{ error?: string }>(on.product.url, 'POST /auth/login', {
    body: { email: on.product.addressOf(email), password: PASSWORD, ...more },
  });

test('the second step is turned on by choice, its codes are kept, made anew, and it is turned off; refusals stand at their fields', async () => {
  const page = await on.opens('ana@prosa.demo', '/tickets', wide);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openProfile(page);
  await page.getByText('Desativada', { exact: true }).waitFor();
  await button(page, 'Ativar a verificação em duas etapas').click();
  await button(page, 'Continuar').click();
  await page.getByText('Required').waitFor();
  await password(page).fill('outra-senha');
  await button(page, 'Continuar').click();
  await page.getByText('A senha atual não confere.').waitFor();
  expect(await password(page).getAttribute('aria-invalid')).toBe('true');
  expect(await axe(page)).toEqual([]);
  await password(page).fill(PASSWORD);
  await button(page, 'Continuar').click();

  await page.getByRole('img', { name: /Código QR/ }).waitFor();
  const secret = (await page.locator('code').textContent())!;
  await code(page).fill('000000');
  await button(page, 'Ativar').last().click();
  await page.getByText('O código não confere.').waitFor();
  expect(await axe(page)).toEqual([]);
  const used = await codeBefore(secret);
  await code(page).fill(used);
  await code(page).press('Enter');

  await dialog(page, 'Guarde os seus códigos de recuperação').waitFor();
  expect(await axe(page)).toEqual([]);
  const codes = await page.locator('li code').allTextContents();
  expect(new Set(codes).size).toBe(10);
  await button(page, 'Copiar').click();
  await page.getByText('Copiado').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'));
  const saved = page.waitForEvent('download');
  await button(page, 'Baixar').click();
  expect((await saved).suggestedFilename()).toBe('prosa-recovery-codes.txt');
  await button(page, 'Guardei os códigos').click();
  await page.getByText(/Ativada em .*, com 10 códigos de recuperação/).waitFor();
  expect((await login('ana@prosa.demo', {})).body.error).toBe('ERR_TOTP_REQUIRED');

  await button(page, 'Gerenciar a verificação em duas etapas').click();
  expect(await axe(page)).toEqual([]);
  await button(page, 'Novos códigos de recuperação').click();
  await button(page, 'Gerar códigos').waitFor(); // until then the password that is asked for is that of the dialog below
  await password(page).fill(PASSWORD);
  await code(page).fill(used);
  await button(page, 'Gerar códigos').click();
  await page.getByText('O código não confere.').waitFor();
  await code(page).fill(codeOf(secret));
  await button(page, 'Gerar códigos').click();
  await dialog(page, 'Guarde os seus códigos de recuperação').waitFor();
  const others = await page.locator('li code').allTextContents();
  expect(others.filter((one) => codes.includes(one))).toEqual([]);
  await button(page, 'Guardei os códigos').click();
  expect((await login('ana@prosa.demo', { recoveryCode: codes[0] })).body.error).toBe('ERR_RECOVERY_CODE_INVALID');

  await button(page, 'Gerenciar a verificação em duas etapas').click();
  await button(page, 'Desativar').click();
  await dialog(page, 'Desativar a verificação em duas etapas?').waitFor();
  expect(await axe(page)).toEqual([]);
  await password(page).fill(PASSWORD);
  await code(page).fill(codeOf(secret, 30));
  await button(page, 'Desativar').press('Enter');
  await page.getByText('Desativada', { exact: true }).waitFor();
  expect(await dialog(page, 'Perfil').count()).toBe(1);
  expect((await login('ana@prosa.demo', {})).status).toBe(200);
});

test('if the answer with the recovery codes is lost, new ones are offered; where the company requires two steps they stay on', async () => {
  const page = await on.opens('bruno@prosa.demo', '/tickets', phone, { colorScheme: 'dark' });
  await openProfile(page);
  await button(page, 'Ativar a verificação em duas etapas').click();
  expect(await axe(page)).toEqual([]);
  await password(page).fill(PASSWORD);
  await password(page).press('Enter');
  await page.getByRole('img', { name: /Código QR/ }).waitFor();
  expect(await axe(page)).toEqual([]);
  const secret = (await page.locator('code').textContent())!;
  await page.route('**/api/auth/two-step', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await code(page).fill(await codeBefore(secret));
  await button(page, 'Ativar').last().click();
  await page.locator('.refusal').waitFor();
  await page.unroute('**/api/auth/two-step');
  await button(page, 'Ativar').last().click();
  await page.getByText(/A verificação está ativada, mas os códigos de recuperação não chegaram até aqui/).waitFor();
  expect(await axe(page)).toEqual([]);
  await code(page).fill(codeOf(secret));
  await button(page, 'Gerar códigos').click();
  await dialog(page, 'Guarde os seus códigos de recuperação').waitFor();
  expect(await page.locator('li code').count()).toBe(10);
  expect(await axe(page)).toEqual([]);
  await button(page, 'Guardei os códigos').click();

  const admin = await signIn(on.product.url, 'admin@prosa.demo');
  expect((await admin.call('PUT /settings/twoStepRequired', { value: 'enabled' })).status).toBe(200);
  await page.reload();
  await openProfile(page);
  await button(page, 'Gerenciar a verificação em duas etapas').click();
  await page.getByText(/A sua empresa exige a verificação em duas etapas, por isso/).waitFor();
  expect(await button(page, 'Desativar').count()).toBe(0);
  expect((await admin.call('PUT /settings/twoStepRequired', { value: 'disabled' })).status).toBe(200);
});

test('the own sign-ins are listed with device, address and the company’s time, the present one marked; a failure can be retried', async () => {
  const first = await signIn(on.product.url, 'super@prosa.demo');
  const page = await on.opens('super@prosa.demo', '/tickets', wide);
  const { body } = await call<{ signIns: { at: string; isCurrent: boolean }[] }>(on.product.url, 'GET /auth/sign-ins', {
    token: (await page.evaluate(`localStorage.getItem('token')`)) as string,
  });
  expect(body.signIns.map(({ isCurrent }) => isCurrent).slice(0, 2)).toEqual([true, false]);
  await eventually('the end of the first session', async () => (await first.call('GET /auth/me')).status === 401);
  await openProfile(page);
  let answers = false;
  await page.route('**/api/auth/sign-ins', (route) => (answers ? route.continue() : route.fulfill({ status: 503, json: {} })));
  await button(page, 'Ver os acessos à conta').click();
  await page.getByRole('alert').getByText('Não foi possível carregar os acessos').waitFor();
  expect(await axe(page)).toEqual([]);
  answers = true;
  await button(page, 'Tentar de novo').click();
  const lines = dialog(page, 'Acessos à conta').getByRole('listitem');
  await lines.first().waitFor();
  expect(await lines.count()).toBe(body.signIns.length);
  const time = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', minute: '2-digit' });
  expect(await lines.first().textContent()).toMatch(
    new RegExp(`(Chrome|HeadlessChrome) em Linux.*${time.format(new Date(body.signIns[0]!.at))} · .*Este acesso`),
  );
  expect(await page.getByText('Este acesso').count()).toBe(1);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog(page, 'Perfil').waitFor();
});

test('the own picture is chosen, seen at once by colleagues, refused with its reason, and removed', async () => {
  const page = await on.opens('ana@prosa.demo', '/tickets', phone, { colorScheme: 'dark' });
  const colleague = await on.opens('super@prosa.demo', '/users', wide);
  const row = colleague.locator('tr[data-id]').filter({ hasText: 'Ana Souza' });
  await row.waitFor();
  await openProfile(page);
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel('Foto', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer });
  const isShown = (of: Locator) =>
    until(() =>
      of
        .locator('.avatar img')
        .evaluateAll((all) => all.some((one) => (one as unknown as { naturalWidth: number }).naturalWidth === 256)),
    );
  await choose('nota.png', Buffer.from('não sou uma foto'));
  await page.getByRole('alert').getByText('Este tipo de arquivo não é aceito aqui.').waitFor();
  expect(await axe(page)).toEqual([]);
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b4552d' } })
    .png()
    .toBuffer();
  await choose('eu.png', bytes);
  await button(page, 'Trocar foto').waitFor();
  await isShown(dialog(page, 'Perfil'));
  expect(await axe(page)).toEqual([]);
  await isShown(row);
  await page.keyboard.press('Escape');
  await isShown(page.getByRole('banner'));
  await page.reload();
  await isShown(page.getByRole('banner'));
  await openProfile(page);
  await button(page, 'Remover').click();
  await button(page, 'Adicionar foto').waitFor();
  await until(async () => (await row.locator('.avatar img').count()) === 0);
  expect(await page.locator('.avatar img').count()).toBe(0);
});

test('after a password was reset by mail the second step is still asked for', async () => {
  const email = on.product.addressOf('admin@prosa.demo');
  const { secret } = await turnTwoStepOn(await signIn(on.product.url, 'admin@prosa.demo'));
  await call(on.product.url, 'POST /auth/forgot', { body: { email } });
  const page = await on.comes(wide);
  await page.goto((await mailTo(on.product, email)).link);
  await page.getByLabel('Nova senha', { exact: true }).fill('outra-senha');
  await button(page, 'Salvar senha').click();
  await page.getByText('Senha salva. Entre com ela.').waitFor();
  await page.getByLabel('Senha', { exact: true }).fill('outra-senha');
  await button(page, 'Entrar').click();
  await page.getByRole('heading', { name: 'Verificação em duas etapas' }).waitFor();
  expect(await page.evaluate(`localStorage.getItem('token')`)).toBeNull();
  await code(page).fill(codeOf(secret));
  await code(page).press('Enter');
  await page.getByRole('banner').waitFor();
});
