import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aTicket, childOf, idOf } from '../../testing/records.ts';
import { closedTicket, company, enter, heard, openTicket, sales, waiting, withCompany } from './screen.fixture.tsx';

withCompany();

const rafael = { id: idOf(1, 2), name: 'Rafael Nogueira' };
const namesake = { id: idOf(1, 3), name: 'Rafael Souza' };
const served = (n: number, name: string, user: { id: string; name: string }) =>
  aTicket({ id: childOf(40 + n, 1), contact: { ...openTicket.contact, name }, userId: user.id, user });
const rowOf = async (name: RegExp) => within(await screen.findByRole('link', { name }));
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const choose = async (name: RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name: /^Atendente: / }));
  const menu = within(await screen.findByRole('menu', { name: 'Atendente' }));
  await userEvent.click(await menu.findByRole('menuitemradio', { name }));
};
const askedOf = (status: string) =>
  heard('GET /tickets').findLast(({ query }) => query.get('status') === status && query.get('withUnreadMessages') === null)!
    .query;

test('a row says who serves it with the first name and the picture, unless that is oneself, nobody, or past', async () => {
  const me = { id: company.me.id, name: company.me.name! };
  const people = [me, rafael].map((user) => ({ ...aUser(), ...user, profilePicUrl: user === rafael ? '/rafael.jpg' : null }));
  company.answer = ({ call }) =>
    call === 'GET /users/list'
      ? { body: { users: people, count: 2, hasMore: false }, headers: { 'prosa-position': '100' } }
      : undefined;
  company.tickets = [
    served(1, 'Bia', rafael),
    served(2, 'Caio', me),
    waiting,
    { ...closedTicket, userId: rafael.id, user: rafael },
  ];
  await enter();
  const row = await rowOf(/Bia/);
  expect(row.getByText('com Rafael')).toBeTruthy();
  await waitFor(() =>
    expect(row.getByText('com Rafael').parentElement!.querySelector('img')?.getAttribute('src')).toBe('/rafael.jpg'),
  );
  expect((await rowOf(/Caio/)).queryByText(/^com /)).toBeNull();
  await tab(/Aguardando/);
  await screen.findByText('Deolinda Figueira');
  expect(screen.queryByText(/^com /)).toBeNull();
  await tab(/Fechados/);
  expect((await rowOf(/Tarcísio/)).queryByText(/^com /)).toBeNull();
});

test('of two with the same first name the initial of the last one is said, too', async () => {
  const people = [rafael, namesake].map((user) => ({ ...aUser(), ...user }));
  company.answer = ({ call }) =>
    call === 'GET /users/list'
      ? { body: { users: people, count: 2, hasMore: false }, headers: { 'prosa-position': '100' } }
      : undefined;
  company.tickets = [served(1, 'Bia', rafael), served(2, 'Caio', namesake)];
  await enter();
  expect(await screen.findByText('com Rafael N.')).toBeTruthy();
  expect(await screen.findByText('com Rafael S.')).toBeTruthy();
});

test('an administrator narrows the served tickets to one attendant; the choice is remembered, and counts follow it', async () => {
  company.tickets = [served(1, 'Bia', rafael), served(2, 'Caio', { id: company.me.id, name: 'Marina Alves' }), waiting];
  const first = await enter();
  await rowOf(/Caio/);
  await choose(/^Rafael Nogueira/);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Caio/ })).toBeNull());
  await waitFor(() => expect(askedOf('open').get('users')).toBe(JSON.stringify([rafael.id])));
  expect((await screen.findByRole('tab', { name: /Atendendo/ })).textContent).toMatch(/1$/);
  await tab(/Aguardando/);
  expect(await screen.findByText('Deolinda Figueira')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Atendente: / })).toBeNull();
  cleanup();
  first.store.stop();
  await enter();
  expect(await screen.findByRole('button', { name: 'Atendente: Rafael Nogueira' })).toBeTruthy();
  await choose(/^Todos/);
  expect(await rowOf(/Caio/)).toBeTruthy();
});

test('the menu counts the open tickets of each, oneself first', async () => {
  company.tickets = [
    served(1, 'Bia', rafael),
    served(2, 'Caio', rafael),
    served(3, 'Davi', { id: company.me.id, name: 'Marina Alves' }),
  ];
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Atendente: Todos' }));
  const menu = within(await screen.findByRole('menu', { name: 'Atendente' }));
  await menu.findByText(/Rafael/);
  const lines = menu
    .getAllByRole('menuitemradio')
    .map((entry) => [
      entry.querySelector(':scope > .truncate')?.textContent,
      entry.querySelector('.end')?.textContent,
      entry.ariaChecked,
    ]);
  expect(lines).toEqual([
    ['Todos', '3', 'true'],
    ['Marina Alves, você', '1', 'false'],
    ['Rafael Nogueira', '2', 'false'],
  ]);
});

test('the filter stands only while all tickets are shown, and "Mostrar todos" is remembered for the person who chose it', async () => {
  company.tickets = [served(1, 'Bia', rafael)];
  const first = await enter();
  await choose(/^Rafael/);
  await userEvent.click(await screen.findByRole('switch', { name: 'Mostrar todos' }));
  expect(screen.queryByRole('button', { name: /^Atendente: / })).toBeNull();
  await waitFor(() => expect(askedOf('open').get('showAll')).toBe('false'));
  expect(askedOf('open').get('users')).toBeNull();
  cleanup();
  first.store.stop();
  const second = await enter();
  expect(await screen.findByRole('switch', { name: 'Mostrar todos' })).toHaveProperty('checked', false);
  cleanup();
  second.store.stop();
  company.me = aUser({ id: rafael.id, name: rafael.name, queueIds: [sales.id], queues: [sales] });
  await enter();
  expect(await screen.findByRole('switch', { name: 'Mostrar todos' })).toHaveProperty('checked', true);
});

test('with nobody’s tickets left the list says so and leads back to everybody’s', async () => {
  company.tickets = [served(1, 'Bia', rafael)];
  await enter();
  await choose(/^Marina Alves/);
  expect(await screen.findByText('Nada com este atendente')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar os de todos' }));
  expect(await rowOf(/Bia/)).toBeTruthy();
});

test('attendants have no such filter', async () => {
  company.me = aUser({ profile: 'user', queueIds: [sales.id], queues: [sales] });
  await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  expect(screen.queryByRole('button', { name: /^Atendente: / })).toBeNull();
});

test('on a phone the attendant is in the sheet of the filters', async () => {
  onPhone();
  company.tickets = [served(1, 'Bia', rafael), served(2, 'Caio', { id: company.me.id, name: 'Marina Alves' })];
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Filtrar a lista' }));
  const group = within(await screen.findByRole('group', { name: 'Atendente' }));
  await userEvent.click(await group.findByRole('radio', { name: 'Rafael Nogueira' }));
  await waitFor(() => expect(askedOf('open').get('users')).toBe(JSON.stringify([rafael.id])));
});
