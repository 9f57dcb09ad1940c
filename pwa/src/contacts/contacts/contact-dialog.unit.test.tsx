import { expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterConversation, heard, openTicket, submitted, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { liveWelcomed, networkChanged } from '../../kernel/live/live.slice.ts';
import { aContact, idOf } from '../../testing/records.ts';

withCompany();

const CHANGE = `PUT /contacts/${openTicket.contactId}`;
const editAll = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Mais opções do contato' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar tudo' }));
};
const open = async () => {
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  await editAll();
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar contato' }));
  const say = async (label: string, text: string) => {
    const input = dialog.getByLabelText(label);
    await userEvent.clear(input);
    if (text) await userEvent.type(input, text);
    await userEvent.tab();
    await act(async () => undefined); // the schema is validated asynchronously
    return input.closest('.field')?.querySelector('.error')?.textContent ?? null;
  };
  return { ...app, dialog, say };
};

type Within = Pick<ReturnType<typeof within>, 'getByRole'>;
const save = (dialog: Within) => submitted(CHANGE, (user) => user.click(dialog.getByRole('button', { name: 'Salvar' })));

test('fields show their errors when they are left', async () => {
  const { say } = await open();
  expect(await say('Nome', '')).toBe('Required');
  expect(await say('Nome', 'a')).toBe('Too Short!');
  expect(await say('Nome', 'ab')).toBeNull();
  expect(await say('Número', '1234567')).toBe('Too Short!');
  expect(await say('Número', '12345678')).toBeNull();
  expect(await say('E-mail', 'abc')).toBe('Invalid email');
  expect(await say('E-mail', '')).toBeNull();
});

test('a change is sent once, a moment after the click, and confirmed', async () => {
  const { dialog, say } = await open();
  await say('Nome', 'Conceição');
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar informação' }));
  await userEvent.type(dialog.getByLabelText('Nome da informação'), 'CPF');
  await userEvent.type(dialog.getByLabelText('Valor de CPF'), '000');
  await save(dialog);
  await waitFor(() => expect(heard(CHANGE)).toHaveLength(1));
  expect(heard(CHANGE)[0]?.body).toMatchObject({ name: 'Conceição', extraInfo: [{ name: 'CPF', value: '000' }] });
  expect(await screen.findByText('Contato salvo com sucesso.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an extra field that is too long shows an error, and nothing is sent', async () => {
  const { dialog } = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar informação' }));
  await userEvent.paste('x'.repeat(limits.name.max + 1));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect((await dialog.findByText('Too Long!')).closest('.extraRow')).not.toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText('Nome da informação')));
  await userEvent.keyboard('{Backspace}');
  await waitFor(() => expect(dialog.queryByText('Too Long!')).toBeNull());
  expect(heard(CHANGE)).toEqual([]);
});

test('only what was changed is sent, so that a colleague’s change of the rest stays; nothing changed sends nothing', async () => {
  const { dialog, say, push } = await open();
  push('contact', 'update', aContact({ id: openTicket.contactId, name: 'Outro Nome' }));
  await waitFor(() => expect(dialog.getByLabelText('Nome')).toHaveProperty('value', 'Outro Nome'));
  await say('E-mail', 'otavio@exemplo.com.br');
  await save(dialog);
  await waitFor(() => expect(heard(CHANGE).map(({ body }) => body)).toEqual([{ email: 'otavio@exemplo.com.br' }]));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await editAll();
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(CHANGE)).toHaveLength(1);
});

test('what a colleague changes in a field that was written in is said there', async () => {
  const { dialog, say, push } = await open();
  await say('Nome', 'Otávio B');
  push('contact', 'update', aContact({ id: openTicket.contactId, name: 'Outro Nome' }));
  expect(await dialog.findByText('Outra pessoa acaba de mudar este campo. Salvar fica com o seu.')).toBeTruthy();
  expect(dialog.getByLabelText('Nome')).toHaveProperty('value', 'Otávio B');
  await say('Nome', 'Otávio Brandão Filho');
  expect(dialog.queryByText(/Outra pessoa acaba/)).toBeNull();
});

test('removing one of several extra fields keeps the others’ ids', async () => {
  const extraInfo = ['CPF', 'RG', 'Cidade'].map((name, n) => ({ id: idOf(8, n), name, value: `${name} ${n}` }));
  const { push } = await open();
  await userEvent.keyboard('{Escape}');
  push('contact', 'update', aContact({ id: openTicket.contactId, extraInfo }));
  await screen.findByText('RG 1');
  await editAll();
  const again = within(await screen.findByRole('dialog', { name: 'Editar contato' }));
  await userEvent.click(again.getByRole('button', { name: 'Remover RG' }));
  expect(again.getByLabelText('Valor de Cidade')).toHaveProperty('value', 'Cidade 2');
  await save(again);
  await waitFor(() => expect(heard(CHANGE)[0]?.body).toMatchObject({ extraInfo: [extraInfo[0], extraInfo[2]] }));
});

test('by keyboard: an added field gets the focus, and removing one moves it to the add button', async () => {
  const { dialog } = await open();
  const add = dialog.getByRole('button', { name: 'Adicionar informação' });
  add.focus();
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(dialog.getByLabelText('Nome da informação'));
  await userEvent.keyboard('CPF{Tab}000');
  expect(dialog.getByLabelText('Valor de CPF')).toHaveProperty('value', '000');
  await userEvent.clear(dialog.getByLabelText('Nome da informação'));
  await userEvent.clear(dialog.getByLabelText('Valor de'));
  expect(document.activeElement).toBe(dialog.getByLabelText('Valor de'));
  await userEvent.keyboard('{Tab}{Enter}');
  expect(dialog.queryByLabelText('Nome da informação')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(add));
});

test('an empty extra field does not count as a change', async () => {
  const { dialog } = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar informação' }));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  ['another contact has', 'ERR_DUPLICATED_CONTACT', 'Já existe um contato com este número.'],
  ['is none', 'ERR_WAPP_INVALID_CONTACT', 'Este não é um número de WhatsApp válido.'],
  ['nobody is reached by', 'ERR_CHECK_NUMBER', 'O número não existe ou não é um número de WhatsApp.'],
])('a number that %s is said at the field, and what was typed stays', async (_, error, said) => {
  company.answer = ({ call }) => (call === CHANGE ? { status: 409, body: { error, message: '' } } : undefined);
  const { dialog, say } = await open();
  await say('Número', '5511900009999');
  await save(dialog);
  expect(await dialog.findByText(said, { selector: '.field .error' })).toBeTruthy();
  expect(dialog.getByLabelText('Número')).toHaveProperty('value', '5511900009999');
});

test('closing with unsaved changes asks first, by keyboard too: Enter continues editing, a second Escape discards', async () => {
  const { say } = await open();
  await say('Nome', 'Outro nome');
  await userEvent.keyboard('{Escape}');
  expect((await screen.findByRole('alert')).textContent).toBe('O que você mudou não foi salvo.');
  expect(document.activeElement?.textContent).toBe('Continuar');
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Número')));
  expect(screen.getByLabelText('Nome')).toHaveProperty('value', 'Outro nome');
  await userEvent.keyboard('{Escape}');
  await screen.findByRole('alert');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(CHANGE)).toEqual([]);
});

test('a change made elsewhere is shown in the open pane', async () => {
  const { push } = await open();
  push('contact', 'update', aContact({ id: openTicket.contactId, name: 'Outro Nome' }));
  const pane = await screen.findByRole('complementary', { name: 'Contato', hidden: true });
  expect(within(pane).getByText('Outro Nome')).toBeTruthy();
});

test('where the details cannot be fetched the pane shows what the ticket knows, and the rest once the connection is back', async () => {
  let isCut = true;
  const cut = ['GET /ticket-notes/list', `GET /tickets/${openTicket.id}/previous`, `GET /contacts/${openTicket.contactId}`];
  company.answer = ({ call }) => (isCut && cut.includes(call) ? 'gone' : undefined);
  const { store } = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const pane = within(await screen.findByRole('complementary', { name: 'Contato' }));
  await waitFor(() => expect(pane.getAllByRole('alert')).toHaveLength(3));
  expect(pane.getByRole('heading', { name: 'Otávio Brandão' })).toBeTruthy();
  expect(pane.getByRole('region', { name: 'Atendimento' })).toBeTruthy();
  expect(pane.getByLabelText('Nova observação')).toBeTruthy();
  act(() => void store.dispatch(networkChanged(false)));
  expect(pane.queryByRole('alert')).toBeNull();
  expect(pane.getAllByText('Aparecem aqui quando a conexão voltar.')).toHaveLength(2);
  isCut = false;
  act(() => void store.dispatch(networkChanged(true)));
  act(() => void store.dispatch(liveWelcomed({ position: '100' })));
  expect(await pane.findByRole('button', { name: 'Adicionar e-mail' })).toBeTruthy();
  expect(await pane.findByText('Nenhuma observação ainda.')).toBeTruthy();
  expect(await pane.findByText('Nenhuma conversa anterior.')).toBeTruthy();
  expect(pane.queryByRole('alert')).toBeNull();
});
