import { beforeEach, expect, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { idOf } from '../../testing/records.ts';
import './social-medias.screen.tsx'; // loaded before the first test
import { feature as socialMediasScreen } from './social-medias.later.ts';

const headers = { 'prosa-position': '100' };
const insta = { id: idOf(8, 1), name: 'Instagram', color: '#E11D48', message: 'Vi no Instagram', ref: 'verao' };

withCompany();
beforeEach(() => {
  for (const name of ['cshow', 'campaignsEnabled']) localStorage.setItem(name, 'true');
  company.answer = ({ call, body }) => {
    if (call === 'GET /social-medias/') return { body: { medias: [insta], count: 1, hasMore: false }, headers };
    if (call.startsWith('POST /social-medias')) return { status: 201, body: { ...(body as object), id: idOf(8, 2) }, headers };
    if (call.startsWith('PUT /social-medias')) return { body: { ...insta, ...(body as object) }, headers };
    return undefined;
  };
});
const save = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));

test('sources are chips of their colour with their message, and follow the pushes', async () => {
  const { push } = await enter('/marketing/social-media');
  const row = await screen.findByRole('row', { name: /Instagram Vi no Instagram verao/ });
  expect(row.querySelector('.tag .dot')?.getAttribute('style')).toContain('#E11D48');
  expect(screen.getByRole('link', { name: 'Mídias sociais' }).getAttribute('aria-current')).toBe('page');
  push('social-media', 'create', { ...insta, id: idOf(8, 3), name: 'Cartaz', message: 'Vi o cartaz', ref: null });
  expect(await screen.findByRole('row', { name: /Cartaz Vi o cartaz/ })).toBeTruthy();
  push('social-media', 'delete', { id: insta.id });
  await waitFor(() => expect(screen.queryByRole('row', { name: /Instagram/ })).toBeNull());
});

test('the dialog has name, colour, message and ref; a short name and a missing message are refused', async () => {
  await enterScreen('/marketing/social-media', socialMediasScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Nova mídia social' }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByRole('group', { name: 'Cor' })).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Nome'), 'TV');
  await save(dialog);
  expect(await within(dialog).findByText('Nome muito curto')).toBeTruthy();
  expect(within(dialog).getByText('Obrigatório')).toBeTruthy();
  expect(heard('POST /social-medias')).toEqual([]);
  await userEvent.type(within(dialog).getByLabelText('Nome'), ' local');
  await userEvent.type(within(dialog).getByLabelText('Mensagem'), 'Vi na TV');
  await save(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /social-medias').map(({ body }) => body)).toEqual([
    { name: 'TV local', color: '#7C7C7C', message: 'Vi na TV', ref: null },
  ]);
  expect(await screen.findByText('Salvo com sucesso!')).toBeTruthy();
});

test('a ref that is emptied is none', async () => {
  await enterScreen('/marketing/social-media', socialMediasScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Instagram' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.clear(within(dialog).getByLabelText('Código do anúncio'));
  await save(dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(`PUT /social-medias/${insta.id}`).map(({ body }) => body)).toEqual([{ ref: null }]);
});

test('without the flag of the sign-in there is no such address', async () => {
  localStorage.removeItem('cshow');
  await enter('/marketing/social-media');
  expect(await screen.findByRole('heading', { name: 'Este endereço não existe' })).toBeTruthy();
  cleanup();
});
