import { beforeEach, expect, test } from '@jest/globals';
import type { DashboardView, FirstSteps } from '@prosa/contracts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aTicket, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import './dashboard.screen.tsx'; // loaded before the first test
import { feature as connectionsScreen } from '../../channels/connections/connections.later.ts';
import { feature as dashboardScreen } from './dashboard.later.ts';
import { monthOf, today } from './days.ts';

const ZONE = 'America/Sao_Paulo';
const person = (n: number, name: string, more: Partial<DashboardView['attendants'][number]> = {}) => ({
  id: idOf(1, n),
  name,
  profilePicUrl: null,
  sectorName: null,
  rating: null,
  avgSupportTime: null,
  online: false,
  ...more,
});
const aView = (more: Partial<DashboardView> = {}): DashboardView => ({
  period: { from: '2026-11-01', to: '2026-11-17' },
  counters: {
    supportPending: 5,
    supportLate: 0,
    supportHappening: 12,
    supportFinished: 1616,
    leads: 143,
    avgSupportTime: 75,
    avgWaitTime: 7,
  },
  hours: [
    { hour: 7, count: 6 },
    { hour: 16, count: 137 },
  ],
  attendants: [
    person(1, 'Ana', { sectorName: 'Entregas', rating: 2.33, avgSupportTime: 52 }),
    person(2, 'Bia', { sectorName: 'Vendas', rating: 3, avgSupportTime: 31, online: true }),
    person(3, 'Caio'),
  ],
  sector_averages: [{ id: idOf(7, 1), name: 'Vendas', avgSupportTime: 31 }],
  ...more,
});
let view: DashboardView;
let steps: FirstSteps;
let isThere: boolean;
let refusal: Said | undefined;
let position: number;

/** Those of the screen and of what it shows. */
const features = [dashboardScreen, connectionsScreen];

withCompany();
beforeEach(() => {
  view = aView();
  isThere = false;
  refusal = undefined;
  position = 100;
  company.me = aUser({ company: { dueDate: '2026-12-01T01:30:00.000Z', timeZone: ZONE } });
  steps = { channel: true, queue: true, people: true, greeting: true, answered: true, sample: false };
  company.answer = ({ call }) => {
    if (call === 'GET /dashboard/steps') return { body: steps };
    if (call === 'POST /sample-customer') return { status: 201, body: { connectionId: idOf(3, 1), isNew: !isThere } };
    if (call === 'DELETE /sample-customer') return { body: null };
    return call === 'GET /dashboard' ? (refusal ?? { body: view, headers: { 'prosa-position': String(position) } }) : undefined;
  };
});
const asked = () =>
  heard('GET /dashboard').map(({ query }) => Object.fromEntries([...query].filter(([name]) => name !== 'after')));
const figure = (name: string) => screen.getByText(name).parentElement!.querySelector('dd')!.textContent;
const filter = () => userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
const choose = async (option: string) => {
  await userEvent.click(screen.getByLabelText('Período'));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('an administrator’s first screen shows the figures from the first of the month to today', async () => {
  const { at } = await enter('/');
  await screen.findByText('Aguardando');
  expect(at()).toBe('/');
  expect(document.title).toMatch(/Painel · Prosa$/);
  expect(screen.getByRole('link', { name: 'Painel' }).getAttribute('aria-current')).toBe('page');
  const day = today(ZONE);
  expect(asked()).toEqual([{ date_from: monthOf(day), date_to: day }]);
  const shown = [monthOf(day), day].map((one) => one.split('-').reverse().join('/'));
  expect([
    screen.getByLabelText<HTMLInputElement>('Data inicial').value,
    screen.getByLabelText<HTMLInputElement>('Data final').value,
  ]).toEqual(shown);
  const names = ['Aguardando', 'Em atendimento', 'Finalizados', 'Leads', 'Tempo médio de atendimento', 'Tempo médio de espera'];
  expect(names.map(figure)).toEqual(['5', '12', '1.616', '143', '01h 15m', '00h 07m']);
  // 1:30 in UTC is the day before where the company is.
  expect(figure('Data Vencimento')).toBe('30/11/2026');
});

test('attendants have their stars, their time and whether they are there, and are sorted by each', async () => {
  await enterScreen('/', ...features);
  const table = within(await screen.findByRole('region', { name: 'Atendentes' }));
  const rows = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );
  expect(rows()).toEqual([
    ['BBia', 'Vendas', '', '00h 31m', 'Online'],
    ['AAna', 'Entregas', '', '00h 52m', 'Offline'],
    ['CCaio', 'Sem setor', 'Sem avaliação', '–', 'Offline'],
  ]);
  const stars = table.getByRole('img', { name: 'satisfeito (média 2,33 de 3)' });
  expect(stars.title).toBe('média 2,33 de 3: 1 insatisfeito, 2 satisfeito, 3 muito satisfeito');
  expect(stars.querySelectorAll('.filled')).toHaveLength(2);
  await userEvent.click(table.getByRole('button', { name: 'Tempo médio' }));
  expect(rows().map(([name]) => name)).toEqual(['AAna', 'BBia', 'CCaio']);
  expect(table.getByRole('columnheader', { name: 'Tempo médio' }).getAttribute('aria-sort')).toBe('descending');
  await userEvent.click(table.getByRole('button', { name: 'Nome' }));
  await userEvent.click(table.getByRole('button', { name: 'Nome' }));
  expect(rows().map(([name]) => name)).toEqual(['CCaio', 'BBia', 'AAna']);
  const sectors = within(screen.getByRole('region', { name: 'Médias por setor' }));
  expect(sectors.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['Vendas', '00h 31m']);
});

test('the chart ends at 100, says the number of a longer bar, and is a table for those who want one', async () => {
  await enterScreen('/', ...features);
  const chart = await screen.findByRole('region', { name: 'Tickets por hora' });
  within(chart).getByText('01/11/2026 a 17/11/2026 · 143 tickets');
  const bars = [...chart.querySelectorAll('[data-bar]')].map((column) => {
    const bar = column.firstElementChild as HTMLElement;
    return [column.getAttribute('data-bar'), bar.style.height, column.textContent];
  });
  expect(bars.map(([hour]) => hour)).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 7)));
  expect(bars.filter(([, height]) => height !== '0%')).toEqual([
    ['7', '6%', '07h · 6 tickets'],
    ['16', '100%', '16h · 137 tickets'],
  ]);
  expect(['0', '25', '50', '75', '100'].map((tick) => within(chart).getAllByText(tick).length > 0)).not.toContain(false);
  const table = within(within(chart).getByRole('table'));
  expect(table.getByRole('row', { name: '16h 137' })).toBeTruthy();
  await userEvent.click(within(chart).getByRole('button', { name: 'Mostrar como tabela' }));
  expect(chart.querySelector('[data-bar]')).toBeNull();
  expect(within(chart).getByRole('row', { name: '16h 137' }).closest('.hidden-text')).toBeNull();
});

test('the filter is applied by its button, by days or by their number', async () => {
  await enterScreen('/', ...features);
  await screen.findByText('Aguardando');
  const from = screen.getByLabelText('Data inicial');
  await userEvent.clear(from);
  await userEvent.type(from, '05112026');
  expect(asked()).toHaveLength(1);
  await filter();
  await waitFor(() => expect(asked()[1]).toEqual({ date_from: '2026-11-05', date_to: today(ZONE) }));
  await userEvent.click(screen.getByRole('tab', { name: 'Por período' }));
  await userEvent.click(screen.getByLabelText('Período'));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Nenhum',
    'Hoje',
    ...[3, 7, 15, 30, 60, 90].map((days) => `Últimos ${days} dias`),
  ]);
  await userEvent.click(options[3]!);
  expect(asked()).toHaveLength(2);
  view = aView({ counters: { ...view.counters, leads: 9 } });
  await filter();
  await waitFor(() => expect(figure('Leads')).toBe('9'));
  expect(asked()[2]).toEqual({ days: '7' });
});

test('a filter without a parameter, one that is reversed and what is no date are refused where they are', async () => {
  await enterScreen('/', ...features);
  await screen.findByText('Aguardando');
  const [from, to] = ['Data inicial', 'Data final'].map((label) => screen.getByLabelText<HTMLInputElement>(label)) as [
    HTMLInputElement,
    HTMLInputElement,
  ];
  await userEvent.clear(from);
  await userEvent.clear(to);
  await filter();
  expect((await screen.findByRole('alert')).textContent).toBe('Parametrize o filtro');
  await waitFor(() => expect(document.activeElement).toBe(from));
  await userEvent.type(from, '02112026');
  await userEvent.type(to, '01112026');
  await filter();
  expect((await screen.findByRole('alert')).textContent).toBe('Data início não pode ser maior que data fim');
  await userEvent.clear(to);
  await userEvent.type(to, '3111');
  await filter();
  expect((await screen.findByRole('alert')).textContent).toBe('Data inválida');
  expect(document.activeElement).toBe(to);
  await userEvent.click(screen.getByRole('tab', { name: 'Por período' }));
  expect(screen.queryByRole('alert')).toBeNull();
  await filter();
  expect((await screen.findByRole('alert')).textContent).toBe('Parametrize o filtro');
  expect(asked()).toHaveLength(1);
  await choose('Hoje');
  await filter();
  await waitFor(() => expect(asked()[1]).toEqual({ days: '1' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('what its figures count renews them, and nothing else does', async () => {
  const { push, router } = await enter('/');
  await screen.findByText('Aguardando');
  push('ticket', 'update', aTicket({ lastMessage: 'Oi' }));
  push('tag', 'update', { id: idOf(5, 1), name: 'Garantia', color: '#112233', kanban: 0 });
  view = aView({ counters: { ...view.counters, supportPending: 6 } });
  position = 203;
  push('ticketCounts', 'update', { queueId: null, userId: null, status: 'pending', count: 6 });
  await waitFor(() => expect(figure('Aguardando')).toBe('6'));
  expect(asked()).toHaveLength(2);
  expect(asked()[1]).toEqual(asked()[0]);
  // All that came meanwhile is in one answer; it is asked for after the pause, and what it already counts is not asked for again.
  position = 205;
  view = aView({ attendants: [person(2, 'Bia', { rating: 1, avgSupportTime: 31 })] });
  push('user', 'update', { id: idOf(1, 2), name: 'Bia', online: false });
  push('ticket', 'update', aTicket({ status: 'closed', rating: 1 }));
  await screen.findByRole('img', { name: 'insatisfeito (média 1 de 3)' });
  expect(asked()).toHaveLength(3);
  await act(() => router.navigate('/tickets'));
  await screen.findByRole('heading', { name: 'Atendimentos' });
  const before = asked().length;
  push('ticketCounts', 'update', { queueId: null, userId: null, status: 'pending', count: 7 });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked()).toHaveLength(before);
}, 30_000);

test('a failure is shown with a way to try again, and one while it is renewed keeps what is shown', async () => {
  refusal = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
  const { push } = await enterScreen('/', ...features);
  const alert = await screen.findByText('Não foi possível carregar o painel');
  expect(alert).toBeTruthy();
  refusal = undefined;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await screen.findByText('Aguardando');
  refusal = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
  push('ticketCounts', 'update', { queueId: null, userId: null, status: 'pending', count: 6 });
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(figure('Aguardando')).toBe('5');
});

test('without tickets and ratings it says so', async () => {
  view = aView({ hours: [], sector_averages: [], period: { from: null, to: '2026-11-17' } });
  await enterScreen('/', ...features);
  await screen.findByText('Nenhum ticket aberto neste período');
  screen.getByText('até 17/11/2026 · 0 tickets');
  screen.getByText('Nenhum setor encerrou atendimentos neste período');
});

test('on a phone attendants are a list', async () => {
  onPhone();
  await enterScreen('/', ...features);
  const list = within(await screen.findByRole('region', { name: 'Atendentes' }));
  expect(list.queryByRole('table')).toBeNull();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'BBiaOnline· Vendas00h 31m',
    'AAnaOffline· Entregas00h 52m',
    'CCaioOffline–Sem avaliação',
  ]);
});

test('of very many attendants the first are shown, and more if wanted', async () => {
  view = aView({ attendants: Array.from({ length: 60 }, (_, n) => person(n, `Pessoa ${n}`)) });
  await enterScreen('/', ...features);
  const table = within(await screen.findByRole('region', { name: 'Atendentes' }));
  expect(table.getAllByRole('row')).toHaveLength(51);
  await userEvent.click(table.getByRole('button', { name: 'Mostrar mais' }));
  expect(table.getAllByRole('row')).toHaveLength(61);
  expect(table.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('everybody else comes to their tickets', async () => {
  company.me = { ...company.me, profile: 'user' };
  const { at } = await enter('/');
  await screen.findByRole('heading', { name: 'Atendimentos' });
  expect(at()).toBe('/tickets');
  expect(asked()).toEqual([]);
  expect(screen.queryByRole('link', { name: 'Painel' })).toBeNull();
});

test('a new company is led through its first steps until all have been taken', async () => {
  steps = { channel: false, queue: true, people: false, greeting: true, answered: false, sample: false };
  const { push } = await enterScreen('/', ...features);
  const region = within(await screen.findByRole('region', { name: 'Primeiros passos' }));
  expect(region.getByText('2 de 5')).toBeTruthy();
  expect(region.getAllByRole('listitem').map((one) => within(one).queryByRole('img', { name: 'feito' }) !== null)).toEqual([
    ...[false, true, false, true, false],
  ]);
  expect(region.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Conectar', '/connections'],
    ['Convidar', '/users'],
  ]);
  steps = { channel: true, queue: true, people: true, greeting: true, answered: true, sample: false };
  push('whatsapp', 'create', { id: idOf(3, 1), name: 'Loja', status: 'CONNECTED' });
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull());
});

test('the first steps can be hidden, and stay so for that user', async () => {
  steps = { channel: false, queue: false, people: false, greeting: false, answered: false, sample: false };
  await enterScreen('/', ...features);
  await userEvent.click(await screen.findByRole('button', { name: 'Ocultar' }));
  expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull();
  cleanup();
  await enterScreen('/', ...features);
  await screen.findByText('Aguardando');
  await waitFor(() => expect(heard('GET /dashboard/steps').length).toBe(2));
  expect(screen.queryByRole('region', { name: 'Primeiros passos' })).toBeNull();
});

test('who waits longer than their queue allows is counted beside those who wait', async () => {
  view = aView({ counters: { ...aView().counters, supportLate: 3 } });
  await enterScreen('/', ...features);
  await screen.findByText('Aguardando');
  expect(figure('Aguardando')).toBe('53 atrasados');
});

test('a test customer is let write from the last step, and removed there; one that is there already is said to be', async () => {
  steps = { channel: true, queue: true, people: true, greeting: true, answered: false, sample: false };
  const { at } = await enterScreen('/', ...features);
  const region = () => within(screen.getByRole('region', { name: 'Primeiros passos' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Testar com um cliente de exemplo' }));
  await waitFor(() => expect(heard('POST /sample-customer').map(({ body }) => body)).toEqual([{ language: 'pt' }]));
  await waitFor(() => expect(at()).toBe('/tickets'));
  expect(screen.queryByText('O cliente de exemplo já está em Atendimentos')).toBeNull();

  cleanup();
  isThere = true;
  await enterScreen('/', ...features);
  await userEvent.click(await screen.findByRole('button', { name: 'Testar com um cliente de exemplo' }));
  expect(await screen.findByText('O cliente de exemplo já está em Atendimentos')).toBeTruthy();

  cleanup();
  steps = { ...steps, sample: true };
  const { push } = await enterScreen('/', ...features);
  await screen.findByText('O cliente de exemplo escreve em Atendimentos: fica fora dos números e pode ser apagado.');
  expect(region().getByRole('link', { name: 'Abrir atendimentos' }).getAttribute('href')).toBe('/tickets');
  await userEvent.click(region().getByRole('button', { name: 'Apagar cliente de exemplo' }));
  await waitFor(() => expect(heard('DELETE /sample-customer')).toHaveLength(1));
  steps = { ...steps, sample: false };
  push('whatsapp', 'delete', { id: idOf(3, 1) });
  expect(await region().findByRole('button', { name: 'Testar com um cliente de exemplo' })).toBeTruthy();
});
