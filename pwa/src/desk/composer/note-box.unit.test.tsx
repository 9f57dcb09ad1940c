import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enterConversation, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import { overComposer } from './later-composer.ts';

withCompany();

test('what is typed at once after "Observação" is its text, though the box has yet to be loaded', async () => {
  await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  const yetToCome = jest.spyOn(overComposer, 'now').mockReturnValue(null);
  fireEvent.click(screen.getByRole('button', { name: 'Observação' }));
  const field = screen.getByRole('textbox', { name: 'Texto da observação' });
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('button', { name: 'Enviar observação' })).toBeNull();
  yetToCome.mockRestore();
  fireEvent.change(field, { target: { value: 'E' } });
  const send = await screen.findByRole('button', { name: 'Enviar observação' });
  const box = within(screen.getByRole('dialog', { name: /Observação/ })).getByRole<HTMLTextAreaElement>('textbox');
  expect(send).toBeTruthy();
  expect(document.activeElement).toBe(box);
  expect(box.value).toBe('E');
  await userEvent.keyboard('sperar');
  expect(box.value).toBe('Esperar');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
