import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import './schedules.screen.tsx'; // loaded before the first test
import './schedule-dialog.tsx';
import { feature as schedulesScreen } from './schedules.later.ts';

const at = { 'prosa-position': '100' };
const maria = { id: idOf(4, 1), name: 'Maria José', number: '5511987654321', profilePicUrl: null };
const text = 'Seu pedido chega amanhã, entre 9h e 12h.';
const planned = {
  id: idOf(8, 1),
  companyId: idOf(0, 1),
  contactId: maria.id,
  contact: { id: maria.id, name: maria.name },
  body: text,
  sendAt: '2030-03-01T15:00:00.000Z',
  sentAt: null as string | null,
  status: 'PENDENTE',
  reason: null as string | null,
  ticketId: null,
  userId: idOf(1, 1),
  user: { id: idOf(1, 1), name: 'Marina Alves' },
  place: '1',
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
};
const failed = {
  ...planned,
  id: idOf(8, 2),
  status: 'ERRO',
  reason: 'ERR_WAPP_NOT_INITIALIZED',
  place: '0',
  body: 'Bom dia, tudo bem?',
};
const sent = {
  ...planned,
  id: idOf(8, 3),
  status: 'ENVIADA',
  sentAt: '2026-03-01T15:00:01.000Z',
  place: '2',
  body: 'Já foi enviada',
};

withCompany();
beforeEach(() => {
  company.answer = ({ call, body }) => {
    if (call === 'GET /schedules/')
      return { body: { schedules: [failed, planned, sent], count: 3, hasMore: false }, headers: at };
    if (call === `GET /contacts/${maria.id}`) return { body: maria, headers: at };
    if (call === 'GET /contacts') return { body: { contacts: [maria], count: 1, hasMore: false }, headers: at };
    if (call === 'POST /schedules')
      return { status: 201, body: { ...planned, ...(body as object), id: idOf(8, 9) }, headers: at };
    if (/^(PUT|POST) \/schedules\//.test(call)) return { body: { ...failed, ...(body as object) }, headers: at };
    return undefined;
  };
});

test('the list shows contact, the first 25 characters, time and status; failed ones with their reason', async () => {
  const { push } = await enter('/schedules');
  const rows = (await screen.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Maria JoséBom dia, tudo bem\?01\/03\/2030 12:00Marina AlvesErroA conexão está desligada/);
  expect(rows[1]).toContain(`Maria José${text.slice(0, 25)}…01/03/2030 12:00Marina AlvesAgendada`);
  expect(rows[2]).toMatch(/Enviada01\/03\/2026 12:00/);
  expect(screen.getByRole('link', { name: 'Agendamentos' }).getAttribute('aria-current')).toBe('page');
  push('schedule', 'update', { ...planned, status: 'ENVIADA', sentAt: planned.sendAt, place: '21' });
  await waitFor(() => expect(screen.queryByText('Agendada')).toBeNull());
});

test('a new one begins an hour ahead and asks for what is missing', async () => {
  await enterScreen('/schedules', schedulesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Agendar mensagem' }));
  const dialog = await screen.findByRole('dialog');
  const [date, time] = [within(dialog).getByLabelText('Data de envio'), within(dialog).getByLabelText('Hora')];
  const shown = `${(date as HTMLInputElement).value} ${(time as HTMLInputElement).value}`;
  const [day, month, year, hour, minute] = shown.split(/\D/).map(Number) as [number, number, number, number, number];
  // The company is in São Paulo, three hours behind UTC.
  const ahead = Date.UTC(year, month - 1, day, hour + 3, minute) - Date.now();
  expect(ahead).toBeGreaterThan(58 * 60_000);
  expect(ahead).toBeLessThanOrEqual(60 * 60_000);
  await userEvent.type(within(dialog).getByLabelText('Mensagem'), 'Oi!!');
  await userEvent.clear(date);
  await userEvent.clear(time);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  expect(await within(dialog).findByText('Mensagem muito curta')).toBeTruthy();
  expect(await within(dialog).findAllByText('Obrigatório')).toHaveLength(2);
  for (const [there, missing] of [
    [date, time],
    [time, date],
  ] as const) {
    await userEvent.clear(missing);
    await userEvent.type(there, there === date ? '01/03/2030' : '0930');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    expect(await within(dialog).findAllByText('Obrigatório')).toHaveLength(2);
    expect(within(dialog).queryByText('Data ou hora inválida')).toBeNull();
  }
  expect(heard('POST /schedules')).toEqual([]);
});

test('the address names a contact: the dialog is open with them, and saves the company’s local time', async () => {
  await enterScreen(`/schedules?contactId=${maria.id}`, schedulesScreen);
  const dialog = await screen.findByRole('dialog');
  expect((within(dialog).getByLabelText('Contato') as HTMLInputElement).value).toBe('Maria José');
  await userEvent.type(within(dialog).getByLabelText('Mensagem'), text);
  const date = within(dialog).getByLabelText('Data de envio');
  await userEvent.clear(date);
  await userEvent.type(date, '01032030');
  const time = within(dialog).getByLabelText('Hora');
  await userEvent.clear(time);
  await userEvent.type(time, '0930');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(heard('POST /schedules').map(({ body }) => body)).toEqual([
    { contactId: maria.id, body: text, sendAt: '2030-03-01T09:30' },
  ]);
});

test('one that has failed says why, and is sent again; one that was sent cannot be saved', async () => {
  await enterScreen('/schedules', schedulesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Enviar de novo para Maria José' }));
  await waitFor(() => expect(heard(`POST /schedules/${failed.id}/retry`)).toHaveLength(1));
  const [ofFailed, , ofSent] = screen.getAllByRole('button', { name: /^Editar/ });
  await userEvent.click(ofFailed!);
  expect(await within(await screen.findByRole('dialog')).findByText('A conexão está desligada')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click(ofSent!);
  const dialog = await screen.findByRole('dialog', { name: 'Mensagem enviada' });
  expect(within(dialog).getByText('Já foi enviada')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: 'Salvar' })).toBeNull();
});

test('the list says whose each is; other people’s can be changed by administrators alone', async () => {
  const rafael = { userId: idOf(1, 2), user: { id: idOf(1, 2), name: 'Rafael Nogueira' } };
  const ordinary = company.answer;
  company.answer = (heard) =>
    heard.call === 'GET /schedules/'
      ? {
          body: {
            schedules: [
              { ...failed, ...rafael },
              { ...planned, userId: company.me.id },
            ],
            count: 2,
            hasMore: false,
          },
          headers: at,
        }
      : ordinary(heard);
  company.me = aUser({ profile: 'user' });
  const { push } = await enter('/schedules');
  const [, theirs, own] = await screen.findAllByRole('row');
  expect(theirs!.textContent).toContain('Rafael Nogueira');
  expect(within(theirs!).queryAllByRole('button')).toEqual([]);
  expect(within(own!).queryAllByRole('button')).toHaveLength(2);
  push('user', 'update', { id: idOf(1, 2), name: 'Rafael N.' });
  await waitFor(() => expect(theirs!.textContent).toContain('Rafael N.'));
});
