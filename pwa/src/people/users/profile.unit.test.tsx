import { beforeEach, expect, test } from '@jest/globals';
import type { Profile } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import './profile.tsx'; // loaded before the first test

const sales = { id: idOf(4, 1), name: 'Vendas', color: '#2563EB' };
const at = { 'prosa-position': '100' };

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /sectors/') return { body: { sectors: [], count: 0, hasMore: false }, headers: at };
    if (call === 'GET /queue') return { body: [sales], headers: at };
    if (call.startsWith('PUT /users/')) return { body: { ...company.me, ...(body as object) }, headers: at };
    return undefined;
  };
});

const open = async (profile: Profile, more: { pendingEmail?: string } = {}) => {
  company.me = aUser({ ...more, profile, queueIds: [sales.id], queues: [sales] });
  await enter();
  const account = await screen.findByRole('button', { name: /^Conta de Marina Alves/ });
  await userEvent.click(account);
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Perfil' }));
  return { account, dialog: within(await screen.findByRole('dialog', { name: 'Perfil' })) };
};

test.each([
  ['user', [], 0],
  ['supervisor', [], 1],
  ['admin', ['Perfil', 'Filas'], 1],
] as const)('the profile of a %s has what they may change, and never the sector', async (profile, more, sectorCalls) => {
  const { dialog } = await open(profile);
  for (const label of ['Nome', 'E-mail', 'Senha', 'Senha atual', ...more]) expect(dialog.getByLabelText(label)).toBeTruthy();
  for (const label of ['Setor', ...['Perfil', 'Filas'].filter((one) => !more.includes(one as never))])
    expect(dialog.queryByLabelText(label)).toBeNull();
  await waitFor(() => expect(heard('GET /sectors/')).toHaveLength(sectorCalls));
});

test.each([
  ['wide', () => undefined],
  ['on a phone', onPhone],
])('name and password are saved, and the focus returns to the account (%s)', async (_, arrange) => {
  arrange();
  const { account, dialog } = await open('user');
  await userEvent.type(dialog.getByLabelText('Nome'), ' Lima');
  await userEvent.type(dialog.getByLabelText('Senha'), 'outra-senha');
  await userEvent.type(dialog.getByLabelText('Senha atual'), 'prosa-demo');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(`PUT /users/${company.me.id}`).map(({ body }) => body)).toEqual([
    { name: 'Marina Alves Lima', password: 'outra-senha', currentPassword: 'prosa-demo' },
  ]);
  expect(await screen.findByText('Usuário salvo com sucesso!')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(account));
});

test('a new own e-mail goes with the current password, and with a code where the sign-in has two steps', async () => {
  const answer = company.answer!;
  company.answer = (asked) =>
    asked.call === 'GET /auth/two-step'
      ? { body: { on: true, since: '2026-11-01T12:00:00.000Z', recoveryCodes: 10, isRequired: false } }
      : answer(asked);
  const { dialog } = await open('user');
  const code = await dialog.findByLabelText('Código do aplicativo autenticador');
  await userEvent.clear(dialog.getByLabelText('E-mail'));
  await userEvent.type(dialog.getByLabelText('E-mail'), 'nova@prosa.test');
  await userEvent.type(dialog.getByLabelText('Senha atual'), 'prosa-demo');
  await userEvent.type(code, '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(`PUT /users/${company.me.id}`).map(({ body }) => body)).toEqual([
    { email: 'nova@prosa.test', currentPassword: 'prosa-demo', code: '123456' },
  ]);
});

test('a new e-mail that waits is shown above the screen and in the profile, where it is dropped', async () => {
  const { dialog } = await open('user', { pendingEmail: 'nova@prosa.test' });
  expect(await screen.findByText(/Confirme o seu novo e-mail: abra o link que enviamos para nova@prosa.test/)).toBeTruthy();
  expect(dialog.getByText(/nova@prosa.test espera confirmação/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar a troca do e-mail' }));
  await waitFor(() =>
    expect(heard(`PUT /users/${company.me.id}`).map(({ body }) => body)).toEqual([{ email: 'marina@casaipe.test' }]),
  );
});
