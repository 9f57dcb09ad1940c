import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aUser } from '../../testing/me.ts';
import { aMessage, aTicket, at, childOf } from '../../testing/records.ts';
import { company, deliveries, enter, heard, openTicket, sales, submitted, waiting, withCompany } from './screen.fixture.tsx';

withCompany();

const dialog = () => screen.findByRole('dialog');
const goWaiting = async () => userEvent.click(await screen.findByRole('tab', { name: /Aguardando/ }));
const attendant = () => aUser({ profile: 'user', queueIds: [sales.id, deliveries.id], queues: [sales, deliveries] });
const others = [2, 3, 4].map((n) =>
  aTicket({
    id: childOf(10 + n, 1),
    updatedAt: at(40 + n),
    contact: { ...openTicket.contact, name: `Cliente ${n}` },
  }),
);
const select = (name: string) => screen.findByRole('checkbox', { name: `Selecionar ${name}` });
const BULK = 'POST /tickets/bulk';

test('an administrator deletes a ticket after a confirmation that names the loss, and the screen leaves it', async () => {
  const { at: address, push } = await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('button', { name: 'Resolver' });
  await userEvent.click(screen.getByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  expect((await dialog()).textContent).toContain('some de todas as telas');
  expect(heard(`DELETE /tickets/${openTicket.id}`)).toEqual([]);
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Excluir atendimento' }));
  expect(await screen.findByText('Ticket deleted sucessfully.')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/tickets/'));
  push('ticket', 'delete', { id: openTicket.id });
  await waitFor(() => expect(screen.queryByRole('link', { name: /Otávio/ })).toBeNull());
});

test('a refused deletion is shown in its dialog', async () => {
  company.answer = ({ call }) =>
    call.startsWith('DELETE') ? { status: 404, body: { error: 'ERR_NO_TICKET_FOUND', message: '' } } : undefined;
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Opções do atendimento com Otávio Brandão' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Excluir atendimento' }));
  expect(await within(await dialog()).findByText(/Nenhum atendimento encontrado/)).toBeTruthy();
});

test('an attendant can neither delete nor watch', async () => {
  company.me = attendant();
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Opções do atendimento com Otávio Brandão' }));
  const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(offered).toEqual(expect.arrayContaining(['Devolver', 'TransferirT', 'Agendar mensagem', 'Mídias']));
  for (const forbidden of ['Espiar a conversa', 'Excluir']) expect(offered).not.toContain(forbidden);
  await userEvent.keyboard('{Escape}');
  await goWaiting();
  await screen.findByRole('button', { name: 'Aceitar Deolinda Figueira' });
  expect(screen.queryByRole('button', { name: /Espiar/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Opções do atendimento/ })).toBeNull();
});

test('an administrator reads a waiting conversation live, without accepting it or marking anything as read', async () => {
  company.messages = [aMessage({ id: childOf(2, 100), ticketId: waiting.id, body: 'Queria saber da minha cadeira' })];
  const ordinary = company.answer;
  company.answer = (call) => (call.call === `GET /tickets/${waiting.id}/spy` ? { body: waiting } : ordinary(call));
  const { at: address, push } = await enter();
  await goWaiting();
  await userEvent.click(await screen.findByRole('button', { name: 'Espiar a conversa com Deolinda Figueira' }));
  const shown = within(await dialog());
  await waitFor(() => expect(heard(`GET /messages/${waiting.id}`)).toHaveLength(1));
  expect(shown.getByText('Você só está lendo: nada fica marcado como lido')).toBeTruthy();
  push('appMessage', 'create', aMessage({ id: childOf(2, 101), ticketId: waiting.id, body: 'Era para ontem', position: '150' }));
  await shown.findByText('Era para ontem');
  expect(address()).toBe('/tickets');
  // It was accepted elsewhere: the messages stay unread for the attendant who now has it.
  push('ticket', 'update', { ...waiting, status: 'open', userId: openTicket.userId, user: openTicket.user });
  await waitFor(() => expect(shown.queryByRole('button', { name: 'Aceitar' })).toBeNull());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard().filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
});

test('a user who may not watch gets the reason', async () => {
  company.answer = ({ call }) => {
    if (call === 'POST /auth/refresh_token') return { body: { token: 't2', user: company.me } };
    return call.endsWith('/spy') ? { status: 403, body: { error: 'ERR_NO_PERMISSION', message: '' } } : undefined;
  };
  await enter();
  await goWaiting();
  await userEvent.click(await screen.findByRole('button', { name: /^Espiar/ }));
  expect(await within(await dialog()).findByText('Não deu para abrir a conversa')).toBeTruthy();
  expect(heard(`GET /messages/${waiting.id}`)).toEqual([]);
});

test('several rows are selected, one by one and with Shift, and resolved in one call', async () => {
  company.tickets = [openTicket, ...others];
  company.answer = ({ call, body }) =>
    call === BULK
      ? {
          body: { results: (body as { ticketIds: string[] }).ticketIds.map((id) => ({ id, status: 200 })) },
          headers: { 'prosa-position': '101' },
        }
      : undefined;
  const { at: address } = await enter();
  await userEvent.click(await select('Cliente 4'));
  const user = userEvent.setup();
  await user.keyboard('{Shift>}');
  await user.click(screen.getByRole('link', { name: /Cliente 2/ }));
  await user.keyboard('{/Shift}');
  const bar = within(await screen.findByRole('toolbar', { name: '3 selecionados' }));
  expect(address()).toBe('/tickets');
  await userEvent.click(bar.getByRole('button', { name: 'Resolver' }));
  expect(await screen.findByText('3 atendimentos resolvidos.')).toBeTruthy();
  expect(heard(BULK)[0]?.body).toEqual({ ticketIds: others.map(({ id }) => id), status: 'closed' });
  expect(heard(BULK)[0]?.query.get('msgAutomatic')).toBe('false');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('tickets that refuse are listed with their reasons, and stay selected', async () => {
  company.tickets = [openTicket, ...others];
  company.answer = ({ call }) =>
    call === BULK
      ? {
          body: {
            results: [
              { id: others[2]!.id, status: 200 },
              { id: others[1]!.id, status: 409, error: 'ERR_TAG_REQUIRED' },
            ],
          },
        }
      : undefined;
  await enter();
  await userEvent.click(await select('Cliente 4'));
  await userEvent.click(await select('Cliente 3'));
  await userEvent.keyboard('e');
  const told = within(await screen.findByRole('dialog', { name: '1 atendimento ficou como estava' }));
  expect(told.getByText('Cliente 3')).toBeTruthy();
  expect(told.getByText('Você precisa selecionar uma tag antes.')).toBeTruthy();
  await userEvent.click(told.getAllByRole('button', { name: 'Fechar' }).at(-1)!);
  expect(await screen.findByRole('toolbar', { name: '1 selecionado' })).toBeTruthy();
  expect(((await select('Cliente 3')) as HTMLInputElement).checked).toBe(true);
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('by keyboard: X selects the focused row, T transfers all selected ones', async () => {
  company.tickets = [openTicket, ...others];
  await enter();
  const row = await screen.findByRole('link', { name: /Cliente 4/ });
  row.focus();
  await userEvent.keyboard('x');
  expect(((await select('Cliente 4')) as HTMLInputElement).checked).toBe(true);
  screen.getByRole('link', { name: /Cliente 2/ }).focus();
  await userEvent.keyboard('xt');
  const shown = within(await screen.findByRole('dialog', { name: /Transferir atendimento/ }));
  expect(shown.getByText('2 atendimentos')).toBeTruthy();
  await userEvent.click(shown.getByLabelText('Fila'));
  await userEvent.click(await screen.findByRole('option', { name: 'Entregas' }));
  const go = await shown.findByRole('button', { name: /^Transferir para/ });
  await submitted(BULK, (user) => user.click(go));
  await waitFor(() =>
    expect(heard(BULK)[0]?.body).toEqual({ ticketIds: [others[0]!.id, others[2]!.id], queueId: deliveries.id }),
  );
});

test('tags are added to those that each ticket has', async () => {
  company.tickets = [openTicket, ...others];
  await enter();
  await userEvent.click(await select('Cliente 4'));
  await userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Tags' }));
  await userEvent.click(within(await dialog()).getByRole('button', { name: 'Adicionar' }));
  expect(within(await dialog()).getByText('Escolha pelo menos uma tag')).toBeTruthy();
  await userEvent.click(within(await dialog()).getByLabelText('Tags'));
  await userEvent.click(await screen.findByRole('option', { name: 'Garantia' }));
  const add = within(await dialog()).getByRole('button', { name: 'Adicionar' });
  await submitted(BULK, (user) => user.click(add));
  await waitFor(() => expect(heard(BULK)[0]?.body).toMatchObject({ ticketIds: [others[2]!.id], addTags: [expect.any(String)] }));
});

test('a customer’s rating is shown at the ticket', async () => {
  const closed = aTicket({ id: openTicket.id, status: 'closed', closedAt: at(10) });
  company.tickets = [closed];
  const { push } = await enter(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const facts = within(await screen.findByRole('region', { name: 'Atendimento' }));
  expect(facts.queryByText('Avaliação')).toBeNull();
  push('ticket', 'update', { ...closed, rating: 3 });
  expect(await facts.findByText('3 de 3 · muito satisfeito')).toBeTruthy();
});
