import { beforeEach, expect, test } from '@jest/globals';
import { limits, type SavedView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAnswers, pass } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aTicket, childOf, idOf } from '../../testing/records.ts';
import { company, deliveries, enter, heard, openTicket, sales, waiting, withCompany } from '../tickets/screen.fixture.tsx';
import './saved-views.later.ts'; // loaded before the first test
import './saved-views.screen.tsx';
import './views-part.ts';

const at = { 'prosa-position': '100' };
const me = idOf(1, 1);
const view = (place: number, name: string, more: Partial<SavedView> = {}): SavedView => ({
  id: idOf(8, place),
  companyId: idOf(1, 2),
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  name,
  userId: me,
  states: ['open'],
  queueIds: null,
  tagIds: [],
  attendantId: null,
  chip: null,
  ...more,
});
let views: SavedView[] = [];

withCompany();
beforeEach(() => {
  views = [];
  company.tickets = [
    openTicket,
    waiting,
    aTicket({
      id: childOf(9, 1),
      queueId: deliveries.id,
      queue: deliveries,
      contact: { ...openTicket.contact, name: 'Bia Luz' },
    }),
  ];
  company.answer = ({ call, query }) => {
    if (call === 'GET /saved-views/list')
      return { body: { savedViews: views, count: views.length, hasMore: false }, headers: at };
    if (call === 'GET /tickets/total') return { body: { count: query.get('tags') ? 4 : 9, atLeast: false }, headers: at };
    return undefined;
  };
});

const menu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Visões salvas' }));
  return within(await screen.findByRole('menu', { name: 'Visões salvas' }));
};
const choose = async (name: RegExp | string) =>
  userEvent.click(await (await menu()).findByRole(typeof name === 'string' ? 'menuitem' : 'menuitemradio', { name }));
const askedOf = (status: string) =>
  heard('GET /tickets').findLast(({ query }) => query.get('status') === status && query.get('withUnreadMessages') === null)!
    .query;
const chip = (name: string) => screen.findByRole('button', { name: `Sair da visão ${name}` });

test('one’s own views stand before the company’s, each with its number of tickets', async () => {
  views = [view(1, 'Trocas', { tagIds: [idOf(5, 1)] }), view(2, 'Tudo'), view(3, 'Sem fila', { userId: null })];
  await enter();
  const shown = await menu();
  await shown.findByText('4');
  await waitFor(() =>
    expect(shown.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'Trocas4',
      'Tudo9',
      'Sem fila · da empresa9',
    ]),
  );
  expect(shown.getByText('Minhas')).toBeTruthy();
  expect(shown.getByText('Da empresa')).toBeTruthy();
  expect(heard('GET /tickets/total').map(({ query }) => query.get('tags'))).toContain(JSON.stringify([idOf(5, 1)]));
});

test('a view narrows its list and is the first chip; leaving it brings the filters back', async () => {
  views = [view(1, 'Entregas', { queueIds: [deliveries.id], tagIds: [idOf(5, 1)] })];
  await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  await choose(/^Entregas/);
  expect((await chip('Entregas')).ariaPressed).toBe('true');
  await waitFor(() => expect(askedOf('open').get('tags')).toBe(JSON.stringify([idOf(5, 1)])));
  expect(JSON.parse(askedOf('open').get('queueIds')!)).toEqual([deliveries.id]);
  expect(screen.getByRole('tab', { name: /Atendendo/ }).textContent).toBe('Atendendo');
  await userEvent.click(await chip('Entregas'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sair da visão Entregas' })).toBeNull());
  expect(await screen.findByRole('link', { name: /Otávio/ })).toBeTruthy();
  expect((await screen.findByRole('tab', { name: /Atendendo/ })).textContent).toMatch(/2$/);
});

test('a view is left with the last of its lists, and shown in its first', async () => {
  views = [view(1, 'Espera', { states: ['pending', 'closed'] })];
  await enter();
  await choose(/^Espera/);
  expect(await screen.findByText('Deolinda Figueira')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /Fechados/ }));
  expect(await chip('Espera')).toBeTruthy();
  await userEvent.click(screen.getByRole('tab', { name: /Abertos/ }));
  await userEvent.click(await screen.findByRole('tab', { name: /Atendendo/ }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sair da visão Espera' })).toBeNull());
});

test('of what is gone it says so, and the rest applies', async () => {
  views = [view(1, 'Antiga', { queueIds: [deliveries.id, idOf(2, 9)], tagIds: [idOf(5, 9)], attendantId: idOf(1, 9) })];
  await enter();
  await choose(/^Antiga/);
  expect(
    await screen.findByText(
      '“Antiga” mostra o que ainda vale: uma fila não existe mais, uma tag não existe mais, o atendente não existe mais',
    ),
  ).toBeTruthy();
  await waitFor(() => expect(JSON.parse(askedOf('open').get('queueIds')!)).toEqual([deliveries.id]));
  expect(askedOf('open').get('tags')).toBeNull();
  expect(askedOf('open').get('users')).toBeNull();
});

test('an attendant’s tickets are shown to those, too, who have no such filter', async () => {
  company.me = aUser({ id: me, profile: 'user', queueIds: [sales.id], queues: [sales] });
  views = [view(1, 'Do Rafael', { attendantId: idOf(1, 2), userId: null })];
  await enter();
  await choose(/^Do Rafael/);
  await waitFor(() => expect(askedOf('open').get('users')).toBe(JSON.stringify([idOf(1, 2)])));
});

test('the shown view follows its changes and its deletion, and a queue of it that goes', async () => {
  views = [view(1, 'Entregas', { queueIds: [deliveries.id] })];
  const { push } = await enter();
  await choose(/^Entregas/);
  await chip('Entregas');
  push('saved-view', 'update', { ...views[0]!, name: 'Saídas', queueIds: [sales.id] });
  await chip('Saídas');
  await waitFor(() => expect(JSON.parse(askedOf('open').get('queueIds')!)).toEqual([sales.id]));
  push('queue', 'delete', { id: sales.id });
  expect(await screen.findByText(/“Saídas” mostra o que ainda vale: uma fila/)).toBeTruthy();
  push('saved-view', 'delete', { id: views[0]!.id });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sair da visão Saídas' })).toBeNull());
});

test('the filters on the screen are saved under a name, and shown as the view', async () => {
  const { push } = await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Filas/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Vendas/ }));
  await userEvent.keyboard('{Escape}');
  await choose('Salvar estes filtros…');
  const dialog = within(await screen.findByRole('dialog', { name: 'Nova visão' }));
  expect(dialog.getByRole('checkbox', { name: 'Atendendo' })).toHaveProperty('checked', true);
  const made = view(4, 'Minhas entregas', { queueIds: [deliveries.id, 'none'] });
  const before = company.answer;
  company.answer = (asked) =>
    asked.call === 'POST /saved-views' ? { status: 201, body: made, headers: { 'prosa-position': '150' } } : before(asked);
  await beforeAnswers(async (user) => {
    await user.type(dialog.getByLabelText('Nome'), 'Minhas entregas');
    await user.click(dialog.getByRole('button', { name: 'Salvar' }));
    await pass(limits.submitDelayMs);
  });
  await waitFor(() => expect(heard('POST /saved-views')).toHaveLength(1));
  expect(heard('POST /saved-views')[0]?.body).toEqual({
    name: 'Minhas entregas',
    userId: me,
    states: ['open'],
    queueIds: [deliveries.id, 'none'],
    tagIds: [],
    attendantId: null,
    chip: null,
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  push('saved-view', 'create', made);
  expect(await chip('Minhas entregas')).toBeTruthy();
});

test('a view takes the changed filters; the company’s only from administrators', async () => {
  company.me = aUser({ id: me, profile: 'user', queueIds: [sales.id, deliveries.id], queues: [sales, deliveries] });
  views = [view(1, 'Minha'), view(2, 'Deles', { userId: null })];
  await enter();
  await choose(/^Minha/);
  await chip('Minha');
  expect((await menu()).queryByText(/^Atualizar/)).toBeNull();
  await userEvent.keyboard('{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: /^Filas/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Vendas/ }));
  await userEvent.keyboard('{Escape}');
  await choose('Atualizar “Minha” com estes filtros');
  await waitFor(() => expect(heard(`PUT /saved-views/${views[0]!.id}`)).toHaveLength(1));
  expect(heard(`PUT /saved-views/${views[0]!.id}`)[0]?.body).toMatchObject({ queueIds: [deliveries.id], states: ['open'] });
  expect(await screen.findByText('“Minha” atualizada')).toBeTruthy();
  await choose(/^Deles/);
  await chip('Deles');
  await userEvent.click(await screen.findByRole('button', { name: /^Filas/ }));
  await userEvent.click(await screen.findByRole('option', { name: /Vendas/ }));
  await userEvent.keyboard('{Escape}');
  expect((await menu()).queryByText(/^Atualizar/)).toBeNull();
});

test('views are renamed and deleted on a screen of their own, the company’s by administrators alone', async () => {
  company.me = aUser({ id: me, profile: 'user', queueIds: [sales.id], queues: [sales] });
  views = [view(1, 'Minha', { tagIds: [idOf(5, 1)], states: ['open', 'pending'] }), view(2, 'Deles', { userId: null })];
  const before = company.answer;
  company.answer = (asked) =>
    asked.call === 'GET /saved-views/' ? { body: { savedViews: views, count: 2, hasMore: false }, headers: at } : before(asked);
  const { at: address } = await enter();
  await choose('Editar visões');
  await waitFor(() => expect(address()).toBe('/saved-views'));
  const own = within(await screen.findByRole('row', { name: /Minha/ }));
  expect(await own.findByText('Atendendo, Aguardando')).toBeTruthy();
  expect(await own.findByText('Garantia')).toBeTruthy();
  expect(own.getByRole('button', { name: 'Editar Minha' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Editar Deles' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Excluir Deles' })).toBeNull();
  await userEvent.click(own.getByRole('button', { name: 'Editar Minha' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar visão' }));
  expect(dialog.queryByText('Quem usa')).toBeNull();
});

test('on a phone views stand at the end of the chips, too', async () => {
  onPhone();
  views = [view(1, 'Entregas', { queueIds: [deliveries.id] })];
  await enter();
  await choose(/^Entregas/);
  expect(await chip('Entregas')).toBeTruthy();
});
