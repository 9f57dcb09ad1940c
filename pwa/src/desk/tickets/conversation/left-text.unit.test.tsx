import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, idOf } from '../../../testing/records.ts';
import { company, enterConversation, heard, openTicket, sales, withCompany } from '../screen.fixture.tsx';

const SEND = `POST /messages/${openTicket.id}`;
const CHANGE = `PUT /tickets/${openTicket.id}`;
const own = { ...openTicket, queueId: sales.id, queue: sales };

withCompany();

/** The ticket is open, a text is being written, and the ticket becomes another. */
const written = async (next: Partial<typeof openTicket>) => {
  company.tickets = [own];
  const { push } = await enterConversation(`/tickets/${own.id}`);
  await userEvent.type(await screen.findByLabelText('Mensagem'), 'A nota foi cancelada');
  push('ticket', 'update', { ...own, ...next });
  await screen.findByText('Seu texto continua aqui.');
  return push;
};
const closed = { status: 'closed', closedAt: at(40) } as const;
const send = () => screen.queryByRole('button', { name: 'Reabrir e enviar' });

test('a text stays in sight when a colleague closes its ticket; it is sent when the ticket is reopened for it, once', async () => {
  const push = await written(closed);
  expect(screen.getByText('A nota foi cancelada')).toBeTruthy();
  company.answer = ({ call }) => (call === CHANGE ? { status: 200, body: { id: own.id, position: '900' } } : undefined);
  await userEvent.click(send()!);
  await waitFor(() => expect(heard(CHANGE).map(({ body }) => body)).toEqual([{ status: 'open', queueId: sales.id }]));
  push('ticket', 'update', own);
  await waitFor(() =>
    expect(heard(SEND).map(({ body }) => body)).toMatchObject([
      { body: 'A nota foi cancelada', isObservation: false, signed: true },
    ]),
  );
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Mensagem').value).toBe(''));
  expect(heard(SEND)).toHaveLength(1);
});

test('a reopening that is refused sends nothing, and the text stays', async () => {
  await written(closed);
  company.answer = ({ call }) => (call === CHANGE ? { status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } } : undefined);
  await userEvent.click(send()!);
  await waitFor(() => expect(heard(CHANGE)).toHaveLength(1));
  await screen.findByRole('alert');
  expect(screen.getByText('A nota foi cancelada')).toBeTruthy();
  expect(heard(SEND)).toEqual([]);
});

test('given back, or in a queue of others, it is not sent from here; it can be dropped', async () => {
  const push = await written({ status: 'pending', userId: null, user: null });
  expect(send()).toBeNull();
  push('ticket', 'update', { ...own, ...closed });
  await waitFor(() => expect(send()).not.toBeNull());
  push('ticket', 'update', { ...own, ...closed, queueId: idOf(2, 9), queue: { ...sales, id: idOf(2, 9) } });
  await waitFor(() => expect(send()).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(screen.queryByText('Seu texto continua aqui.')).toBeNull();
});
