import { expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { typeWords, withoutPause } from '../../testing/fake-time.ts';
import { aContact, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { company, enter, heard, waiting, withCompany } from './screen.fixture.tsx';

withCompany();

/** A ticket that no list of the screen contains. */
const elsewhere = aTicket({
  id: childOf(8, 1),
  status: 'closed',
  protocol: '000873',
  contact: { id: idOf(4, 8), name: 'Deolinda Sampaio', number: '5511987654321', profilePicUrl: null },
  updatedAt: at(1),
});
const searches = () => heard('GET /tickets').flatMap(({ query }) => query.get('searchParam') ?? []);
const open = async () => {
  company.answer = ({ call, query }) =>
    call === 'GET /tickets' && query.get('searchParam')
      ? { body: { tickets: [elsewhere], hasMore: false, count: 1, cursor: null }, headers: { 'prosa-position': '100' } }
      : undefined;
  const app = await enter();
  await screen.findByRole('tab', { name: /Aguardando 1|Aguardando\D*1/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  return { ...app, field: await screen.findByRole('combobox', { name: 'Buscar ou ir para' }) };
};
const found = () => {
  const group = within(screen.getByRole('listbox', { name: 'Resultados' })).queryByRole('group', { name: 'Atendimentos' });
  return group
    ? within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    : [];
};

test('the palette finds tickets: loaded ones at once, others when the server has answered', async () => {
  const { field, at: address } = await open();
  await withoutPause(limits.searchDebounceMs, async (user) => {
    await user.type(field, 'deolinda');
    expect(found()).toEqual([expect.stringContaining('Deolinda Figueira')]);
    expect(searches()).toEqual([]);
  });
  await waitFor(() => expect(found()).toHaveLength(2));
  expect(found()[1]).toContain('Deolinda Sampaio');
  expect(found()[1]).toContain('+55 11 98765-4321');
  expect(found()[1]).toContain('000873');
  expect(searches()).toEqual(['deolinda']);
  expect(await screen.findByText('2 resultados')).toBeTruthy(); // once all features have answered
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(address()).toBe(`/tickets/${elsewhere.uuid}`));
});

test.each([
  ['as the screen writes it', '+55 81 90000-7741'],
  ['by its end', '7741'],
])('a number finds its ticket %s, and is sent to the server as typed', async (_, number) => {
  const { field } = await open();
  await withoutPause(limits.searchDebounceMs, async (user) => {
    await user.type(field, number);
    expect(found()).toEqual([expect.stringContaining(waiting.contact.name!)]);
  });
  await waitFor(() => expect(searches()).toEqual([number]));
});

test('a failed search is reported, and loaded tickets are still found', async () => {
  const { field } = await open();
  company.answer = ({ call, query }) => (call === 'GET /tickets' && query.get('searchParam') ? 'gone' : undefined);
  await typeWords(field, 'figueira');
  expect(await screen.findByText(/Não deu para buscar no servidor/)).toBeTruthy();
  expect(found()).toHaveLength(1);
});

test('an empty result is reported once all features have answered', async () => {
  const { field } = await open();
  company.answer = ({ call, query }) =>
    call === 'GET /tickets' && query.get('searchParam')
      ? { body: { tickets: [], hasMore: false, count: 0, cursor: null }, headers: { 'prosa-position': '100' } }
      : undefined;
  await withoutPause(limits.searchDebounceMs, async (user) => {
    await user.type(field, 'zzz');
    expect(screen.getByText('Buscando…')).toBeTruthy();
  });
  expect(await screen.findByText('Nada com “zzz”')).toBeTruthy();
  expect(screen.getByText('Nenhum resultado')).toBeTruthy();
});

test('contacts are found beside tickets, and lead to their row', async () => {
  const { field, at: address } = await open();
  const contact = aContact({ id: idOf(4, 9), name: 'Deolinda Prates', number: '5511900000009', email: 'deo@exemplo.com.br' });
  company.answer = ({ call, query }) =>
    call === 'GET /contacts' && query.get('searchParam')
      ? { body: { contacts: [contact], hasMore: false, count: 1, cursor: null }, headers: { 'prosa-position': '100' } }
      : undefined;
  await typeWords(field, 'deolinda');
  const group = await screen.findByRole('group', { name: 'Contatos' });
  expect(found()).not.toEqual([]);
  const option = within(group).getByRole('option', { name: /Deolinda Prates.*\+55 11 90000-0009 · deo@exemplo\.com\.br/ });
  await userEvent.click(option);
  await waitFor(() => expect(address()).toBe('/contacts?search=5511900000009'));
  const search = await screen.findByRole('searchbox');
  expect(search).toHaveProperty('value', '5511900000009');
  await userEvent.clear(search);
  await waitFor(() => expect(address()).toBe('/contacts'));
  expect(search).toHaveProperty('value', '');
});

test('the commands of the account menu are there too, without those that are chosen already', async () => {
  const { field, store } = await open();
  const group = screen.getByRole('group', { name: 'Conta e preferências' });
  expect(
    within(group)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Perfil', 'Tema: claro', 'Tema: escuro', 'Idioma: English', 'Idioma: español', 'Notificações', 'Atalhos?', 'Sair']);
  await userEvent.type(field, 'escuro{Enter}');
  expect((store.getState() as { preferences: { theme: string } }).preferences.theme).toBe('dark');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'atalhos{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Atalhos do teclado' })).toBeTruthy();
});
