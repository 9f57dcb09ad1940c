import { expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onPhone } from '../../testing/media.ts';
import { childOf } from '../../testing/records.ts';
import { company, enter, heard, many, openTicket, withCompany } from './screen.fixture.tsx';

withCompany();

const tab = (name: RegExp | string) => screen.findByRole('tab', { name });
const go = async (name: RegExp | string) => userEvent.click(await tab(name));

test('keys move through the list and act on its rows', async () => {
  await enter();
  const row = await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(row));
  await userEvent.keyboard('d');
  await waitFor(() =>
    expect(heard(`PUT /tickets/${openTicket.id}`)[0]?.body).toEqual({
      status: 'pending',
      servedBy: openTicket.userId,
    }),
  );
});

test.each(['/tickets', '/nowhere'])('the list of shortcuts begins with those of every screen, opened at %s', async (address) => {
  const { router } = await enter(address);
  await screen.findByRole('button', { name: /^Conta de/ });
  await act(() => router.navigate('/tickets'));
  await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('?');
  const dialog = within(await screen.findByRole('dialog'));
  const groups = dialog.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(['Em todo lugar', 'Atendimentos']);
});

test('in a conversation the list also says what opens while one writes', async () => {
  await enter(`/tickets/${openTicket.id}`);
  const field = await screen.findByRole('textbox', { name: 'Mensagem' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.click(screen.getByRole('log'));
  await userEvent.keyboard('?');
  const dialog = within(await screen.findByRole('dialog'));
  const group = dialog.getByRole('heading', { level: 3, name: 'Ao escrever' }).closest('section');
  expect(group?.textContent).toBe('Ao escreverResposta rápida ou macro/Mencionar um colega, em observações@');
});

test('Escape moves the focus from the field to the row, then closes the conversation, and keys continue from there', async () => {
  company.tickets = many(3);
  const { at: address } = await enter();
  const row = await screen.findByRole('link', { name: /Cliente 1/ });
  row.focus();
  await userEvent.keyboard('{Enter}');
  const field = await screen.findByRole('textbox', { name: 'Mensagem' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(row);
  field.focus();
  await userEvent.click(screen.getByRole('log'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(address()).toBe('/tickets'));
  expect(document.activeElement).toBe(row);
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Cliente 2'));
});

/** The text of the focused row. */
const focused = () => document.activeElement?.closest('[data-ticket]')?.textContent;

test('while keys are used, the row that replaces a removed one gets the focus', async () => {
  company.tickets = many(3);
  const { push } = await enter();
  const close = (n: number) => push('ticket', 'update', { ...many(3)[n]!, status: 'closed' });
  await screen.findByRole('link', { name: /Cliente 1/ });
  await userEvent.keyboard('j');
  await waitFor(() => expect(focused()).toContain('Cliente 0'));
  await close(0);
  await waitFor(() => expect(focused()).toContain('Cliente 1'));
  await close(1);
  await waitFor(() => expect(focused()).toContain('Cliente 2'));
  await close(2);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});

test('after a pointer was used it does not: keys would act on it', async () => {
  company.tickets = many(2);
  const { push } = await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver Cliente 0' }));
  await waitFor(() => expect(heard(`PUT /tickets/${childOf(100, 1)}`)).toHaveLength(1));
  push('ticket', 'update', { ...many(2)[0]!, status: 'closed' });
  await waitFor(() => expect(screen.queryByRole('link', { name: /Cliente 0/ })).toBeNull());
  expect(focused()).toBeUndefined();
});

test('keys pressed faster than the screen renders each move one row further', async () => {
  company.tickets = many(5);
  await enter();
  await screen.findByRole('link', { name: /Cliente 4/ });
  for (let times = 0; times < 3; times += 1) fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(focused()).toContain('Cliente 2'));
  fireEvent.keyDown(document.activeElement!, { key: 'k' });
  await waitFor(() => expect(focused()).toContain('Cliente 1'));
});

test('if the list does not render the row, Escape moves the focus from the field to the messages', async () => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('textbox', { name: 'Mensagem' });
  await go('Fechados');
  (await screen.findByRole('textbox', { name: 'Mensagem' })).focus();
  await userEvent.keyboard('{Escape}');
  expect(document.activeElement).toBe(screen.getByRole('log'));
});

test('the arrow keys choose the tab at the bottom of a phone’s screen', async () => {
  onPhone();
  await enter();
  const tabs = within(await screen.findByRole('tablist', { name: 'Tela' }));
  tabs.getByRole('tab', { selected: true }).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(tabs.getByRole('tab', { name: 'Ticket', selected: true })).toBe(document.activeElement);
  expect(screen.getByRole('region', { name: 'Ticket' })).toBeTruthy();
});
