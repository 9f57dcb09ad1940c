import { beforeEach, expect, test } from '@jest/globals';
import type { TicketView } from '@prosa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aTicket, at, childOf } from '../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from './screen.fixture.tsx';

withCompany();
/** All open tickets are hers. */
const me = openTicket.userId!;
beforeEach(() => {
  company.me = aUser({ id: me });
});

const { id } = openTicket;
const [CLOSE, UNDO] = [`PUT /tickets/${id}`, `POST /tickets/${id}/undo-closing`];
const person = (n: number, name: string, seconds: number) =>
  aTicket({
    id: childOf(40 + n, 1),
    contact: { ...openTicket.contact, name },
    waitingSince: at(seconds),
    updatedAt: at(100 - seconds),
  });
const [early, late] = [person(1, 'Íris Leal', -600), person(2, 'Davi Reis', -60)];
/** The server closes the ticket, and its message waits. */
const closes = (waits = true) => {
  company.answer = ({ call }) =>
    call === CLOSE ? { body: { id, status: 'closed', closing: { waits } }, headers: { 'prosa-position': '101' } } : undefined;
};
const resolve = async () => userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
const toast = async () => (await screen.findByText('Conversa fechada com sucesso!')).closest<HTMLElement>('[role="status"]')!;

test('resolving says when its message leaves, and the key Z takes it back and shows the ticket again', async () => {
  closes();
  const { at: address } = await enter(`/tickets/${id}`);
  await resolve();
  expect((await toast()).textContent).toMatch(/A mensagem sai em (10|9) s/);
  await waitFor(() => expect(address()).toBe('/tickets/'));
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('z');
  await waitFor(() => expect(heard(UNDO)).toHaveLength(1));
  await waitFor(() => expect(address()).toBe(`/tickets/${id}`));
});

test('without a message the toast says so', async () => {
  closes(false);
  await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Outras formas de resolver' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Resolver sem mensagem/ }));
  expect((await toast()).textContent).toMatch(/Sem mensagem · (10|9) s/);
  expect(heard(CLOSE)[0]?.query.get('msgAutomatic')).toBe('false');
});

test('when the message has left, undoing says so and offers to reopen', async () => {
  closes();
  const { at: address } = await enter(`/tickets/${id}`);
  await resolve();
  const undo = within(await toast()).getByRole('button', { name: /^Desfazer/ });
  company.answer = ({ call }) => (call === UNDO ? { status: 409, body: { error: 'ERR_UNDO_LATE', message: '' } } : undefined);
  await userEvent.click(undo);
  const refusal = (await screen.findByText('A mensagem já saiu')).closest<HTMLElement>('[role="alert"]')!;
  await userEvent.click(within(refusal).getByRole('button', { name: /^Reabrir/ }));
  await waitFor(() => expect(heard(CLOSE).at(-1)?.body).toEqual({ status: 'open', queueId: openTicket.queueId }));
  await waitFor(() => expect(address()).toBe(`/tickets/${id}`));
});

test.each([
  ['a bubble', { closingText: true, ratingText: false }, 'disabled', /O cliente recebe o encerramento/],
  ['a bubble', { closingText: false, ratingText: true }, 'enabled', /O cliente recebe o encerramento/],
  ['a tick', { closingText: false, ratingText: true }, 'disabled', /O cliente não recebe nada/],
  ['a tick', { closingText: false, ratingText: false }, 'enabled', /O cliente não recebe nada/],
])('Resolver shows %s with %p and ratings %s', async (sign, texts, userRating, words) => {
  company.me = aUser({ id: me, company: { settings: [{ key: 'userRating', value: userRating }] } });
  company.tickets = [aTicket({ id, whatsapp: { id: openTicket.whatsappId, name: 'Loja', ...texts } })];
  await enter(`/tickets/${id}`);
  const button = await screen.findByRole('button', { name: 'Resolver' });
  expect(button.title).toMatch(words);
  expect(button.querySelector('.icon')?.children.length).toBe(sign === 'a bubble' ? 2 : 1);
});

test('a customer who wrote too long ago for automatic texts gets nothing', async () => {
  company.tickets = [aTicket({ id, automaticUntil: at(-60), windowUntil: new Date(Date.now() + 60_000).toISOString() })];
  await enter(`/tickets/${id}`);
  expect((await screen.findByRole('button', { name: 'Resolver' })).title).toMatch(/O cliente não recebe nada/);
});

test('done with a ticket, the one whose customer waits longest opens', async () => {
  company.tickets.push(late, early);
  const { at: address } = await enter(`/tickets/${id}`);
  await resolve();
  await waitFor(() => expect(address()).toBe(`/tickets/${early.id}`));
  // The letter that undoes is not typed into its message.
  await screen.findByRole('textbox', { name: 'Mensagem' });
  await userEvent.keyboard('z');
  await waitFor(() => expect(heard(UNDO)).toHaveLength(1));
  const [asked] = heard('GET /tickets').filter(({ query }) => query.get('users') && query.get('unanswered'));
  expect(Object.fromEntries(asked!.query)).toMatchObject({
    status: 'open',
    users: JSON.stringify([me]),
    unanswered: 'true',
    sort: 'waiting',
  });
});

test.each([
  ['Devolver', async () => userEvent.click(await screen.findByRole('button', { name: 'Devolver' }))],
  [
    'Adiar',
    async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'Adiar' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: /^Daqui a 1 hora/ }));
    },
  ],
])('after %s, too', async (_, act) => {
  company.tickets.push(late);
  const { at: address } = await enter(`/tickets/${id}`);
  await act();
  await waitFor(() => expect(address()).toBe(`/tickets/${late.id}`));
});

test('the focus on its row goes with it to the row of the next one', async () => {
  company.tickets.push(late);
  const { at: address } = await enter(`/tickets/${id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  const row = (name: RegExp) => within(screen.getByRole('tabpanel')).getByRole('link', { name });
  await screen.findByRole('link', { name: /Otávio/ });
  act(() => row(/Otávio/).focus());
  await userEvent.keyboard('e');
  await waitFor(() => expect(address()).toBe(`/tickets/${late.id}`));
  await waitFor(() => expect(document.activeElement).toBe(row(/Davi/)));
});

test('from a row of the list nothing opens', async () => {
  company.tickets.push(late);
  const { at: address } = await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver Otávio Brandão' }));
  await toast();
  await waitFor(() => expect(address()).toBe('/tickets/'));
});

test('nobody left, the empty conversation says so, until somebody waits again', async () => {
  const { push } = await enter(`/tickets/${id}`);
  await resolve();
  expect(await screen.findByText('Ninguém espera pela sua resposta')).toBeTruthy();
  const { userId, queueId } = openTicket;
  push('ticketCounts', 'update', { queueId, userId, status: 'open', count: 1, unanswered: 1, snoozed: 0 });
  expect(await screen.findByText('Escolha um atendimento')).toBeTruthy();
});

test('on a phone the list says so', async () => {
  onPhone();
  await enter(`/tickets/${id}`);
  await resolve();
  expect((await screen.findByText('Ninguém espera pela sua resposta')).closest('[role="status"]')).toBeTruthy();
});

test('switched off in the menu of Resolver, the list is shown, for this person and from then on', async () => {
  company.tickets.push(late);
  const { at: address } = await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Outras formas de resolver' }));
  const entry = await screen.findByRole('menuitemcheckbox', { name: 'Abrir o próximo depois' });
  expect(entry.ariaChecked).toBe('true');
  await userEvent.click(entry);
  expect(entry.ariaChecked).toBe('false');
  await userEvent.keyboard('{Escape}');
  await resolve();
  await waitFor(() => expect(address()).toBe('/tickets/'));
  await userEvent.click(screen.getByRole('button', { name: /^Conta de/ }));
  const same = await screen.findByRole('menuitemcheckbox', { name: 'Abrir o próximo ao resolver' });
  expect(same.ariaChecked).toBe('false');
  await userEvent.click(same);
  expect(same.ariaChecked).toBe('true');
});

test('the key G opens one after another, and says when nobody else waits', async () => {
  company.tickets.push(late, early);
  const { at: address } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  const presses = async ({ id: to, contact: { name } }: TicketView) => {
    await userEvent.keyboard('g');
    await waitFor(() => expect(address()).toBe(`/tickets/${to}`));
    const talk = await screen.findByRole('region', { name: `Conversa com ${name}` });
    await waitFor(() => expect(document.activeElement).toBe(within(talk).getByRole('textbox', { name: 'Mensagem' })));
    await userEvent.keyboard('{Escape}');
  };
  await presses(early);
  await presses(late);
  await presses(early);
  company.tickets = company.tickets.filter((ticket) => ticket !== late);
  await userEvent.keyboard('g');
  expect(await screen.findByText('Ninguém mais espera pela sua resposta')).toBeTruthy();
  expect(address()).toBe(`/tickets/${early.id}`);
  company.tickets = [openTicket];
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('g');
  expect(await screen.findByText('Ninguém espera pela sua resposta')).toBeTruthy();
});

test('while the keyboard is in the list its order holds still, and it moves on when it has left', async () => {
  company.tickets = [early, late, openTicket];
  const { push } = await enter();
  const names = () =>
    within(screen.getByRole('tabpanel'))
      .getAllByRole('listitem')
      .map((li) => /Íris|Davi|Otávio|Nina/.exec(li.textContent ?? '')?.[0]);
  await screen.findByRole('link', { name: /Otávio/ });
  const before = names();
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.closest('li')).toBeTruthy());
  push('ticket', 'update', { ...openTicket, updatedAt: at(900), lastMessage: 'Voltei' });
  await screen.findByText('Voltei');
  push('ticket', 'create', { ...person(3, 'Nina Paz', -5), updatedAt: at(901) });
  await screen.findByText('Nina Paz');
  expect(names()).toEqual([...before, 'Nina']);
  act(() => document.getElementById('content')!.focus());
  await waitFor(() => expect(names().slice(0, 2)).toEqual(['Nina', 'Otávio']));
});
