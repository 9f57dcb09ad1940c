import { beforeEach, expect, test } from '@jest/globals';
import type { AccountView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as usersScreen } from '../../people/users/users.later.ts';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import { feature as plansFeature } from '../plans/plans.later.ts';
import '../settings/settings.screen.tsx'; // loaded before the first test
import { feature as settingsScreen } from '../settings/settings.later.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const anAccount = (n: number, name: string, more: Partial<AccountView> = {}): AccountView => ({
  id: idOf(n, 0),
  name,
  email: `c${n}@prosa.test`,
  phone: '',
  planId: null,
  plan: null,
  status: true,
  campaignsEnabled: true,
  dueDate: inDays(40),
  recurrence: 'MENSAL',
  tagForce: false,
  timeZone: 'America/Sao_Paulo',
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
  trialExpiration: null,
  erasesAt: null,
  createdAt: '2026-01-11T12:00:00.000Z',
  settings: [],
  schedules: [],
  holidays: [],
  usage: { users: 3, connections: 1, queues: 2 },
  limits: null,
  ...more,
});
const headers = { 'prosa-position': '100' };
let accounts: AccountView[];
let saving: Said;
const plan = { id: idOf(900, 0), companyId: idOf(1, 0), name: 'Equipe', users: 10, connections: 3, queues: 2, value: 199 };
const answer = ({ call, body }: Heard): Said | undefined => {
  if (call.startsWith('GET /companies/list'))
    return { body: { companies: accounts, count: accounts.length, hasMore: false }, headers };
  if (call.startsWith('GET /plans/all')) return { body: { plans: [plan], count: 1, hasMore: false }, headers };
  if (/^(POST|PUT|DELETE) \/companies/.test(call)) return saving ?? { body: body as object, headers };
  return undefined;
};

/** Those of the screen and of what it shows. */
const features = [settingsScreen, usersFeature, usersScreen, plansFeature];

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin', super: true });
  company.answer = answer;
  saving = { body: {}, headers };
  accounts = [];
});
const open = async () => {
  await enterScreen('/settings', ...features);
  await userEvent.click(await screen.findByRole('tab', { name: 'Empresas' }));
};
const failed =
  'Não foi possível realizar a operação. Verifique se já existe uma empresa com o mesmo nome ou se os campos foram preenchidos corretamente';
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

test('the tabs of the platform are for platform-level users alone', async () => {
  company.me = aUser({ profile: 'admin', super: false });
  await enterScreen('/settings', ...features);
  await screen.findByText('Tipo de horário');
  for (const name of ['Empresas', 'Planos', 'Ajuda']) expect(screen.queryByRole('tab', { name })).toBeNull();
});

test('a row has the colour of its days to the due date, and says them', async () => {
  const days = [6, 5, 4, 0, -3, -4];
  accounts = days.map((left, nth) => anAccount(nth + 10, `Empresa ${left}`, { dueDate: inDays(left) }));
  await open();
  const seen = await Promise.all(
    days.map(async (left) => {
      const row = await rowOf(`Empresa ${left}`);
      return [row.className, within(row).getByText(/^·/).textContent];
    }),
  );
  expect(seen).toEqual([
    ['', '· em 6 dias'],
    ['due5', '· em 5 dias'],
    ['dueSoon', '· em 4 dias'],
    ['dueSoon', '· hoje'],
    ['dueSoon', '· há 3 dias'],
    ['dueLate', '· há 4 dias'],
  ]);
});

test('a row tells plan, use and state', async () => {
  accounts = [
    anAccount(10, 'Com plano', {
      planId: plan.id,
      plan: 'Equipe',
      limits: { users: 10, connections: 3, queues: 2 },
      status: false,
    }),
    anAccount(11, 'Excluída', { erasesAt: '2027-01-15T15:00:00.000Z', status: false }),
  ];
  await open();
  const row = within(await rowOf('Com plano'));
  expect(row.getByText('Atendentes 3 de 10 · Conexões 1 de 3 · Filas 2 de 2')).toBeTruthy();
  expect(row.getByText('Inativa')).toBeTruthy();
  expect(within(await rowOf('Excluída')).getByText('Excluída: some em 15/01/2027')).toBeTruthy();
});

test('a new company is due in a month, and is sent with what was filled in', async () => {
  await open();
  const form = within(await screen.findByRole('form', { name: 'Nova empresa' }));
  const due = form.getByLabelText<HTMLInputElement>('Vencimento').value.split('/').reverse().join('-');
  const days = (Date.parse(due) - Date.now()) / DAY;
  expect(days).toBeGreaterThan(26);
  expect(days).toBeLessThan(32);
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  expect(await form.findByText(failed)).toBeTruthy();
  expect(form.getAllByText('Required')).toHaveLength(2);
  await userEvent.type(form.getByLabelText('Nome'), 'Padaria Sol');
  await userEvent.type(form.getByLabelText('E-mail'), 'sol@prosa.test');
  await userEvent.click(form.getByRole('switch', { name: 'Campanhas' }));
  await userEvent.click(form.getByRole('button', { name: /^Plano/ }));
  await userEvent.click(await screen.findByRole('option', { name: /^Equipe · R\$\s199,00$/ }));
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /companies')).toHaveLength(1));
  expect(heard('POST /companies')[0]?.body).toMatchObject({
    name: 'Padaria Sol',
    email: 'sol@prosa.test',
    planId: plan.id,
    dueDate: due,
    status: true,
    campaignsEnabled: false,
  });
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
});

test('a name that is taken shows the specified words', async () => {
  saving = { status: 409, body: { error: 'ERR_COMPANY_NAME_ALREADY_EXISTS', message: 'm' } };
  accounts = [anAccount(10, 'Clínica')];
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Clínica' }));
  const form = within(await screen.findByRole('form', { name: 'Editar empresa' }));
  await userEvent.clear(form.getByLabelText('Nome'));
  await userEvent.type(form.getByLabelText('Nome'), 'Outra');
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }));
  expect((await form.findByRole('alert')).textContent).toBe(failed);
  expect(heard(`PUT /companies/${idOf(10, 0)}`)[0]?.body).toEqual({ name: 'Outra' });
});

test('a company is renewed from the due date that is shown, deleted after a question, and taken back', async () => {
  const account = anAccount(10, 'Clínica');
  accounts = [account];
  await open();
  const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Editar Clínica' }));
  await edit();
  await userEvent.click(await screen.findByRole('button', { name: '+ 1 mês' }));
  await waitFor(() => expect(heard(`POST /companies/${account.id}/renew`)[0]?.body).toEqual({ dueDate: account.dueDate }));
  await userEvent.click(screen.getByRole('button', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir a empresa “Clínica”?' });
  accounts = [{ ...account, status: false, erasesAt: '2027-01-15T15:00:00.000Z' }];
  await userEvent.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(heard(`DELETE /companies/${account.id}`)).toHaveLength(1));
  await screen.findByText('Excluída: some em 15/01/2027');
  await edit();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Ativa' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Desfazer a exclusão' }));
  await waitFor(() => expect(heard(`POST /companies/${account.id}/restore`)).toHaveLength(1));
});

test('the form of a chosen row has the focus, and its row again when it is saved', async () => {
  accounts = [anAccount(10, 'Clínica')];
  await open();
  const button = await screen.findByRole('button', { name: 'Editar Clínica' });
  await userEvent.click(button);
  expect(document.activeElement).toBe(screen.getByLabelText('Nome'));
  await userEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  await screen.findByRole('form', { name: 'Nova empresa' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a list that cannot be fetched is fetched again on demand', async () => {
  company.answer = (asked) =>
    asked.call.startsWith('GET /companies/list') ? { status: 500, body: { error: 'ERR_INTERNAL', message: 'm' } } : answer(asked);
  await open();
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  company.answer = answer;
  await userEvent.click(again);
  expect(await screen.findByText('Nenhuma empresa ainda')).toBeTruthy();
});
