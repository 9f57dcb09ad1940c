import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf } from '../../testing/records.ts';
import { company, enter, enterScreen, heard, withCompany } from '../tickets/screen.fixture.tsx';
import './quick-messages.screen.tsx'; // loaded before the first test
import { feature as quickMessagesFeature } from './quick-messages.feature.ts';
import { feature as quickMessagesScreen } from './quick-messages.later.ts';

const hello = {
  id: idOf(6, 1),
  shortcode: 'oi',
  message: 'Como posso ajudar?',
  userId: idOf(1, 1),
  mediaPath: null,
  mediaName: null,
};

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /quick-messages/') return { body: { quickMessages: [hello], count: 1, hasMore: false }, headers: at };
    if (call.endsWith('/media-upload')) return { body: { id: hello.id, mediaName: null }, headers: at };
    if (call.startsWith('PUT /quick-messages')) return { body: { ...hello, userId: company.me.id }, headers: at };
    if (call.startsWith('POST /quick-messages'))
      return { status: 201, body: { ...(body as object), id: idOf(6, 2) }, headers: at };
    return undefined;
  };
});
const at = { 'prosa-position': '100' };

test('the list shows shortcut and message, and follows the pushes', async () => {
  const { push } = await enter('/quick-messages');
  expect(await screen.findByRole('row', { name: /oi Como posso ajudar\?/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Respostas rápidas' }).getAttribute('aria-current')).toBe('page');
  push('quick-message', 'create', { ...hello, id: idOf(6, 3), shortcode: 'tchau', message: 'Até logo!' });
  expect(await screen.findByRole('row', { name: /tchau Até logo!/ })).toBeTruthy();
});

test('a reply is its author’s own or everybody’s, and may have a file', async () => {
  const { push } = await enterScreen('/quick-messages', quickMessagesFeature, quickMessagesScreen);
  expect(await screen.findByRole('row', { name: /oi Como posso ajudar\? – Só eu/ })).toBeTruthy();
  push('quick-message', 'update', {
    ...hello,
    shortcode: 'onde',
    userId: null,
    mediaName: 'mapa.png',
    mediaPath: '/api/media/1/x',
  });
  expect(await screen.findByRole('row', { name: /mapa\.png Toda a equipe/ })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: /^Editar .*onde/ }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('mapa.png')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Tirar o arquivo mapa.png' }));
  expect(await within(dialog).findByRole('button', { name: 'Anexar arquivo' })).toBeTruthy();
  expect(heard(`DELETE /quick-messages/${hello.id}/media-upload`)).toHaveLength(1);
  await userEvent.click(within(dialog).getByLabelText('Quem usa'));
  await userEvent.click(await screen.findByRole('option', { name: 'Só eu' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard(`PUT /quick-messages/${hello.id}`)[0]?.body).toEqual({ userId: company.me.id }));
});

test.each([
  ['admin', 'Toda a equipe', null],
  ['user', 'Só eu', 'own'],
] as const)('what a new reply of a user with the profile %s is at first: %s', async (profile, whose, userId) => {
  company.me = { ...company.me, profile };
  await enterScreen('/quick-messages', quickMessagesFeature, quickMessagesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Quem usa').textContent).toContain(whose);
  await userEvent.type(dialog.getByLabelText('Atalho'), 'ola');
  await userEvent.type(dialog.getByLabelText('Mensagem'), 'Bom dia');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /quick-messages')).toHaveLength(1));
  expect(heard('POST /quick-messages')[0]!.body).toMatchObject({ userId: userId && company.me.id });
});

test('a variable goes where the text was left', async () => {
  await enterScreen('/quick-messages', quickMessagesFeature, quickMessagesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }));
  const dialog = within(await screen.findByRole('dialog'));
  const message = dialog.getByLabelText<HTMLTextAreaElement>('Mensagem');
  await userEvent.type(message, '!');
  await userEvent.keyboard('{ArrowLeft}');
  await userEvent.click(dialog.getByRole('button', { name: '{{saudacao}}' }));
  await userEvent.keyboard(', ');
  await userEvent.click(dialog.getByRole('button', { name: '{{nome}}' }));
  expect(message.value).toBe('{{saudacao}}, {{nome}}!');
  await userEvent.type(dialog.getByLabelText('Atalho'), 'ola');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(heard('POST /quick-messages')[0]?.body).toMatchObject({ message: '{{saudacao}}, {{nome}}!' }));
});

test('the dialog has two fields, with their lengths', async () => {
  await enterScreen('/quick-messages', quickMessagesFeature, quickMessagesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Nova resposta rápida' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getAllByRole('textbox')).toHaveLength(2);
  const [shortcode, message] = [within(dialog).getByLabelText('Atalho'), within(dialog).getByLabelText('Mensagem')];
  await userEvent.click(shortcode);
  await userEvent.paste('x'.repeat(51));
  await userEvent.click(message);
  await userEvent.paste('oi');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  expect(await within(dialog).findByText('Too Long!')).toBeTruthy();
  expect(await within(dialog).findByText('Mensagem muito curta')).toBeTruthy();
  await userEvent.clear(shortcode);
  await userEvent.type(shortcode, 'frete');
  await userEvent.type(message, ', o frete sai hoje.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /quick-messages').map(({ body }) => body)).toEqual([
    { shortcode: 'frete', message: 'oi, o frete sai hoje.', userId: null },
  ]);
});
