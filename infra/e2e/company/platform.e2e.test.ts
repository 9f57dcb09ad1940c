import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { phone, stage, wide } from '../browser.fixture.ts';
import { call } from '../people.fixture.ts';

const on = stage();
const DAY = 86_400_000;
const unique = (word: string) => `${word} ${crypto.randomUUID().slice(-8)}`;
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });
const save = (page: Page) => page.getByRole('button', { name: 'Salvar', exact: true }).press('Enter');
const done = (page: Page) => page.getByText('Operação realizada com sucesso!').first().waitFor();
const rowOf = (page: Page, name: string) => page.locator('tr[data-id], li[data-id]').filter({ hasText: name });
const dayIn = (days: number) => {
  const [year, month, day] = new Date(Date.now() - 3 * 3_600_000 + days * DAY).toISOString().slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
};
const login = (email: string) =>
  call<{ error?: string }>(on.product.url, 'POST /auth/login', { body: { email, password: 'frase-bem-rara' } });

const createPlan = async (page: Page, name: string) => {
  await tab(page, 'Planos').click();
  const form = page.getByRole('form', { name: 'Novo plano' });
  await form.getByLabel('Nome').fill(name);
  for (const limit of ['Atendentes', 'Conexões', 'Filas']) await form.getByLabel(limit).fill('1');
  await form.getByLabel('Valor por mês').pressSequentially('99,90');
  await save(page);
};

const createCompany = async (page: Page, { name, email, plan }: { name: string; email: string; plan: string }) => {
  await tab(page, 'Empresas').click();
  const form = page.getByRole('form', { name: 'Nova empresa' });
  await form.getByLabel('Nome', { exact: true }).fill(name);
  await form.getByLabel('E-mail').fill(email);
  await form.getByLabel('Senha do administrador').fill('frase-bem-rara');
  await form.getByLabel('Plano').click();
  await page.getByRole('option', { name: new RegExp(`^${plan}`) }).click();
  await save(page);
};

test('a platform-level user makes a plan and a company, renews, blocks, deletes and restores it', async () => {
  const page = await on.opens('super@prosa.demo', '/settings', wide);
  const [plan, name] = [unique('Mínimo'), unique('Clínica')];
  const email = `${crypto.randomUUID()}@exemplo.com.br`;
  for (const one of ['Opções', 'Empresas', 'Planos', 'Ajuda']) await tab(page, one).waitFor();

  await createPlan(page, plan);
  await rowOf(page, plan).getByText('R$ 99,90').waitFor();
  await done(page);
  expect(await axe(page)).toEqual([]);
  await createPlan(page, plan);
  await page
    .getByText(
      'Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente',
    )
    .waitFor();
  expect(await axe(page)).toEqual([]);

  await createCompany(page, { name, email, plan });
  await rowOf(page, name).getByText('Atendentes 1 de 1 · Conexões 0 de 1 · Filas 1 de 1').waitFor();
  expect((await login(email)).status).toBe(200);
  await createCompany(page, { name: name.toUpperCase(), email: `x${email}`, plan });
  await page
    .getByText(
      'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente',
    )
    .waitFor();
  expect(await axe(page)).toEqual([]);

  const edit = page.getByRole('form', { name: 'Editar empresa' });
  const open = () => page.getByRole('button', { name: `Editar ${name}` }).click();
  const due = edit.getByLabel('Vencimento');
  const dueIn = async (days: number, color: string) => {
    await open();
    await due.fill(dayIn(days));
    await save(page);
    await page.getByRole('form', { name: 'Nova empresa' }).waitFor();
    await rowOf(page, name).getByText(dayIn(days)).waitFor();
    const id = await rowOf(page, name).getAttribute('data-id');
    const shown = await page.evaluate(`getComputedStyle(document.querySelector('tr[data-id="${id}"] td')).backgroundColor`);
    expect({ days, shown }).toEqual({ days, shown: color });
  };
  await dueIn(5, 'rgb(254, 249, 220)');
  await dueIn(4, 'rgb(255, 237, 217)');
  await dueIn(-4, 'rgb(253, 230, 228)');
  expect(await axe(page)).toEqual([]);
  expect((await login(email)).body.error).toBe('ERR_SUBSCRIPTION_EXPIRED');
  await dueIn(6, 'rgba(0, 0, 0, 0)');

  await open();
  const before = await due.inputValue();
  await edit.getByRole('button', { name: '+ 1 mês' }).click();
  await done(page);
  await until(async () => (await due.inputValue()) !== before);
  await edit.getByRole('switch', { name: 'Ativa' }).click();
  await save(page);
  await rowOf(page, name).getByText('Inativa').waitFor();
  expect((await login(email)).body.error).toBe('ERR_COMPANY_STOPPED');

  await open();
  await edit.getByRole('button', { name: 'Excluir' }).click();
  const dialog = page.getByRole('dialog', { name: `Excluir a empresa “${name}”?` });
  await dialog.waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Excluir' }).click();
  await rowOf(page, name)
    .getByText(`Excluída: some em ${dayIn(30)}`)
    .waitFor();
  await open();
  await edit.getByRole('button', { name: 'Desfazer a exclusão' }).click();
  await rowOf(page, name).getByText('Inativa').waitFor();
  await edit.getByRole('switch', { name: 'Ativa' }).click();
  await save(page);
  await rowOf(page, name).getByText('Ativa', { exact: true }).waitFor();
  expect((await login(email)).status).toBe(200);

  await tab(page, 'Planos').click();
  await page.getByRole('button', { name: `Excluir ${plan}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
  await page.getByText('Este plano não pode ser excluído: há empresas que o têm.').waitFor();
});

test('on a phone, in the dark, both tabs are lists below their forms', async () => {
  const page = await on.opens('super@prosa.demo', '/settings', phone, { colorScheme: 'dark' });
  const [plan, name] = [unique('Celular'), unique('Padaria')];
  await createPlan(page, plan);
  await rowOf(page, plan).getByText('Atendentes 1 · Conexões 1 · Filas 1').waitFor();
  expect(await axe(page)).toEqual([]);
  await createCompany(page, { name, email: `${crypto.randomUUID()}@exemplo.com.br`, plan });
  await rowOf(page, name).getByText('Atendentes 1 de 1 · Conexões 0 de 1 · Filas 1 de 1').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
});

test('an administrator who is not of the platform sees neither', async () => {
  const page = await on.opens('admin@prosa.demo', '/settings', wide);
  await page.getByText('Tipo de horário').first().waitFor();
  for (const one of ['Empresas', 'Planos', 'Ajuda']) expect(await tab(page, one).count()).toBe(0);
});
