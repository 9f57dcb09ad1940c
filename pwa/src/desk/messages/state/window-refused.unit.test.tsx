import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { aMessage, childOf } from '../../../testing/records.ts';
import { company, enterConversation, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

test('C22: what the channel refuses as too late closes the field at once, with the way out, until the customer writes', async () => {
  const windowUntil = new Date(Date.now() + 30 * 60_000).toISOString();
  company.tickets = [{ ...openTicket, channel: 'whatsapp', provider: 'cloud', windowUntil }];
  const { push } = await enterConversation(`/tickets/${openTicket.id}`);
  const field = () => screen.queryByLabelText('Mensagem');
  const sent = aMessage({ id: childOf(1, 150), ticketId: openTicket.id, fromMe: true, ack: 2, position: '150' });
  push('appMessage', 'create', sent);
  expect(await screen.findByLabelText('Mensagem')).toBeTruthy();
  push('appMessage', 'update', { ...sent, ack: 1, state: 'failed', failure: 'window' });
  await screen.findByText('Não foi enviada: passaram mais de 24 horas desde a última mensagem do cliente.');
  expect(await screen.findByRole('button', { name: 'Escolher modelo' })).toBeTruthy();
  await waitFor(() => expect(field()).toBeNull());
  push('appMessage', 'create', aMessage({ id: childOf(1, 151), ticketId: openTicket.id, position: '151' }));
  expect(await screen.findByLabelText('Mensagem')).toBeTruthy();
});
