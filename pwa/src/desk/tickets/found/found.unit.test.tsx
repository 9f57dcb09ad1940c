import { beforeEach, expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { typeWords, withoutPause } from '../../../testing/fake-time.ts';
import { onPhone } from '../../../testing/media.ts';
import { aMessage, childOf, idOf } from '../../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from '../screen.fixture.tsx';
import type { WithTickets } from '../state/tickets.selectors.ts';
import './hit-walk.tsx';

const at = { 'prosa-position': '100' };
const said = (n: number, body: string, more = {}) =>
  aMessage({ id: childOf(1, 500 + n), ticketId: openTicket.id, body, ...more });
const newest = said(3, 'E o *elevador* de serviço, que fica nos fundos?', {
  fromMe: true,
  user: { id: idOf(1, 2), name: 'Rafael Nogueira' },
});
const older = said(2, 'O ELEVADOR é pequeno');
const HITS = 'GET /messages/searchByTickets';
const WITHIN = `GET /messages/${openTicket.id}/search`;
let hits: object[];

withCompany();
beforeEach(() => {
  hits = [{ ticketId: openTicket.id, count: 2, message: newest }];
  company.messages = [older, said(1, 'Bom dia'), newest];
  company.answer = ({ call, query }) => {
    if (call === HITS) return { body: { hits }, headers: at };
    if (call === WITHIN) return { body: { messageIds: [newest.id, older.id] }, headers: at };
    if (call === 'GET /messages/searchByBody')
      return {
        body: { messages: [newest, older, said(1, 'elevador'), said(4, 'elevador')], count: 9, atLeast: false, hasMore: true },
      };
    const isSearch = call === 'GET /tickets' && query.get('searchParam') !== null;
    return isSearch ? { body: { tickets: [openTicket], hasMore: false, count: 1, cursor: null }, headers: at } : undefined;
  };
});

const search = async (words: string) => {
  const app = await enter();
  await userEvent.click(await screen.findByRole('tab', { name: 'Busca' }));
  await typeWords(await screen.findByRole('searchbox'), words);
  return app;
};
const row = () => screen.findByRole('link', { name: /Otávio/ });
const walk = async () => within(await screen.findByRole('group', { name: '“elevador” nesta conversa' }));

test('a row of the search shows the message that has the words, marked, with its author and its day', async () => {
  await search('elevador');
  await waitFor(async () => expect((await row()).textContent).toContain('Rafael: E o *elevador* de serviço'));
  expect(within(await row()).getByText('elevador').tagName).toBe('MARK');
  expect(await screen.findByText('1 atendimento · 2 mensagens')).toBeTruthy();
  expect(heard(HITS).map(({ query }) => [query.get('description'), query.get('ticketIds')])).toEqual([
    ['elevador', JSON.stringify([openTicket.id])],
  ]);
  expect((await row()).getAttribute('href')).toBe(`/tickets/${openTicket.id}?goMessage=${newest.id}`);
});

test('without such a message it shows the last one; two letters are sought in names alone', async () => {
  hits = [];
  await search('el');
  expect((await row()).textContent).not.toContain('elevador');
  expect(heard(HITS)).toHaveLength(0);
  await typeWords(await screen.findByRole('searchbox'), 'evador');
  await waitFor(() => expect(heard(HITS)).toHaveLength(1));
  expect((await row()).getAttribute('href')).toBe(`/tickets/${openTicket.id}`);
  expect(screen.getByText('1 atendimento')).toBeTruthy();
});

test('a ticket that changes is asked anew where it has the words', async () => {
  const { push } = await search('elevador');
  await waitFor(() => expect(heard(HITS)).toHaveLength(1));
  hits = [{ ticketId: openTicket.id, count: 3, message: said(9, 'O elevador voltou') }];
  push('ticket', 'update', { ...openTicket, updatedAt: '2026-12-01T12:00:00.000Z' });
  await waitFor(async () => expect((await row()).textContent).toContain('O elevador voltou'));
  expect(heard(HITS)).toHaveLength(2);
});

test('it opens at the message; the words are marked in the conversation, whose hits are walked by arrows and F3', async () => {
  const { at: address } = await search('elevador');
  await waitFor(async () => expect((await row()).getAttribute('href')).toContain('goMessage'));
  await userEvent.click(await row());
  const bar = await walk();
  expect(address()).toBe(`/tickets/${openTicket.id}?goMessage=${newest.id}`);
  expect(await bar.findByText('1 de 2 nesta conversa')).toBeTruthy();
  const thread = within(await screen.findByRole('log', { name: 'Mensagens' }));
  expect((await thread.findAllByText(/^elevador$/i)).map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
  expect(bar.getByRole('button', { name: /^Mensagem seguinte/ })).toHaveProperty('disabled', true);
  await userEvent.click(bar.getByRole('button', { name: /^Mensagem anterior/ }));
  await waitFor(() => expect(address()).toBe(`/tickets/${openTicket.id}?goMessage=${older.id}`));
  expect(await bar.findByText('2 de 2 nesta conversa')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'F3', shiftKey: true });
  expect(await bar.findByText('1 de 2 nesta conversa')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'F3' });
  expect(await bar.findByText('2 de 2 nesta conversa')).toBeTruthy();
  await userEvent.click(bar.getByRole('button', { name: 'Sair da busca' }));
  await waitFor(() => expect(screen.queryByRole('group', { name: /nesta conversa/ })).toBeNull());
  expect(thread.queryAllByText(/^elevador$/i).map(({ tagName }) => tagName)).not.toContain('MARK');
  expect(address()).toBe(`/tickets/${openTicket.id}`);
});

test('on a phone the way through the hits has a line of its own', async () => {
  onPhone();
  await search('elevador');
  await waitFor(async () => expect((await row()).getAttribute('href')).toContain('goMessage'));
  await userEvent.click(await row());
  expect(await (await walk()).findByText('1 de 2 nesta conversa')).toBeTruthy();
});

test('the palette has up to three messages, with who and when, and leads to the others in the search', async () => {
  const { at: address, store } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Buscar ou ir para' });
  await withoutPause(limits.searchDebounceMs, (user) => user.type(field, 'elevador'));
  const group = within(await screen.findByRole('group', { name: 'Mensagens' }));
  const found = group.getAllByRole('option');
  expect(found).toHaveLength(4);
  expect(found[0]?.textContent).toMatch(/Otávio Brandão.*Rafael: E o \*elevador\* de serviço.*\d/);
  await userEvent.click(group.getByRole('option', { name: 'Ver as 9 mensagens em Busca' }));
  await waitFor(() => expect(address()).toBe('/tickets'));
  expect((store.getState() as unknown as WithTickets).tickets.view).toMatchObject({ tab: 'search', text: 'elevador' });
  expect(await screen.findByRole('searchbox')).toHaveProperty('value', 'elevador');
});

test('a message of the palette opens its conversation there, with its words marked', async () => {
  const { at: address } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Buscar ou ir para' });
  await withoutPause(limits.searchDebounceMs, (user) => user.type(field, 'elevador'));
  const group = within(await screen.findByRole('group', { name: 'Mensagens' }));
  await userEvent.click(group.getAllByRole('option')[1]!);
  await waitFor(() => expect(address()).toBe(`/tickets/${openTicket.id}?goMessage=${older.id}`));
  expect(await (await walk()).findByText('2 de 2 nesta conversa')).toBeTruthy();
});
