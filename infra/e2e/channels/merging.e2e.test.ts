import type { ContactView, TicketView } from '@prosa/contracts';
import type { Page } from 'playwright-core';
import { signIn } from '../../simulate/client.ts';
import { until } from '../../testing/until.ts';
import { axe } from '../axe.fixture.ts';
import { customerWrites, phone, stage, wide } from '../browser.fixture.ts';

const on = stage();
const ADMIN = 'admin@prosa.demo';
const merge = async (page: Page, other: string) => {
  const dialog = page.getByRole('dialog', { name: /^Unir contatos/ });
  await dialog.getByLabel('Unir com').fill(other);
  await dialog.getByRole('option', { name: other }).click();
  return dialog;
};

test('two contacts become one: its number, its open ticket and its words go on with the one that stays', async () => {
  const [first, second] = ['5511970002001', '5511970002002'];
  const api = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  const create = (name: string, number: string) => api.command<ContactView>('POST', '/contacts', { name, number });
  const [{ record: keep }] = [await create('Zulmira Prates', first), await create('Zuzu', second)];
  await customerWrites(on.product, second, 'Zuzu', 'Minha mesa chegou');
  const page = await on.opens(ADMIN, '/contacts', wide);
  const colleague = await on.opens('ana@prosa.demo', '/contacts', phone, { colorScheme: 'dark' });
  await colleague.getByRole('listitem').filter({ hasText: 'Zuzu' }).waitFor();

  await page.getByRole('button', { name: 'Unir Zulmira Prates a outro contato' }).click();
  const dialog = await merge(page, 'Zuzu');
  await dialog.getByRole('radio', { name: /^Zulmira Prates/ }).waitFor();
  expect(await dialog.getByRole('radio', { name: /^Zulmira Prates/ }).isChecked()).toBe(true);
  await dialog.getByText('As mensagens de +55 11 97000-2002 passam a chegar em Zulmira Prates').waitFor();
  expect(await axe(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Unir contatos' }).press('Enter');
  await page.getByText('Contatos unidos.').waitFor();
  await colleague.getByRole('listitem').filter({ hasText: 'Zuzu' }).waitFor({ state: 'detached' });

  await customerWrites(on.product, second, 'Zuzu', 'E o pé está quebrado');
  const ticketsOf = async () => {
    const { tickets } = await api.get<{ tickets: TicketView[] }>('/tickets?searchParam=Zulmira');
    return tickets.filter(({ contactId }) => contactId === keep.id);
  };
  await until(async () => (await ticketsOf()).some(({ lastMessage }) => lastMessage === 'E o pé está quebrado'));
  const tickets = await ticketsOf();
  expect(tickets.map(({ status }) => status).sort()).toEqual(['closed', 'pending']);
  const open = tickets.find(({ status }) => status === 'pending')!;
  await page.goto(`${on.product.url}/tickets/${open.id}`);
  // The earlier messages are read in the same conversation.
  for (const words of ['Minha mesa chegou', 'E o pé está quebrado'])
    await page.getByRole('main').getByText(words).first().waitFor();
  await page.goto(`${on.product.url}/contacts`);
  await page.getByRole('searchbox').fill('(11) 97000-2002');
  await page.getByText('1 encontrado').waitFor();
  await page.getByRole('row', { name: /^Zulmira Prates/ }).waitFor();
});

test('on a phone the dialog fills the screen, and says why two contacts cannot be merged', async () => {
  const page = await on.opens(ADMIN, '/contacts', phone);
  const api = await signIn(on.product.url, on.product.addressOf('super@prosa.demo'), 'prosa-demo');
  const create = (name: string, number: string) => api.command<ContactView>('POST', '/contacts', { name, number });
  await create('Abel Um', '5511970002011');
  const { record } = await create('Abel Dois', '5511970002012');
  await page.getByRole('button', { name: 'Ações de Abel Um' }).click();
  await page.getByRole('menuitem', { name: 'Unir contatos' }).click();
  const dialog = await merge(page, 'Abel Dois');
  expect(await axe(page)).toEqual([]);
  await api.command('DELETE', `/contacts/${record.id}`, undefined);
  await dialog.getByRole('button', { name: 'Unir contatos' }).press('Enter');
  await dialog.getByText('Nenhum contato encontrado com este número.').waitFor();
});
