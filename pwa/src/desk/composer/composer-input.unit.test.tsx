import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepDraft } from '../messages/state/offline.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './files/file-tray.tsx'; // loaded before the first test
import './observation-box.tsx';

const SEND = `POST /messages/${openTicket.id}`;

withCompany();

const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');

test('the Enter that ends a word of an input method sends nothing, with Safari’s spelling of it too', async () => {
  await open();
  await userEvent.type(field(), 'かな');
  fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
  fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
  expect(field().value).toBe('かな');
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard(SEND).map(({ body }) => body)).toMatchObject([{ body: 'かな' }]));
});

/** Writes a text in another tab, of which the browser informs this one. */
const inOtherTab = (kind: 'draft' | 'note', text: string) =>
  act(() => {
    keepDraft(kind, company.me.id, openTicket.id, text);
    window.dispatchEvent(new StorageEvent('storage', { key: `${kind}:${company.me.id}:${openTicket.id}` }));
  });

test('a text that another tab writes and sends shows in this tab’s field, and leaves it', async () => {
  await open();
  await userEvent.type(field(), 'Bom');
  inOtherTab('draft', 'Bom dia');
  expect(field().value).toBe('Bom dia');
  inOtherTab('draft', '');
  expect(field().value).toBe('');
});

test('so does an observation', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  const note = within(await screen.findByRole('dialog')).getByRole<HTMLTextAreaElement>('textbox');
  await userEvent.type(note, 'falta conferir');
  inOtherTab('note', '');
  expect(note.value).toBe('');
});

test('the reply bar follows its message', async () => {
  const { push } = await open();
  const [message] = company.messages;
  const shown = (await within(screen.getByRole('log')).findByText('Bom dia, tudo bem?')).closest('li')!;
  await userEvent.hover(shown);
  await userEvent.click(within(shown).getByRole('button', { name: 'Responder' }));
  const form = within(screen.getByRole('form', { name: 'Escrever mensagem' }));
  expect(form.getByText('Bom dia, tudo bem?')).toBeTruthy();
  push('appMessage', 'update', { ...message, body: 'Boa tarde, tudo bem?', editedAt: message!.createdAt });
  expect(await form.findByText('Boa tarde, tudo bem?')).toBeTruthy();
  push('appMessage', 'update', { ...message, body: '', isDeleted: true });
  expect(await form.findByText('Mensagem apagada')).toBeTruthy();
  expect(form.queryByText('Boa tarde, tudo bem?')).toBeNull();
});

test('a file that is copied in a file manager is attached, though its name comes along as a text', async () => {
  Object.assign(URL, { createObjectURL: () => 'blob:a', revokeObjectURL: () => undefined });
  await open();
  const file = new File(['%PDF'], 'Orçamento.pdf', { type: 'application/pdf' });
  const getData = () => 'Orçamento.pdf';
  fireEvent.paste(field(), { clipboardData: { files: [file], types: ['text/plain', 'Files'], getData } });
  expect(within(await screen.findByRole('dialog')).getByText(/Orçamento\.pdf/)).toBeTruthy();
});
