import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { closedTicket, company, enter, heard, openTicket, sales, waiting, withCompany } from './screen.fixture.tsx';

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

test('a ticket that a colleague hands over counts until it is opened, or is somebody else’s, also after a reload', async () => {
  const [ana, bia] = [named(1, 'Ana', { userId: rafael.id, user: rafael }), named(2, 'Bia', { userId: rafael.id, user: rafael })];
  const mine = { userId: company.me.id, user: { id: company.me.id, name: 'Marina Alves' } };
  const handed = { ...mine, handedTo: company.me.id };
  company.tickets = [ana, bia, named(3, 'Caio', mine), named(4, 'Davi', { ...handed, unreadMessages: 1 })];
  const { push, router } = await enter();
  const bell = await screen.findByRole('button', { name: 'Notificações: 1 para você' });
  await screen.findByRole('link', { name: /Bia/ });
  const says = (count: number) => waitFor(() => expect(bell.getAttribute('aria-label')).toBe(`Notificações: ${count} para você`));
  push('ticket', 'update', { ...ana, ...handed });
  push('ticket', 'update', { ...bia, ...handed });
  await says(3);
  await userEvent.click(bell);
  const own = within(await screen.findByRole('list', { name: 'Para você' }));
  expect(own.getAllByText('Transferido para você')).toHaveLength(3);
  await userEvent.keyboard('{Escape}');
  push('ticket', 'update', bia);
  await says(2);
  expect(heard(`PUT /tickets/${ana.id}/seen`)).toEqual([]);
  await act(() => router.navigate(`/tickets/${ana.id}`));
  await waitFor(() => expect(heard(`PUT /tickets/${ana.id}/seen`)).toHaveLength(1));
  push('ticket', 'update', { ...ana, ...mine });
  await says(1);
  expect(heard(`PUT /tickets/${ana.id}/seen`)).toHaveLength(1);
});

test('an observation that names the user counts, whoever serves the ticket, and its line says who wrote it', async () => {
  const mention = { userId: company.me.id, by: { id: rafael.id, name: 'Rafael Nogueira' }, at: at(70) };
  const others = { userId: rafael.id, user: rafael };
  company.tickets = [
    named(1, 'Ana', { ...others, mentions: [{ ...mention, at: at(80) }] }),
    named(2, 'Bia', { ...others, mentions: [{ ...mention, userId: rafael.id }] }),
    named(3, 'Caio', { unreadMessages: 2, updatedAt: at(60) }),
    { ...closedTicket, contact: { ...closedTicket.contact, name: 'Davi' }, mentions: [mention], updatedAt: at(90) },
  ];
  const { push } = await enter();
  const bell = await screen.findByRole('button', { name: 'Notificações: 3 para você' });
  await userEvent.click(bell);
  const own = within(await screen.findByRole('list', { name: 'Para você' }));
  expect(own.getAllByText('Rafael mencionou você')).toHaveLength(2);
  expect(names(own.getAllByRole('link')[0]!.closest('ul')!)).toEqual(['Ana', 'Davi', 'Caio']);
  push('ticket', 'update', { ...company.tickets[0]!, mentions: [] });
  await waitFor(() => expect(bell.getAttribute('aria-label')).toBe('Notificações: 2 para você'));
});

test('the chip lists the open tickets that name the user, whoever’s they are, and is gone with the last', async () => {
  const mention = { userId: company.me.id, by: { id: rafael.id, name: 'Rafael Nogueira' }, at: at(70) };
  const [ana, caio] = [named(1, 'Ana', { userId: rafael.id, user: rafael, mentions: [mention] }), named(3, 'Caio')];
  company.tickets = [ana, caio, { ...closedTicket, mentions: [mention] }];
  const { push } = await enter();
  const chip = await screen.findByRole('button', { name: 'Menções 1' });
  await screen.findByRole('link', { name: /Caio/ });
  await userEvent.click(chip);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Caio/ })).toBeNull());
  expect(screen.getByRole('link', { name: /Ana/ })).toBeTruthy();
  push('ticket', 'update', { ...ana, mentions: [] });
  await screen.findByText('Ninguém mencionou você');
  await userEvent.click(screen.getByRole('button', { name: 'Menções 0' }));
  await screen.findByRole('link', { name: /Caio/ });
  expect(screen.queryByRole('button', { name: /^Menções/ })).toBeNull();
});
