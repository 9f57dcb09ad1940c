import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aMessage, childOf } from '../../testing/records.ts';
import { company, enterConversation, openTicket, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

test('C1: what may have reached the customer is not offered for deletion where the channel cannot delete', async () => {
  company.tickets = [{ ...openTicket, channel: 'whatsapp', provider: 'cloud' }];
  const own = { ticketId: openTicket.id, fromMe: true };
  company.messages = [
    aMessage({ ...own, id: childOf(1, 150), body: 'já chegou', ack: 3, position: '150' }),
    aMessage({ ...own, id: childOf(1, 151), body: 'falhou', ack: 1, state: 'failed', position: '151' }),
    aMessage({ ...own, id: childOf(1, 152), body: 'da equipe', isObservation: true, position: '152' }),
  ];
  await enterConversation(`/tickets/${openTicket.id}`);
  const log = await screen.findByRole('log', { name: 'Mensagens' });
  const isOffered = async (text: string) => {
    const message = (await within(log).findByText(text)).closest('li')!;
    await userEvent.hover(message);
    await userEvent.click(within(message).getByRole('button', { name: 'Mais opções da mensagem' }));
    const menu = await screen.findByRole('menu', { name: 'Opções da mensagem' });
    const offered = within(menu).queryByRole('menuitem', { name: 'Apagar' }) !== null;
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return offered;
  };
  expect(await isOffered('já chegou')).toBe(false);
  expect(await isOffered('falhou')).toBe(true);
  expect(await isOffered('da equipe')).toBe(true);
});
