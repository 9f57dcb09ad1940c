import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { aLine, aMessage, at, childOf, idOf } from '../../../testing/records.ts';
import { company, deliveries, enterConversation, openTicket, sales, withCompany } from '../../tickets/screen.fixture.tsx';

withCompany();

const [ana, bruno] = [
  { id: idOf(1, 7), name: 'Ana Souza' },
  { id: idOf(1, 8), name: 'Bruno Lima' },
];
const otherAna = { id: idOf(1, 9), name: 'Ana Prado' };
const line = (n: number, more: Parameters<typeof aLine>[0]) =>
  aLine({ id: childOf(1, 900 + n), ticketId: openTicket.id, at: at(n), position: String(110 + n), ...more });

const open = async (lines: ReturnType<typeof line>[]) => {
  const messages = [aMessage({ id: childOf(1, 100), ticketId: openTicket.id, body: 'Bom dia', position: '100' })];
  company.answer = ({ call }) =>
    call === `GET /messages/${openTicket.id}`
      ? {
          headers: { 'prosa-position': '200' },
          body: { messages, hasMore: false, hasNewer: false, count: 1, unread: null, lines },
        }
      : undefined;
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  const log = await screen.findByRole('log', { name: 'Mensagens' });
  await within(log).findByText('Bom dia');
  const shown = () =>
    [...log.querySelectorAll('[data-line]')].map((one) => one.textContent?.replace(/ (\d\d\/\d\d\/\d{4} )?\d\d:\d\d$/, ''));
  return { ...app, shown, log };
};

test('the conversation says who did what with the ticket, by first names', async () => {
  const { shown } = await open([
    line(1, { kind: 'reopened', by: bruno, user: bruno, queue: sales }),
    line(2, { kind: 'returned', by: bruno, from: sales }),
    line(3, { kind: 'accepted', by: bruno, user: bruno }),
    line(4, { kind: 'transferred', by: bruno, user: ana, queue: deliveries, from: sales }),
    line(5, { kind: 'transferred', by: ana, user: bruno, queue: deliveries, from: deliveries }),
    line(6, { kind: 'transferred', by: bruno, queue: sales, from: deliveries }),
    line(7, { kind: 'left-queue', from: sales }),
    line(8, { kind: 'woken', reason: 'customer' }),
    line(9, { kind: 'woken', reason: 'time' }),
    line(10, { kind: 'woken', reason: 'user', by: ana }),
  ]);
  expect(shown()).toEqual([
    'Bruno reabriu',
    'Bruno devolveu à fila Vendas',
    'Bruno aceitou',
    'Bruno transferiu para Ana, de Vendas para Entregas',
    'Ana transferiu para Bruno',
    'Bruno transferiu para a fila Vendas',
    'Saiu da fila Vendas, que foi excluída',
    'Voltou: o cliente escreveu',
    'Voltou: chegou a hora',
    'Ana trouxe de volta',
  ]);
});

test('what nobody of the team did, and what one did for oneself, is said of the ticket', async () => {
  const { shown } = await open([
    line(1, { kind: 'accepted', by: ana, user: bruno }),
    line(2, { kind: 'transferred', user: bruno, queue: sales, from: sales }),
    line(3, { kind: 'transferred', by: ana, user: ana, queue: sales, from: sales }),
    line(4, { kind: 'returned', from: sales }),
    line(5, { kind: 'transferred', queue: deliveries, from: sales }),
    line(6, { kind: 'accepted', user: ana, reason: 'distribution' }),
  ]);
  expect(shown()).toEqual([
    'Bruno recebeu o atendimento',
    'Bruno recebeu o atendimento',
    'Ana assumiu o atendimento',
    'Voltou a aguardar',
    'Transferido para a fila Entregas',
    'Distribuído para Ana',
  ]);
});

test('two of the same first name are told apart, and a line that is pushed appears', async () => {
  const { shown, push } = await open([line(1, { kind: 'accepted', by: ana, user: ana })]);
  expect(shown()).toEqual(['Ana aceitou']);
  push('ticketLine', 'create', line(90, { kind: 'transferred', by: ana, user: otherAna, queue: sales, from: sales }));
  await waitFor(() => expect(shown()).toEqual(['Ana S. aceitou', 'Ana S. transferiu para Ana P.']));
});

test('a snooze says until when', async () => {
  const { shown, log } = await open([line(1, { kind: 'snoozed', by: ana, until: '2026-11-18T12:00:00.000Z' })]);
  expect(shown()[0]).toMatch(/^Ana adiou até 18\/11\/2026/);
  expect(log.querySelector('[data-line] time')?.getAttribute('datetime')).toBe(at(1));
});
