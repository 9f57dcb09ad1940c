import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aTicket, childOf, idOf } from '../../../testing/records.ts';
import { company, enterConversation, openTicket, withCompany } from '../screen.fixture.tsx';

withCompany();

const kept = { id: idOf(4, 90), name: 'Carla da Padaria', number: '5511970003002', profilePicUrl: null };
const ofKept = { contactId: kept.id, contact: kept };
const next = aTicket({
  ...openTicket,
  id: childOf(90, 1),
  uuid: childOf(90, 1),
  protocol: '000091',
  ...ofKept,
});
const ended = aTicket({ ...openTicket, status: 'closed', closedAt: openTicket.updatedAt, ...ofKept });
const field = () => screen.findByRole('textbox', { name: 'Mensagem' });

test('whoever serves a customer who turns out to be another contact goes on in that one’s ticket, with what they were writing', async () => {
  company.tickets = [openTicket];
  const { push, router } = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.type(await field(), 'Já vou ver');
  push('ticket', 'create', next);
  push('ticket', 'update', { ...ended, contactId: openTicket.contactId, contact: openTicket.contact });
  expect(router.state.location.pathname).toBe(`/tickets/${openTicket.id}`);
  push('ticket', 'update', ended);
  await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${next.id}`));
  await waitFor(async () => expect(((await field()) as HTMLTextAreaElement).value).toBe('Já vou ver'));
});

test('a closed ticket leads to the one in which its customer is served now', async () => {
  company.tickets = [ended, next];
  const { router } = await enterConversation(`/tickets/${ended.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'atendimento nº 000091' }));
  expect(router.state.location.pathname).toBe(`/tickets/${next.id}`);
  expect(screen.queryByRole('button', { name: 'reabra' })).toBeNull();
});

test('who opened it when it was closed already stays', async () => {
  company.tickets = [{ ...ended, contactId: openTicket.contactId, contact: openTicket.contact }, next];
  const { push, router } = await enterConversation(`/tickets/${ended.id}`);
  await screen.findByRole('button', { name: 'reabra' });
  push('ticket', 'update', ended);
  await screen.findByRole('button', { name: 'atendimento nº 000091' });
  expect(router.state.location.pathname).toBe(`/tickets/${ended.id}`);
});
