import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, at, childOf, idOf } from '../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const { id } = openTicket;
const SEEN = `PUT /tickets/${id}/seen`;
const rafael = { id: idOf(1, 2), name: 'Rafael Nogueira' };
const naming = (userId: string) =>
  aMessage({
    id: childOf(1, 300),
    ticketId: id,
    fromMe: true,
    isObservation: true,
    body: '@Marina, libera o frete?',
    user: rafael,
    mentions: [{ at: 0, length: 7, user: { id: userId, name: 'Marina Alves' } }],
  });
const mentioned = (minute: number) => ({
  ...openTicket,
  mentions: [{ userId: company.me.id, by: rafael, at: at(minute) }],
});
/** Whether the window has the focus. */
const look = (isLookedAt: boolean) => {
  Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => isLookedAt });
  act(() => void window.dispatchEvent(new Event('focus')));
};

test('who is named reads by whom and in which ticket, and opens it from there', async () => {
  const { push, router } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  push('appMessage', 'create', naming(rafael.id));
  push('appMessage', 'create', naming(company.me.id));
  const text = await screen.findByText((_, element) => element?.textContent === 'Rafael mencionou você em Otávio Brandão');
  expect(text).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Abrir/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${id}`));
});

test('a ticket with news is seen once it is looked at, and again only with what has come since', async () => {
  company.tickets = [mentioned(5)];
  const { push } = await enter(`/tickets/${id}`);
  await waitFor(() => expect(heard(SEEN)).toHaveLength(1));
  push('ticket', 'updateUnread', { ...mentioned(5), unreadMessages: 1 });
  push('ticket', 'update', openTicket);
  look(false);
  push('ticket', 'update', mentioned(9));
  await screen.findByRole('button', { name: 'Notificações: 1 para você' });
  expect(heard(SEEN)).toHaveLength(1);
  look(true);
  await waitFor(() => expect(heard(SEEN)).toHaveLength(2));
});
