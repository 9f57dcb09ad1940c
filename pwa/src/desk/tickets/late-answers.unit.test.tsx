import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { frames } from '../../kernel/live/live.saga.ts';
import { liveFrame, liveReload, liveWelcomed } from '../../kernel/live/live.slice.ts';
import { comes, passUntil, withFakeTime } from '../../testing/fake-time.ts';
import { aPush, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { company, enter, heard, openTicket, sales, waiting, withCompany } from './screen.fixture.tsx';
import { selectKnown, type WithTickets } from './state/tickets.selectors.ts';
import { listRefreshed, ticketFailed, viewChanged } from './state/tickets.slice.ts';

withCompany();

const other = aTicket({
  id: childOf(7, 1),
  contact: { id: idOf(4, 7), name: 'Íris', number: null, profilePicUrl: null },
  updatedAt: at(1),
});
/** The app with a server that answers changes of tickets only when the test says so. */
const enterSlow = async (address: string) => {
  let answer: (said: Said) => void = () => undefined;
  company.tickets.push(other);
  company.answer = ({ call }) => (call.startsWith('PUT /tickets/') ? new Promise((resolve) => (answer = resolve)) : undefined);
  const app = await enter(address);
  return { ...app, answer: () => answer({ body: { id: openTicket.id }, headers: { 'prosa-position': '101' } }) };
};

test.each([
  ['given back', 'Devolver', openTicket.id],
  ['resolved', 'Resolver', openTicket.id],
])('a user who opened another conversation while one was being %s stays there', async (_, name, ticketId) => {
  const { router, at: address, answer, store } = await enterSlow(`/tickets/${ticketId}`);
  await userEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(heard(`PUT /tickets/${ticketId}`)).toHaveLength(1));
  await act(() => router.navigate(`/tickets/${other.id}`));
  answer();
  await waitFor(() => expect(Object.keys(store.getState().commands.acts)).toEqual([]));
  expect(address()).toBe(`/tickets/${other.id}`);
});

test('a user who opened another conversation while accepting one stays there, in the chosen list', async () => {
  const { router, at: address, answer, store } = await enterSlow('/tickets');
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Aceitar Deolinda Figueira' }));
  await waitFor(() => expect(heard(`PUT /tickets/${waiting.id}`)).toHaveLength(1));
  await act(() => router.navigate(`/tickets/${other.id}`));
  answer();
  await waitFor(() => expect(Object.keys(store.getState().commands.acts)).toEqual([]));
  expect(address()).toBe(`/tickets/${other.id}`);
  expect(screen.getByRole('tab', { name: /Aguardando/ }).getAttribute('aria-selected')).toBe('true');
});

test('a ticket that was too large for its push is fetched', async () => {
  company.messages = []; // nothing to read, so no other reason to fetch
  const { store } = await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Devolver' });
  await waitFor(() => expect(selectKnown(openTicket.id)(store.getState() as never)?.at).toBe('100'));
  company.tickets = [{ ...openTicket, status: 'closed', closedAt: at(5) }];
  company.answer = ({ call }) =>
    call === `GET /tickets/u/${openTicket.id}` ? { body: company.tickets[0], headers: { 'prosa-position': '300' } } : undefined;
  act(() => void store.dispatch(liveFrame(aPush('ticket', 'update', { id: openTicket.id, partial: true }, 250))));
  expect(await screen.findByRole('button', { name: 'Reabrir' })).toBeTruthy();
});

test('a list is fetched again if a push that came before its answer was too large for its record', async () => {
  let answer: (said: Said) => void = () => undefined;
  const LIST = 'GET /tickets';
  const asked = () => heard(LIST).filter(({ query }) => query.get('status') === 'open' && !query.get('withUnreadMessages'));
  const answerAt = (position: string, lastMessage: string): Said => ({
    headers: { 'prosa-position': position },
    body: { tickets: [{ ...openTicket, lastMessage }], hasMore: false, count: 1, cursor: null },
  });
  company.answer = (call) => {
    if (call.call !== LIST || call.query.get('status') !== 'open' || call.query.get('withUnreadMessages')) return undefined;
    return asked().length > 1 ? answerAt('300', 'Depois') : new Promise((resolve) => (answer = resolve));
  };
  const { store } = await enter('/tickets');
  await waitFor(() => expect(asked()).toHaveLength(1));
  const frame = aPush('ticket', 'update', { id: openTicket.id, partial: true }, 250);
  frames.add(frame);
  act(() => void store.dispatch(liveFrame(frame)));
  await withFakeTime(async () => {
    answer(answerAt('200', 'Antes'));
    await comes(() => screen.getByText('Antes'));
    await passUntil(() => screen.getByText('Depois'));
  });
});

test('counts that are being fetched when the connection is welcomed are not requested twice; failed ones are', async () => {
  const answers: ((said: Said) => void)[] = [];
  company.answer = ({ call }) => (call === 'GET /tickets/counts' ? new Promise((resolve) => answers.push(resolve)) : undefined);
  const { store } = await enter('/tickets');
  await waitFor(() => expect(heard('GET /tickets/counts')).toHaveLength(1));
  act(() => void store.dispatch(liveWelcomed({ position: '100' })));
  // A later request has arrived, so an earlier second one would have arrived too.
  const before = heard('GET /tickets').length;
  await userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
  await waitFor(() => expect(heard('GET /tickets').length).toBeGreaterThan(before));
  expect(heard('GET /tickets/counts')).toHaveLength(1);
  answers[0]!({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
  await waitFor(() => {
    act(() => void store.dispatch(liveWelcomed({ position: '100' })));
    expect(heard('GET /tickets/counts')).toHaveLength(2);
  });
});

test.each(['ticket', 'contact', 'ticketCounts', 'quick-message'] as const)(
  'a flood of %s makes the screen fetch what shows it',
  async (channel) => {
    company.messages = []; // nothing to read, so no other reason to fetch
    const { store } = await enter(`/tickets/${openTicket.id}`);
    await screen.findByRole('button', { name: 'Devolver' });
    await waitFor(() => expect(selectKnown(openTicket.id)(store.getState() as never)?.at).toBe('100'));
    const tickets = () => (store.getState() as unknown as WithTickets).tickets;
    const asked = () =>
      [`GET /tickets/u/${openTicket.id}`, 'GET /tickets', 'GET /tickets/counts'].map((call) => heard(call).length);
    await waitFor(() =>
      expect(Object.values(tickets().lists).some(({ status }) => status === 'loading') || asked().includes(0)).toBe(false),
    );
    const before = asked();
    act(() => void store.dispatch(liveReload([channel])));
    const shown = channel === 'ticket' || channel === 'contact';
    await waitFor(() =>
      expect(asked().map((count, at) => count > before[at]!)).toEqual([shown, shown, channel === 'ticketCounts']),
    );
  },
);

test('a ticket that only a list knows is shown although it cannot be fetched, also once its row has left the list', async () => {
  company.answer = ({ call }) => (call === `GET /tickets/u/${openTicket.id}` ? 'gone' : undefined);
  const { router, store } = await enter('/tickets');
  const failureOf = () => (store.getState() as unknown as WithTickets).tickets.known[openTicket.id]?.failure;
  await screen.findByRole('link', { name: /Otávio Brandão/ });
  await act(() => router.navigate(`/tickets/${openTicket.id}`));
  await waitFor(() => expect(failureOf()?.status).toBe(0));
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy();
  company.tickets = [];
  act(() => void store.dispatch(viewChanged({ hiddenQueues: [sales.id] })));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Otávio Brandão/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Devolver' })).toBeTruthy();
});

test('a ticket that could not be fetched is shown as soon as a list knows it; one that is gone is not', async () => {
  company.tickets = [];
  company.answer = ({ call }) => (call === `GET /tickets/u/${openTicket.id}` ? 'gone' : undefined);
  const { store } = await enter(`/tickets/${openTicket.id}`);
  await screen.findByText('Não deu para abrir a conversa');
  company.tickets = [openTicket];
  act(() => void store.dispatch(listRefreshed('open')));
  expect(await screen.findByRole('button', { name: 'Devolver' })).toBeTruthy();
  const failure = { code: 'ERR_NO_TICKET_FOUND', message: '', status: 404, fields: {}, details: {} };
  act(() => void store.dispatch(ticketFailed({ ticketId: openTicket.id, failure })));
  expect(await screen.findByText('Este atendimento não está com você')).toBeTruthy();
});
