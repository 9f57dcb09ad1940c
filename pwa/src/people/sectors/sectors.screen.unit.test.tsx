import { beforeEach, expect, jest, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { holdTime } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import './sectors.screen.tsx'; // loaded before the first test
import { feature as sectorsScreen } from './sectors.later.ts';

const sales = { id: idOf(7, 1), name: 'Vendas', color: '#2563EB' };
const headers = { 'prosa-position': '100' };

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /sectors/') return { body: { sectors: [sales], count: 1, hasMore: false }, headers };
    if (call.startsWith('POST /sectors')) return { status: 201, body: { ...(body as object), id: idOf(7, 2) }, headers };
    return undefined;
  };
});

test('sectors are chips of their colour, and follow the pushes', async () => {
  const { push } = await enter('/setores');
  const row = await screen.findByRole('row', { name: /Vendas #2563EB/ });
  expect(row.querySelector('.tag .dot')?.getAttribute('style')).toContain('#2563EB');
  expect(screen.getByRole('link', { name: 'Setores' }).getAttribute('aria-current')).toBe('page');
  push('sector', 'update', { ...sales, name: 'Loja' });
  expect(await screen.findByRole('row', { name: /Loja #2563EB/ })).toBeTruthy();
});

test('the dialog has name and colour; a short name is refused with its text', async () => {
  await enterScreen('/setores', sectorsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Novo setor' }));
  const dialog = await screen.findByRole('dialog');
  const name = within(dialog).getByLabelText('Nome');
  const save = () => userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  expect(within(dialog).getByRole('group', { name: 'Cor' })).toBeTruthy();
  await save();
  expect(await within(dialog).findByText('Obrigatório')).toBeTruthy();
  await userEvent.type(name, 'TI');
  expect(await within(dialog).findByText('Nome muito curto')).toBeTruthy();
  await userEvent.type(name, ' e redes');
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /sectors/cadastro').map(({ body }) => body)).toEqual([{ name: 'TI e redes', color: '#7C7C7C' }]);
});

test('the drawer lists the administration apart, after all others', async () => {
  await enter('/setores');
  const group = await screen.findByRole('list', { name: 'Administração' });
  const links = within(group).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Conexões',
    'Filas',
    'Usuários',
    'API de mensagens',
    'Financeiro',
    'Setores',
    'Configurações',
  ]);
  expect(screen.getAllByRole('link').slice(-links.length)).toEqual(links);
});

test('who is no administrator finds the sectors by their address, and changes none', async () => {
  company.me = aUser({ profile: 'user' });
  await enter('/setores');
  await screen.findByRole('row', { name: /Vendas #2563EB/ });
  expect(screen.queryByText('Administração')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Novo setor' })).toBeNull();
});

test('what was deleted is said', async () => {
  await enterScreen('/setores', sectorsScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Vendas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await screen.findByText('Excluído com sucesso!')).toBeTruthy();
});

test('what is said stays for three seconds, on other screens for two', async () => {
  const { store } = await enter('/setores');
  await screen.findByRole('row', { name: /Vendas #2563EB/ });
  const goesAfter = async (ms: number) => {
    holdTime();
    try {
      act(() => void store.dispatch(notified({ kind: 'ok', text: 'Pronto' })));
      await act(() => jest.advanceTimersByTimeAsync(ms - 1));
      expect(screen.getByText('Pronto')).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(screen.queryByText('Pronto')).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  };
  await goesAfter(limits.administrationToastMs);
  await userEvent.click(screen.getByRole('link', { name: 'Contatos' }));
  await screen.findByRole('heading', { name: 'Contatos' });
  await goesAfter(limits.toastMs);
});
