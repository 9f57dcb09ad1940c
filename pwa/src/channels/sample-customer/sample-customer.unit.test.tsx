import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, openTicket, withCompany } from '../../desk/tickets/screen.fixture.tsx';

withCompany();
const sample = { ...openTicket, channel: 'sample' };
const path = `/tickets/${sample.id}`;
let profile: 'admin' | 'user';
beforeEach(() => {
  profile = 'admin';
  company.answer = ({ call }) => (call === 'DELETE /sample-customer' ? { body: null } : undefined);
});
const enterWith = async (ticket: typeof openTicket) => {
  company.me = { ...company.me, profile };
  const entered = await enter(path);
  await screen.findByRole('button', { name: 'Mais opções' });
  entered.push('ticket', 'update', ticket);
  return entered;
};
const menu = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  return within(await screen.findByRole('menu'));
};

test('the test customer is marked in list and conversation, and an administrator removes them in one press', async () => {
  const { at } = await enterWith(sample);
  await waitFor(() => expect(screen.getAllByText('Teste')).toHaveLength(2));
  await userEvent.click((await menu()).getByRole('menuitem', { name: 'Apagar cliente de exemplo' }));
  await waitFor(() => expect(heard('DELETE /sample-customer')).toHaveLength(1));
  await waitFor(() => expect(at()).toBe('/tickets/'));
});

test('nobody else removes them, and no other customer is one', async () => {
  profile = 'user';
  await enterWith(sample);
  await waitFor(() => expect(screen.getAllByText('Teste')).toHaveLength(2));
  expect((await menu()).queryByRole('menuitem', { name: 'Apagar cliente de exemplo' })).toBeNull();
});

test('a customer is offered no removal to administrators', async () => {
  await enterWith({ ...openTicket, lastMessage: 'Agora' });
  await screen.findAllByText('Agora');
  expect(screen.queryByText('Teste')).toBeNull();
  expect((await menu()).queryByRole('menuitem', { name: 'Apagar cliente de exemplo' })).toBeNull();
});
