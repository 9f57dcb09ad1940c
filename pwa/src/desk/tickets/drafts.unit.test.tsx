import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aUser } from '../../testing/me.ts';
import { aTicket, childOf, idOf } from '../../testing/records.ts';
import { keepDraft } from '../messages/state/offline.ts';
import { company, enter, openTicket, withCompany } from './screen.fixture.tsx';

withCompany();

const other = aTicket({ id: childOf(30, 1), contact: { ...openTicket.contact, name: 'Zoe' }, lastMessage: 'Oi' });
const rowOf = async (name: RegExp) => within(await screen.findByRole('link', { name }));

test('the row of a ticket says its unsent text instead of the last message, until that is empty', async () => {
  company.tickets = [{ ...openTicket, lastMessage: 'Bom dia' }, other];
  await enter(`/tickets/${openTicket.id}`);
  const field = await screen.findByRole('textbox', { name: 'Mensagem' });
  const row = await rowOf(/Otávio/);
  expect(row.getByText('Bom dia')).toBeTruthy();
  await userEvent.type(field, 'A nota sai hoje');
  await waitFor(() => expect(row.getByText('Rascunho:').parentElement?.textContent).toBe('Rascunho: A nota sai hoje'));
  expect(row.queryByText('Bom dia')).toBeNull();
  expect((await rowOf(/Zoe/)).getByText('Oi')).toBeTruthy();
  await userEvent.clear(field);
  await waitFor(() => expect(row.getByText('Bom dia')).toBeTruthy());
});

test('the draft that an earlier page of the same user left is there from the start, and goes when another tab sends it', async () => {
  company.tickets = [{ ...openTicket, lastMessage: 'Bom dia' }];
  keepDraft('draft', company.me.id, openTicket.id, 'A nota sai hoje');
  await enter();
  const row = await rowOf(/Otávio/);
  expect(row.getByText('Rascunho:').parentElement?.textContent).toBe('Rascunho: A nota sai hoje');
  act(() => keepDraft('draft', company.me.id, openTicket.id, ''));
  expect(await row.findByText('Bom dia')).toBeTruthy();
});

test('nobody else who signs in on this device sees it', async () => {
  company.tickets = [{ ...openTicket, lastMessage: 'Bom dia' }];
  keepDraft('draft', company.me.id, openTicket.id, 'A nota sai hoje');
  company.me = aUser({ id: idOf(1, 2), name: 'Rafael Nogueira' });
  await enter();
  expect((await rowOf(/Otávio/)).getByText('Bom dia')).toBeTruthy();
});
