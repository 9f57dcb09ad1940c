import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { onPhone } from '../../testing/media.ts';

withCompany();

test.each([
  ['wide', () => undefined],
  ['on a phone', onPhone],
])('the account menu leads to the same switch as the bell, and back (%s)', async (_, arrange) => {
  arrange();
  await enter();
  const account = await screen.findByRole('button', { name: /^Conta de Marina Alves/ });
  await userEvent.click(account);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Notificações' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Notificações' }));
  expect(await dialog.findByRole('switch', { name: 'Notificações neste aparelho' })).toBeTruthy();
  expect(dialog.getByText('Este navegador não recebe notificações com o Prosa fechado.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(account));
});
