import { beforeEach, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { usualHours } from '../../flows/hours/hours.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { aUser } from '../../testing/me.ts';
import { aPush, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './settings.screen.tsx'; // loaded before the first test
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as usersScreen } from '../../people/users/users.later.ts';
import { feature as settingsScreen } from './settings.later.ts';

const listed = { body: [{ key: 'asaas', value: '********0003' }], headers: { 'prosa-position': '100' } };
let keys: Said = listed;
let stored: { schedules: object[]; holidays: string[]; timeZone: string };
const answer = ({ call, body }: Heard): Said | undefined => {
  const headers = { 'prosa-position': '100' };
  if (call.startsWith('GET /companies/')) return { body: { ...company.me.company, ...stored }, headers };
  if (call === 'GET /settings') return keys;
  if (call.startsWith('PUT /')) return { body: body as object, headers };
  return undefined;
};
/** Those of the screen and of what it shows. */
const features = [settingsScreen, usersFeature, usersScreen];

withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  stored = { schedules: [], holidays: ['2026-12-25'], timeZone: 'America/Sao_Paulo' };
  company.answer = answer;
  keys = listed;
});
const set = (key: string, value: string) => liveFrame(aPush('setting', 'update', { key, value }, 105));

test('a setting is chosen among its values, saved at once, and confirmed', async () => {
  await enterScreen('/settings', ...features);
  await userEvent.click(await screen.findByRole('button', { name: /Tipo do robô/ }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Texto', 'Botões', 'Lista']);
  await userEvent.click(screen.getByRole('option', { name: 'Lista' }));
  await waitFor(() => expect(heard('PUT /settings/chatBotType').map(({ body }) => body)).toEqual([{ value: 'list' }]));
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Ignorar grupos' }));
  await waitFor(() => expect(heard('PUT /settings/CheckMsgIsGroup').map(({ body }) => body)).toEqual([{ value: 'disabled' }]));
});

test('the hours are a tab while they are the company’s: ranges, holidays and zone are saved together', async () => {
  const { store } = await enterScreen('/settings', ...features);
  await screen.findByText('Tipo de horário');
  expect(screen.queryByRole('tab')).toBeNull();
  act(() => void store.dispatch(set('scheduleType', 'company')));
  await userEvent.click(await screen.findByRole('tab', { name: 'Horários' }));
  const day = await screen.findByRole('textbox', { name: 'Feriados · Dia' });
  const unsaved = () => screen.queryByText(/^Nada salvo ainda: até lá a empresa está sempre aberta\./);
  expect(unsaved()).toBeTruthy();
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
  await waitFor(() => expect(unsaved()).toBeNull());
  expect(heard(`PUT /companies/${id}/schedules`)[0]?.body).toEqual({
    schedules: usualHours.map((range) => (range.weekdayEn === 'saturday' ? { ...range, endTime: '14:00' } : range)),
    holidays: ['2026-12-25', '2027-01-01'],
    timeZone: 'America/Sao_Paulo',
  });
  act(() => void store.dispatch(set('scheduleType', 'queue')));
  await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
});

test('administrators see, also live, how many users lack the second step; others do not even ask', async () => {
  const people = [aUser({ name: 'Ana' }), aUser({ name: 'Bruno', id: idOf(1, 12) })];
  company.answer = (asked) => {
    const headers = { 'prosa-position': '100' };
    if (asked.call === 'GET /users/list') return { body: { users: people, count: 2, hasMore: false }, headers };
    if (asked.call === 'GET /users/two-step') return { body: { users: [{ id: people[0]!.id }] }, headers };
    return answer(asked);
  };
  const { push } = await enterScreen('/settings', ...features);
  expect(await screen.findByText('Ainda sem ela: 1 de 2 usuários.')).toBeTruthy();
  push('userTwoStep', 'create', { id: people[1]!.id });
  expect(await screen.findByText('Todos os 2 usuários já a configuraram.')).toBeTruthy();
});

test('who may not change settings sees how they are', async () => {
  company.me = aUser({ profile: 'user' });
  await enter('/settings');
  expect(await screen.findByText('só administradores mudam')).toBeTruthy();
  expect(screen.getByText('Sem horário')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Tipo do robô/ })).toBeNull();
  expect(screen.queryByText('Integrações')).toBeNull();
  expect(heard('GET /settings')).toEqual([]);
  expect(heard('GET /users/two-step')).toEqual([]);
});

test('integration keys: the end of each is shown, a new one replaces it, and what fails is said', async () => {
  const { store } = await enterScreen('/settings', ...features);
  const asaas = await screen.findByLabelText<HTMLInputElement>('Token do Asaas');
  expect([asaas.value, screen.getByLabelText<HTMLInputElement>('Endereço do IXC').value]).toEqual(['********0003', '']);
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Salvar Token do Asaas' });
  expect(save.disabled).toBe(true);
  await userEvent.clear(asaas);
  await userEvent.type(asaas, '$aact_outro_segredo{Enter}');
  await waitFor(() => expect(heard('PUT /settings/asaas').map(({ body }) => body)).toEqual([{ value: '$aact_outro_segredo' }]));
  expect(await screen.findByText('Operação realizada com sucesso!')).toBeTruthy();
  expect(asaas.value).toBe('********redo');
  act(() => void store.dispatch(set('asaas', '********9999')));
  await waitFor(() => expect(asaas.value).toBe('********9999'));
});

test('integration keys that cannot be fetched are fetched again on demand', async () => {
  keys = { status: 500, body: { error: 'ERR_INTERNAL', message: 'm' } };
  await enterScreen('/settings', ...features);
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  keys = listed;
  await userEvent.click(again);
  expect(await screen.findByLabelText('Token do Asaas')).toBeTruthy();
});
