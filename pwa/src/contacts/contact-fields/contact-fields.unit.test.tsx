import { beforeEach, expect, test } from '@jest/globals';
import type { ContactFieldView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { at, idOf } from '../../testing/records.ts';
import './contact-fields.screen.tsx'; // loaded before the first test
import { feature } from './contact-fields.later.ts';

const headers = { 'prosa-position': '100' };
const field = (n: number, more: Partial<ContactFieldView>): ContactFieldView => ({
  id: idOf(8, n),
  companyId: idOf(1, 2),
  name: `Campo ${n}`,
  type: 'text',
  choices: '',
  place: n,
  createdAt: at(0),
  updatedAt: at(0),
  ...more,
});
const profile = field(2, { name: 'Perfil', type: 'choice', choices: 'Ouro\nPrata' });

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /contact-fields/') return { body: { fields: [profile], count: 1, hasMore: false }, headers };
    if (call.startsWith('POST /contact-fields')) return { status: 201, body: { ...(body as object), id: idOf(8, 9) }, headers };
    return undefined;
  };
});
const save = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));

test('the settings lead to the fields, which stand in their order and follow the pushes', async () => {
  const { push } = await enter('/settings');
  await userEvent.click(await screen.findByRole('link', { name: 'Definir campos' }));
  expect(await screen.findByRole('row', { name: /Perfil Escolha Ouro, Prata 2/ })).toBeTruthy();
  push('contact-field', 'create', field(1, { name: 'CPF', type: 'cpf' }));
  await screen.findByRole('row', { name: /CPF CPF/ });
  const names = screen.getAllByRole<HTMLTableRowElement>('row').map(({ cells }) => cells[0]?.textContent);
  expect(names.slice(1)).toEqual(['CPF', 'Perfil']);
  expect(screen.getByRole('link', { name: 'Configurações', current: false }).getAttribute('href')).toBe('/settings');
});

test('a new field has a name, a type, what there is to choose, and its place', async () => {
  await enterScreen('/settings/contact-fields', feature);
  await userEvent.click(await screen.findByRole('button', { name: 'Novo campo' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Nome'), 'Classe');
  await userEvent.click(within(dialog).getByLabelText('Tipo'));
  await userEvent.click(await screen.findByRole('option', { name: 'Escolha' }));
  await userEvent.type(within(dialog).getByLabelText('Opções'), 'A{Enter}B');
  await userEvent.clear(within(dialog).getByLabelText('Ordem'));
  await userEvent.type(within(dialog).getByLabelText('Ordem'), 'x');
  await save(dialog);
  expect(await within(dialog).findByText('Required')).toBeTruthy();
  await userEvent.clear(within(dialog).getByLabelText('Ordem'));
  await userEvent.type(within(dialog).getByLabelText('Ordem'), '3');
  await save(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /contact-fields').map(({ body }) => body)).toEqual([
    { name: 'Classe', type: 'choice', choices: 'A\nB', place: 3 },
  ]);
});

test('that a type stays is said at the field', async () => {
  const ordinary = company.answer;
  company.answer = (said) =>
    said.call.startsWith('PUT /contact-fields')
      ? { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { type: 'Cannot be changed' } } }
      : ordinary(said);
  await enterScreen('/settings/contact-fields', feature);
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Perfil' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByLabelText('Tipo'));
  await userEvent.click(await screen.findByRole('option', { name: 'Texto' }));
  await save(dialog);
  expect(await within(dialog).findByText('O tipo não muda depois de criado')).toBeTruthy();
});
