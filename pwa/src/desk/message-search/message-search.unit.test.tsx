import { beforeEach, expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pass, typeWords, withFakeTime, withoutPause } from '../../testing/fake-time.ts';
import { aMessage, childOf, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { begun, company, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './message-search-dialog.tsx';

withCompany();

const SEARCH = 'GET /messages/searchByBody';
const found = (n: number, more = {}) =>
  aMessage({ id: childOf(1, 500 + n), ticketId: openTicket.id, body: `pedido ${n} da géladeira azul`, ...more });
let said: (query: URLSearchParams) => Said | 'gone';
beforeEach(() => {
  said = () => ({ body: { messages: [found(1), found(2)], count: 2, atLeast: false, hasMore: false } });
  company.answer = ({ call, query }) => (call === SEARCH ? said(query) : undefined);
});
const open = async () => {
  const app = await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Buscar nas mensagens' }));
  const dialog = await screen.findByRole('dialog', { name: 'Buscar nas mensagens' });
  return { ...app, dialog, in: within(dialog) };
};
const field = () => screen.getByLabelText('Mensagem', { selector: 'input' });
const write = (words: string) => typeWords(field(), words);
const date = (name: string, day: string) =>
  withoutPause(limits.searchDebounceMs, async (user) => {
    await user.clear(screen.getByLabelText(name));
    if (day) await user.type(screen.getByLabelText(name), day);
  });
const asked = () => heard(SEARCH).map(({ query }) => Object.fromEntries(query));

test('it searches automatically from three characters on, and marks the words in the results', async () => {
  const { in: dialog } = await open();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  await write('ge');
  await withFakeTime(async (user) => {
    for (const letter of 'ladeira') {
      await user.type(field(), letter);
      await pass(limits.searchDebounceMs - 1);
    }
    expect(begun(SEARCH)).toBe(0);
    await pass(1);
  });
  expect(await dialog.findByText('2 mensagens · mais recentes primeiro')).toBeTruthy();
  // One request, half a second after the last key press.
  expect(asked()).toEqual([{ description: 'geladeira', pageNumber: '1' }]);
  const [first] = within(dialog.getByRole('list', { name: 'Resultados' })).getAllByRole('link');
  expect(first?.getAttribute('href')).toBe(`/tickets/${openTicket.id}?goMessage=${childOf(1, 501)}`);
  expect(first?.querySelector('mark')?.textContent).toBe('géladeira');
  expect(first?.textContent).toContain('Otávio Brandão');
});

test('a team member’s message shows its author, and an observation that only the team sees it', async () => {
  const user = { id: idOf(1, 1), name: 'Marina Alves' };
  said = () => ({
    body: {
      messages: [
        found(1, { fromMe: true, user }),
        found(2, { fromMe: true, user, isObservation: true }),
        found(3, { fromMe: true, automatic: 'greeting' }),
      ],
      count: 3,
      atLeast: false,
      hasMore: false,
    },
  });
  const { in: dialog } = await open();
  await write('pedido');
  const [sent, note, greeting] = (await dialog.findAllByRole('link')).map(({ textContent }) => textContent);
  expect(sent).toContain('Marina Alves: pedido');
  expect(note).toContain('Marina Alves · só a equipe vê: pedido');
  expect(greeting).toContain('Saudação automática: pedido');
});

test('a missing value is reported at its field, in the specification’s words', async () => {
  const { in: dialog } = await open();
  await userEvent.type(field(), 'ge{Enter}');
  const short = 'Por favor, preencha o texto da mensagem com no mínimo 3 caracteres.';
  expect(await dialog.findByText(short)).toBeTruthy();
  expect(field().getAttribute('aria-invalid')).toBe('true');
  // The date first: a text without dates could be searched for.
  await date('Data início', '17/11/2026');
  await write('ladeira');
  expect(await dialog.findByText('Por favor, preencha as datas inicio e fim')).toBeTruthy();
  expect(screen.getByLabelText('Data fim').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.queryByText(short)).toBeNull();
  await date('Data fim', '16/11/2026');
  expect(await dialog.findByText('Data início não pode ser maior que data fim')).toBeTruthy();
  expect(begun(SEARCH)).toBe(0);
  await date('Data fim', '17/11/2026');
  await dialog.findAllByRole('link');
  expect(asked()).toEqual([{ dateStart: '2026-11-17', dateEnd: '2026-11-17', description: 'geladeira', pageNumber: '1' }]);
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('an invalid date is reported when its field is left, and not searched for', async () => {
  const { in: dialog } = await open();
  await date('Data início', '31/02/2026');
  await write('geladeira');
  expect(await dialog.findByText('Escreva a data como dd/mm/aaaa.')).toBeTruthy();
  expect(screen.getByLabelText('Data início').getAttribute('aria-invalid')).toBe('true');
  expect(begun(SEARCH)).toBe(0);
  await date('Data início', '');
  await dialog.findAllByRole('link');
  expect(asked()).toEqual([{ description: 'geladeira', pageNumber: '1' }]);
});

test('further pages are loaded', async () => {
  said = (query) => {
    const page = Number(query.get('pageNumber'));
    const messages = [found(page * 2 - 1), found(page * 2), ...(page === 2 ? [found(1)] : [])];
    return { body: { messages, count: 1_000, atLeast: true, hasMore: page < 2 } };
  };
  const { in: dialog } = await open();
  await write('pedido');
  expect(await dialog.findByText('1.000+ mensagens · mais recentes primeiro')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Mostrar mais' }));
  await waitFor(() => expect(dialog.getAllByRole('link')).toHaveLength(4));
  expect(dialog.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('a result links to its message, and the arrow keys move through the results', async () => {
  const { in: dialog, router } = await open();
  await write('pedido');
  const [first, second] = await dialog.findAllByRole('link');
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(first);
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field());
  await userEvent.click(second!);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { pathname, search } = router.state.location;
  expect(pathname + search).toBe(`/tickets/${openTicket.id}?goMessage=${childOf(1, 502)}`);
  await waitFor(() => expect(heard(`GET /messages/${openTicket.id}`).some(({ query }) => query.get('goMessage'))).toBe(true));
});

test('an empty result is shown, and a failure with a button to retry', async () => {
  said = () => ({ body: { messages: [], count: 0, atLeast: false, hasMore: false } });
  const { in: dialog } = await open();
  await write('nada');
  expect(await dialog.findByText('Tente outras palavras ou outras datas.')).toBeTruthy();
  said = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
  await write(' disso');
  const retry = await dialog.findByRole('button', { name: 'Tentar de novo' });
  said = () => ({ body: { messages: [found(1)], count: 1, atLeast: false, hasMore: false } });
  await userEvent.click(retry);
  expect(await dialog.findByText('1 mensagem')).toBeTruthy();
});
