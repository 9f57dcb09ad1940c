import { beforeEach, describe, expect, test } from '@jest/globals';
import { type ContactView, type LastTicket, limits } from '@prosa/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, deliveries, enter, heard, sales, submitted, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { typeWords } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { aContact, aTicket, childOf, idOf, at as timeOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './contacts-screen.screen.tsx'; // loaded before the first test

const someone = (n: number, name: string | null, more: Partial<ContactView> = {}): ContactView =>
  aContact({ id: idOf(4, n), uuid: idOf(4, n), name, number: `551190000000${n}`, email: null, kind: 'whatsapp', ...more });
let all: ContactView[];
let refusal: Said | undefined;
let lasts: LastTicket[];

const answer = ({ call, query, body }: Heard): Said | undefined => {
  if (call === 'GET /contacts') {
    const at = (Number(query.get('pageNumber') ?? 1) - 1) * limits.pageSize;
    const found = all.filter(({ name }) => name?.toLowerCase().includes((query.get('searchParam') ?? '').toLowerCase()));
    return {
      body: {
        contacts: found.slice(at, at + limits.pageSize),
        count: found.length,
        hasMore: found.length > at + limits.pageSize,
      },
      headers: { 'prosa-position': '100' },
    };
  }
  if (call === 'GET /tickets/lastByContact') {
    const asked: string[] = JSON.parse(query.get('contactIds') ?? '[]');
    return {
      body: { tickets: lasts.filter(({ contactId }) => asked.includes(contactId)) },
      headers: { 'prosa-position': heard(call).length === 1 ? '100' : '300' },
    };
  }
  if (call.startsWith('GET')) return undefined;
  if (refusal) return refusal;
  const headers = { 'prosa-position': '101' };
  if (call === 'POST /contacts') return { status: 201, body: someone(9, (body as { name: string }).name), headers };
  if (call.endsWith('/opt-out')) return { body: { ...all[0]!, optedOutAt: null }, headers };
  if (call === 'POST /tickets') return { status: 201, body: { id: childOf(1, 1) }, headers };
  return undefined;
};

withCompany();
beforeEach(() => {
  all = [someone(1, 'Ana Clara'), someone(2, 'Íris', { kind: 'instagram', number: '1/2', email: 'iris@exemplo.com.br' })];
  refusal = undefined;
  lasts = [];
  company.answer = answer;
});

const show = async () => {
  const app = await enter('/contacts');
  await screen.findByRole('heading', { name: 'Contatos' });
  await screen.findAllByText('Ana Clara');
  return app;
};
const fill = async (name: string, number: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo contato' }));
  await userEvent.type(dialog.getByLabelText('Nome'), name);
  await userEvent.type(dialog.getByLabelText('Número'), number);
  await submitted('POST /contacts', (user) => user.click(dialog.getByRole('button', { name: 'Salvar' })));
};

test('a row shows name, channel, number and e-mail; an address of a channel is no number', async () => {
  await show();
  expect(screen.getByRole('row', { name: /^Ana Clara .*\+55 11 90000-0001/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Íris Instagram sem número iris@exemplo\.com\.br/ })).toBeTruthy();
});

test('who may sends a contact to the board; others have no button for it', async () => {
  company.answer = (asked) =>
    asked.call === 'POST /kanban' ? { status: 201, body: { id: idOf(4, 1), tagId: null } } : answer(asked);
  company.me = aUser({ profile: 'admin' });
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Enviar Ana Clara para o kanban' }));
  expect(await screen.findByText('Enviado para o kanban com sucesso!')).toBeTruthy();
  expect(heard('POST /kanban').map(({ body }) => body)).toEqual([{ contactId: idOf(4, 1) }]);
});

test('an attendant has no button that sends to the board', async () => {
  company.me = aUser({ profile: 'user' });
  await show();
  expect(screen.queryByRole('button', { name: /para o kanban$/ })).toBeNull();
});

test('a search that finds more contacts than are counted says so', async () => {
  const contacts = Array.from({ length: limits.pageSize }, (_, n) => someone(n, 'Ana Clara'));
  company.answer = ({ call }) =>
    call === 'GET /contacts'
      ? { body: { contacts, hasMore: true, count: 1_000, atLeast: true, cursor: 'x' }, headers: { 'prosa-position': '100' } }
      : undefined;
  await show();
  await typeWords(screen.getByRole('searchbox'), 'Ana');
  expect(await screen.findByText('1.000+ encontrados')).toBeTruthy();
});

test('a contact that a push brings is found by its number as a person types it', async () => {
  const { push } = await show();
  all = [];
  await typeWords(screen.getByRole('searchbox'), '(11) 90000-0007');
  await screen.findByText('Nada com “(11) 90000-0007”');
  push('contact', 'create', someone(7, 'Sétima'));
  push('contact', 'create', someone(8, 'Oitava'));
  expect(await screen.findByRole('row', { name: /^Sétima/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /^Oitava/ })).toBeNull();
});

test('by the last conversation the list follows the pushes of tickets, and asks where they leave it open', async () => {
  const lists = () => heard('GET /contacts');
  const talked = (n: number, name: string, lastTicketAt: string | null) => ({ ...someone(n, name), lastTicketAt });
  all = [talked(1, 'Ana Clara', timeOf(9)), talked(2, 'Bento', timeOf(5)), talked(3, 'Cora', null)];
  const { push } = await enter('/contacts?orderBy=lastTicket&direction=desc');
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => /Ana|Bent[ao]|Cora|Dora/.exec(row.textContent ?? '')?.[0]);
  await screen.findByRole('row', { name: /^Ana Clara/ });
  const ticketOf = (n: number, seconds: number) =>
    aTicket({ id: childOf(n, 1), contactId: idOf(4, n), updatedAt: timeOf(seconds) });
  push('ticket', 'update', ticketOf(3, 20));
  await waitFor(() => expect(names()).toEqual(['Cora', 'Ana', 'Bento']));
  push('contact', 'update', someone(2, 'Benta'));
  await waitFor(() => expect(names()).toEqual(['Cora', 'Ana', 'Benta']));
  expect(lists()).toHaveLength(1);
  all = [talked(7, 'Dora', timeOf(30)), ...all];
  push('ticket', 'create', ticketOf(7, 30));
  expect(await screen.findByRole('row', { name: /^Dora/ })).toBeTruthy();
  expect(lists().map(({ query }) => [query.get('orderBy'), query.get('direction')])).toEqual(
    Array(2).fill(['lastTicket', 'desc']),
  );
});

test('the last conversation that the user sees is one call for all rows, and follows the pushes of tickets', async () => {
  const last = (n: number): LastTicket => ({ id: childOf(n, 1), contactId: idOf(4, 1), status: 'closed', updatedAt: timeOf(n) });
  lasts = [last(1)];
  const { push, at } = await show();
  const link = () => screen.findByRole('link', { name: 'Última conversa com Ana Clara: 17/11/2026' });
  expect((await link()).getAttribute('href')).toBe(`/tickets/${childOf(1, 1)}`);
  expect(heard('GET /tickets/lastByContact')).toHaveLength(1);
  push('ticket', 'create', aTicket({ id: childOf(2, 1), contactId: idOf(4, 1), updatedAt: timeOf(2) }));
  await waitFor(async () => expect((await link()).getAttribute('href')).toBe(`/tickets/${childOf(2, 1)}`));
  push('ticket', 'update', aTicket({ id: childOf(1, 1), contactId: idOf(4, 1), updatedAt: timeOf(1) }));
  expect((await link()).getAttribute('href')).toBe(`/tickets/${childOf(2, 1)}`);
  // The newer one leaves the user's sight.
  push('ticket', 'delete', { id: childOf(2, 1) });
  await waitFor(async () => expect((await link()).getAttribute('href')).toBe(`/tickets/${childOf(1, 1)}`));
  await userEvent.click(await link());
  expect(at()).toBe(`/tickets/${childOf(1, 1)}`);
});

test('a last conversation that was deleted while it was asked for is asked for again', async () => {
  const last = (n: number): LastTicket => ({ id: childOf(n, 1), contactId: idOf(4, 1), status: 'closed', updatedAt: timeOf(n) });
  const first = Promise.withResolvers<Said>();
  lasts = [last(1)];
  company.answer = (asked) => {
    const isFirst = asked.call === 'GET /tickets/lastByContact' && heard(asked.call).length === 1;
    return isFirst ? first.promise : answer(asked);
  };
  const { push } = await enter('/contacts');
  await waitFor(() => expect(heard('GET /tickets/lastByContact')).toHaveLength(1));
  push('ticket', 'delete', { id: childOf(2, 1) });
  first.resolve({ body: { tickets: [last(2)] }, headers: { 'prosa-position': '100' } });
  const link = () => screen.findByRole('link', { name: 'Última conversa com Ana Clara: 17/11/2026' });
  await waitFor(async () => expect((await link()).getAttribute('href')).toBe(`/tickets/${childOf(1, 1)}`));
  expect(heard('GET /tickets/lastByContact')).toHaveLength(2);
});

test('who serves one queue begins a ticket in it with a new contact, and is taken there', async () => {
  company.me = aUser({ profile: 'user', queueIds: [sales.id], queues: [sales] });
  const { at } = await show();
  fireEvent.keyDown(document.body, { key: 'n' });
  await fill('Novo Cliente', '5511900000009');
  await waitFor(() =>
    expect(heard('POST /tickets').map(({ body }) => body)).toEqual([{ contactId: idOf(4, 9), queueId: sales.id }]),
  );
  await waitFor(() => expect(at()).toBe(`/tickets/${childOf(1, 1)}`));
});

describe('while the queues are on their way', () => {
  let arrive: () => void;
  beforeEach(() => {
    const queues = Promise.withResolvers<Said>();
    arrive = () => queues.resolve({ body: [deliveries, sales], headers: { 'prosa-position': '100' } });
    company.answer = (asked) => (asked.call === 'GET /queue' ? queues.promise : answer(asked));
  });

  test('who serves one queue begins a ticket in it with a new contact all the same', async () => {
    company.me = aUser({ profile: 'user', queueIds: [sales.id], queues: [sales] });
    await show();
    fireEvent.keyDown(document.body, { key: 'n' });
    await fill('Novo Cliente', '5511900000009');
    await waitFor(() =>
      expect(heard('POST /tickets').map(({ body }) => body)).toEqual([{ contactId: idOf(4, 9), queueId: sales.id }]),
    );
  });

  test('an administrator may choose one for the new contact, once they are here', async () => {
    company.me = aUser({ profile: 'admin' });
    await show();
    fireEvent.keyDown(document.body, { key: 'n' });
    await fill('Novo Cliente', '5511900000009');
    const dialog = within(await screen.findByRole('dialog', { name: /^Novo atendimento/ }));
    expect(heard('POST /tickets')).toEqual([]);
    await act(async () => arrive());
    await userEvent.click(dialog.getByLabelText(/^Fila/));
    await userEvent.click(await screen.findByRole('option', { name: 'Entregas' }));
    await submitted('POST /tickets', (user) => user.click(dialog.getByRole('button', { name: 'Iniciar' })));
    expect(heard('POST /tickets').map(({ body }) => body)).toEqual([{ contactId: idOf(4, 9), queueId: deliveries.id }]);
  });
});

test('who serves several queues chooses one for the new contact', async () => {
  company.me = aUser({ profile: 'user', queueIds: [sales.id, deliveries.id], queues: [sales, deliveries] });
  const { at } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Novo contato' }));
  await fill('Novo Cliente', '5511900000009');
  const dialog = within(await screen.findByRole('dialog', { name: /^Novo atendimento/ }));
  expect(heard('POST /tickets')).toEqual([]);
  await userEvent.click(dialog.getByLabelText('Fila'));
  await userEvent.click(await screen.findByRole('option', { name: 'Entregas' }));
  await submitted('POST /tickets', (user) => user.click(dialog.getByRole('button', { name: 'Iniciar' })));
  await waitFor(() => expect(at()).toBe(`/tickets/${childOf(1, 1)}`));
  expect(heard('POST /tickets').map(({ body }) => body)).toEqual([{ contactId: idOf(4, 9), queueId: deliveries.id }]);
});

test('giving the form up begins no ticket', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Novo contato' }));
  await screen.findByRole('dialog', { name: 'Novo contato' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /tickets')).toEqual([]);
});

test('an administrator deletes a contact; a refusal is said in the dialog', async () => {
  company.me = aUser({ profile: 'admin' });
  await show();
  refusal = { status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET', message: '' } };
  await userEvent.click(screen.getByRole('button', { name: 'Excluir Ana Clara' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir o contato “Ana Clara”?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  expect(await dialog.findByText('Já existe um atendimento aberto para este contato.')).toBeTruthy();
  refusal = { status: 200, body: null, headers: { 'prosa-position': '102' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(`DELETE /contacts/${idOf(4, 1)}`)).toHaveLength(2);
});

test('others edit and begin tickets, and delete nothing; on phones the acts are in a menu', async () => {
  onPhone();
  lasts = [{ id: childOf(1, 1), contactId: idOf(4, 1), status: 'closed', updatedAt: timeOf(1) }];
  company.me = aUser({ profile: 'user' });
  await show();
  expect(screen.getByText('iris@exemplo.com.br')).toBeTruthy();
  await screen.findByText('17/11/2026');
  await userEvent.click(screen.getByRole('button', { name: 'Ações de Ana Clara' }));
  const entries = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(entries.map(({ textContent }) => textContent)).toEqual(['Ver última conversa', 'Abrir atendimento', 'Editar contato']);
});

test('who may send no campaigns does not take back that somebody wants none', async () => {
  company.me = aUser({ profile: 'user' });
  all = [someone(1, 'Ana Clara', { optedOutAt: '2026-03-01T12:00:00.000Z' })];
  await show();
  expect(await screen.findByRole('img', { name: /^Não quer receber campanhas desde/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Voltar a enviar campanhas a Ana Clara' })).toBeNull();
});

test('who wants no campaigns is marked, and gets them again once a user confirms it', async () => {
  all = [someone(1, 'Ana Clara', { optedOutAt: '2026-03-01T12:00:00.000Z' }), someone(2, 'Bia')];
  const { push } = await show();
  expect(screen.getAllByRole('img', { name: /^Não quer receber campanhas desde/ })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Voltar a enviar campanhas a Bia' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Voltar a enviar campanhas a Ana Clara' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Confirme só se ela pediu/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Voltar a enviar campanhas' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(`DELETE /contacts/${all[0]!.id}/opt-out`)).toHaveLength(1);
  expect(await screen.findByText('O contato volta a receber campanhas.')).toBeTruthy();
  push('contact', 'update', { ...all[0]!, optedOutAt: null });
  await waitFor(() => expect(screen.queryByRole('img', { name: /campanhas desde/ })).toBeNull());
});
