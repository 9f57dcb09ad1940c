import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf } from '../../testing/records.ts';
import { company, enter, heard, openTicket, waiting, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const { id } = openTicket;
const marks = () => heard(`PUT /tickets/${id}/unread`);
const reads = () => heard(`POST /tickets/${id}/read`);
const row = () => screen.findByRole('link', { name: /Otávio/ });
const unreadOne = { ...openTicket, unreadMessages: 1 };

test('the key U marks the row with the focus, whose badge comes with the push; a ticket that is unread is not marked again', async () => {
  const { push } = await enter();
  const focused = await row();
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(focused));
  await userEvent.keyboard('u');
  await waitFor(() => expect(marks()).toHaveLength(1));
  push('ticket', 'updateUnread', unreadOne);
  await waitFor(async () => expect(within(await row()).getByText('1')).toBeTruthy());
  await userEvent.keyboard('u');
  await userEvent.click(await screen.findByRole('button', { name: 'Opções do atendimento com Otávio Brandão' }));
  expect(within(await screen.findByRole('menu')).queryByRole('menuitem', { name: /não lido/ })).toBeNull();
  expect(marks()).toHaveLength(1);
});

test('a conversation is left when it is marked, and read up to its newest message when it is opened again', async () => {
  const newest = aMessage({ id: childOf(1, 101), ticketId: id, fromMe: true, body: 'Temos, sim', position: '101' });
  company.messages = [aMessage({ id: childOf(1, 100), ticketId: id, read: true }), newest];
  const { at: address, push } = await enter(`/tickets/${id}`);
  await screen.findByText('Temos, sim');
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Marcar como não lido/ }));
  await waitFor(() => expect(address()).toBe('/tickets/'));
  await waitFor(async () => expect((await row()).getAttribute('aria-current')).toBeNull());
  expect(marks()).toHaveLength(1);
  push('ticket', 'updateUnread', unreadOne);
  await waitFor(async () => expect(within(await row()).getByText('1')).toBeTruthy());
  expect(reads()).toHaveLength(0);
  await userEvent.click(await row());
  await waitFor(() => expect(reads().map(({ body }) => body)).toEqual([{ upTo: newest.id }]));
});

test('whoever has it open while another marks it leaves the mark', async () => {
  company.messages = [aMessage({ ticketId: id, read: true })];
  const { push } = await enter(`/tickets/${id}`);
  await screen.findByText('Bom dia');
  push('ticket', 'updateUnread', unreadOne);
  push('ticket', 'update', { ...waiting, lastMessage: 'Alguém?' });
  expect(await screen.findAllByText('1')).not.toHaveLength(0);
  expect(reads()).toHaveLength(0);
});
