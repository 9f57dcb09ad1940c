import type { Page } from 'playwright-core';
import { until } from '../../testing/until.ts';
import { calm, enter, phone, stage, wide } from '../browser.fixture.ts';
import { openTicket, signIn } from '../people.fixture.ts';

const on = stage();
/** Counts the sounds, each of which is two notes. */
const COUNTING = `
  window.notes = 0;
  const { start } = AudioScheduledSourceNode.prototype;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    window.notes += 1;
    return start.apply(this, given);
  };`;
const sounds = async (page: Page) => ((await page.evaluate('window.notes')) as number) / 2;
const heard = (page: Page, count: number) => until(async () => (await sounds(page)) === count);
const toggle = (page: Page) => page.getByRole('switch', { name: 'Som de novas mensagens neste aparelho', exact: true });
const open = async (page: Page, entry: 'Perfil' | 'Notificações') => {
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  await toggle(page).waitFor();
};
/** Longer than the time in which there is one sound at most. */
const quiet = async (page: Page) => {
  await calm(page);
  await calm(page);
};

test('a message sounds unless its conversation is on the screen, or the sound is switched off on this device', async () => {
  const page = await on.comes(wide);
  await page.addInitScript(COUNTING);
  await enter(page, on.product.url, 'ana@prosa.demo');
  const ana = await signIn(on.product.url, 'admin@prosa.demo');
  const { who, ticket } = await openTicket(on.product, ana, 'Deolinda Figueira');
  await ana.call(`PUT /tickets/${ticket.id}`, { status: 'pending' });
  await quiet(page);
  const before = await sounds(page);
  await who.write('Tem alguém aí?');
  await heard(page, before + 1);

  await page
    .getByRole('tab', { name: /^Aguardando/ })
    .or(page.getByRole('radio', { name: /^Aguardando/ }))
    .click();
  await page
    .getByRole('button', { name: /Aceitar/ })
    .first()
    .click();
  await page.getByText('Tem alguém aí?').last().waitFor();
  await quiet(page);
  const here = await sounds(page);
  await who.write('Oi de novo');
  await page.getByRole('log').or(page.getByRole('main')).getByText('Oi de novo').last().waitFor();
  await quiet(page);
  expect(await sounds(page)).toBe(here);

  await page.goto(`${on.product.url}/tags`);
  await open(page, 'Perfil');
  const opened = await sounds(page);
  await toggle(page).click();
  await who.write('Ainda aí?');
  await until(async () => /^\(\d+\)/.test(await page.title()));
  await quiet(page);
  expect(await sounds(page)).toBe(opened);
  await page.reload();
  await open(page, 'Notificações');
  expect(await toggle(page).isChecked()).toBe(false);
  await toggle(page).click(); // heard once
  await heard(page, 1);
  await quiet(page);
  await who.write('Voltou?');
  await heard(page, 2);
});

test('on a phone the switch is in the notifications', async () => {
  const page = await on.opens('bruno@prosa.demo', '/tickets', phone, { colorScheme: 'dark' });
  await open(page, 'Notificações');
  expect(await toggle(page).isChecked()).toBe(true);
});
