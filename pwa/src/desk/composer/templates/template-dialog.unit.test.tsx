import { expect, test } from '@jest/globals';
import type { MessageTemplate } from '@prosa/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterConversation, heard, openTicket, withCompany } from '../../tickets/screen.fixture.tsx';
import './template-dialog.tsx'; // loaded before the first test

const LIST = `POST /whatsapp/${openTicket.whatsappId}/templates`;
const SEND = `POST /messages/${openTicket.id}`;
const template = (name: string, text: string, values = 0): MessageTemplate => ({
  name,
  language: 'pt_BR',
  category: 'UTILITY',
  text,
  header: null,
  footer: 'Padaria',
  buttons: ['Acompanhar'],
  values,
});
const pages = [
  { templates: [template('aviso_de_feriado', 'Fechamos na segunda.')], next: 'mais' },
  { templates: [template('pedido_saiu', 'Olá {{1}}, seu pedido {{2}} saiu.', 2)], next: null },
];

withCompany();

const open = async () => {
  company.tickets = [
    { ...openTicket, channel: 'whatsapp', provider: 'cloud', windowUntil: new Date(Date.now() - 60_000).toISOString() },
  ];
  const { answer } = company;
  company.answer = (call) =>
    call.call === LIST
      ? { body: (call.body as { next: string | null }).next ? pages[1] : pages[0], headers: { 'prosa-position': '100' } }
      : answer(call);
  await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Escolher modelo' }));
  return screen.findByRole('dialog', { name: /^Enviar modelo/ });
};

test('C31: a template is found, filled and sent, and its preview is what the customer reads', async () => {
  const dialog = await open();
  const first = await within(dialog).findByRole('button', { name: /^aviso de feriado/ });
  expect(first.textContent).toContain('Fechamos na segunda.');
  // The next page is there without being asked for: the list is not full.
  await within(dialog).findByRole('button', { name: /^pedido saiu/ });
  await userEvent.type(within(dialog).getByLabelText('Buscar modelo'), 'saiu');
  expect(within(dialog).queryByRole('button', { name: /^aviso/ })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: /^pedido saiu/ }));
  const preview = () => within(dialog).getByRole('region', { name: 'Como o cliente lê' }).textContent;
  expect(preview()).toBe('Olá {{1}}, seu pedido {{2}} saiu.\n\nPadariaAcompanhar');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  expect(within(dialog).getAllByText('Preencha este valor.')).toHaveLength(2);
  await userEvent.type(within(dialog).getByLabelText('Valor 1'), 'Lia');
  await userEvent.type(within(dialog).getByLabelText('Valor 2'), '42');
  expect(preview()).toMatch(/^Olá Lia, seu pedido 42 saiu\./);
  expect(heard(SEND)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard(SEND).map(({ body }) => body)).toEqual([
    { template: { name: 'pedido_saiu', language: 'pt_BR', values: ['Lia', '42'] } },
  ]);
});

test('a refused value is shown at its field, another refusal above the buttons', async () => {
  const dialog = await open();
  await userEvent.click(await within(dialog).findByRole('button', { name: /^pedido saiu/ }));
  await userEvent.type(within(dialog).getByLabelText('Valor 1'), 'Lia');
  await userEvent.type(within(dialog).getByLabelText('Valor 2'), '42');
  const { answer } = company;
  company.answer = (call) =>
    call.call === SEND
      ? { status: 400, body: { error: 'ERR_VALIDATION', message: '', fields: { 'template.values.1': 'Invalid text' } } }
      : answer(call);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  await within(dialog).findByText('O canal não aceita este valor.');
  await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText('Valor 2')));
  company.answer = (call) =>
    call.call === SEND ? { status: 502, body: { error: 'ERR_CHANNEL_SILENT', message: '' } } : answer(call);
  await userEvent.type(within(dialog).getByLabelText('Valor 2'), '0');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar' }));
  await within(dialog).findByText('O canal não respondeu. Tente de novo em instantes.');
});

test('templates that cannot be fetched can be asked for again, and none at all is said', async () => {
  const dialog = await open();
  await within(dialog).findByRole('button', { name: /^aviso/ });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  let fails = true;
  company.answer = ({ call }) => {
    if (call !== LIST) return undefined;
    if (fails) return { status: 502, body: { error: 'ERR_CHANNEL_SILENT', message: '' } };
    return { body: { templates: [], next: null }, headers: { 'prosa-position': '100' } };
  };
  await userEvent.click(screen.getByRole('button', { name: 'Escolher modelo' }));
  await screen.findByText(/^O canal não respondeu/);
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'tentar de novo' }));
  await screen.findByText(/^Nenhum modelo aprovado/);
});
