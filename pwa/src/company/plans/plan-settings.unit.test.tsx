import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as usersScreen } from '../../people/users/users.later.ts';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import '../settings/settings.screen.tsx'; // loaded before the first test
import { feature as settingsScreen } from '../settings/settings.later.ts';
import { feature as plansFeature } from './plans.later.ts';

const headers = { 'prosa-position': '100' };
const aPlan = (n: number, name: string, value: number) => ({
  id: idOf(n, 0),
  companyId: idOf(1, 0),
  name,
  users: 10,
  connections: 3,
  queues: 4,
  value,
});
let saving: Said;
const answer = ({ call }: Heard): Said | undefined => {
  if (call.startsWith('GET /companies/list')) {
    const companies = [10, 10, 11].map((n) => ({ planId: idOf(n, 0) }));
    return { body: { companies, count: 3, hasMore: false }, headers };
  }
  if (call.startsWith('GET /plans/all'))
    return { body: { plans: [aPlan(11, 'Equipe', 199), aPlan(10, 'Essencial', 99.9)], count: 2, hasMore: false }, headers };
  if (/^(POST|PUT|DELETE) \/plans/.test(call)) return saving;
  return undefined;
};

/** Those of the screen and of what it shows. */
const features = [settingsScreen, usersFeature, usersScreen, plansFeature];

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin', super: true });
  company.answer = answer;
  saving = { body: {}, headers };
});
const open = async () => {
  await enterScreen('/settings', ...features);
  await userEvent.click(await screen.findByRole('tab', { name: 'Planos' }));
  return within(await screen.findByRole('form', { name: 'Novo plano' }));
};
const failed =
  'Não foi possível realizar a operação. Verifique se já existe um plano com o mesmo nome ou se os campos foram preenchidos corretamente';

test('the table shows each plan, the cheapest first, and how many companies have it', async () => {
  await open();
  await screen.findByText('Essencial');
  const [, ...rows] = within(screen.getByRole('region', { name: 'Planos' })).getAllByRole('row');
  await waitFor(() =>
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(0, 6)
          .map(({ textContent }) => textContent?.replace(/\s/g, ' ')),
      ),
    ).toEqual([
      ['Essencial', '10', '3', '4', 'R$ 99,90', '2'],
      ['Equipe', '10', '3', '4', 'R$ 199,00', '1'],
    ]),
  );
});

test('a price is masked as it is typed, and sent with a point', async () => {
  const form = await open();
  const value = form.getByLabelText<HTMLInputElement>('Valor por mês');
  for (const [typed, shown] of [
    ['12345678,999', '1.234.567,99'],
    ['-1', '1'],
    ['99,90', '99,90'],
  ] as const) {
    fireEvent.change(value, { target: { value: typed } });
    expect(value.value).toBe(shown);
  }
  await userEvent.type(form.getByLabelText('Nome'), 'Rede');
  for (const name of ['Atendentes', 'Conexões', 'Filas']) await userEvent.type(form.getByLabelText(name), '1x5');
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /plans')).toHaveLength(1));
  expect(heard('POST /plans')[0]?.body).toEqual({ name: 'Rede', users: 15, connections: 15, queues: 15, value: 99.9 });
});

test('what is wrong or taken shows the specified words, and nothing wrong is sent', async () => {
  const form = await open();
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText(failed)).toBeTruthy();
  expect(form.getAllByText('Required')).toHaveLength(5);
  expect(heard('POST /plans')).toEqual([]);
  saving = { status: 409, body: { error: 'ERR_PLAN_NAME_ALREADY_EXISTS', message: 'm' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Equipe' }));
  const edit = within(await screen.findByRole('form', { name: 'Editar plano' }));
  expect(document.activeElement).toBe(edit.getByLabelText('Nome'));
  await userEvent.click(edit.getByRole('button', { name: 'Salvar' }));
  expect((await edit.findByRole('alert')).textContent).toBe(failed);
});

test('a plan in use is not deleted, which is said', async () => {
  await open();
  saving = { status: 409, body: { error: 'ERR_PLAN_IN_USE', message: 'm' } };
  await userEvent.click(await screen.findByRole('button', { name: 'Excluir Essencial' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await dialog.findByText('Este plano não pode ser excluído: há empresas que o têm.')).toBeTruthy();
});
