import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onPhone } from '../../testing/media.ts';
import { aTicket, childOf } from '../../testing/records.ts';
import { company, enter, heard, openTicket, withCompany } from './screen.fixture.tsx';

withCompany();

const { id } = openTicket;
const HOUR_MS = 3_600_000;
const asked = () => heard(`PUT /tickets/${id}/snooze`).map(({ body }) => (body as { until: string | null }).until);
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const snoozed = { ...openTicket, snoozedUntil: inHours(48) };

test('the menu of a conversation snoozes it: it is left, and the toast takes it back', async () => {
  const { at: address } = await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Adiar' }));
  const menu = within(await screen.findByRole('menu', { name: 'Adiar até' }));
  expect(menu.getByText('Volta antes se o cliente escrever.')).toBeTruthy();
  await userEvent.click(menu.getByRole('menuitem', { name: /^Daqui a 1 hora/ }));
  await waitFor(() => expect(address()).toBe('/tickets/'));
  expect(Math.abs(Date.parse(asked()[0]!) - Date.now() - HOUR_MS)).toBeLessThan(60_000);
  const toast = await screen.findByText(/^Adiado até /);
  await userEvent.click(within(toast.closest('[role]')!).getByRole('button', { name: /^Desfazer/ }));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked()[1]).toBeNull();
});

test('another time is asked for; one that is none is refused under its field before anything is sent', async () => {
  await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Adiar' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Escolher data e hora' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Adiar até/ }));
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Escolher data e hora' }).checked).toBe(true);
  const time = dialog.getByRole('textbox', { name: 'Hora' });
  await userEvent.clear(time);
  await userEvent.click(dialog.getByRole('button', { name: 'Adiar' }));
  expect(await dialog.findByText('Escolha um dia e uma hora')).toBeTruthy();
  expect(asked()).toEqual([]);
  await userEvent.type(time, '930');
  await userEvent.clear(time);
  await userEvent.type(time, '09:30');
  await userEvent.click(dialog.getByRole('button', { name: 'Adiar' }));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(asked()[0]).toMatch(/T12:30:00.000Z$/);
});

test('the key S asks for the row with the focus; what the server refuses is said in the dialog', async () => {
  company.answer = ({ call }) =>
    call === `PUT /tickets/${id}/snooze` ? { status: 409, body: { error: 'ERR_TRANSITION', message: '' } } : undefined;
  await enter();
  const row = await screen.findByRole('link', { name: /Otávio/ });
  await userEvent.keyboard('j');
  await waitFor(() => expect(document.activeElement).toBe(row));
  await userEvent.keyboard('s');
  const dialog = within(await screen.findByRole('dialog', { name: /^Adiar até/ }));
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Daqui a 1 hora/ })));
  await userEvent.keyboard('{Enter}');
  expect(await dialog.findByText('Isto não é possível no estado atual.')).toBeTruthy();
});

test('snoozed tickets leave Atendendo and its count, and are listed apart by their return, until their customer writes', async () => {
  const sooner = aTicket({
    ...snoozed,
    id: childOf(40, 1),
    contact: { ...openTicket.contact, name: 'Zoe' },
    snoozedUntil: inHours(30),
  });
  company.tickets = [snoozed, sooner, aTicket({ id: childOf(41, 1), contact: { ...openTicket.contact, name: 'Ivo' } })];
  const { push } = await enter();
  await waitFor(async () => expect((await screen.findByRole('tab', { name: /Atendendo/ })).textContent).toBe('Atendendo1'));
  const list = () => within(screen.getByRole('list', { name: 'Atendendo' }));
  await screen.findByText('Ivo');
  expect(list().queryByText('Zoe')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Adiados 2' }));
  await waitFor(() =>
    expect(
      list()
        .getAllByRole('link')
        .map(({ textContent }) => /Zoe|Otávio/.exec(textContent)?.[0]),
    ).toEqual(['Zoe', 'Otávio']),
  );
  expect(list().getAllByRole('img', { name: 'adiado até' })).toHaveLength(2);
  push('ticket', 'update', { ...sooner, snoozedUntil: null, unreadMessages: 1 });
  await waitFor(() => expect(list().queryByText('Zoe')).toBeNull());
});

test('a snoozed ticket is taken back from its menu, on a phone too', async () => {
  onPhone();
  company.tickets = [snoozed];
  await enter(`/tickets/${id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Mais opções' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Trazer de volta agora' }));
  await waitFor(() => expect(asked()).toEqual([null]));
});
