import { expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { typeWords, withoutPause } from '../../../testing/fake-time.ts';
import { aContact, aMessage, at, childOf, idOf } from '../../../testing/records.ts';
import {
  begun,
  closedTicket,
  company,
  enterConversation,
  heard,
  openTicket,
  submitted,
  withCompany,
} from '../../tickets/screen.fixture.tsx';
import '../dialogs/delete-dialog.tsx';
import './forward-dialog.tsx'; // loaded before the first test, as the screens are

withCompany();

const LIST = 'GET /contacts/listForwardedContacts';
const FORWARD = 'POST /messages/sendForwardedMessage';
const everybody = Array.from({ length: 25 }, (_, n) => aContact({ id: idOf(6, n), name: `Cliente ${n + 1}` }));
/** Querying a list of many options by role is slow, above all on a busy machine. */
const PATIENT = { timeout: 5_000 };
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const bubble = async (text: string) => (await within(log()).findByText(text)).closest('li')!;
const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
/** The server: pages of twenty contacts, by name. */
const answers = (forward: object = { body: { messages: [] } }): void => {
  company.answer = ({ call, query }) => {
    if (call === FORWARD) return forward;
    if (call !== LIST) return undefined;
    const words = query.get('searchParam') ?? '';
    const found = everybody.filter(({ name }) => name!.includes(words));
    const from = (Number(query.get('pageNumber')) - 1) * 20;
    const page = found.slice(from, from + 20);
    return {
      body: { contacts: page, count: found.length, hasMore: from + 20 < found.length },
      headers: { 'prosa-position': '1' },
    };
  };
};
const begin = async () => {
  await open();
  const message = await bubble('Bom dia, tudo bem?');
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Encaminhar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' });
  await within(dialog).findByRole('option', { name: /^Cliente 1\b/ });
  return dialog;
};
const option = (dialog: HTMLElement, name: RegExp) => within(dialog).findByRole('option', { name }, PATIENT);
const send = (dialog: HTMLElement) =>
  submitted(FORWARD, (user) => user.click(within(dialog).getByRole('button', { name: 'Encaminhar' })));
const chips = (dialog: HTMLElement) => within(dialog).queryByRole('list', { name: 'Para' })?.textContent ?? '';

test('more contacts than are counted are announced as such', async () => {
  company.answer = ({ call }) =>
    call === LIST
      ? {
          body: { contacts: everybody.slice(0, 20), count: 1_000, atLeast: true, hasMore: true },
          headers: { 'prosa-position': '1' },
        }
      : undefined;
  expect(await within(await begin()).findByText('1.000+ contatos encontrados')).toBeTruthy();
});

test('several contacts are selected, and written to in one call', async () => {
  answers();
  const dialog = await begin();
  expect(dialog.textContent).toContain('Bom dia, tudo bem?');
  expect(within(dialog).getByRole('button', { name: 'Encaminhar' })).toHaveProperty('disabled', true);
  for (const name of [/^Cliente 1\b/, /^Cliente 2\b/, /^Cliente 3\b/]) await userEvent.click(await option(dialog, name));
  await userEvent.click(await option(dialog, /^Cliente 2\b/));
  expect(chips(dialog)).toBe('Cliente 1Cliente 3');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Não encaminhar para Cliente 1' }));
  await userEvent.click(await option(dialog, /^Cliente 4\b/));
  expect(within(dialog).getByText('2 contatos')).toBeTruthy();
  await send(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(FORWARD).map(({ body }) => body)).toEqual([
    { messageId: company.messages[0]!.id, contactIds: [everybody[2]!.id, everybody[3]!.id] },
  ]);
  expect(await screen.findByText('Mensagem encaminhada com sucesso')).toBeTruthy();
});

const file = {
  ...aMessage({ id: childOf(1, 170), ticketId: openTicket.id, body: 'A mesa', createdAt: at(60), position: '170' }),
  mediaType: 'image' as const,
  mediaUrl: null as string | null,
  media: {
    ...{ kind: 'image' as const, mime: 'image/jpeg', bytes: 217_088, name: 'mesa.jpg', width: null, height: null },
    ...{ durationMs: null, thumbnailUrl: null as string | null },
  },
};

test('a file is shown with picture and name; while it is being fetched the dialog says so, then offers to send it', async () => {
  answers();
  company.messages.push(file);
  const { push } = await open();
  const message = await bubble('A mesa');
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Encaminhar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' });
  expect(within(dialog).getByText(/ainda está sendo recebido/)).toBeTruthy();
  expect(within(dialog).queryByRole('combobox')).toBeNull();
  push('appMessage', 'update', {
    ...file,
    mediaUrl: '/api/media/170/x',
    media: { ...file.media, thumbnailUrl: '/api/media/171/x' },
  });
  await userEvent.click(await option(dialog, /^Cliente 1\b/));
  expect(dialog.querySelector('blockquote')!.textContent).toContain('mesa.jpgFoto · 212 kBA mesa');
  expect(dialog.querySelector('blockquote img')!.getAttribute('src')).toBe('/api/media/171/x');
  await send(dialog);
  await waitFor(() => expect(heard(FORWARD)).toHaveLength(1));
});

test.each([
  ['place', { place: { latitude: 1, longitude: 2, name: 'Praça', address: null } }, 'Praça'],
  ['contact', { contacts: [{ name: 'Tarcísio', numbers: [] }] }, 'Tarcísio'],
])('a %s is forwarded', async (_, brings, shown) => {
  answers();
  company.messages.push(aMessage({ id: childOf(1, 171), ticketId: openTicket.id, body: '', position: '171', ...brings }));
  await open();
  await waitFor(() => expect(document.querySelector(`[data-id="${childOf(1, 171)}"]`)).toBeTruthy());
  const message = document.querySelector<HTMLElement>(`[data-id="${childOf(1, 171)}"]`)!.closest('li')!;
  await userEvent.hover(message);
  await userEvent.click(within(message).getByRole('button', { name: 'Encaminhar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Encaminhar mensagem' });
  expect(dialog.querySelector('blockquote')!.textContent).toContain(shown);
  await userEvent.click(await option(dialog, /^Cliente 1\b/));
  await send(dialog);
  await waitFor(() => expect(heard(FORWARD)).toHaveLength(1));
});

test('keyboard only: search text, arrows, Enter; selected contacts stay selected during the next search', async () => {
  answers();
  const dialog = await begin();
  const field = within(dialog).getByRole('combobox', { name: 'Para' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  expect(chips(dialog)).toBe('Cliente 2');
  // Enter is faster than the answer: it selects no contact that does not match the words, and submits nothing.
  await withoutPause(limits.searchDebounceMs, (user) => user.keyboard('25{Enter}'));
  expect(chips(dialog)).toBe('Cliente 2');
  expect(begun(FORWARD)).toBe(0);
  await within(dialog).findByRole('option', { name: /^Cliente 25\b/ }, PATIENT);
  await userEvent.keyboard('{Enter}');
  expect(chips(dialog)).toBe('Cliente 2Cliente 25');
  expect(heard(LIST).map(({ query }) => query.get('searchParam'))).toEqual([null, '25']);
  expect((await option(dialog, /^Cliente 25\b/)).getAttribute('aria-selected')).toBe('true');
});

test('the next page loads near the end, an empty result is shown, and a failure can be retried', async () => {
  answers();
  const dialog = await begin();
  const list = within(dialog).getByRole('listbox', { name: 'Contatos' });
  fireEvent.scroll(list);
  await option(dialog, /^Cliente 25\b/);
  fireEvent.scroll(list);
  expect(heard(LIST).map(({ query }) => query.get('pageNumber'))).toEqual(['1', '2']);
  const field = within(dialog).getByRole('combobox', { name: 'Para' });
  await typeWords(field, 'Zuleica');
  expect(await within(dialog).findByText('Nenhum contato com “Zuleica”', {}, PATIENT)).toBeTruthy();
  company.answer = ({ call }) => (call === LIST ? { status: 503, body: { error: 'ERR_BUSY', message: '' } } : undefined);
  await withoutPause(limits.searchDebounceMs, (user) => user.clear(field));
  const again = await within(dialog).findByRole('button', { name: 'tentar de novo' }, PATIENT);
  answers();
  await userEvent.click(again);
  await option(dialog, /^Cliente 1\b/);
});

test('the number of selected contacts is limited', async () => {
  answers();
  const dialog = await begin();
  for (let n = 1; n <= 11; n += 1) await userEvent.click(await option(dialog, new RegExp(`^Cliente ${n}\\b`)));
  expect(within(dialog).getByText('10 contatos · no máximo 10 de uma vez')).toBeTruthy();
  expect((await option(dialog, /^Cliente 11\b/)).getAttribute('aria-selected')).toBe('false');
});

test('the reason of a failure is shown in the dialog, and a toast reports the failure', async () => {
  answers({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND', message: '' } });
  const dialog = await begin();
  await userEvent.click(await option(dialog, /^Cliente 1\b/));
  await send(dialog);
  expect(await within(dialog).findByText('Nenhum contato encontrado com este número.')).toBeTruthy();
  expect(await screen.findByText('Não foi possível encaminhar a mensagem')).toBeTruthy();
  expect(chips(dialog)).toBe('Cliente 1');
});

test('forwarded messages are marked, also outside of a ticket; observations and deleted messages cannot be forwarded', async () => {
  answers();
  const more = { ticketId: closedTicket.id, fromMe: true };
  company.tickets = [{ ...closedTicket, closedAt: at(20) }];
  company.messages = [
    aMessage({ ...more, id: childOf(3, 100), body: 'no atendimento', position: '100' }),
    aMessage({ ...more, id: childOf(3, 101), body: 'da equipe', isObservation: true, position: '101' }),
  ];
  const outside = aMessage({
    id: childOf(3, 102),
    ticketId: null,
    fromMe: true,
    forwarded: true,
    body: 'fora dele',
    createdAt: at(60),
    position: '102',
  });
  const ordinary = company.answer;
  company.answer = (asked) =>
    asked.call === `GET /messages/${closedTicket.id}`
      ? { body: { messages: [...company.messages, outside], hasMore: false, count: 3 }, headers: { 'prosa-position': '110' } }
      : ordinary(asked);
  await enterConversation(`/tickets/${closedTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  const message = await bubble('fora dele');
  expect(within(message).getByText('Encaminhada')).toBeTruthy();
  expect(within(await bubble('no atendimento')).queryByText('Encaminhada')).toBeNull();
  // The ticket ended before it.
  const ended = await within(log()).findByText('Atendimento encerrado');
  expect(ended.compareDocumentPosition(within(log()).getByText('fora dele'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.hover(await bubble('da equipe'));
  expect(within(await bubble('da equipe')).queryByRole('button', { name: 'Encaminhar' })).toBeNull();
  await userEvent.hover(message);
  expect(within(message).getByRole('button', { name: 'Encaminhar' })).toBeTruthy();
});

test('a right click and the menu key open the message’s menu; on selected text the browser’s menu opens', async () => {
  await open();
  const message = await bubble('Bom dia, tudo bem?');
  await userEvent.hover(message);
  expect(fireEvent.contextMenu(within(message).getByText('Bom dia, tudo bem?'))).toBe(false);
  const menu = await screen.findByRole('menu', { name: 'Opções da mensagem' });
  expect(within(menu).getAllByRole('menuitem')).toHaveLength(3);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  getSelection()?.selectAllChildren(message);
  expect(fireEvent.contextMenu(within(message).getByText('Bom dia, tudo bem?'))).toBe(true);
  getSelection()?.removeAllRanges();
});

test('the reason why a message was not deleted is shown in its dialog; a failed deletion on the channel is reported', async () => {
  const id = childOf(1, 150);
  const own = aMessage({ id, ticketId: openTicket.id, fromMe: true, body: 'texto errado', ack: 3, position: '150' });
  company.messages.push(own);
  let refuses = true;
  company.answer = ({ call }) =>
    call === `DELETE /messages/${id}` && refuses
      ? { status: 409, body: { error: 'ERR_FETCH_WAPP_MSG', message: '' } }
      : undefined;
  const { push } = await open();
  const message = await bubble('texto errado');
  await userEvent.hover(message);
  fireEvent.contextMenu(within(message).getByText('texto errado'));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar' }));
  const dialog = await screen.findByRole('dialog', { name: 'Apagar esta mensagem?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apagar' }));
  expect(await within(dialog).findByText('Esta mensagem é antiga demais.')).toBeTruthy();
  refuses = false;
  await userEvent.click(within(dialog).getByRole('button', { name: 'Apagar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  push('appMessage', 'update', { ...own, body: '', isDeleted: true });
  expect(await within(log()).findByText('Mensagem apagada')).toBeTruthy();
  push('appMessage', 'update', { ...own, body: '', isDeleted: true, deleteFailed: true });
  expect(await within(log()).findByText('O canal não apagou: o cliente ainda vê esta mensagem.')).toBeTruthy();
  expect(await screen.findByText('Não foi possível apagar a mensagem.')).toBeTruthy();
});
