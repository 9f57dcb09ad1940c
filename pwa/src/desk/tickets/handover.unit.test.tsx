import { beforeEach, expect, test } from '@jest/globals';
import type { AttendantView } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { typeWords } from '../../testing/fake-time.ts';
import { aLine, aTicket, childOf, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import {
  company,
  deliveries,
  enter,
  enterConversation,
  heard,
  openTicket,
  sales,
  submitted,
  withCompany,
} from './screen.fixture.tsx';
import { takeBack } from './state/handover.commands.ts';

withCompany();

const { id } = openTicket;
const CHANGE = `PUT /tickets/${id}`;
const UNDO = `POST /tickets/${id}/undo-transfer`;
const marina = { id: idOf(1, 1), name: 'Marina Alves' };
const attendant = (n: number, name: string, more: Partial<AttendantView> = {}): AttendantView => ({
  id: idOf(1, n),
  name,
  profilePicUrl: null,
  online: true,
  availability: 'available',
  openTickets: n,
  ...more,
});
/** As the service orders them. */
const ofSales = [
  attendant(1, marina.name),
  attendant(2, 'Bruno Lima'),
  attendant(5, 'Ana Souza'),
  attendant(3, 'Rafael Nogueira', { availability: 'busy' }),
  attendant(4, 'Beatriz Yamamoto', { availability: 'away' }),
  attendant(6, 'Caio Prado', { online: false }),
];
/** The answer to a change of the ticket; undefined: it succeeds. */
let changed: (heard: Heard) => Said | undefined;
let inSales: () => Promise<Said> | Said;

beforeEach(() => {
  changed = () => undefined;
  inSales = () => ({ body: ofSales });
  company.answer = (one) => {
    if (one.call === `GET /queue/${sales.id}/attendants`) return inSales();
    if (one.call === `GET /queue/${deliveries.id}/attendants`) return { body: [attendant(6, 'Caio Prado', { online: false })] };
    if (one.call === 'GET /users/') return { body: { users: [], count: 0, hasMore: false } };
    return one.call === CHANGE || one.call === UNDO ? changed(one) : undefined;
  };
});

const open = async () => {
  const app = await enter(`/tickets/${id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: /Transferir/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /Transferir atendimento/ }));
  return { ...app, dialog, field: dialog.getByLabelText<HTMLInputElement>(/^Atendente ·/) };
};
type Dialog = Awaited<ReturnType<typeof open>>['dialog'];
const people = (dialog: Dialog) =>
  within(dialog.getByRole('listbox', { name: 'Atendentes' }))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const chosen = (dialog: Dialog) => dialog.getByRole('option', { selected: true }).textContent;
const go = (dialog: Dialog) => dialog.getByRole('button', { name: /^Transferir/ });
const comes = (dialog: Dialog) => dialog.findByRole('option', { name: /Bruno Lima/ });
const body = () => heard(CHANGE)[0]?.body;
/** The toast with these words, some of which may be bold. */
const toast = async (words: RegExp) => {
  let found: HTMLElement | undefined;
  await waitFor(() => {
    found = [...document.querySelectorAll<HTMLElement>('.toast')].find((one) => words.test(one.textContent ?? ''));
    expect(found).toBeTruthy();
  });
  return within(found!);
};

test('the present queue is chosen and lists its people before any letter; the first who takes tickets is chosen, and Enter sends', async () => {
  const { dialog, field, at } = await open();
  await comes(dialog);
  expect(dialog.getByLabelText('Fila').textContent).toBe('Vendas');
  expect(people(dialog)).toEqual([
    expect.stringMatching(/Bruno Lima2 abertosDisponível$/),
    expect.stringMatching(/Ana Souza5 abertosDisponível$/),
    expect.stringMatching(/Rafael Nogueira3 abertosOcupado$/),
    expect.stringMatching(/Beatriz Yamamoto4 abertosAusente$/),
    expect.stringMatching(/Caio Prado6 abertosOffline$/),
    'Ninguém: fica aguardando na fila',
  ]);
  expect(chosen(dialog)).toContain('Bruno Lima');
  expect(document.activeElement).toBe(field);
  expect(go(dialog).textContent).toBe('Transferir para BrunoEnter');
  await submitted(CHANGE, (user) => user.keyboard('{Enter}'));
  await waitFor(() => expect(body()).toEqual({ queueId: sales.id, userId: idOf(1, 2), servedBy: marina.id }));
  await waitFor(() => expect(at()).toBe('/tickets/'));
});

test('arrow keys and clicks choose another one, or nobody, which the button says', async () => {
  const { dialog, field } = await open();
  await comes(dialog);
  await userEvent.type(field, '{ArrowDown}');
  expect(go(dialog).textContent).toContain('Transferir para Ana');
  expect(document.getElementById(field.getAttribute('aria-activedescendant')!)?.textContent).toContain('Ana Souza');
  await userEvent.type(field, '{ArrowUp}{ArrowUp}');
  expect(go(dialog).textContent).toContain('Transferir para a fila');
  await userEvent.click(dialog.getByRole('option', { name: /Rafael/ }));
  expect(go(dialog).textContent).toContain('Transferir para Rafael');
  expect(document.activeElement).toBe(field);
  await userEvent.click(dialog.getByRole('option', { name: /Ninguém/ }));
  await submitted(CHANGE, (user) => user.keyboard('{Enter}'));
  await waitFor(() => expect(body()).toEqual({ queueId: sales.id, servedBy: marina.id }));
});

test('where nobody takes tickets, nobody is chosen; another queue has its own people', async () => {
  const { dialog } = await open();
  await comes(dialog);
  await userEvent.click(dialog.getByLabelText('Fila'));
  await userEvent.click(await screen.findByRole('option', { name: 'Entregas' }));
  await waitFor(() => expect(people(dialog)[0]).toMatch(/Caio Prado/));
  expect(chosen(dialog)).toContain('Ninguém');
});

test('letters filter the people, and Enter before any answer, or with nobody of that name, sends nothing', async () => {
  let come: () => void = () => undefined;
  inSales = () => new Promise((resolve) => (come = () => resolve({ body: ofSales })));
  const { dialog, field } = await open();
  await userEvent.keyboard('{Enter}');
  come();
  await comes(dialog);
  await userEvent.type(field, 'so');
  expect(people(dialog)).toEqual([expect.stringContaining('Ana Souza')]);
  expect(go(dialog).textContent).toContain('Transferir para Ana');
  await userEvent.type(field, 'zz');
  await dialog.findByText('Nenhum atendente com “sozz”');
  await userEvent.keyboard('{Enter}');
  expect(heard(CHANGE)).toEqual([]);
});

test('if the people cannot be fetched, that is said, and the ticket can still go to the queue', async () => {
  inSales = () => ({ status: 500, body: { error: 'ERR_INTERNAL', message: '' } });
  const { dialog } = await open();
  expect(await dialog.findByRole('alert')).toBeTruthy();
  expect(people(dialog)).toEqual(['Ninguém: fica aguardando na fila']);
});

test('a note goes with it, also by Ctrl+Enter, and one that is too short says so at its field', async () => {
  const { dialog } = await open();
  await comes(dialog);
  const note = dialog.getByLabelText(/^Recado/);
  await userEvent.type(note, 'Oi');
  await userEvent.click(go(dialog));
  expect(await dialog.findByText('Escreva pelo menos 5 caracteres.')).toBeTruthy();
  expect(heard(CHANGE)).toEqual([]);
  await userEvent.clear(note);
  await typeWords(note, 'A peça já está no galpão.');
  await submitted(CHANGE, (user) => user.keyboard('{Control>}{Enter}{/Control}'));
  await waitFor(() => expect(body()).toMatchObject({ userId: idOf(1, 2), note: 'A peça já está no galpão.' }));
});

test('the note names colleagues who see the ticket where it goes; Escape closes their list only', async () => {
  const asked: Heard[] = [];
  const answers = company.answer;
  company.answer = (one) => {
    if (one.call !== `GET /tickets/${id}/mentionable`) return answers(one);
    asked.push(one);
    return { body: { people: [ofSales[2]] } };
  };
  const { dialog } = await open();
  await comes(dialog);
  const note = dialog.getByLabelText<HTMLTextAreaElement>(/^Recado/);
  await userEvent.type(note, 'Fala com @');
  const named = await screen.findByRole('listbox', { name: /^Colegas/ });
  expect(within(named).getAllByRole('option')).toHaveLength(1);
  expect(asked[0]?.query.get('queueId')).toBe(sales.id);
  expect(asked[0]?.query.get('userId')).toBe(idOf(1, 2));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('listbox', { name: /^Colegas/ })).toBeNull());
  await userEvent.type(note, '{Backspace}@an');
  await screen.findByRole('listbox', { name: /^Colegas/ });
  await userEvent.keyboard('{Enter}');
  expect(note.value).toBe('Fala com @Ana Souza ');
  await submitted(CHANGE, (user) => user.keyboard('{Control>}{Enter}{/Control}'));
  const mentions = [{ userId: idOf(1, 5), at: 9, length: 10 }];
  await waitFor(() => expect(body()).toMatchObject({ note: 'Fala com @Ana Souza', mentions }));
});

test('the toast says where it went and takes it back, which opens it again', async () => {
  const { dialog, at } = await open();
  await comes(dialog);
  await submitted(CHANGE, (user) => user.keyboard('{Enter}'));
  const said = await toast(/^Transferido para Bruno Lima, em Vendas/);
  await waitFor(() => expect(at()).toBe('/tickets/'));
  await userEvent.click(said.getByRole('button', { name: /^Desfazer/ }));
  await waitFor(() => expect(heard(UNDO)).toHaveLength(1));
  await waitFor(() => expect(at()).toBe(`/tickets/${id}`));
  await toast(/O atendimento voltou para você/);
});

test('a return is taken back likewise; what cannot be taken back says why', async () => {
  const { at } = await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Devolver/ }));
  await waitFor(() => expect(body()).toEqual({ status: 'pending', servedBy: marina.id }));
  const said = await toast(/^Devolvido à fila Vendas/);
  changed = () => ({ status: 409, body: { error: 'ERR_TICKET_ANSWERED', message: '' } });
  await userEvent.click(said.getByRole('button', { name: /^Desfazer/ }));
  await toast(/Este atendimento já foi respondido/);
  expect(at()).toBe('/tickets/');
});

test.each([
  [{ by: 'Bruno', user: 'Ana', queue: 'Vendas' }, 'Bruno já transferiu este atendimento para Ana'],
  [{ by: 'Bruno', user: null, queue: 'Vendas' }, 'Bruno já transferiu este atendimento para a fila Vendas'],
  [{ by: null, user: 'Ana', queue: 'Vendas' }, 'Ana já está com este atendimento'],
  [{ by: null, user: null, queue: 'Vendas' }, 'Este atendimento já voltou a aguardar'],
  [{ by: 'Bruno', user: 'Ana', closed: true }, 'Este atendimento já foi encerrado'],
])('of two who transfer at once, the second reads what the first did: %j', async (details, words) => {
  changed = () => ({ status: 409, body: { error: 'ERR_TICKET_MOVED', message: '', details } });
  const { dialog } = await open();
  await comes(dialog);
  await submitted(CHANGE, (user) => user.keyboard('{Enter}'));
  expect(await dialog.findByText(words)).toBeTruthy();
});

const theirs = aTicket({
  id: childOf(7, 1),
  userId: idOf(1, 2),
  user: { id: idOf(1, 2), name: 'Bruno Lima' },
  contact: { id: idOf(4, 7), name: 'Noêmia Castelo', number: '5581900001111', profilePicUrl: null },
});
const transfer = { ticketId: theirs.id, kind: 'transferred' as const, by: { id: idOf(1, 2), name: 'Bruno Lima' } };

const me = () => ({ id: company.me.id, name: company.me.name });

test('whoever receives a ticket is told by whom and of whom, and opens it', async () => {
  const { push, at } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  push('ticket', 'update', { ...theirs, userId: company.me.id, user: me(), unreadMessages: 1 });
  push('ticketLine', 'create', aLine({ id: childOf(7, 900), ...transfer, user: me() }));
  const said = await toast(/^Bruno transferiu Noêmia Castelo para você/);
  await userEvent.click(said.getByRole('button', { name: /^Abrir/ }));
  await waitFor(() => expect(at()).toBe(`/tickets/${theirs.id}`));
});

test('nobody is told of tickets that went to others, or that they took over themselves', async () => {
  const { push } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  push('ticketLine', 'create', aLine({ id: childOf(7, 901), ...transfer, user: { id: idOf(1, 3), name: 'Ana' } }));
  push('ticketLine', 'create', aLine({ id: childOf(7, 902), ...transfer, by: me(), user: me() }));
  push('ticketLine', 'create', aLine({ id: childOf(7, 903), ...transfer, kind: 'accepted', user: me() }));
  push('ticketLine', 'create', aLine({ id: childOf(7, 904), ...transfer, user: me() }));
  await toast(/^Bruno transferiu um atendimento para você/);
  expect(document.querySelectorAll('.toast')).toHaveLength(1);
});

test('what is offered to be taken back is, also before the parts of the app that come later are loaded', async () => {
  const { store } = await enterConversation(`/tickets/${id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  store.dispatch(takeBack.start({ ticketId: id }));
  await waitFor(() => expect(heard(UNDO)).toHaveLength(1));
});
