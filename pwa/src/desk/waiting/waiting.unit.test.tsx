import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTicket, idOf } from '../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const SEND = `POST /messages/${openTicket.id}`;
let isOnline = true;
beforeEach(() => {
  isOnline = true;
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });
});
afterEach(() => {
  delete (navigator as { onLine?: boolean }).onLine;
});
const network = (isThere: boolean) =>
  act(() => {
    isOnline = isThere;
    window.dispatchEvent(new Event(isThere ? 'online' : 'offline'));
  });
const begin = async () => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  network(false);
};
const write = async (text: string) => userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem' }), `${text}{Enter}`);
const list = async (count: number) => {
  await userEvent.click((await screen.findAllByRole('button', { name: `${count} aguardando envio` }))[0]!);
  return within(await screen.findByRole('dialog', { name: 'Aguardando envio' }));
};
const log = () => within(screen.getByRole('log', { name: 'Mensagens' }));
const sent = () => heard(SEND).map(({ body }) => (body as { body: string }).body);

test('without a network nothing is tried; waiting messages are listed, edited and withdrawn, and the others are sent with the network', async () => {
  await begin();
  await write('um');
  await write('dois');
  await write('três');
  expect(await log().findAllByText('aguardando conexão')).toHaveLength(3);
  const waiting = await list(3);
  expect(waiting.getByText('Otávio Brandão')).toBeTruthy();
  await userEvent.click(waiting.getByRole('button', { name: 'Retirar “dois”' }));
  await userEvent.click(waiting.getByRole('button', { name: 'Editar “três”' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Editar antes de enviar' }));
  const field = edit.getByRole('textbox', { name: 'Texto da mensagem' });
  await userEvent.clear(field);
  await userEvent.click(edit.getByRole('button', { name: 'Guardar' }));
  await edit.findByText('Escreva algo, ou retire a mensagem da fila.');
  await userEvent.type(field, 'três e meio');
  await userEvent.click(edit.getByRole('button', { name: 'Guardar' }));
  await waiting.findByText('três e meio');
  expect(sent()).toEqual([]);
  network(true);
  await waitFor(() => expect(sent()).toEqual(['um', 'três e meio']));
  await waiting.findByText('Nada aguarda envio');
});

test('a refused message is edited with a new key, because the server knows the first one', async () => {
  company.answer = ({ call, body }) =>
    call === SEND && (body as { body: string }).body === 'um'
      ? { status: 409, body: { error: 'ERR_TICKET_NOT_OPEN', message: '' } }
      : undefined;
  await begin();
  await write('um');
  await write('dois');
  network(true);
  await log().findByText('Só é possível escrever em um atendimento aberto.');
  await waitFor(() => expect(sent()).toEqual(['um', 'dois']));
  const waiting = await list(1);
  await userEvent.click(waiting.getByRole('button', { name: 'Editar “um”' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Editar antes de enviar' }));
  await userEvent.type(edit.getByRole('textbox', { name: 'Texto da mensagem' }), ' outra vez');
  await userEvent.click(edit.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(sent()).toEqual(['um', 'dois', 'um outra vez']));
  expect(new Set(heard(SEND).map(({ key }) => key)).size).toBe(3);
});

test('tags chosen without a network are shown at once, and the last choice is sent', async () => {
  const tag = (n: number, name: string) => ({ id: idOf(5, n), name, color: '#E11D48' });
  company.tickets = [aTicket({ id: openTicket.id, tags: [tag(1, 'Garantia'), tag(2, 'Troca')] })];
  await begin();
  await userEvent.click(screen.getByRole('button', { name: 'Remover a tag Garantia' }));
  await screen.findByRole('img', { name: 'aguardando conexão' });
  await userEvent.click(screen.getByRole('button', { name: 'Remover a tag Troca' }));
  const waiting = await list(1);
  await waiting.findByText('Tags: nenhuma');
  expect(heard('POST /tags/sync')).toEqual([]);
  network(true);
  await waitFor(() => expect(heard('POST /tags/sync').map(({ body }) => body)).toEqual([{ ticketId: openTicket.id, tags: [] }]));
});
