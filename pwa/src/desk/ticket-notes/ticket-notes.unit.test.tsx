import { expect, test } from '@jest/globals';
import type { TicketNoteView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, childOf, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { company, enterConversation, heard, openTicket, submitted, waiting, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const note = (n: number, more: Partial<TicketNoteView> = {}): TicketNoteView => ({
  id: childOf(1, 200 + n),
  ticketId: openTicket.id,
  contactId: openTicket.contactId,
  note: `Nota ${n}`,
  user: { id: idOf(1, 2), name: 'Rafael Nogueira' },
  mentions: [],
  createdAt: at(n),
  ...more,
});
const open = async (list: () => Said = () => ({ body: { notes: [note(1)] }, headers: { 'prosa-position': '100' } })) => {
  company.answer = ({ call }) => (call === 'GET /ticket-notes/list' ? list() : undefined);
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const notes = within(await screen.findByRole('region', { name: 'Observações do atendimento' }));
  return { ...app, notes, shown: () => notes.queryAllByRole('listitem').map((one) => one.querySelector('p')?.textContent) };
};

const save = () =>
  submitted('POST /ticket-notes', (user) => user.click(screen.getByRole('button', { name: 'Adicionar observação' })));

test('the notes on the ticket follow the pushes, newest first, without those on other tickets', async () => {
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

test('a note that is too short shows an error and is not sent; another one is sent once, confirmed, and the field is cleared', async () => {
  const { notes } = await open();
  const field = notes.getByLabelText('Nova observação');
  const add = () => userEvent.click(notes.getByRole('button', { name: 'Adicionar observação' }));
  await add();
  expect(await notes.findByText('Required')).toBeTruthy();
  await userEvent.type(field, 'a');
  expect(await notes.findByText('Too Short!')).toBeTruthy();
  await userEvent.type(field, 'b');
  await save();
  expect(await screen.findByText('Observação adicionada com sucesso!')).toBeTruthy();
  expect(heard('POST /ticket-notes').map(({ body }) => body)).toEqual([
    { ticketId: openTicket.id, contactId: openTicket.contactId, note: 'ab' },
  ]);
  expect(field).toHaveProperty('value', '');
});

test('an @ names a colleague, who is sent with the note; they are called as they are called now', async () => {
  const { notes, push } = await open();
  const list = company.answer;
  const bruno = { id: idOf(1, 2), name: 'Bruno Lima', profilePicUrl: null, online: true, availability: 'available' };
  company.answer = (said) =>
    said.call === `GET /tickets/${openTicket.id}/mentionable` ? { body: { people: [bruno] } } : list(said);
  const field = notes.getByLabelText<HTMLTextAreaElement>('Nova observação');
  await userEvent.type(field, '  Ver com @bru');
  await screen.findByRole('option', { name: /Bruno/ });
  await userEvent.keyboard('{Enter}');
  expect(field.value).toBe('  Ver com @Bruno Lima ');
  await save();
  const mentions = [{ userId: bruno.id, at: 8, length: 11 }];
  await waitFor(() => expect(heard('POST /ticket-notes')[0]?.body).toMatchObject({ note: 'Ver com @Bruno Lima', mentions }));

  push('ticketNote', 'create', note(2, { note: 'Ver com @Bruno', mentions: [{ at: 8, length: 6, user: bruno }] }));
  push('user', 'update', { id: bruno.id, name: 'Bruno Reis', queueIds: [], queues: [], online: true });
  const named = await notes.findByText('@Bruno Reis');
  expect(named.closest('p')?.textContent).toBe('Ver com @Bruno Reis');
});

test('one that could not be saved says so and stays, in another visit of its ticket too, until it is saved', async () => {
  const { notes } = await open();
  const ordinary = company.answer;
  company.answer = (said) => (said.call === 'POST /ticket-notes' ? 'gone' : ordinary(said));
  await userEvent.type(notes.getByLabelText('Nova observação'), 'Ligar na sexta');
  await save();
  expect(await notes.findByText(/não foi salva: .* O texto fica guardado neste aparelho/)).toBeTruthy();
  const field = async () => screen.findByLabelText<HTMLTextAreaElement>('Nova observação');
  expect((await field()).value).toBe('Ligar na sexta');

  const toggle = () => userEvent.click(screen.getByRole('button', { name: /^Dados de/ }));
  await toggle();
  await waitFor(() => expect(screen.queryByLabelText('Nova observação')).toBeNull());
  await toggle();
  expect((await field()).value).toBe('Ligar na sexta');

  let isSaved: () => void = () => undefined;
  company.answer = (said) =>
    said.call === 'POST /ticket-notes'
      ? new Promise((resolve) => {
          isSaved = () => resolve({ body: {}, headers: { 'prosa-position': '150' } });
        })
      : ordinary(said);
  await save();
  await waitFor(() => expect(heard('POST /ticket-notes')).toHaveLength(2));
  await toggle(); // it is saved while nobody looks
  await waitFor(() => expect(screen.queryByLabelText('Nova observação')).toBeNull());
  isSaved();
  await screen.findByText('Observação adicionada com sucesso!');
  await toggle();
  expect((await field()).value).toBe('');
});

test('deleting asks once, and is told', async () => {
  const { notes } = await open();
  await userEvent.click(await notes.findByRole('button', { name: 'Excluir observação: Nota 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir a observação?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Observação excluída com sucesso!')).toBeTruthy();
  expect(heard().filter(({ call }) => call.startsWith('DELETE'))).toHaveLength(1);
});

test('an empty list is explained, a failure is shown in its place and can be retried', async () => {
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
