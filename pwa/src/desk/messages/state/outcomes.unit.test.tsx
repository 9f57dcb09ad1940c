import { expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf } from '../../../testing/records.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

const SEND = `POST /messages/${openTicket.id}`;
const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const write = async (text: string) => userEvent.type(await screen.findByRole('textbox', { name: 'Mensagem' }), text);
const log = () => screen.getByRole('log', { name: 'Mensagens' });
const own = (nth: number) =>
  aMessage({ id: childOf(1, nth), ticketId: openTicket.id, fromMe: true, position: String(nth), ack: 1 });
const toasts = () => [...document.querySelectorAll('.toast')].map(({ textContent }) => textContent);

test('why a message was refused is told by a toast, besides at the message', async () => {
  company.answer = ({ call }) =>
    call === SEND ? { status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED', message: '' } } : undefined;
  await open();
  await write('Olá{Enter}');
  const why = 'Esta sessão ainda não foi iniciada. Verifique a página de conexões.';
  expect(await within(log()).findByText(why)).toBeTruthy();
  await waitFor(() => expect(toasts()).toEqual([why]));
});

test('what the channel refuses later is told too, wherever the user is by then; what others sent is not', async () => {
  const mine = own(150);
  company.answer = ({ call }) => (call === SEND ? { body: mine, headers: { 'prosa-position': '201' } } : undefined);
  const { push, router } = await open();
  await write('Olá{Enter}');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Na fila deste aparelho' })).toBeNull());
  await act(() => router.navigate('/tickets'));
  push('appMessage', 'update', { ...own(151), state: 'failed', failure: 'refused' });
  push('appMessage', 'update', mine);
  expect(toasts()).toEqual([]);
  push('appMessage', 'update', { ...mine, state: 'failed', failure: 'refused' });
  await waitFor(() => expect(toasts()).toEqual(['Não foi possível enviar a mensagem. Verifique a página de conexões.']));
});

test('a customer’s file that could not be fetched on request is told too', async () => {
  const lost = { ...aMessage({ id: childOf(1, 152), ticketId: openTicket.id, position: '152' }), mediaType: 'image' as const };
  const retry = `POST /messages/${lost.id}/retry`;
  company.messages.push({ ...lost, mediaError: 'unavailable' });
  company.answer = ({ call }) => (call === retry ? { body: { id: lost.id, fromMe: false } } : undefined);
  const { push } = await open();
  await userEvent.click(await within(log()).findByRole('button', { name: 'tentar de novo' }));
  await waitFor(() => expect(heard(retry)).toHaveLength(1));
  push('appMessage', 'update', { ...lost, mediaError: null });
  expect(toasts()).toEqual([]);
  push('appMessage', 'update', { ...lost, mediaError: 'unavailable' });
  await waitFor(() => expect(toasts()).toEqual(['Não foi possível baixar a mídia. Verifique a página de conexões.']));
});

test('a customer’s file that is too large is told once, in its conversation alone', async () => {
  const { push } = await open();
  const media = { kind: 'image' as const, mime: 'image/jpeg', bytes: null, name: null, width: null, height: null };
  const file = (nth: number, ticketId: string) => ({
    ...aMessage({ id: childOf(1, nth), ticketId, position: String(nth), body: '' }),
    mediaType: 'image' as const,
    media: { ...media, durationMs: null, thumbnailUrl: null },
  });
  const elsewhere = file(160, childOf(2, 1));
  push('appMessage', 'create', elsewhere);
  push('appMessage', 'update', { ...elsewhere, mediaError: 'too-large' });
  push('appMessage', 'update', { ...file(161, openTicket.id), mediaError: 'too-large' }); // failed long ago: its contact was renamed
  expect(toasts()).toEqual([]);
  const here = file(162, openTicket.id);
  push('appMessage', 'create', here);
  push('appMessage', 'update', { ...here, mediaError: 'too-large' });
  const why = 'Não foi possível baixar a mídia. Verifique a página de conexões.';
  await waitFor(() => expect(toasts()).toEqual([why]));
  await userEvent.click(screen.getByRole('button', { name: 'Fechar aviso' }));
  push('appMessage', 'update', { ...here, mediaError: 'too-large' });
  expect(toasts()).toEqual([]);
});
