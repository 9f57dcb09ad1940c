/** @jest-environment ./src/testing/browser.environment.ts */
import { expect, test } from '@jest/globals';
import type { TicketNoteView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, childOf, idOf } from '../testing/records.ts';
import type { Said } from '../testing/server.ts';
import { company, enter, heard, openTicket, waiting, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const note = (n: number, more: Partial<TicketNoteView> = {}): TicketNoteView => ({
  id: childOf(1, 200 + n),
  ticketId: openTicket.id,
  contactId: openTicket.contactId,
  note: `Nota ${n}`,
  user: { id: idOf(1, 2), name: 'Rafael Nogueira' },
  createdAt: at(n),
  ...more,
});
const open = async (list: () => Said = () => ({ body: { notes: [note(1)] }, headers: { 'prosa-position': '100' } })) => {
  company.answer = ({ call }) => (call === 'GET /ticket-notes/list' ? list() : undefined);
  const app = await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const notes = within(await screen.findByRole('region', { name: 'Observações do atendimento' }));
  return { ...app, notes, shown: () => notes.queryAllByRole('listitem').map((one) => one.querySelector('p')?.textContent) };
};

test('the notes on the ticket follow the pushes, newest first, and those on another are not among them', async () => {
  const { push, shown, notes } = await open();
  await waitFor(() => expect(shown()).toEqual(['Nota 1']));
  push('ticketNote', 'create', note(2));
  push('ticketNote', 'create', note(3, { ticketId: waiting.id }));
  await waitFor(() => expect(shown()).toEqual(['Nota 2', 'Nota 1']));
  push('user', 'update', { id: idOf(1, 2), name: 'Rafael Dias', queueIds: [], queues: [], online: true });
  await waitFor(() => expect(notes.getAllByText(/Rafael Dias/)).toHaveLength(2));
  push('ticketNote', 'delete', { id: note(1).id });
  await waitFor(() => expect(shown()).toEqual(['Nota 2']));
});

test('one that is too short is told so and not sent; another goes out once, is told, and makes way for the next', async () => {
  const { notes } = await open();
  const field = notes.getByLabelText('Nova observação');
  const add = () => userEvent.click(notes.getByRole('button', { name: 'Adicionar observação' }));
  await add();
  expect(await notes.findByText('Required')).toBeTruthy();
  await userEvent.type(field, 'a');
  expect(await notes.findByText('Too Short!')).toBeTruthy();
  await userEvent.type(field, 'b');
  await add();
  expect(await screen.findByText('Observação adicionada com sucesso!')).toBeTruthy();
  expect(heard('POST /ticket-notes').map(({ body }) => body)).toEqual([
    { ticketId: openTicket.id, contactId: openTicket.contactId, note: 'ab' },
  ]);
  expect(field).toHaveProperty('value', '');
});

test('deleting asks once, and is told', async () => {
  const { notes } = await open();
  await userEvent.click(await notes.findByRole('button', { name: 'Excluir observação: Nota 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir a observação?' }));
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // what weighs takes no press where a finger has just been
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Observação excluída com sucesso!')).toBeTruthy();
  expect(heard().filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
});

test('that there is none is said, and what failed is said in its place and tried again', async () => {
  let isDown = true;
  const { notes } = await open(() =>
    isDown
      ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } }
      : { body: { notes: [] }, headers: { 'prosa-position': '100' } },
  );
  expect((await notes.findByRole('alert')).textContent).toContain('Não deu para carregar as observações');
  isDown = false;
  await userEvent.click(notes.getByRole('button', { name: 'Tentar de novo' }));
  expect(await notes.findByText('Nenhuma observação ainda.')).toBeTruthy();
});
