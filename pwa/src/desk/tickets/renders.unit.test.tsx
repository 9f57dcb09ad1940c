import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { painted } from '../../kernel/loading/painted.ts';
import { aMessage, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { rendersOf } from '../../testing/renders.ts';
import { Message } from '../messages/message/message.tsx';
import { closed, opened, selectCurrent, type WithMessages } from '../messages/state/messages.slice.ts';
import { ListHead } from './list/list-pane.tsx';
import { RowLink } from './list/row-link.tsx';
import { TicketRow } from './list/ticket-row.tsx';
import { company, enter, heard, withCompany } from './screen.fixture.tsx';

withCompany();

const NAMES = ['Otávio', 'Íris', 'Jonas', 'Lívia', 'Renata', 'Sandra', 'Tomé', 'Vera'];
const tickets = NAMES.map((name, n) =>
  aTicket({
    id: childOf(n + 1, 1),
    updatedAt: at(40 - n),
    contact: { id: idOf(4, n + 1), name, number: '5511987654321', profilePicUrl: null },
  }),
);
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) });

test('opening a conversation renders only its row and the previously open one again', async () => {
  company.tickets = tickets;
  company.messages = [];
  await enter(`/tickets/${tickets[0]!.id}`);
  const next = await row('Jonas');
  await screen.findByRole('region', { name: 'Conversa com Otávio' });
  await waitFor(() => expect(heard(`GET /tickets/u/${tickets[0]!.id}`)).toHaveLength(1));
  const open = async () => {
    await userEvent.click(next);
    await screen.findByRole('region', { name: 'Conversa com Jonas' });
    await waitFor(() => expect(heard(`GET /tickets/u/${tickets[2]!.id}`)).toHaveLength(1));
  };
  const [rows, links, head] = await rendersOf([TicketRow, RowLink, ListHead], open);
  expect(rows.map(({ ticket }) => ticket.contact.name).sort()).toEqual(['Jonas', 'Otávio']);
  expect(links).toHaveLength(2);
  expect(head).toEqual([]);
});

test('reopening a conversation without changes renders each message once', async () => {
  company.tickets = tickets;
  company.messages = [1, 2, 3].map((n) =>
    aMessage({ id: childOf(1, 100 + n), ticketId: tickets[0]!.id, body: `Mensagem ${n}`, fromMe: true }),
  );
  const call = `GET /messages/${tickets[0]!.id}`;
  await enter(`/tickets/${tickets[0]!.id}`);
  await screen.findByText('Mensagem 3');
  await userEvent.click(await row('Jonas'));
  await screen.findByRole('region', { name: 'Conversa com Jonas' });
  const [drawn] = await rendersOf([Message], async () => {
    await userEvent.click(await row('Otávio'));
    await screen.findByText('Mensagem 3');
    await waitFor(() => expect(heard(call)).toHaveLength(2));
  });
  expect(drawn.map(({ item }) => item.message.body)).toEqual(['Mensagem 1', 'Mensagem 2', 'Mensagem 3']);
});

test('a reopened conversation is painted before it is requested again', async () => {
  company.tickets = tickets;
  const { id } = tickets[0]!;
  company.messages = [aMessage({ id: childOf(1, 100), ticketId: id, body: 'Olá de Otávio', fromMe: true })];
  await enter(`/tickets/${id}`);
  await screen.findByText('Olá de Otávio');
  await userEvent.click(await row('Jonas'));
  await screen.findByRole('region', { name: 'Conversa com Jonas' });
  const { fetch, requestAnimationFrame } = globalThis;
  const order: string[] = [];
  globalThis.fetch = (input, init) => {
    if (String(input).includes(id)) order.push('asks');
    return fetch(input, init);
  };
  globalThis.requestAnimationFrame = (draw) =>
    requestAnimationFrame((time) => {
      if (screen.queryByText('Olá de Otávio')) order.push('paints');
      draw(time);
    });
  try {
    fireEvent.click(await row('Otávio'));
    await waitFor(() => expect(order).toContain('asks'));
  } finally {
    Object.assign(globalThis, { fetch, requestAnimationFrame });
  }
  expect(order[0]).toBe('paints');
});

test('a conversation that is closed again before it is painted is not requested', async () => {
  company.tickets = tickets;
  const { id } = tickets[0]!;
  company.messages = [aMessage({ id: childOf(1, 100), ticketId: id, body: 'Olá de Otávio', fromMe: true })];
  const { router, store } = await enter(`/tickets/${id}`);
  await screen.findByText('Olá de Otávio');
  await act(() => router.navigate('/tickets'));
  await waitFor(() => expect(selectCurrent(store.getState() as unknown as WithMessages)).toBeNull());
  const before = heard(`GET /messages/${id}`).length;
  act(() => {
    store.dispatch(opened(id));
    store.dispatch(closed(id));
  });
  await act(painted);
  await act(painted);
  expect(heard(`GET /messages/${id}`)).toHaveLength(before);
});

test('pressing a row requests its messages before it is opened, and only once', async () => {
  company.tickets = tickets;
  const { id } = tickets[2]!;
  company.messages = [aMessage({ id: childOf(3, 100), ticketId: id, body: 'Olá de Jonas', fromMe: true })];
  await enter();
  const next = await row('Jonas');
  await userEvent.pointer({ keys: '[MouseLeft>]', target: next });
  await waitFor(() => expect(heard(`GET /messages/${id}`)).toHaveLength(1));
  expect(heard(`GET /tickets/u/${id}`)).toEqual([]);
  fireEvent.click(next);
  await screen.findByText('Olá de Jonas');
  await waitFor(() => expect(heard(`GET /tickets/u/${id}`)).toHaveLength(1));
  expect(heard(`GET /messages/${id}`)).toHaveLength(1);
});

test('a touch on a row, which may begin to scroll, fetches nothing', async () => {
  company.tickets = tickets;
  await enter();
  await userEvent.pointer({ keys: '[TouchA>]', target: await row('Jonas') });
  await userEvent.pointer({ keys: '[MouseLeft>]', target: await row('Lívia') });
  await waitFor(() => expect(heard(`GET /messages/${tickets[3]!.id}`)).toHaveLength(1));
  expect(heard(`GET /messages/${tickets[2]!.id}`)).toEqual([]);
});

test('a long conversation begins with its last messages, not with those at its top', async () => {
  company.tickets = tickets;
  const { id } = tickets[0]!;
  company.messages = Array.from({ length: 100 }, (_, n) =>
    aMessage({ id: childOf(1, 100 + n), ticketId: id, body: `Mensagem ${n}`, fromMe: true, position: String(n) }),
  );
  await enter();
  const otavio = await row('Otávio');
  const [drawn] = await rendersOf([Message], async () => {
    await userEvent.click(otavio);
    await screen.findByText('Mensagem 99');
  });
  expect(Number(drawn[0]!.item.message.body!.slice(9))).toBeGreaterThan(70);
});

test('a row opens in this tab at a plain click only, and at a second one adds nothing to go back through', async () => {
  company.tickets = tickets;
  const { router, at: address } = await enter();
  const jonas = await row('Jonas');
  const isTaken: boolean[] = [];
  const note = (event: Event) => {
    isTaken.push(event.defaultPrevented);
    event.preventDefault(); // jsdom has no other tab
  };
  document.addEventListener('click', note);
  fireEvent.click(jonas, { ctrlKey: true });
  expect(address()).toBe('/tickets');
  for (const _ of ['first', 'second']) {
    fireEvent.click(jonas);
    await screen.findByRole('region', { name: 'Conversa com Jonas' });
  }
  document.removeEventListener('click', note);
  expect(isTaken).toEqual([false, true, true]);
  await act(() => router.navigate(-1));
  expect(address()).toBe('/tickets');
});
