import type { QueueView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { customerWrites, enter, phone, stage, toWaiting, wide } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

/** Over the API, without a screen: nothing is given to them. Whoever has a screen here but Ana serves no queue. */
let boss: User;
const the = stage(async ({ url }) => {
  boss = await signIn(url, 'admin@prosa.demo');
});
const queueName = (): string => the.product.demo.queues[0]!.name;
/** Other files find the queues as they were. */
afterAll(async () => {
  const { body: queues } = await boss.call<QueueView[]>('GET /queue');
  for (const { id } of queues) await boss.call(`PUT /queue/${id}`, { distribution: 'manual', maxPerUser: null });
});

const comes = async (email: string, screen: typeof wide | typeof phone = wide): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, email);
  return page;
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const chooses = async (page: Page, name: RegExp) => {
  await page.getByRole('button', { name: /^Conta de/ }).press('Enter');
  await page.getByRole('menuitemradio', { name }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name }).press('Enter');
};

test('a queue gives its tickets to who is available, and waits while nobody is', async () => {
  const ana = await comes('ana@prosa.demo');
  await chooses(ana, /^Ocupado/);
  await ana.getByRole('button', { name: /^Conta de .*, ocupado$/ }).waitFor();

  const admin = await comes('super@prosa.demo');
  await admin.goto(`${the.product.url}/queues`);
  await admin.getByRole('button', { name: `Editar ${queueName()}` }).press('Enter');
  await admin.getByRole('tab', { name: 'Dados e horários' }).focus();
  await admin.keyboard.press('ArrowRight');
  await admin
    .getByRole('region', { name: `Agora em ${queueName()}` })
    .getByText('Ocupado')
    .waitFor();
  await admin.getByRole('radio', { name: /^À mão/ }).focus();
  await admin.keyboard.press('ArrowDown');
  await admin.getByRole('textbox', { name: 'Limite por atendente' }).fill('50');
  expect(await axe(admin)).toEqual([]);
  await admin.getByRole('button', { name: 'Salvar' }).press('Enter');
  await admin.getByText('Fila salva com sucesso!').waitFor();
  await admin.getByRole('cell', { name: 'Em rodízio, até 50' }).waitFor();

  await customerWrites(the.product, '551170000501', 'Iolanda Prates', 'Quero trocar a cadeira');
  await toWaiting(ana, wide);
  await row(ana, 'Iolanda Prates').waitFor();
  await chooses(ana, /^Disponível/);
  await row(ana, 'Iolanda Prates').waitFor({ state: 'detached' });
  await ana.getByRole('tab', { name: /^Atendendo/ }).click();
  await row(ana, 'Iolanda Prates').waitFor();
});

test('on a phone the part of the dialog, and the account menu, have their places', async () => {
  const page = await the.comes(phone, { colorScheme: 'dark' });
  await enter(page, the.product.url, 'super@prosa.demo');
  await page.goto(`${the.product.url}/queues`);
  await page.getByRole('button', { name: `Ações de ${queueName()}` }).tap();
  await page.getByRole('menuitem', { name: 'Editar fila' }).tap();
  await page.getByRole('tab', { name: 'Distribuição e espera' }).tap();
  await page
    .getByRole('region', { name: `Agora em ${queueName()}` })
    .getByRole('listitem')
    .first()
    .waitFor();
  expect(await axe(page)).toEqual([]);
  expect(await misplacedAt(page, [[320, 640]])).toEqual([]);
});
