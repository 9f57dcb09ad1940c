import { afterEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter, withCompany } from '../../desk/tickets/screen.fixture.tsx';

withCompany();

const page = globalThis as { prosaInstall?: { prompt: () => Promise<unknown> } | undefined };
afterEach(() => {
  page.prosaInstall = undefined;
});

test('the app can be installed from the menu where the browser offers it, once an offer', async () => {
  const asked: string[] = [];
  page.prosaInstall = { prompt: async () => asked.push('install') };
  await enter();
  const account = await screen.findByRole('button', { name: 'Conta de Marina Alves' });
  await userEvent.click(account);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Instalar o aplicativo' }));
  expect(asked).toEqual(['install']);
  await userEvent.click(account);
  await screen.findByRole('menuitem', { name: 'Notificações' });
  expect(screen.queryByRole('menuitem', { name: 'Instalar o aplicativo' })).toBeNull();
});
