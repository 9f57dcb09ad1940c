import type { QueueView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { axe } from '../axe.fixture.ts';
import { calm, customerWrites, enter, phone, stage, toWaiting, wide } from '../browser.fixture.ts';
import { misplacedAt } from '../geometry.fixture.ts';
import { signIn, type User } from '../people.fixture.ts';

/** Over the API, so that no browser is signed out. */
let boss: User;
const the = stage(async ({ url }) => {
  boss = await signIn(url, 'super@prosa.demo');
  const { body: queues } = await boss.call<QueueView[]>('GET /queue');
  for (const { id } of queues) await boss.call(`PUT /queue/${id}`, { warnAfterMinutes: 10, lateAfterMinutes: 20 });
});

const MINUTE_MS = 60_000;
const comes = async (email: string, screen: typeof wide | typeof phone = wide): Promise<Page> => {
  const page = await the.comes(screen);
  await enter(page, the.product.url, email);
  return page;
};
const row = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const placeOf = async (page: Page, name: string): Promise<number> => Number(await row(page, name).getAttribute('aria-posinset'));
const [first, second] = [
  ['551170000401', 'Noêmia Castelo'],
  ['551170000402', 'Raimundo Sá'],
] as const;

test('who waits longest is accepted, answered and snoozed by keyboard alone, and comes back when the customer writes', async () => {
  const page = await comes('ana@prosa.demo');
  await customerWrites(the.product, ...first, 'Meu boleto veio errado');
  await toWaiting(page, wide);
  await row(page, first[1]).waitFor();
  await customerWrites(the.product, ...second, 'A entrega é hoje?');
  await row(page, second[1]).waitFor();
  await customerWrites(the.product, ...first, 'Alguém aí?');
  await row(page, first[1]).getByText('Alguém aí?').waitFor();
  expect(await placeOf(page, first[1])).toBeLessThan(await placeOf(page, second[1]));
  await row(page, first[1]).getByText('agora').waitFor();
  expect(await axe(page)).toEqual([]);

  await page.getByRole('button', { name: 'Ordem: Mais tempo esperando' }).press('Enter');
  await page.getByRole('menu', { name: 'Ordem de Aguardando' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ordem: Mais recentes' }).waitFor();
  await page.waitForFunction(
    `[...document.querySelectorAll('li[data-ticket]')].findIndex((li) => li.textContent.includes('${first[1]}')) === 0`,
  );
  await calm(page);
  await row(page, first[1])
    .getByRole('button', { name: `Aceitar ${first[1]}` })
    .press('Enter');
  await page.getByRole('region', { name: `Conversa com ${first[1]}` }).waitFor();
  const talk = page.getByRole('region', { name: `Conversa com ${first[1]}` });
  await talk.getByText('esperando agora').waitFor();
  await page.getByRole('button', { name: /^Por responder/ }).waitFor();
  await calm(page);
  await row(page, first[1]).getByRole('img', { name: 'por responder' }).waitFor();
  expect(await axe(page)).toEqual([]);

  await page.keyboard.press('/');
  await page.keyboard.type('Já vejo, um momento.');
  await page.keyboard.press('Enter');
  await talk.getByText('esperando agora').waitFor({ state: 'detached' });
  await row(page, first[1]).getByRole('img', { name: 'por responder' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Adiar', exact: true }).press('Enter');
  await page.getByRole('menu', { name: 'Adiar até' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByText(/^Adiado até /).waitFor();
  await row(page, first[1]).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Adiados/ }).press('Enter');
  await row(page, first[1]).getByRole('img', { name: 'adiado até' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await customerWrites(the.product, ...first, 'Voltei');
  await page.getByText('Nenhum atendimento adiado').waitFor();
  await page.getByRole('button', { name: 'Ver a lista toda' }).press('Enter');
  await row(page, first[1]).getByText('Voltei').waitFor();
});

test('on a phone and in the dark: late rows, the chips, the sheet with the order and the dialog of the snooze have their places', async () => {
  const page = await the.comes(phone, { colorScheme: 'dark' });
  await enter(page, the.product.url, 'ana@prosa.demo');
  await customerWrites(the.product, '551170000403', 'Deolinda Figueira', 'Queria saber da minha cadeira');
  await toWaiting(page, phone);
  await row(page, 'Deolinda Figueira').waitFor();
  // The page’s clock is half an hour ahead: what waits since then is late.
  await page.clock.setFixedTime(Date.now() + 30 * MINUTE_MS);
  await page.reload();
  await toWaiting(page, phone);
  await row(page, 'Deolinda Figueira').getByRole('img', { name: 'atrasado' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filtrar a lista' }).tap();
  await page.getByRole('radio', { name: 'Mais tempo esperando' }).waitFor();
  expect(await axe(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pronto' }).tap();
  expect(await misplacedAt(page, [[320, 640]])).toEqual([]);
});
