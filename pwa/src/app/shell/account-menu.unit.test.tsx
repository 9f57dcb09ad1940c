import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';

withCompany();

const page = globalThis as { prosaInstall?: { prompt: () => Promise<unknown> } | undefined };
afterEach(() => {
  page.prosaInstall = undefined;
});

test('the app can be installed from the menu where the browser offers it, once an offer', async () => {
  const asked: string[] = [];
  page.prosaInstall = { prompt: async () => asked.push('install') };
  await enter();
  const account = await screen.findByRole('button', { name: /^Conta de Marina Alves/ });
  await userEvent.click(account);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Instalar o Prosa' }));
  expect(asked).toEqual(['install']);
  await userEvent.click(account);
  await screen.findByRole('menuitem', { name: 'Notificações' });
  expect(screen.queryByRole('menuitem', { name: 'Instalar o Prosa' })).toBeNull();
});

test('whether one takes new tickets is chosen in the menu, and shown on the picture', async () => {
  company.answer = ({ call, body }) =>
    call === 'PUT /users/me/availability' ? { body, headers: { 'prosa-position': '101' } } : undefined;
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Conta de Marina Alves, disponível' }));
  const chosen = await screen.findByRole('menuitemradio', { name: 'Disponível' });
  expect(chosen.getAttribute('aria-checked')).toBe('true');
  await userEvent.click(screen.getByRole('menuitemradio', { name: 'Ocupado não recebe novos' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Conta de Marina Alves, ocupado' }));
  expect(heard('PUT /users/me/availability').map(({ body }) => body)).toEqual([{ availability: 'busy' }]);
  expect((await screen.findByRole('menuitemradio', { name: 'Ocupado' })).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('menuitemradio', { name: 'Ausente após 15 min parado' })).toBeTruthy();
});
