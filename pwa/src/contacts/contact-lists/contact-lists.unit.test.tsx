import { beforeEach, expect, test } from '@jest/globals';
import type { ContactListItemView, ContactListView, ImportView } from '@prosa/contracts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aContact, at, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import './contact-lists.screen.tsx'; // loaded before the first test
import './items/contact-list-items.screen.tsx';

const companyId = idOf(1, 1);
const stamps = { companyId, createdAt: at(0), updatedAt: at(0) };
const clients: ContactListView = { id: idOf(8, 1), name: 'Clientes', contactsCount: 2, ...stamps };
const brides: ContactListView = { id: idOf(8, 2), name: 'Noivas', contactsCount: 0, ...stamps };
const anItem = (n: number, more: Partial<ContactListItemView> = {}): ContactListItemView => ({
  id: idOf(9, n),
  contactListId: clients.id,
  name: `Cliente ${n}`,
  number: `551190000000${n}`,
  email: null,
  isWhatsappValid: null,
  contactId: null,
  optedOutAt: null,
  ...stamps,
  ...more,
});
const anImport = (more: Partial<ImportView> = {}): ImportView => ({
  id: idOf(7, 1),
  status: 'finished',
  file: '',
  rows: 3,
  done: 3,
  counts: { created: 2, existing: 1, repeated: 0, refused: 0 },
  contactListId: clients.id,
  user: null,
  createdAt: at(1),
  columns: { name: 0, number: 1, email: 2 },
  header: null,
  sample: [],
  sheets: [''],
  sheet: 0,
  ...more,
});

const headers = { 'prosa-position': '100' };
const PAGE = 20;
let items: ContactListItemView[];
let refusal: Said | undefined;
let defaultChannel: string;

withCompany();
beforeEach(() => {
  for (const name of ['cshow', 'campaignsEnabled']) localStorage.setItem(name, 'true');
  items = [anItem(1, { isWhatsappValid: true }), anItem(2, { isWhatsappValid: false, optedOutAt: at(3), contactId: idOf(4, 1) })];
  refusal = undefined;
  defaultChannel = 'whatsapp';
  company.answer = ({ call, query, body }) => {
    if (call === 'GET /contact-lists/' || call === 'GET /contact-lists/list')
      return { body: { records: [clients, brides], count: 2, hasMore: false }, headers };
    if (call === 'GET /contact-list-items') {
      const those = items.filter(({ contactListId }) => contactListId === query.get('contactListId'));
      const from = Number(query.get('cursor') ?? 0);
      const cursor = from + PAGE < those.length ? `${from + PAGE}` : null;
      const contacts = those.slice(from, from + PAGE);
      return { body: { contacts, count: those.length, atLeast: false, hasMore: cursor !== null, cursor }, headers };
    }
    if (call === 'GET /whatsapp') return { body: [{ ...anyConnection, channel: defaultChannel }], headers };
    if (call === 'GET /imports') return { body: { imports: [] }, headers };
    if (call.startsWith('GET /imports/') && call.endsWith('/lines')) return { body: { lines: [], hasMore: false } };
    if (call.startsWith('GET /imports/')) return { body: anImport() };
    if (call.startsWith('GET')) return undefined;
    if (refusal) return refusal;
    if (call === 'POST /contact-list-items') return { status: 201, body: { ...anItem(3), ...(body as object) }, headers };
    if (call.endsWith('/contacts') || call.endsWith('/upload')) return { status: 201, body: anImport() };
    if (call.endsWith('/check')) return { body: null, headers };
    return undefined;
  };
});
const anyConnection = {
  id: idOf(5, 1),
  name: 'Loja',
  provider: 'beta',
  isDefault: true,
  status: 'CONNECTED',
  queues: [],
  ...stamps,
};
const enterItems = async () => {
  const app = await enter(`/contact-lists/${clients.id}/contacts`);
  await screen.findByText('Cliente 1');
  return app;
};

test('lists are shown with the number of their contacts, and lead to them', async () => {
  const { push } = await enter('/contact-lists');
  const row = await screen.findByRole('row', { name: /Clientes 2/ });
  push('contact-list', 'update', { ...clients, contactsCount: 3 });
  expect(await screen.findByRole('row', { name: /Clientes 3/ })).toBeTruthy();
  await userEvent.click(within(row).getByRole('link', { name: 'Clientes' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Clientes' })).toBeTruthy();
  expect(heard('GET /contact-list-items')[0]!.query.get('contactListId')).toBe(clients.id);
  await userEvent.click(screen.getByRole('link', { name: 'Listas de contatos' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Listas de contatos' })).toBeTruthy();
});

test('items tell whether their number is on WhatsApp and who wants no campaigns, and follow the contact', async () => {
  const { push } = await enterItems();
  expect(screen.getByRole('row', { name: /Cliente 1 .* Tem WhatsApp/ })).toBeTruthy();
  const second = screen.getByRole('row', { name: /Cliente 2 .* Sem WhatsApp/ });
  expect(within(second).getByRole('img', { name: /^Não quer receber campanhas desde/ })).toBeTruthy();
  push('contact', 'update', aContact({ id: idOf(4, 1), number: items[1]!.number, optedOutAt: null }));
  await waitFor(() => expect(screen.queryByRole('img', { name: /campanhas desde/ })).toBeNull());
  push('contact-list-item', 'create', anItem(4, { contactListId: brides.id, name: 'De outra lista' }));
  push('contact-list-item', 'create', anItem(5, { name: 'Nova' }));
  expect(await screen.findByText('Nova')).toBeTruthy();
  expect(screen.queryByText('De outra lista')).toBeNull();
});

test('another list shows its own items alone', async () => {
  await enterItems();
  await userEvent.click(screen.getByRole('link', { name: 'Listas de contatos' }));
  await userEvent.click(await screen.findByRole('link', { name: 'Noivas' }));
  expect(await screen.findByText('A lista está vazia')).toBeTruthy();
  expect(screen.queryByText('Cliente 1')).toBeNull();
});

test('a list that is not there, or not any more, says so, and shows no items', async () => {
  const { push } = await enterItems();
  push('contact-list', 'delete', clients);
  expect(await screen.findByRole('heading', { name: 'Esta lista não existe' })).toBeTruthy();
  expect(screen.queryByText('Cliente 1')).toBeNull();
  cleanup();
  await enter(`/contact-lists/${idOf(8, 9)}/contacts`);
  expect(await screen.findByRole('heading', { name: 'Esta lista não existe' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Listas de contatos' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Listas de contatos' })).toBeTruthy();
});

test('further pages of items are fetched by the cursor of the answer before, never by number', async () => {
  items = Array.from({ length: 45 }, (_, n) => anItem(n + 1));
  items.sort((a, b) => (a.name! < b.name! ? -1 : 1));
  await enterItems();
  const asked = () => heard('GET /contact-list-items').map(({ query }) => [query.get('cursor'), query.get('pageNumber')]);
  // All of it is near its end where nothing has a height.
  await waitFor(() => expect(asked()).toEqual(['', '20', '40'].map((cursor) => [cursor || null, null])));
  expect(await screen.findByText('Cliente 45')).toBeTruthy();
});

test('a new item goes to the list; faults and a number that is there are said at their fields', async () => {
  await enterItems();
  await userEvent.click(screen.getByRole('button', { name: 'Novo contato' }));
  const dialog = within(await screen.findByRole('dialog'));
  const save = () => userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await userEvent.type(dialog.getByLabelText('Nome'), 'M');
  await userEvent.type(dialog.getByLabelText('Número'), '1198765');
  await userEvent.type(dialog.getByLabelText('E-mail'), 'abc');
  await save();
  const faultOf = (label: string) => dialog.getByLabelText(label).closest('.field')!.querySelector('.error')?.textContent;
  await waitFor(() => expect(['Nome', 'Número', 'E-mail'].map(faultOf)).toEqual(['Too Short!', 'Too Short!', 'Invalid email']));
  await userEvent.type(dialog.getByLabelText('Nome'), 'aria');
  await userEvent.type(dialog.getByLabelText('Número'), '4321');
  await userEvent.clear(dialog.getByLabelText('E-mail'));
  refusal = { status: 409, body: { error: 'ERR_DUPLICATED_LIST_ITEM', message: '' } };
  await save();
  await waitFor(() => expect(faultOf('Número')).toBe('Este número já está na lista.'));
  refusal = undefined;
  await userEvent.type(dialog.getByLabelText('Número'), '0');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = { name: 'Maria', number: '119876543210', email: null, contactListId: clients.id };
  expect(heard('POST /contact-list-items').at(-1)!.body).toEqual(body);
});

test('contacts of the company are added by a search and tags, and what became of them is shown', async () => {
  await enterItems();
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar contatos' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Adicionar todos' })).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Nome, número ou e-mail contém'), 'silva');
  refusal = { status: 400, body: { error: 'ERR_NOBODY_TO_ADD', message: '' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar encontrados' }));
  expect(await dialog.findByText('Nenhum contato com número corresponde ao filtro.')).toBeTruthy();
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar encontrados' }));
  expect(await screen.findByText(/2 contatos incluídos/)).toBeTruthy();
  expect(heard(`POST /contact-lists/${clients.id}/contacts`).at(-1)!.body).toEqual({ searchParam: 'silva' });
});

test('from the list of lists the way to a spreadsheet leads to the list, with its own imports', async () => {
  await enter('/contact-lists');
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar planilha para Clientes' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar planilha para a lista' }));
  expect(dialog.getByText(/Números que já estão na lista não mudam/)).toBeTruthy();
  await waitFor(() => expect(heard('GET /imports')).not.toHaveLength(0));
  expect(new Set(heard('GET /imports').map(({ query }) => query.get('contactListId')))).toEqual(new Set([clients.id]));
});

test('numbers are checked where the channel of the default connection can tell', async () => {
  await enterItems();
  await userEvent.click(await screen.findByRole('button', { name: 'Verificar números' }));
  expect(await screen.findByText(/^Verificando os números da lista/)).toBeTruthy();
  expect(heard(`POST /contact-lists/${clients.id}/check`)).toHaveLength(1);
});
test('where it cannot, that is not offered', async () => {
  defaultChannel = 'simulator';
  await enterItems();
  await waitFor(() => expect(heard('GET /whatsapp')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Verificar números' })).toBeNull();
});

test('on a phone the actions for the whole list are in a menu', async () => {
  onPhone();
  await enterItems();
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Enviar planilha',
    'Adicionar contatos',
    'Verificar números',
  ]);
});

test('who is no administrator is led to their tickets, and a browser without the flag knows no such address', async () => {
  company.me = aUser({ profile: 'user' });
  const { at: address } = await enter('/contact-lists');
  await waitFor(() => expect(address()).toBe('/tickets'));
  cleanup();
  company.me = aUser();
  localStorage.removeItem('cshow');
  await enter('/contact-lists');
  expect(await screen.findByRole('heading', { name: 'Este endereço não existe' })).toBeTruthy();
});
