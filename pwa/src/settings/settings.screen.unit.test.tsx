/** @jest-environment ./src/testing/browser.environment.ts */
import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { usualHours } from '../hours/hours.ts';
import { liveFrame } from '../kernel/live.slice.ts';
import { aUser } from '../testing/me.ts';
import { aPush } from '../testing/records.ts';
import type { Heard, Said } from '../testing/server.ts';
import { company, enter, heard, withCompany } from '../tickets/screen.fixture.tsx';
import './settings.screen.tsx'; // loaded before the first test

let stored: { schedules: object[]; holidays: string[]; timeZone: string };
const answer = ({ call, body }: Heard): Said | undefined => {
  const headers = { 'prosa-position': '100' };
  if (call.startsWith('GET /companies/')) return { body: { ...company.me.company, ...stored }, headers };
  if (call.startsWith('PUT /')) return { body: body as object, headers };
  return undefined;
};
withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  stored = { schedules: [], holidays: ['2026-12-25'], timeZone: 'America/Sao_Paulo' };
  company.answer = answer;
});
const set = (key: string, value: string) => liveFrame(aPush('setting', 'update', { key, value }, 105));

test('a setting is chosen among its values, saved at once, and confirmed', async () => {
  await enter('/settings');
  await userEvent.click(await screen.findByRole('button', { name: /Tipo do robô/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Texto', 'Botões', 'Lista']);
  await userEvent.click(screen.getByRole('option', { name: 'Lista' }));
  await waitFor(() => expect(heard('PUT /settings/chatBotType').map(({ body }) => body)).toEqual([{ value: 'list' }]));
  expect(await screen.findByText('Salvo')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Ignorar grupos' }));
  await waitFor(() => expect(heard('PUT /settings/CheckMsgIsGroup').map(({ body }) => body)).toEqual([{ value: 'disabled' }]));
});

test('the hours are a tab while they are the company’s: ranges, holidays and zone are saved together', async () => {
  const { store } = await enter('/settings');
  await screen.findByText('Tipo de horário');
  expect(screen.queryByRole('tab')).toBeNull();
  act(() => void store.dispatch(set('scheduleType', 'company')));
  await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }));
  const day = await screen.findByRole('textbox', { name: 'Feriados · Dia' });
  expect(within(screen.getByRole('list', { name: 'Feriados' })).getByText('25/12/2026')).toBeTruthy();
  fireEvent.change(day, { target: { value: '01/01/2027' } });
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar feriado' }));
  const end = screen.getByRole('textbox', { name: 'Sábado, fim' });
  fireEvent.change(end, { target: { value: '0700' } });
  await userEvent.click(screen.getByRole('button', { name: 'Salvar horários' }));
  expect(await screen.findByText('O fim vem antes do início')).toBeTruthy();
  fireEvent.change(end, { target: { value: '1400' } });
  await userEvent.click(screen.getByRole('button', { name: 'Salvar horários' }));
  const { id } = company.me.company;
  await waitFor(() => expect(heard(`PUT /companies/${id}/schedules`)).toHaveLength(1));
  expect(heard(`PUT /companies/${id}/schedules`)[0]?.body).toEqual({
    schedules: usualHours.map((range) => (range.weekdayEn === 'saturday' ? { ...range, endTime: '14:00' } : range)),
    holidays: ['2026-12-25', '2027-01-01'],
    timeZone: 'America/Sao_Paulo',
  });
  act(() => void store.dispatch(set('scheduleType', 'queue')));
  await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
});

test('who may not change settings sees how they are', async () => {
  company.me = aUser({ profile: 'user' });
  await enter('/settings');
  expect(await screen.findByText('só administradores mudam')).toBeTruthy();
  expect(screen.getByText('Sem horário')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Tipo do robô/ })).toBeNull();
});
