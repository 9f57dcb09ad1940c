import type { ContactView } from '@prosa/contracts';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { type Session, signIn } from '../../simulate/client.ts';
import type { Customer, Customers } from '../../simulate/customers.ts';
import { handOf } from '../../simulate/hand.ts';
import { whatsAppCustomers } from '../../simulate/whatsapp.channel.ts';
import { startStandIn } from '../../testing/stand-in.ts';
import { until } from '../../testing/until.ts';
import { stage, toWaiting, wide } from '../browser.fixture.ts';
import { simulated } from '../simulated.fixture.ts';

// The product reads where WhatsApp is when it starts.
const peer = await startStandIn('whatsapp-peer');
const hand = handOf(peer.url);
Object.assign(process.env, (await hand.get<{ env: Record<string, string> }>('/state')).env);
afterAll(() => peer.stop());

const ADMIN = 'admin@prosa.demo';
let api: Session;
let customers: Customers;
const on = stage(
  async ({ url }) => {
    api = await signIn(url, 'super@prosa.demo', 'prosa-demo');
    const { queueIds } = await (await signIn(url, 'ana@prosa.demo', 'prosa-demo')).get<{ queueIds: [string] }>('/auth/me');
    customers = await whatsAppCustomers({ url, admin: api, queueId: queueIds[0] }, peer.url);
  },
  { own: true },
);

/** Makes everything that waits for its time due a day earlier. */
const aDayPasses = async (): Promise<void> => {
  const client = new pg.Client({ connectionString: on.product.databaseUrl });
  await client.connect();
  await client.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '1 day' $$`);
  await client.end();
};
let said = 0;
const says = (customer: Customer, text: string, addressing: 'number' | 'lid only') => {
  said += 1;
  return hand
    .post(`/phones/${customer.number}/habits`, { addressing })
    .then(() => customers.say(customer, `${said}`, { type: 'text', text }));
};
/** Accepts a customer's ticket; the answer is its link. */
const linkTo = async (page: Page, { name }: Pick<Customer, 'name'>): Promise<string> => {
  await toWaiting(page, wide);
  await page.getByRole('button', { name: `Aceitar ${name}` }).click();
  await page.waitForURL(/\/tickets\/[0-9a-f-]{36}$/);
  return page.url();
};
const shown = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true }).waitFor();
const withNumber = async ({ number }: Customer): Promise<ContactView[]> =>
  (await api.get<{ contacts: ContactView[] }>(`/contacts?searchParam=${number}`)).contacts;
const named = async ({ name }: Customer): Promise<ContactView[]> =>
  (await api.get<{ contacts: ContactView[] }>(`/contacts?searchParam=${encodeURIComponent(name)}`)).contacts;

test('C27: who is known by LID alone is the same contact when their number comes a day later, and the old link leads to them', async () => {
  const rita = await customers.customer('5511970003001', 'Rita Moura');
  await says(rita, 'Quem sou eu?', 'lid only');
  const page = await on.opens(ADMIN, '/tickets', wide);
  const link = await linkTo(page, rita);
  const nameless = await named(rita);
  expect(nameless.map(({ number }) => number)).toEqual([expect.stringMatching(/^\d+@lid$/)]);

  await aDayPasses();
  await says(rita, 'Agora com número', 'number');
  await until(async () => (await withNumber(rita)).length > 0);
  expect((await withNumber(rita)).map(({ id }) => id)).toEqual(nameless.map(({ id }) => id));
  await page.goto(link);
  for (const text of ['Quem sou eu?', 'Agora com número']) await shown(page, text);
});

test('C27: who is served by LID and turns out to be a contact goes on with the same attendant, whose page follows', async () => {
  const carla = await customers.customer('5511970003002', 'Carla Dias');
  const { record } = await api.command<{ id: string }>('POST', '/contacts', { name: 'Carla da Padaria', number: carla.number });
  await says(carla, 'De um aparelho novo', 'lid only');
  const page = await on.opens(ADMIN, '/tickets', wide);
  const link = await linkTo(page, carla);
  expect((await named(carla)).map(({ id }) => id)).not.toContain(record.id);
  const field = page.getByRole('textbox', { name: 'Mensagem', exact: true });
  await field.fill('Já vou ver');

  await says(carla, 'Sou eu, a Carla', 'number');
  await page.waitForURL((url) => /\/tickets\/[0-9a-f-]{36}$/.test(url.pathname) && url.href !== link);
  for (const text of ['De um aparelho novo', 'Sou eu, a Carla']) await shown(page, text);
  expect(await field.inputValue()).toBe('Já vou ver');
  expect(await named(carla)).toEqual([]);
  expect((await withNumber(carla)).map(({ id, name }) => ({ id, name }))).toEqual([{ id: record.id, name: 'Carla da Padaria' }]);

  const now = page.url();
  await page.goto(link);
  await page.getByRole('button', { name: /^atendimento nº \d+$/ }).click();
  await page.waitForURL(now);
});

test('the page of the peer plays a phone: what is written there is on the screen, and the answer is there', async () => {
  const { phones } = await hand.get<{ phones: { number: string; devices: unknown[] }[] }>('/state');
  const shop = phones.find(({ devices }) => devices.length > 0)!.number;
  const nair = { name: 'Nair Prado', number: '5511970003003' };
  const page = await on.opens(ADMIN, '/tickets', wide);
  const hers = await page.context().newPage();
  await hers.goto(peer.url);
  await hers.getByPlaceholder(/^Number: /).fill(nair.number);
  await hers.getByPlaceholder('Name').fill(nair.name);
  await hers.getByRole('button', { name: 'New phone' }).click();
  const phone = hers.locator('section', { hasText: nair.name });
  await phone.getByLabel('To number').first().fill(shop);
  await phone.getByLabel('Text', { exact: true }).fill('Pela página');
  await phone.getByRole('button', { name: 'Send', exact: true }).click();
  await linkTo(page, nair);
  await shown(page, 'Pela página');
  await page.getByRole('textbox', { name: 'Mensagem', exact: true }).fill('Chegou aqui');
  await page.keyboard.press('Enter');
  await phone
    .getByRole('list', { name: `Messages of ${nair.number}` })
    .getByText('Chegou aqui')
    .waitFor();
  await hers.close();
});

test('conversations are simulated by WhatsApp, with files', () => simulated(on.product, { channel: 'whatsapp', peer: peer.url }));
