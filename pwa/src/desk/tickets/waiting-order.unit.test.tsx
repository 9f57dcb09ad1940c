import { expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { formatDateTime } from '../../kernel/i18n/format.ts';
import { onPhone } from '../../testing/media.ts';
import { aTicket, childOf, idOf } from '../../testing/records.ts';
import { closedTicket, company, enter, heard, openTicket, waiting, withCompany } from './screen.fixture.tsx';

withCompany();

const MINUTE_MS = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS - 1_000).toISOString();
const queued = (n: number, name: string, minutes: number) =>
  aTicket({
    ...waiting,
    id: childOf(20 + n, 1),
    contact: { ...waiting.contact, id: idOf(4, 20 + n), name },
    updatedAt: ago(n),
    waitingSince: ago(minutes),
  });
const go = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }));
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => ['Ana', 'Bia', 'Caio'].find((one) => textContent.includes(one)));
const lastQuery = (status: string) =>
  heard('GET /tickets').findLast(({ query }) => query.get('status') === status && query.get('withUnreadMessages') === null)!
    .query;

test('who waits longest is first in Aguardando; the rows say how long, and since when', async () => {
  const [ana, bia, caio] = [queued(1, 'Ana', 5), queued(2, 'Bia', 72), queued(3, 'Caio', 24)];
  company.tickets = [ana, bia, caio];
  const { push } = await enter();
  await go(/Aguardando/);
  await waitFor(async () => expect(await rows('Aguardando')).toEqual(['Bia', 'Caio', 'Ana']));
  expect(lastQuery('pending').get('sort')).toBe('waiting');
  const times = screen.getAllByText(/^há /);
  expect(times.map(({ textContent }) => textContent)).toEqual(['esperando há 1h12', 'esperando há 24 min', 'esperando há 5 min']);
  expect(times.map(({ title }) => title)).toEqual(
    [bia, caio, ana].map(({ waitingSince }) => `Esperando desde ${formatDateTime(waitingSince!, company.me.company.timeZone)}`),
  );
  // A further message does not move anybody back.
  push('ticket', 'update', { ...bia, updatedAt: ago(0), lastMessage: 'Alguém?' });
  expect(await rows('Aguardando')).toEqual(['Bia', 'Caio', 'Ana']);
});

test('a row of somebody who was answered shows the clock, as does a closed one', async () => {
  company.tickets = [
    { ...openTicket, updatedAt: '2026-03-01T12:00:00.000Z' },
    { ...closedTicket, waitingSince: ago(5), updatedAt: '2026-03-02T12:00:00.000Z' },
    aTicket({ id: childOf(30, 1), contact: { ...openTicket.contact, name: 'Zoe' }, waitingSince: ago(0) }),
  ];
  await enter();
  const served = within(await screen.findByRole('list', { name: 'Atendendo' }));
  expect(served.getByText('01/03/2026')).toBeTruthy();
  expect(served.getByText('agora')).toBeTruthy();
  await go(/Fechados/);
  expect(await screen.findByText('02/03/2026')).toBeTruthy();
});

test('the order of a list is chosen in its menu and remembered on this device, for that list alone', async () => {
  company.tickets = [queued(1, 'Ana', 5), queued(2, 'Bia', 72), queued(3, 'Caio', 24)];
  const first = await enter();
  await go(/Aguardando/);
  await userEvent.click(await screen.findByRole('button', { name: 'Ordem: Mais tempo esperando' }));
  const menu = within(await screen.findByRole('menu', { name: 'Ordem de Aguardando' }));
  const offered = menu.getAllByRole('menuitemradio');
  expect(offered.map(({ textContent, ariaChecked }) => [textContent, ariaChecked])).toEqual([
    ['Mais tempo esperando', 'true'],
    ['Mais recentes', 'false'],
    ['Mensagem mais antiga', 'false'],
  ]);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  await waitFor(async () => expect(await rows('Aguardando')).toEqual(['Caio', 'Bia', 'Ana']));
  await waitFor(() => expect(lastQuery('pending').get('sort')).toBe('oldest'));
  await go(/Atendendo/);
  expect(await screen.findByRole('button', { name: 'Ordem: Mais recentes' })).toBeTruthy();
  cleanup();
  first.store.stop();
  await enter();
  await go(/Aguardando/);
  expect(await screen.findByRole('button', { name: 'Ordem: Mensagem mais antiga' })).toBeTruthy();
});

test('on a phone the order is in the sheet of the filters; closed tickets are not ordered by a wait', async () => {
  onPhone();
  await enter();
  await go(/Fechados/);
  await userEvent.click(await screen.findByRole('button', { name: 'Filtrar a lista' }));
  const order = within(await screen.findByRole('group', { name: 'Ordem de Fechados' }));
  expect(order.getAllByRole('radio')).toHaveLength(2);
  await userEvent.click(order.getByRole('radio', { name: 'Mensagem mais antiga' }));
  await waitFor(() => expect(lastQuery('closed').get('sort')).toBe('oldest'));
});
