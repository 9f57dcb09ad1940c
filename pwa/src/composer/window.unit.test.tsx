/** @jest-environment ./src/testing/browser.environment.ts */
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './observation-dialog.tsx'; // loaded before the first test

const MINUTE = 60_000;
withCompany();

const open = async (minutes: number, channel: 'whatsapp' | 'facebook' = 'whatsapp') => {
  const windowUntil = new Date(Date.now() + minutes * MINUTE).toISOString();
  company.tickets = [{ ...openTicket, channel, provider: 'cloud', windowUntil }];
  const app = await enter(`/tickets/${openTicket.id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  return app;
};
const field = () => screen.queryByLabelText('Mensagem');

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
  expect((await screen.findByRole('status')).textContent).toMatch(
    /^O cliente escreveu há mais de 24 horas, e o canal não entrega/,
  );
  expect(field()).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Observação' }));
  await userEvent.click(
    (await screen.findByRole('dialog')).querySelector<HTMLButtonElement>('[aria-label="Fechar"]') ?? document.body,
  );
  const windowUntil = new Date(Date.now() + 24 * 60 * MINUTE).toISOString();
  push('ticket', 'update', { ...company.tickets[0]!, windowUntil });
  expect(await screen.findByLabelText('Mensagem')).toBeTruthy();
});

test('a channel without such a limit says nothing of it', async () => {
  company.tickets = [openTicket];
  await enter(`/tickets/${openTicket.id}`);
  await screen.findByLabelText('Mensagem');
  expect(screen.queryByText(/faltam|Faltam/)).toBeNull();
});
