import { expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { comes, pass, typeWords, withFakeTime, withoutPause } from '../../../testing/fake-time.ts';
import { aUser } from '../../../testing/me.ts';
import { aContact, aTicket, at, childOf, idOf } from '../../../testing/records.ts';
import {
  begun,
  closedTicket,
  company,
  deliveries,
  enter,
  heard,
  openTicket,
  sales,
  submitted,
  withCompany,
} from '../screen.fixture.tsx';

withCompany();

/** A closing overlay is gone by then. */
const A_CLOSING_MS = 300;
const CHANGE = `PUT /tickets/${openTicket.id}`;
const dialog = () => screen.findByRole('dialog');
const press = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));
const submit = async (name: string, call: string) => {
  const button = within(await dialog()).getByRole('button', { name });
  await submitted(call, (user) => user.click(button));
  await waitFor(() => expect(heard(call)).toHaveLength(1));
};
const choose = async (field: string, option: string) => {
  await userEvent.click(within(await dialog()).getByLabelText(field));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

test('a transfer requires a queue', async () => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  expect(within(await dialog()).getByLabelText('Fila').textContent).toBe('Escolha a fila');
  await press('Transferir');
  expect(within(await dialog()).getByText('Selecione uma fila')).toBeTruthy();
  expect(heard(CHANGE)).toEqual([]);
  await choose('Fila', 'Entregas');
  await submit('Transferir', CHANGE);
  expect(heard(CHANGE)[0]?.body).toEqual({ queueId: deliveries.id });
});

test('a queue can be chosen by keyboard only, and the focus returns to the field', async () => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  const field = within(await dialog()).getByLabelText('Fila');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  field.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Buscar: Fila'));
  await userEvent.keyboard('{Enter}'); // the first option
  await waitFor(() => expect(field.textContent).toBe('Entregas'));
  await waitFor(() => expect(document.activeElement).toBe(field));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an action from the palette focuses its dialog', async () => {
  await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  const words = await screen.findByRole('combobox', { name: 'Buscar ou ir para' });
  await withoutPause(A_CLOSING_MS, async (user) => {
    await user.type(words, 'novo{Enter}');
    await dialog();
  }); // an overlay returns the focus once it has closed
  expect(words.isConnected).toBe(false);
  expect(document.activeElement).toBe(within(await dialog()).getByLabelText('Contato'));
});

test('the users to transfer to are searched from three characters on', async () => {
  const { at } = await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  const field = within(await dialog()).getByLabelText(/Atendente/);
  await typeWords(field, 'ra');
  expect(begun('GET /users/')).toBe(0);
  await typeWords(field, 'f');
  await userEvent.click(await screen.findByRole('option', { name: /Rafael Nogueira/ }));
  expect(heard('GET /users/')).toHaveLength(1);
  await choose('Fila', 'Vendas');
  await press('Transferir');
  await waitFor(() => expect(heard(CHANGE)[0]?.body).toEqual({ queueId: sales.id, userId: idOf(1, 2) }));
  await waitFor(() => expect(at()).toBe('/tickets/'));
});

test('users who are not in the chosen queue are marked, and listed last', async () => {
  const people = [
    { id: idOf(1, 2), name: 'Rafael Nogueira', queueIds: [sales.id], queues: [sales], online: true },
    { id: idOf(1, 3), name: 'Rafaela Prado', queueIds: [deliveries.id], queues: [deliveries], online: false },
  ];
  company.answer = ({ call }) => (call === 'GET /users/' ? { body: { users: people, count: 2, hasMore: false } } : undefined);
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  await choose('Fila', 'Entregas');
  await typeWords(within(await dialog()).getByLabelText(/Atendente/), 'raf');
  // The list of queues may still be closing.
  const found = await screen.findByRole('listbox', { name: /Atendente/ });
  const options = await within(found).findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Rafaela Prado(?!.*fora desta fila)/),
    expect.stringMatching(/Rafael Nogueira.*fora desta fila · Vendas/),
  ]);
  await userEvent.click(options[1]!);
  expect(within(await dialog()).getByText('O atendimento passa a Rafael Nogueira, que não está na fila Entregas.')).toBeTruthy();
});

const transferToDeliveries = async (go = () => submit('Transferir', CHANGE)) => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  await choose('Fila', 'Entregas');
  await go();
};

test('a refusal is said once: by a toast for a while, then in the dialog until the input is changed', async () => {
  company.answer = ({ call }) =>
    call === CHANGE ? { status: 404, body: { error: 'ERR_NO_QUEUE_FOUND', message: '' } } : undefined;
  const refusal = 'Nenhuma fila encontrada com este número.';
  const inDialog = async () => within(await dialog()).queryByText(refusal);
  const toast = () => screen.queryAllByText(refusal).find((text) => text.closest('.toast'));
  const seen = () => screen.queryAllByText(refusal).filter((text) => getComputedStyle(text).visibility === 'visible');
  const waitsForToast = () =>
    withFakeTime(async (user) => {
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Transferir' }));
      await pass(limits.submitDelayMs);
      await comes(() => toast() !== undefined);
      expect(seen()).toEqual([toast()]);
      await pass(limits.toastMs - 1);
      expect(seen()).toEqual([toast()]);
      await pass(1);
      expect(toast()).toBeUndefined();
      expect(seen()).toHaveLength(1);
      // A screen reader has heard it from the toast.
      expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
    });
  await transferToDeliveries(waitsForToast);
  expect(await inDialog()).toBeTruthy();
  await choose('Fila', 'Vendas');
  expect(await inDialog()).toBeNull();
});

test.each([
  ['faults of fields', { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { queueId: 'Invalid' } } }],
  ['what a call without an answer says', 'gone' as const],
])('%s are shown in the dialog alone', async (_, answer) => {
  company.answer = ({ call }) => (call === CHANGE ? answer : undefined);
  await transferToDeliveries();
  expect(await within(await dialog()).findByRole('alert')).toBeTruthy();
  expect(document.querySelector('.toast')).toBeNull();
});

test('the second user to reopen a ticket is shown in the dialog who was faster', async () => {
  company.answer = ({ call }) =>
    call === `PUT /tickets/${closedTicket.id}`
      ? { status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET', message: '', details: { name: 'Rafael' } } }
      : undefined;
  await enter(`/tickets/${closedTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir' }));
  await userEvent.click(within(await dialog()).getByRole('radio', { name: 'Entregas' }));
  await submit('Reabrir', `PUT /tickets/${closedTicket.id}`);
  expect(await within(await dialog()).findByText('Rafael já aceitou este atendimento')).toBeTruthy();
});

test('Escape closes the results first, then the dialog', async () => {
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  await typeWords(within(await dialog()).getByLabelText(/Atendente/), 'raf');
  await screen.findByRole('option', { name: /Rafael Nogueira/ });
  await withoutPause(A_CLOSING_MS, (user) => user.keyboard('{Escape}'));
  expect(screen.queryByRole('option')).toBeNull();
  expect(within(await dialog()).getByLabelText<HTMLInputElement>(/Atendente/).value).toBe('raf');
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByRole('option', { name: /Rafael Nogueira/ });
  await userEvent.keyboard('{Escape}{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a closed ticket is reopened in one of the user’s queues', async () => {
  company.me = aUser({ profile: 'user', queueIds: [deliveries.id], queues: [deliveries] });
  await enter(`/tickets/${closedTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir' }));
  const shown = await dialog();
  expect(await within(shown).findByRole('radio', { name: 'Entregas' })).toBeTruthy();
  expect(within(shown).queryByRole('radio', { name: 'Vendas' })).toBeNull();
  await press('Reabrir');
  expect(within(shown).getByText('Selecione uma fila')).toBeTruthy();
  await userEvent.click(within(shown).getByRole('radio', { name: 'Entregas' }));
  await submit('Reabrir', `PUT /tickets/${closedTicket.id}`);
  expect(heard(`PUT /tickets/${closedTicket.id}`)[0]?.body).toEqual({ status: 'open', queueId: deliveries.id });
});

test('a ticket that was closed several times shows the last time', async () => {
  company.tickets = [{ ...closedTicket, createdAt: at(-9 * 86_400), closedAt: at(0) }];
  await enter(`/tickets/${closedTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir' }));
  expect(within(await dialog()).getByText('Tarcísio Lins · fechado em 17/11/2026')).toBeTruthy();
});

test('an attendant without queues is shown why none can be chosen', async () => {
  company.me = aUser({ profile: 'user', queueIds: [], queues: [] });
  await enter(`/tickets/${closedTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Reabrir' }));
  expect(within(await dialog()).getByText('Você não está em nenhuma fila. Peça a um administrador.')).toBeTruthy();
});

test('resolving sends the automatic message and confirms it', async () => {
  const { at } = await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
  expect(await screen.findByText('Conversa fechada com sucesso!')).toBeTruthy();
  expect(heard(CHANGE)[0]?.query.get('msgAutomatic')).toBe('true');
  expect(heard(CHANGE)[0]?.body).toEqual({ status: 'closed', undoable: true });
  await waitFor(() => expect(at()).toBe('/tickets/'));
});

test.each([
  ['Resolver sem avaliação', { status: 'closed', undoable: true, withoutRating: true }],
  ['Resolver e avaliar', { status: 'closed', undoable: true }],
])('with ratings enabled, %s can be chosen', async (name, body) => {
  company.me = aUser({ company: { settings: [{ key: 'userRating', value: 'enabled' }] } });
  await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
  await submit(name, CHANGE);
  expect(heard(CHANGE)[0]?.body).toEqual(body);
});

test('in a company that requires tags a ticket without one cannot be resolved', async () => {
  company.tickets = [aTicket({ id: openTicket.id, company: { tagForce: true } })];
  await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Você precisa selecionar uma tag antes.');
  const field = screen.getByRole('combobox', { name: 'Buscar ou criar tag' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(heard(CHANGE)).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Buscar ou criar tag' })).toBeNull());
});

test('the same applies to its row, and if only the server knows it: the tag editor opens in the conversation', async () => {
  const { at } = await enter('/tickets');
  company.answer = ({ call }) =>
    call === CHANGE ? { status: 409, body: { error: 'ERR_TAG_REQUIRED', message: '' } } : undefined;
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver Otávio Brandão' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Você precisa selecionar uma tag antes.');
  expect(at()).toBe(`/tickets/${openTicket.id}`);
  expect(screen.getByRole('combobox', { name: 'Buscar ou criar tag' })).toBeTruthy();
});

test('a new ticket requires a contact, and from an attendant a queue', async () => {
  company.me = aUser({ profile: 'user', queueIds: [sales.id, deliveries.id], queues: [sales, deliveries] });
  company.answer = ({ call }) =>
    call === 'GET /contacts' ? { body: { contacts: [aContact()], count: 1, hasMore: false } } : undefined;
  const { at } = await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Novo/ }));
  await press('Iniciar');
  expect(within(await dialog()).getByText('Escolha um contato')).toBeTruthy();
  expect(within(await dialog()).getByText('Selecione uma fila')).toBeTruthy();
  const field = within(await dialog()).getByLabelText('Contato');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await typeWords(field, 'ot');
  expect(begun('GET /contacts')).toBe(0);
  await typeWords(field, 'á');
  await userEvent.click(await screen.findByRole('option', { name: /Otávio Brandão/ }));
  await choose('Fila', 'Vendas');
  await submit('Iniciar', 'POST /tickets');
  expect(heard('POST /tickets')[0]?.body).toEqual({ contactId: idOf(4, 1), queueId: sales.id });
  await waitFor(() => expect(at()).toBe(`/tickets/${openTicket.id}`));
});

test('an unknown name becomes a new contact, with errors shown when a field is left', async () => {
  const made = aContact({ id: idOf(4, 9), name: 'Dagmar Fontoura', number: '5511900001234' });
  company.answer = ({ call }) => (call === 'POST /contacts' ? { status: 201, body: made } : undefined);
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Novo/ }));
  await typeWords(within(await dialog()).getByLabelText('Contato'), 'Dagmar Fontoura');
  await userEvent.click(await screen.findByRole('option', { name: /Criar contato “Dagmar Fontoura”/ }));
  const form = await screen.findByRole('dialog', { name: 'Novo contato' });
  expect(within(form).getByLabelText('Nome')).toHaveProperty('value', 'Dagmar Fontoura');
  await userEvent.type(within(form).getByLabelText('Número'), '123');
  await userEvent.type(within(form).getByLabelText('E-mail'), 'dagmar@');
  await userEvent.tab();
  expect([within(form).getByText('Too Short!'), within(form).getByText('Invalid email')]).toHaveLength(2);
  await userEvent.type(within(form).getByLabelText('Número'), '45678');
  await userEvent.clear(within(form).getByLabelText('E-mail'));
  await submitted('POST /contacts', (user) => user.click(within(form).getByRole('button', { name: 'Salvar' })));
  await waitFor(() => expect(heard('POST /contacts')).toHaveLength(1));
  expect(heard('POST /contacts')[0]?.body).toMatchObject({ name: 'Dagmar Fontoura', number: '12345678' });
  await waitFor(() => expect(form.isConnected).toBe(false));
  await submit('Iniciar', 'POST /tickets');
  expect(heard('POST /tickets')[0]?.body).toEqual({ contactId: made.id });
});

test('for a contact who is already being served, the attendant is named', async () => {
  company.answer = ({ call }) => {
    if (call === 'GET /contacts') return { body: { contacts: [aContact()], count: 1, hasMore: false } };
    if (call === 'POST /tickets')
      return {
        status: 409,
        body: { error: 'ERR_OTHER_OPEN_TICKET', message: '', details: { userId: idOf(1, 2), name: 'Rafael' } },
      };
    return undefined;
  };
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Novo/ }));
  await typeWords(within(await dialog()).getByLabelText('Contato'), 'otá');
  await userEvent.click(await screen.findByRole('option', { name: /Otávio/ }));
  await submit('Iniciar', 'POST /tickets');
  expect(await within(await dialog()).findByText('Este contato já está em atendimento com Rafael.')).toBeTruthy();
  // The toast says it in the same words.
  expect(document.querySelector('.toast')?.textContent).toBe('Este contato já está em atendimento com Rafael.');
});

test('tags are added, created and removed', async () => {
  company.tickets = [aTicket({ id: openTicket.id, tags: [{ id: idOf(5, 2), name: 'Troca', color: '#0891B2' }] })];
  company.answer = ({ call }) =>
    call === 'POST /tags' ? { status: 201, body: { id: idOf(5, 9), name: 'Urgente', color: '#7C7C7C', kanban: 0 } } : undefined;
  const { push } = await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Remover a tag Troca' }));
  await waitFor(() => expect(heard('POST /tags/sync')[0]?.body).toEqual({ ticketId: openTicket.id, tags: [] }));
  company.tickets = [aTicket({ id: openTicket.id, tags: [] })];
  push('ticket', 'update', company.tickets[0]!);
  await userEvent.click(screen.getByRole('button', { name: 'Tag' }));
  await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar ou criar tag' }), 'Urgente');
  await screen.findByRole('option', { name: 'Criar tag “Urgente”' });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(heard('POST /tags')[0]?.body).toEqual({ name: 'Urgente' }));
  await waitFor(() => expect(heard('POST /tags/sync').at(-1)?.body).toEqual({ ticketId: openTicket.id, tags: [idOf(5, 9)] }));
});

test('an invisible ticket is reported, with a link back', async () => {
  const { at } = await enter(`/tickets/${childOf(8, 8)}`);
  expect(await screen.findByText('Este atendimento não está com você')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ver os atendimentos' }));
  expect(at()).toBe('/tickets');
});
