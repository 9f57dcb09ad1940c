import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const the = stage();

test.each([
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const)('a company signs up and its administrator comes to their dashboard, %s', async (_, screen, colorScheme) => {
  const page = await the.comes(screen, { colorScheme });
  await page.goto(`${the.product.url}/tickets`);
  await page.getByRole('link', { name: 'Cadastre-se' }).click();
  await page.getByRole('heading', { name: 'Cadastrar empresa' }).waitFor();
  const send = () => page.getByRole('button', { name: 'Cadastrar' }).click();
  await send();
  await page.getByText('Required').first().waitFor();
  expect(await page.getByText('Required').count()).toBe(5);
  expect(await axe(page)).toEqual([]);

  const email = `padaria-${screen.viewport.width}-${Date.now()}@exemplo.com.br`;
  await page.getByLabel('Seu nome').fill('Aurora Prado');
  await page.getByLabel('Nome da empresa').fill(`Padaria Aurora ${screen.viewport.width} ${Date.now()}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('segredo');
  await page.getByRole('radio', { name: /^Essencial 3 atendentes · 1 conexão · 3 filas R\$/ }).check();
  await send();
  await page.getByText('Sua empresa foi cadastrada.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
  expect(await axe(page)).toEqual([]);
  await page.keyboard.type('segredo');
  // The toasts may be gone again before the screen is loaded.
  const told = [
    page.getByText('Login efetuado com sucesso!').waitFor(),
    page.getByText('Sua assinatura vence em 1 dia(s)').waitFor(),
  ];
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  await Promise.all(told);
  await page.getByRole('button', { name: /^Conta de Aurora Prado/ }).waitFor();
  // A signed-in user has nothing to register.
  await page.goto(`${the.product.url}/signup`);
  await page.getByRole('heading', { name: 'Painel' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('beside many plans the button stays close below the fields', async () => {
  const page = await the.comes(wide);
  await page.route('**/api/plans/list', async (route) => {
    const { plans } = (await (await route.fetch()).json()) as { plans: { id: string }[] };
    const more = plans.map((plan) => ({ ...plan, id: crypto.randomUUID() }));
    await route.fulfill({ json: { plans: [...plans, ...more] } });
  });
  await page.goto(`${the.product.url}/signup`);
  await page.getByRole('radio').first().waitFor();
  const [hint, button] = await Promise.all(
    [page.getByText('De 5 a 50 caracteres'), page.getByRole('button', { name: 'Cadastrar' })].map((one) => one.boundingBox()),
  );
  expect(button!.y - (hint!.y + hint!.height)).toBeLessThan(40);
});

test('a new administrator is led from the first screen to the first answered customer', async () => {
  const api = (path: string, body: object, token = '') =>
    fetch(`${the.product.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const { plans } = (await (await fetch(`${the.product.url}/api/plans/list`)).json()) as { plans: { id: string }[] };
  const email = `oficina-${crypto.randomUUID()}@exemplo.com.br`;
  const made = await api('/api/companies/cadastro', { name: 'Oficina Boa', email, password: 'segredo', planId: plans[0]!.id });
  expect(made.status).toBe(201);

  const page = await the.comes(wide);
  await page.goto(`${the.product.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill('segredo');
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  const step = page.getByRole('region', { name: 'Primeiros passos' });
  await step.waitFor();
  expect(await axe(page)).toEqual([]);
  await step.getByRole('link', { name: 'Conectar: Conectar um canal' }).click();
  await page.getByText('Nenhuma conexão ainda').waitFor();
  await page.getByRole('link', { name: /^Atendimentos/ }).click();
  await page.getByText('Ainda não há por onde seus clientes escreverem').waitFor();
  expect(await axe(page)).toEqual([]);

  // No channel of the form is there for a test: the simulator's is made by a call, as an integrator's would be.
  const token = (await page.evaluate<string>("localStorage.getItem('token')")) ?? '';
  const secret = `a-token-of-${crypto.randomUUID()}`;
  const connection = (await (
    await api('/api/whatsapp', { name: 'Balcão', channel: 'simulator', token: secret }, token)
  ).json()) as {
    id: string;
  };
  const written = {
    id: '1',
    type: 'text',
    from: '5511987650001',
    name: 'Conceição',
    text: 'Abrem hoje?',
    at: new Date().toISOString(),
  };
  // The channels hear of a new connection a moment later.
  await until(async () => (await api(`/webhooks/simulator/${connection.id}`, written, secret)).status === 202);
  await page.getByRole('button', { name: 'Ver 1 aguardando' }).click();
  await page.getByRole('button', { name: 'Aceitar Conceição' }).click();
  await page.getByText('Abrem hoje?').first().waitFor();
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Até as 19h!');
  await page.keyboard.press('Enter');
  const delivered = `${the.product.url}/webhooks/simulator/${connection.id}/delivered?to=5511987650001`;
  await until(async () =>
    (await (await fetch(delivered, { headers: { authorization: `Bearer ${secret}` } })).text()).includes('Até as 19h!'),
  );
});
