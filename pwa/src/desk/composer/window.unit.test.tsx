import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterConversation, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './observation-box.tsx'; // loaded before the first test

const MINUTE = 60_000;
withCompany();

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE).toISOString();
const open = async (minutes: number, channel: 'whatsapp' | 'facebook' = 'whatsapp', automaticUntil: string | null = null) => {
  company.tickets = [{ ...openTicket, channel, provider: 'cloud', windowUntil: inMinutes(minutes), automaticUntil }];
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const field = () => screen.queryByLabelText('Mensagem');
/** Something else may be loading, and say so, meanwhile. */
const closed = (text: RegExp) => screen.findByText(text, { selector: '[role="status"], [role="status"] *' });

test('C31: before one writes it says how long the customer can be written to, calmly, and in the last two hours as a warning', async () => {
  await open(5 * 60 + 10);
  const line = await screen.findByText(/^Você pode escrever até (\d\d\/\d\d\/\d{4} )?\d\d:\d\d: faltam 5 h\.$/);
  expect(line.dataset.soon).toBeUndefined();
  expect(field()).not.toBeNull();
});

test('C31: an end on another day says which', async () => {
  await open(24 * 60);
  expect(await screen.findByText(/^Você pode escrever até \d\d\/\d\d\/\d{4} \d\d:\d\d: faltam 24 h\.$/)).toBeTruthy();
});

test('C31: the last two hours', async () => {
  await open(72);
  const line = await screen.findByText(/^Faltam 1 h 1[12] min: às (\d\d\/\d\d\/\d{4} )?\d\d:\d\d o canal deixa de entregar/);
  expect(line.dataset.soon).toBe('true');
});

test('C31: afterwards there is no field; an observation can still be written, and the next message of the customer brings it back', async () => {
  const { push } = await open(-1, 'facebook');
  await closed(/^O cliente escreveu há mais de 24 horas, e o canal não entrega/);
  expect(field()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancelar' }));
  const windowUntil = inMinutes(24 * 60);
  push('ticket', 'update', { ...company.tickets[0]!, windowUntil });
  expect(await screen.findByLabelText('Mensagem')).toBeTruthy();
});

test('C31: where people may write for longer than automatic texts go, that is said, and at the end the days', async () => {
  await open(5 * 24 * 60 + 10, 'facebook', inMinutes(-60));
  await screen.findByText(/^Passaram 24 horas: até \d\d\/\d\d\/\d{4} \d\d:\d\d o canal ainda entrega o que você escreve/);
  expect(field()).not.toBeNull();
});

test('C31: while both go the days that are left are said', async () => {
  await open(6 * 24 * 60 + 10, 'facebook', inMinutes(10));
  await screen.findByText(/^Você pode escrever até .*: faltam 6 d\.$/);
});

test('C31: a ticket that an earlier release of the app has kept, without that field, speaks of hours', async () => {
  const { automaticUntil: _, ...kept } = openTicket;
  company.tickets = [{ ...kept, channel: 'facebook', provider: 'cloud', windowUntil: inMinutes(-1) } as typeof openTicket];
  await enterConversation(`/tickets/${openTicket.id}`);
  await closed(/^O cliente escreveu há mais de 24 horas/);
});

test('C31: a week after the customer there is no field, and it is a week that is said', async () => {
  await open(-1, 'facebook', inMinutes(-6 * 24 * 60));
  await closed(/^O cliente escreveu há mais de 7 dias/);
  expect(field()).toBeNull();
});

test('a channel without such a limit says nothing of it', async () => {
  company.tickets = [openTicket];
  await enterConversation(`/tickets/${openTicket.id}`);
  await screen.findByLabelText('Mensagem');
  expect(screen.queryByText(/faltam|Faltam/)).toBeNull();
});
