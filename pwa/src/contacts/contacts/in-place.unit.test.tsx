import { expect, test } from '@jest/globals';
import type { ContactView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterConversation, heard, openTicket, submitted, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aContact, idOf } from '../../testing/records.ts';

withCompany();

const CHANGE = `PUT /contacts/${openTicket.contactId}`;
const extraInfo = ['CPF', 'Perfil'].map((name, n) => ({ id: idOf(8, n), name, value: `${name} ${n}` }));
const open = async (more: Partial<ContactView> = {}) => {
  company.answer = ({ call }) =>
    call === `GET /contacts/${openTicket.contactId}`
      ? { body: aContact({ id: openTicket.contactId, extraInfo, ...more }), headers: { 'prosa-position': '100' } }
      : undefined;
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  await screen.findByRole('region', { name: 'Dados' });
  const pane = within(screen.getByRole('complementary', { name: 'Contato' }));
  return { ...app, pane, press: (name: string) => userEvent.click(pane.getByRole('button', { name })) };
};
const enters = () => submitted(CHANGE, (user) => user.keyboard('{Enter}'));
const bodies = () => heard(CHANGE).map(({ body }) => body);
const focused = () => document.activeElement;

test('a value becomes its field; Enter saves it, and the focus is on the value again', async () => {
  const { pane, press } = await open();
  await press('CPF 0');
  expect(focused()).toBe(pane.getByRole('textbox', { name: 'CPF' }));
  await userEvent.clear(focused()!);
  await userEvent.keyboard('111');
  await enters();
  await waitFor(() => expect(bodies()).toEqual([{ extraInfo: [{ ...extraInfo[0], value: '111' }, extraInfo[1]] }]));
  expect(await screen.findByText('Contato salvo com sucesso.')).toBeTruthy();
  expect(pane.queryByRole('textbox', { name: 'CPF' })).toBeNull();
  await waitFor(() => expect(focused()).toBe(pane.getByRole('button', { name: 'CPF 0' }))); // until its push comes
});

test('Escape leaves a field without saving, and the drawer stays; so does the next field, if nothing was written', async () => {
  const { pane, press } = await open();
  await press('CPF 0');
  await userEvent.keyboard('9{Escape}');
  expect(focused()).toBe(pane.getByRole('button', { name: 'CPF 0' }));
  await press('Perfil 1');
  await press('CPF 0');
  expect(pane.queryByRole('textbox', { name: 'Perfil' })).toBeNull();
  expect(focused()).toBe(pane.getByRole('textbox', { name: 'CPF' }));
  await userEvent.keyboard('9');
  await press('Perfil 1');
  expect(focused()).toBe(pane.getByRole('textbox', { name: 'CPF' }));
  await userEvent.keyboard('{Backspace}{Enter}');
  expect(pane.queryByRole('textbox', { name: 'CPF' })).toBeNull();
  expect(bodies()).toEqual([]);
});

test('an empty e-mail is added; what is none shows why under it, before and after it is sent', async () => {
  const { pane, press } = await open();
  await press('Adicionar e-mail');
  await userEvent.keyboard('abc{Enter}');
  const field = pane.getByRole('textbox', { name: 'E-mail' });
  expect(await pane.findByText('Invalid email')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(bodies()).toEqual([]);
  const ordinary = company.answer;
  company.answer = (said) =>
    said.call === CHANGE
      ? { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { email: 'Too Long!' } } }
      : ordinary(said);
  await userEvent.type(field, '@loja.com');
  expect(pane.queryByText('Invalid email')).toBeNull();
  await enters();
  expect(await pane.findByText('Too Long!')).toBeTruthy();
  expect(field).toHaveProperty('value', 'abc@loja.com');
  expect(bodies()).toEqual([{ email: 'abc@loja.com' }]);
});

test('an information that becomes empty leaves with its name, and the focus goes on', async () => {
  const { pane, press, push } = await open();
  await press('CPF 0');
  await userEvent.clear(focused()!);
  await enters();
  await waitFor(() => expect(bodies()).toEqual([{ extraInfo: [extraInfo[1]] }]));
  await waitFor(() => expect(focused()).toBe(pane.getByRole('button', { name: 'CPF 0' })));
  push('contact', 'update', aContact({ id: openTicket.contactId, extraInfo: [extraInfo[1]!] }));
  await waitFor(() => expect(pane.queryByText('CPF')).toBeNull());
  await waitFor(() => expect(focused()).toBe(pane.getByRole('button', { name: 'Adicionar informação' })));
});

test('a further information has a name and a value, and is saved with those before it', async () => {
  const { pane, press } = await open();
  await press('Adicionar informação');
  expect(focused()).toBe(pane.getByRole('textbox', { name: 'Nome da informação' }));
  await userEvent.keyboard('Cidade{Tab}Recife');
  await enters();
  await waitFor(() => expect(bodies()).toEqual([{ extraInfo: [...extraInfo, { name: 'Cidade', value: 'Recife' }] }]));
  await waitFor(() => expect(focused()).toBe(pane.getByRole('button', { name: 'Adicionar informação' })));
});

test('what was begun for a contact is not saved for the one that it is merged into', async () => {
  const { pane, press, push } = await open();
  await press('Adicionar e-mail');
  await userEvent.keyboard('ana@loja.com');
  const contact = { ...openTicket.contact, id: idOf(4, 5), name: 'Jurema Sales' };
  const headers = { 'prosa-position': '100' };
  company.answer = ({ call }) => (call === `GET /contacts/${contact.id}` ? { body: aContact(contact), headers } : undefined);
  push('ticket', 'update', { ...openTicket, contact, contactId: contact.id });
  expect(await pane.findByRole('button', { name: 'Adicionar e-mail' })).toBeTruthy();
  expect(pane.getByRole('heading', { name: 'Jurema Sales' })).toBeTruthy();
  expect(pane.queryByRole('textbox', { name: 'E-mail' })).toBeNull();
});

test('the number is copied, the files are shown and a message is scheduled from here; the kanban is in the menu', async () => {
  const { pane, press } = await open();
  const user = userEvent.setup(); // with a clipboard
  await user.click(pane.getByRole('button', { name: 'Copiar número' }));
  expect(await navigator.clipboard.readText()).toBe('+55 41 90000-1919');
  await press('Mídias');
  expect(await screen.findByRole('dialog', { name: 'Mídias do atendimento' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Agendar');
  const dialog = await screen.findByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press('Mais opções do contato');
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Editar tudo',
    'Histórico do contato',
    'Enviar para o kanban',
  ]);
});
