import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';

const the = stage();

const post = async <Body>(path: string, body: object): Promise<Body> => {
  const response = await fetch(`${the.product.url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return (await response.json()) as Body;
};
/** The administrator of a company of today comes to the dashboard. */
const founds = async (page: Page): Promise<void> => {
  const { plans } = (await (await fetch(`${the.product.url}/api/plans/list`)).json()) as { plans: { id: string }[] };
  const email = `doceria-${crypto.randomUUID()}@exemplo.com.br`;
  const own = { userName: 'Lia Prado', name: `Doces da Lia ${crypto.randomUUID()}`, email, password: 'brigadeiro-71' };
  await post('/companies/cadastro', { ...own, planId: plans[0]!.id });
  await page.goto(`${the.product.url}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Senha', { exact: true }).fill(own.password);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await page.getByRole('region', { name: 'Primeiros passos' }).waitFor();
};
const figures = (page: Page) => page.locator('dl dd').allTextContents();
const play = (page: Page) => page.getByRole('button', { name: 'Testar com um cliente de exemplo' });
const log = (page: Page) => page.getByRole('log');
const answers = async (page: Page, text: string): Promise<void> => {
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill(text);
  await page.getByRole('button', { name: 'Enviar', exact: true }).click();
};

test.each([
  ['wide', wide, 'light'],
  ['on a phone', phone, 'dark'],
] as const)(
  'a new administrator plays a conversation with the test customer, whom no figure counts, and removes them, %s',
  async (_, screen, colorScheme) => {
    const page = await the.comes(screen, { colorScheme });
    await founds(page);
    const before = await figures(page);
    expect(await axe(page)).toEqual([]);
    await play(page).click();
    await page.getByText('Queria tirar uma dúvida: vocês atendem no sábado?').first().waitFor();
    await page.getByText('Teste', { exact: true }).first().waitFor();
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Aceitar Cliente de exemplo' }).click();
    await log(page).getByText('Oi, tudo bem?', { exact: true }).waitFor();
    await answers(page, 'Sim, até as 14 h.');
    await log(page).getByText('Que bom! E qual é o endereço?', { exact: true }).waitFor();
    await answers(page, 'Rua das Flores, 10.');
    await log(page).getByText('Perfeito, anotei aqui. Posso pagar no Pix?', { exact: true }).waitFor();
    expect(await axe(page)).toEqual([]);

    await page.goto(the.product.url);
    await page.getByText('O cliente de exemplo escreve em Atendimentos').waitFor();
    expect(await figures(page)).toEqual(before);
    expect(await axe(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apagar cliente de exemplo' }).click();
    await play(page).waitFor();
    for (const path of ['/tickets', '/contacts', '/connections']) {
      await page.goto(`${the.product.url}${path}`);
      await page
        .getByText(/Ainda não há por onde seus clientes escreverem|Nenhum contato ainda|Nenhuma conexão ainda/)
        .first()
        .waitFor();
      expect(await page.getByText('Cliente de exemplo').count()).toBe(0);
    }
  },
);

test('from the conversation too one press removes them', async () => {
  const page = await the.comes(wide);
  await founds(page);
  await play(page).click();
  await page.getByRole('button', { name: 'Aceitar Cliente de exemplo' }).click();
  await log(page).getByText('Queria tirar uma dúvida: vocês atendem no sábado?', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Mais opções', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Apagar cliente de exemplo' }).click();
  await page.getByText('Ainda não há por onde seus clientes escreverem').waitFor();
  expect(await page.getByText('Cliente de exemplo').count()).toBe(0);
});
