import { expect, test } from '@jest/globals';
import type { ContactFieldView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterConversation, heard, openTicket, submitted, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aContact, at, idOf } from '../../testing/records.ts';

withCompany();

const CHANGE = `PUT /contacts/${openTicket.contactId}`;
const field = (n: number, name: string, type: ContactFieldView['type'], choices = ''): ContactFieldView => ({
  id: idOf(9, n),
  companyId: idOf(1, 2),
  name,
  type,
  choices,
  place: n,
  createdAt: at(0),
  updatedAt: at(0),
});
const [cpf, born, limit, profile] = [
  field(1, 'CPF', 'cpf'),
  field(2, 'Nascimento', 'date'),
  field(3, 'Limite', 'number'),
  field(4, 'Perfil', 'choice', 'Ouro\nPrata'),
] as const;
const held = (of: ContactFieldView, value: string) => ({ fieldId: of.id, value });
const stored = [held(cpf, '52998224725'), held(limit, '4000.5'), held(profile, 'Ouro'), held(field(7, '', 'text'), 'Fora')];

const open = async () => {
  const contact = aContact({
    id: openTicket.contactId,
    fields: stored,
    extraInfo: [{ id: idOf(8, 1), name: 'Cidade', value: 'Recife' }],
  });
  const headers = { 'prosa-position': '100' };
  company.answer = ({ call }) => {
    if (call === 'GET /contact-fields/list')
      return { body: { fields: [cpf, born, limit, profile], count: 4, hasMore: false }, headers };
    return call === `GET /contacts/${openTicket.contactId}` ? { body: contact, headers } : undefined;
  };
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const data = within(await screen.findByRole('region', { name: 'Dados' }));
  await data.findByText('CPF');
  return { ...app, data, press: (name: string) => userEvent.click(data.getByRole('button', { name })) };
};
const enters = () => submitted(CHANGE, (user) => user.keyboard('{Enter}'));
const bodies = () => heard(CHANGE).map(({ body }) => body);

test('the company’s fields stand first, in their order, as their types are read; what has no field is out of sight', async () => {
  const { data, push } = await open();
  const shown = () => data.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(shown()).toEqual([
    ['CPF', '529.982.247-25'],
    ['Nascimento', 'Adicionar Nascimento'],
    ['Limite', '4.000,5'],
    ['Perfil', 'Ouro'],
    ['Cidade', 'Recife'],
  ]);
  push('contact-field', 'delete', { id: limit.id });
  push('contact-field', 'update', { ...profile, name: 'Classe', place: 0 });
  await waitFor(() => expect(shown().map(([name]) => name)).toEqual(['Classe', 'CPF', 'Nascimento', 'Cidade']));
});

test('a day is written with its slashes and a number with its comma; what is none says so and is not sent', async () => {
  const { data, press } = await open();
  await press('Adicionar Nascimento');
  await userEvent.keyboard('31021990{Enter}');
  expect(data.getByRole('textbox', { name: 'Nascimento' })).toHaveProperty('value', '31/02/1990');
  expect(await data.findByText('Invalid date')).toBeTruthy();
  await userEvent.clear(data.getByRole('textbox', { name: 'Nascimento' }));
  await userEvent.keyboard('12051990');
  await enters();
  await waitFor(() => expect(bodies()).toEqual([{ fields: [held(born, '1990-05-12')] }]));
  await press('4.000,5');
  const number = data.getByRole('textbox', { name: 'Limite' });
  expect(number).toHaveProperty('value', '4000,5');
  await userEvent.clear(number);
  await userEvent.keyboard('1.234,56');
  await enters();
  await waitFor(() => expect(bodies().at(-1)).toEqual({ fields: [held(limit, '1234.56')] }));
});

test('a CPF is checked by its digits, and removed by leaving nothing', async () => {
  const { data, press } = await open();
  await press('529.982.247-25');
  await userEvent.keyboard('{Backspace}4{Enter}');
  expect(await data.findByText('Invalid CPF')).toBeTruthy();
  expect(bodies()).toEqual([]);
  await userEvent.clear(data.getByRole('textbox', { name: 'CPF' }));
  await enters();
  await waitFor(() => expect(bodies()).toEqual([{ fields: [held(cpf, '')] }]));
});

test('a choice is made from its list, and taken back there', async () => {
  const { press } = await open();
  await press('Ouro');
  expect((await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)).toEqual(['Ouro', 'Prata']);
  await submitted(CHANGE, async (user) => user.click(screen.getByRole('menuitemradio', { name: 'Prata' })));
  await waitFor(() => expect(bodies()).toEqual([{ fields: [held(profile, 'Prata')] }]));
  await press('Ouro');
  await submitted(CHANGE, async (user) => user.click(await screen.findByRole('menuitem', { name: 'Sem valor' })));
  await waitFor(() => expect(bodies().at(-1)).toEqual({ fields: [held(profile, '')] }));
});

test('the form has them too, and sends those that change', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Mais opções do contato' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar tudo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar contato' }));
  const said = dialog.getByLabelText('CPF');
  expect(said).toHaveProperty('value', '529.982.247-25');
  await userEvent.clear(said);
  await userEvent.type(said, '111');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Invalid CPF')).toBeTruthy();
  await userEvent.clear(said);
  await userEvent.type(said, '111.444.777-35');
  await userEvent.type(dialog.getByLabelText('Nascimento'), '12051990');
  await userEvent.click(dialog.getByLabelText('Perfil'));
  await userEvent.click(await screen.findByRole('option', { name: 'Prata' }));
  await submitted(CHANGE, (user) => user.click(dialog.getByRole('button', { name: 'Salvar' })));
  await waitFor(() => expect(bodies()).toHaveLength(1));
  expect(bodies()[0]).toEqual({
    fields: [held(cpf, '11144477735'), held(born, '1990-05-12'), held(profile, 'Prata')],
  });
});
