import { beforeEach, expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { chooseLanguage } from '../../kernel/i18n/i18n.ts';
import { liveReload } from '../../kernel/live/live.slice.ts';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import { company, enter, enterScreen, heard, withCompany } from '../tickets/screen.fixture.tsx';
import './tags.screen.tsx'; // loaded before the first test
import { feature as tagsScreen } from './tags.later.ts';

type Tag = { id: string; name: string; color: string; kanban: 0 | 1; ticketsCount: number; contactCount: number };
const tag = (n: number, name: string, more: Partial<Tag> = {}): Tag => ({
  id: idOf(5, n),
  name,
  color: '#2563EB',
  kanban: 0,
  ticketsCount: 0,
  contactCount: 0,
  ...more,
});
let all: Tag[];
/** The answer to a command instead of success. */
let refusal: Said | undefined;

const answer = ({ call, query, body }: Heard): Said | undefined => {
  if (call === 'GET /tags/') {
    const at = (Number(query.get('pageNumber') ?? 1) - 1) * limits.pageSize;
    const found = all.filter(({ name }) => name.toLowerCase().includes((query.get('searchParam') ?? '').toLowerCase()));
    return {
      body: { tags: found.slice(at, at + limits.pageSize), count: found.length, hasMore: found.length > at + limits.pageSize },
      headers: { 'prosa-position': '100' },
    };
  }
  if (!call.includes('/tags') || call.startsWith('GET')) return undefined;
  if (refusal) return refusal;
  return { status: 200, body: { ...(body as object), id: idOf(5, 99) }, headers: { 'prosa-position': '101' } };
};

withCompany();
beforeEach(() => {
  all = [tag(1, 'Boleto'), tag(2, 'Garantia', { color: '#B91C1C' }), tag(3, 'Troca')];
  refusal = undefined;
  company.answer = answer;
});

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent);
const show = async (open = () => enterScreen('/tags', tagsScreen)) => {
  const app = await open();
  await screen.findByRole('heading', { name: 'Tags' });
  await screen.findByRole('table');
  return app;
};
const dialog = () => screen.findByRole('dialog');
const press = async (name: string) => userEvent.click(await within(await dialog()).findByRole('button', { name }));
const commands = () => heard().filter(({ call }) => call.includes('/tags') && !call.startsWith('GET'));

test('the list shows the server’s records page by page, and their number', async () => {
  all = Array.from({ length: 45 }, (_, n) => tag(n + 1, `Tag ${String(n).padStart(2, '0')}`));
  await show();
  await waitFor(() => expect(names()).toHaveLength(45));
  expect(heard('GET /tags/').map(({ query }) => query.get('pageNumber'))).toEqual(['1', '2', '3']);
  expect(new Set(names()).size).toBe(45);
  expect(screen.getByText('45 tags')).toBeTruthy();
  expect(document.title).toContain('Tags · Prosa');
});

test('the search waits for a pause in typing, asks the server once, and explains an empty result', async () => {
  await show();
  const field = screen.getByRole('searchbox', { name: 'Buscar tag' });
  for (const value of ['g', 'ga', 'gar']) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(names()).toEqual(['Garantia']));
  await waitFor(() => expect(heard('GET /tags/').map(({ query }) => query.get('searchParam'))).toEqual([null, 'gar']));
  expect(screen.getByText('1 encontrado')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'garxyz' } });
  await screen.findByText('Nada com “garxyz”');
  await userEvent.click(screen.getByRole('button', { name: 'Ver a lista toda' }));
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('rows follow the pushes, in order; a lane is not listed', async () => {
  const { push } = await show();
  push('tag', 'create', tag(4, 'Frete'));
  push('tag', 'create', tag(5, 'Orçado', { kanban: 1 }));
  await waitFor(() => expect(names()).toEqual(['Boleto', 'Frete', 'Garantia', 'Troca']));
  push('tag', 'update', tag(1, 'Zelo'));
  push('tag', 'delete', { id: idOf(5, 2) });
  await waitFor(() => expect(names()).toEqual(['Frete', 'Troca', 'Zelo']));
  push('tag', 'update', tag(3, 'Troca', { kanban: 1 }));
  await waitFor(() => expect(names()).toEqual(['Frete', 'Zelo']));
  expect(screen.getByText('2 tags')).toBeTruthy();
});

test('the numbers of tickets and contacts of a tag follow the pushes', async () => {
  const { push } = await show();
  push('tag', 'new-message', tag(1, 'Boleto', { ticketsCount: 12_345, contactCount: 7 }));
  expect(await screen.findByRole('row', { name: /Boleto #2563EB 12.345 7/ })).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Nome',
    'Cor',
    'Atendimentos',
    'Contatos',
    'Ações',
  ]);
});

test('after a flood of changes the list is fetched again, to its previous extent', async () => {
  all = Array.from({ length: 45 }, (_, n) => tag(n + 1, `Tag ${String(n).padStart(2, '0')}`));
  const { store } = await show();
  await waitFor(() => expect(names()).toHaveLength(45));
  all = all.map((one) => ({ ...one, name: one.name.replace('Tag', 'Nome') }));
  act(() => void store.dispatch(liveReload(['contact', 'tag'])));
  await waitFor(() => expect(names()[44]).toBe('Nome 44'));
  expect(heard('GET /tags/').map(({ query }) => query.get('pageNumber'))).toEqual(['1', '2', '3', '1', '2', '3']);
});

test('a new tag: errors are shown when the field is left, in the specified words, and nothing is sent', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Nova tag' }));
  const name = within(await dialog()).getByLabelText('Nome');
  await waitFor(() => expect(document.activeElement).toBe(name));
  await press('Salvar');
  expect(await within(await dialog()).findByText('Obrigatório')).toBeTruthy();
  await userEvent.type(name, 'ab');
  expect(await within(await dialog()).findByText('Mensagem muito curta')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(name, 'c');
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBeNull());
  expect(commands()).toEqual([]);
});

test('a new tag is sent once, however often the button is pressed, with its colour; then the dialog closes and the focus returns', async () => {
  await show();
  const opener = screen.getByRole('button', { name: 'Nova tag' });
  await userEvent.click(opener);
  await userEvent.type(within(await dialog()).getByLabelText('Nome'), '  Frete ');
  await userEvent.click(within(await dialog()).getByRole('radio', { name: 'azul 1' }));
  const save = within(await dialog()).getByRole('button', { name: 'Salvar' });
  save.click();
  save.click();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(commands().map(({ call, body }) => [call, body])).toEqual([['POST /tags', { name: 'Frete', color: '#2563EB' }]]);
  expect(commands()[0]!.key).toBeTruthy();
});

test('a refusal is shown at its field, or above the buttons; the dialog and the focus stay, and a retry is the same command', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Editar Garantia' }));
  const name = within(await dialog()).getByLabelText<HTMLInputElement>('Nome');
  expect(name.value).toBe('Garantia');
  await userEvent.type(name, ' plus');
  refusal = { status: 400, body: { error: 'ERR_VALIDATION', message: 'm', fields: { name: 'Too Long!' } } };
  await userEvent.keyboard('{Enter}');
  expect(await within(await dialog()).findByText('Too Long!')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(name);
  expect(screen.queryByText(/Too Long!/, { selector: '.refusal' })).toBeNull();
  refusal = { status: 503, body: { error: 'ERR_NO_TAG_FOUND', message: 'm' } };
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('Nenhuma tag encontrada com este número.', { selector: '.refusal' })).toBeTruthy();
  expect(document.activeElement).toBe(name);
  refusal = undefined;
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(commands().map(({ call, body }) => [call, body])).toEqual(
    Array(3).fill([`PUT /tags/${idOf(5, 2)}`, { name: 'Garantia plus' }]), // unchanged fields are not sent
  );
  expect(new Set(commands().map(({ key }) => key)).size).toBe(1);
});

test('Escape closes the dialog, and asks before it discards input', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Editar Boleto' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Editar Boleto' }));
  await userEvent.type(within(await dialog()).getByLabelText('Nome'), 's');
  await userEvent.keyboard('{Escape}');
  expect(within(await dialog()).getByText('O que você escreveu se perde.')).toBeTruthy();
  await press('Descartar');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(commands()).toEqual([]);
});

test('deleting names the record, asks once, and the push removes the row', async () => {
  const { push } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Troca' }));
  expect(within(await dialog()).getByText('Excluir a tag “Troca”?')).toBeTruthy();
  expect(commands()).toEqual([]);
  await press('Excluir');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(commands().map(({ call }) => call)).toEqual([`DELETE /tags/${idOf(5, 3)}`]);
  push('tag', 'delete', { id: idOf(5, 3) });
  await waitFor(() => expect(names()).toEqual(['Boleto', 'Garantia']));
});

test('an empty list explains itself; a failure is shown in its place, and can be retried', async () => {
  all = [];
  company.answer = (call) =>
    call.call === 'GET /tags/' ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : undefined;
  await enterScreen('/tags', tagsScreen);
  expect((await screen.findByRole('alert')).textContent).toContain('Não deu para carregar a lista');
  company.answer = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Nenhuma tag ainda')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Nova tag' })).toHaveLength(2);
});

test('on a phone the rows are a list, with the actions in a menu', async () => {
  onPhone();
  await enterScreen('/tags', tagsScreen);
  const row = (await screen.findByText('Garantia')).closest('li')!;
  expect(screen.queryByRole('table')).toBeNull();
  await userEvent.click(within(row).getByRole('button', { name: 'Ações de Garantia' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar tag' }));
  expect(within(await dialog()).getByLabelText<HTMLInputElement>('Nome').value).toBe('Garantia');
});

test('a change of language applies while the screen is open', async () => {
  company.me = aUser({ profile: 'user' });
  await show(() => enter('/tags'));
  await chooseLanguage('es');
  expect(await screen.findByRole('heading', { name: 'Etiquetas' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Etiquetas' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Eliminar Troca' })).toBeTruthy();
  await chooseLanguage('pt');
});
