import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { closedTicket, company, enter, openTicket, sales, waiting, withCompany } from './screen.fixture.tsx';

withCompany();

const rafael = { id: idOf(1, 2), name: 'Rafael Nogueira' };
const named = (n: number, name: string, more: Partial<ReturnType<typeof aTicket>> = {}) =>
  aTicket({ id: childOf(60 + n, 1), contact: { ...openTicket.contact, name }, ...more });
const names = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map(({ textContent }) => /Ana|Bia|Caio|Davi|Deolinda/.exec(textContent)?.[0]);
const MINUTE_MS = 60_000;

test('the bell and the title count own unread tickets, newest first; who waits stands below, longest wait first, uncounted', async () => {
  const [ana, bia] = [
    named(1, 'Ana', { unreadMessages: 1, updatedAt: at(10) }),
    named(2, 'Bia', { unreadMessages: 2, updatedAt: at(40) }),
  ];
  company.tickets = [
    ana,
    bia,
    named(3, 'Caio', { unreadMessages: 3, userId: rafael.id, user: rafael }),
    { ...waiting, updatedAt: at(50), waitingSince: at(45) },
    named(4, 'Davi', { status: 'pending', userId: null, user: null, unreadMessages: 1, updatedAt: at(60), waitingSince: at(5) }),
    { ...closedTicket, unreadMessages: 3 },
  ];
  const { push } = await enter();
  const bell = await screen.findByRole('button', { name: 'Notificações: 2 para você' });
  await waitFor(() => expect(document.title).toMatch(/^\(2\)/));
  await userEvent.click(bell);
  const popover = within(await screen.findByRole('dialog', { name: 'Para você' }));
  expect(names(popover.getByRole('list', { name: 'Para você' }))).toEqual(['Bia', 'Ana']);
  expect(names(popover.getByRole('list', { name: 'Aguardando' }))).toEqual(['Davi', 'Deolinda']);
  push('ticket', 'update', { ...bia, userId: rafael.id, user: rafael });
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notificações: 1 para você'));
  push('ticket', 'update', { ...ana, unreadMessages: 0 });
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notificações: nada por ler'));
  expect(popover.getByText('Nada por ler')).toBeTruthy();
  expect(names(popover.getByRole('list', { name: 'Aguardando' }))).toEqual(['Davi', 'Deolinda']);
});

test('an own ticket that is read and late counts too, and the line says how long its customer has been waiting; others’ do not', async () => {
  const since = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS - 1_000).toISOString();
  const inSales = { queueId: sales.id, queue: sales };
  company.answer = ({ call }) => {
    const headers = { 'prosa-position': '100' };
    const hours = { schedules: [], warnAfterMinutes: 15, lateAfterMinutes: 30 };
    if (call === 'GET /queue') return { body: [{ ...sales, ...hours }], headers };
    return call === 'GET /tickets/waits' ? { body: { waits: [], lately: [] }, headers } : undefined;
  };
  company.tickets = [
    named(1, 'Ana', { ...inSales, waitingSince: since(46) }),
    named(2, 'Bia', { ...inSales, waitingSince: since(20) }),
    named(3, 'Caio', { ...inSales, waitingSince: since(99), userId: rafael.id, user: rafael }),
  ];
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Notificações: 1 para você' }));
  const own = within(await screen.findByRole('list', { name: 'Para você' }));
  expect(names(own.getByRole('link').closest('ul')!)).toEqual(['Ana']);
  expect(own.getByText('Espera há 46 min em Vendas')).toBeTruthy();
  expect(own.getByRole('img', { name: 'atrasado' })).toBeTruthy();
});

test('a ticket that a colleague hands over counts until it is opened, or is somebody else’s', async () => {
  const [ana, bia] = [named(1, 'Ana', { userId: rafael.id, user: rafael }), named(2, 'Bia', { userId: rafael.id, user: rafael })];
  const mine = { userId: company.me.id, user: { id: company.me.id, name: 'Marina Alves' } };
  company.tickets = [ana, bia, named(3, 'Caio', mine)];
  const { push, router } = await enter();
  const bell = await screen.findByRole('button', { name: 'Notificações: nada por ler' });
  await screen.findByRole('link', { name: /Bia/ });
  const says = (count: number) => waitFor(() => expect(bell.getAttribute('aria-label')).toBe(`Notificações: ${count} para você`));
  push('ticket', 'update', { ...ana, ...mine });
  push('ticket', 'update', { ...bia, ...mine });
  push('ticket', 'create', named(4, 'Davi', mine));
  await says(3);
  await userEvent.click(bell);
  const own = within(await screen.findByRole('list', { name: 'Para você' }));
  expect(own.getAllByText('Transferido para você')).toHaveLength(3);
  await userEvent.keyboard('{Escape}');
  push('ticket', 'update', bia);
  await says(2);
  await act(() => router.navigate(`/tickets/${ana.id}`));
  await says(1);
  await act(() => router.navigate('/tickets'));
  await says(1);
  push('ticket', 'update', { ...ana, ...mine, unreadMessages: 1 });
  await says(2);
});
