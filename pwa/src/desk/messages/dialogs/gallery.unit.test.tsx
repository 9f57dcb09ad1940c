import { expect, test } from '@jest/globals';
import type { MessageView } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf } from '../../../testing/records.ts';
import { company, enterConversation, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';
import './gallery-dialog.tsx'; // loaded before the first test

withCompany();

const asked = () => heard().filter(({ call }) => call.endsWith('/searchMedias'));
const aFile = (nth: number, kind: 'image' | 'document', name: string): MessageView => ({
  ...aMessage({ id: childOf(1, nth), ticketId: openTicket.id, body: '', position: String(nth) }),
  mediaType: kind === 'image' ? 'image' : 'application',
  mediaUrl: `/api/media/${nth}`,
  media: { kind, mime: '', bytes: 2_048, name, width: null, height: null, durationMs: null, thumbnailUrl: null },
});
const all = Array.from({ length: 25 }, (_, n) =>
  n % 2 ? aFile(600 + n, 'document', `nota ${n}.pdf`) : aFile(600 + n, 'image', `foto ${n}.jpg`),
);
const page = (messages: MessageView[], hasMore: boolean) => ({ body: { messages, hasMore, count: 25 } });
const answering = (answer: (before: string | null) => object): void => {
  company.answer = ({ call, query }) => (call.endsWith('/searchMedias') ? answer(query.get('before')) : undefined);
};
const open = async () => {
  const { push } = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Mídias' }));
  return Object.assign(await screen.findByRole('dialog', { name: 'Mídias do atendimento' }), { push });
};

test('all files of a ticket are listed page by page: pictures open in full size, documents can be downloaded', async () => {
  answering((before) => (before ? page(all.slice(20), false) : page(all.slice(0, 20), true)));
  const dialog = await open();
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Mostrar mais' }));
  await within(dialog).findByRole('button', { name: 'Abrir foto 24.jpg' });
  expect(within(dialog).queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(25);
  expect(asked().at(-1)?.query.get('before')).toBe(all[19]!.id);
  expect(within(dialog).getByRole('link', { name: 'Baixar nota 1.pdf' }).getAttribute('href')).toBe('/api/media/601');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Abrir foto 2.jpg' }));
  const viewer = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
  expect(within(viewer).getByRole('status').textContent).toBe('foto 2.jpg · 2 de 13');
});

test('the next page is fetched within 100 pixels of the end, once', async () => {
  answering((before) => (before ? page(all.slice(20), false) : page(all.slice(0, 20), true)));
  const dialog = await open();
  await within(dialog).findByRole('button', { name: 'Abrir foto 0.jpg' });
  const content = dialog.querySelector('.content')!;
  Object.defineProperties(content, { scrollHeight: { value: 2_000 }, clientHeight: { value: 600 } });
  const scrollTo = (top: number) => {
    content.scrollTop = top;
    fireEvent.scroll(content);
  };
  scrollTo(1_300);
  expect(asked()).toHaveLength(1);
  scrollTo(1_301);
  scrollTo(1_310);
  await within(dialog).findByRole('button', { name: 'Abrir foto 24.jpg' });
  expect(asked()).toHaveLength(2);
});

test('a file that is still being fetched says so, and is shown once it arrives', async () => {
  const coming = { ...aFile(660, 'image', 'mesa.jpg'), mediaUrl: null };
  company.messages.push(coming);
  answering(() => page([coming, aFile(661, 'image', 'foto.jpg')], false));
  const dialog = await open();
  expect(await within(dialog).findByText(/Recebendo…/)).toBeTruthy();
  dialog.push('appMessage', 'update', { ...coming, mediaUrl: '/api/media/660' });
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Abrir mesa.jpg' }));
  const viewer = await screen.findByRole('dialog', { name: 'Fotos e vídeos da conversa' });
  expect(within(viewer).getByRole('status').textContent).toBe('mesa.jpg · 1 de 2');
});

test('a ticket without files says so; a failed fetch can be repeated', async () => {
  let failing = true;
  answering(() => (failing ? { status: 503, body: { error: 'ERR_BUSY', message: '' } } : page([], false)));
  const dialog = await open();
  const again = await within(dialog).findByRole('button', { name: 'Tentar de novo' });
  failing = false;
  await userEvent.click(again);
  await waitFor(() => expect(dialog.textContent).toContain('Nenhum arquivo ainda'));
});
