import { expect, test } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { liveSaid, liveWelcomed, stateChanged, ticketPeopleTold } from '../../../kernel/live/live.slice.ts';
import { pass, withFakeTime } from '../../../testing/fake-time.ts';
import { aUser } from '../../../testing/me.ts';
import { idOf } from '../../../testing/records.ts';
import { sagaStore } from '../../../testing/saga-store.ts';
import { closed, opened } from '../../messages/state/messages.slice.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../screen.fixture.tsx';
import { ticketPeopleSlice, watchTicketPeople, writingChanged } from '../state/ticket-people.ts';
import { useWriting } from './use-writing.ts';

withCompany();

const rafael = { id: idOf(1, 2), name: 'Rafael Nogueira' };
const [bruno, carla, davi] = [idOf(1, 5), idOf(1, 6), idOf(1, 7)];
const named = [
  [bruno, 'Bruno Lima'],
  [carla, 'Carla Reis'],
  [davi, 'Davi Melo'],
].map(([id, name]) => ({ ...aUser(), id: id!, name: name! }));
const path = `/tickets/${openTicket.id}`;
const said = () =>
  screen.queryAllByRole('status').find(({ textContent }) => /atendendo|aqui|escrevendo/.test(textContent))?.textContent;
const enter = async () => {
  company.answer = ({ call }) =>
    call === 'GET /users/list'
      ? { body: { users: named, count: 3, hasMore: false }, headers: { 'prosa-position': '100' } }
      : undefined;
  const app = await enterConversation(path);
  await screen.findByRole('textbox', { name: 'Mensagem' });
  const people = (...all: [string, boolean?][]) =>
    act(() => {
      app.store.dispatch(
        ticketPeopleTold({
          ticketId: openTicket.id,
          people: [[company.me.id] as [string, boolean?], ...all].map(([userId, writing = false]) => ({ userId, writing })),
        }),
      );
    });
  /** No socket is open here, so the app forgets them with each try to open one: they are told until they are shown. */
  const shown = (words: RegExp, ...all: [string, boolean?][]) =>
    waitFor(() => {
      people(...all);
      expect(said()).toMatch(words);
    });
  return { ...app, people, shown };
};

test('a colleague’s ticket says who serves it, and can be taken over; one’s own says nothing', async () => {
  company.tickets = [{ ...openTicket, userId: rafael.id, user: rafael }];
  const { push } = await enter();
  await waitFor(() => expect(said()).toContain('Rafael está atendendo'));
  await userEvent.click(screen.getByRole('button', { name: 'Assumir' }));
  await waitFor(() =>
    expect(heard(`PUT /tickets/${openTicket.id}`).map(({ body }) => body)).toEqual([{ userId: company.me.id }]),
  );
  push('ticket', 'update', { ...openTicket, userId: company.me.id, user: { id: company.me.id, name: 'Marina Alves' } });
  await waitFor(() => expect(said()).toBeUndefined());
  expect(screen.queryByRole('button', { name: 'Assumir' })).toBeNull();
});

test('a closed ticket is served by nobody', async () => {
  company.tickets = [{ ...openTicket, status: 'closed', userId: rafael.id, user: rafael }];
  await enterConversation(path);
  await screen.findByText(/Atendimento fechado|fechado/i);
  expect(screen.queryByRole('button', { name: 'Assumir' })).toBeNull();
});

test('who else has it open or writes is named, the writers first and three at most as a number; oneself is not', async () => {
  const { people, shown, store } = await enter();
  people();
  expect(said()).toBeUndefined();
  await shown(/Bruno também está aqui/, [bruno]);
  await shown(/Carla está escrevendo….*Bruno também está aqui.*e mais 1$/, [bruno], [carla, true], [davi]);
  await shown(/Bruno está escrevendo…$/, [bruno, true]);
  act(() => void store.dispatch(stateChanged('lost')));
  await waitFor(() => expect(said()).toBeUndefined());
});

test('who serves and is here, or writes, is named once', async () => {
  company.tickets = [{ ...openTicket, userId: bruno, user: { id: bruno, name: 'Bruno Lima' } }];
  const { shown } = await enter();
  await shown(/Bruno está atendendo e está aqui$/, [bruno]);
  await shown(/Bruno está atendendo e escrevendo…$/, [bruno, true]);
});

test('this screen says which conversation it shows once that lasts, when it shows none, and all of it to a new connection', async () => {
  const messages = (
    state: { current: string | null } | undefined = { current: null },
    action: { type: string; payload?: unknown },
  ) => {
    if (opened.match(action)) return { current: action.payload };
    return closed.match(action) ? { current: null } : state;
  };
  const { store, seen, sagas } = sagaStore({ messages, ticketPeople: ticketPeopleSlice.reducer });
  const here = (id: string, writing = false) => ({ type: 'userStatus', ticket: { id, writing } });
  const nowhere = { type: 'userStatus', ticket: null };
  const told = () => seen.filter(liveSaid.match).map(({ payload }) => payload);
  await withFakeTime(async () => {
    const task = sagas.run(watchTicketPeople);
    for (const id of ['t1', 't2', 't3']) store.dispatch(opened(id));
    await pass(1_000);
    expect(told()).toEqual([here('t3')]);
    store.dispatch(opened('t4'));
    store.dispatch(writingChanged({ ticketId: 't4', isWriting: true }));
    store.dispatch(writingChanged({ ticketId: 't3', isWriting: false }));
    await pass(1_000);
    expect(told().slice(1)).toEqual([here('t4', true)]);
    store.dispatch(liveWelcomed({ position: '1' }));
    store.dispatch(closed('t4'));
    await pass(1_000);
    store.dispatch(liveWelcomed({ position: '2' }));
    expect(told().slice(2)).toEqual([here('t4'), nowhere]);
    task.cancel();
  });
});

const Pane = () => (
  <section {...useWriting('t1')}>
    <form data-composer="" onSubmit={(event) => event.preventDefault()}>
      <textarea aria-label="message" />
      <button type="submit">send</button>
    </form>
    <textarea aria-label="elsewhere" />
  </section>
);

test('writing is said with the first letter, and that it has ended five seconds after the last one, or when the text is sent', async () => {
  const told: boolean[] = [];
  const store = configureStore({
    reducer: (state: number = 0, action) => {
      if (writingChanged.match(action)) told.push(action.payload.isWriting);
      return state;
    },
  });
  await withFakeTime(async () => {
    const { container } = render(
      <Provider store={store}>
        <Pane />
      </Provider>,
    );
    const type = (name: string, value: string) =>
      fireEvent.input(within(container).getByRole('textbox', { name }), { target: { value } });
    type('elsewhere', 'a');
    type('message', 'a');
    await pass(4_000);
    type('message', 'ab');
    await pass(4_000);
    expect(told).toEqual([true]);
    await pass(1_000);
    expect(told).toEqual([true, false]);
    type('message', 'abc');
    fireEvent.submit(container.querySelector('form')!);
    expect(told).toEqual([true, false, true, false]);
    type('message', 'a');
    type('message', '');
    expect(told).toEqual([true, false, true, false, true, false]);
  });
});
