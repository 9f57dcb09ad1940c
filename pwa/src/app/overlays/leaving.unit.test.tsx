import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sendFailed } from '../../desk/messages/state/messages.slice.ts';
import { keepOutbox } from '../../desk/messages/state/offline.ts';
import { company, enter, heard, openTicket, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { onPhone } from '../../testing/media.ts';
import { anOutgoing } from '../../testing/records.ts';

withCompany();

const SEND = `POST /messages/${openTicket.id}`;
/** Starts with the given unsent messages, which the server does not answer until the test says so. */
const enterUnsent = async (...keys: string[]) => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  company.answer = ({ call }) =>
    call === SEND ? promise.then(() => ({ body: {}, headers: { 'prosa-position': '201' } })) : undefined;
  keepOutbox(
    company.me.id,
    keys.map((key) => anOutgoing(key)),
  );
  const app = await enter();
  await waitFor(() => expect(heard(SEND)).toHaveLength(1));
  return { ...app, answer };
};
const signOut = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Conta de Marina Alves/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sair' }));
};
const question = () => screen.findByRole('dialog', { name: 'Sair e descartar as mensagens não enviadas?' });
test('without unsent messages the user is signed out at once', async () => {
  await enter();
  await signOut();
  await screen.findByRole('heading', { name: 'Entrar' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('unsent messages are counted before the sign-out, and Enter cancels', async () => {
  const { store, answer } = await enterUnsent('um', 'dois');
  act(
    () =>
      void store.dispatch(
        sendFailed({ key: 'dois', failure: { code: 'ERR_BUSY', message: '', status: 503, fields: {}, details: {} } }),
      ),
  );
  await signOut();
  const dialog = within(await question());
  expect(dialog.getByText('2 mensagens ainda não foram enviadas.')).toBeTruthy();
  const stay = dialog.getByRole('button', { name: 'Continuar aqui' });
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(stay));
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(store.getState()).toMatchObject({ session: { status: 'in' }, messages: { outbox: [{ key: 'um' }, { key: 'dois' }] } });
  expect(heard('DELETE /auth/logout')).toEqual([]);
  answer();
});

test('the user can confirm to sign out without them', async () => {
  const { answer } = await enterUnsent('um');
  await signOut();
  const dialog = within(await question());
  expect(dialog.getByText('1 mensagem ainda não foi enviada.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Sair e descartar' }));
  await screen.findByRole('heading', { name: 'Entrar' });
  await waitFor(() => expect(heard('DELETE /auth/logout')).toHaveLength(1));
  expect(Object.keys(sessionStorage).filter((name) => name.startsWith('outbox:'))).toEqual([]);
  answer();
});

test('the dialog shows when everything has been sent meanwhile', async () => {
  const { answer } = await enterUnsent('um');
  await signOut();
  await question();
  answer();
  const dialog = within(await screen.findByRole('dialog', { name: 'Sair?' }));
  expect(dialog.getByText('Tudo foi enviado.')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Sair' }));
  await screen.findByRole('heading', { name: 'Entrar' });
});

test('the menu on phones asks the same', async () => {
  onPhone();
  const { answer } = await enterUnsent('um');
  await userEvent.click(await screen.findByRole('button', { name: 'Abrir menu' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Sair' }));
  const stay = within(await question()).getByRole('button', { name: 'Continuar aqui' });
  await waitFor(() => expect(document.activeElement).toBe(stay));
  await userEvent.click(stay);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Fechar menu' })).toBeTruthy();
  answer();
});
