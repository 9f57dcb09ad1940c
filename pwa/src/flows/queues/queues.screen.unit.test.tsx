import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { aUser } from '../../testing/me.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import { usualHours } from '../hours/hours.ts';
import './queues.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from './queues.feature.ts';
import { feature as queuesScreen } from './queues.later.ts';

const queue = (n: number, name: string, color: string, more: object = {}) => ({
  id: idOf(2, n),
  companyId: idOf(9, 1),
  name,
  color,
  greetingMessage: '',
  outOfHoursMessage: '',
  isDefault: false,
  schedules: usualHours,
  warnAfterMinutes: null,
  lateAfterMinutes: null,
  distribution: 'manual',
  maxPerUser: null,
  optionsCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
let all: ReturnType<typeof queue>[];
let refusal: Said | undefined;
const answer = ({ call, body }: Heard): Said | undefined => {
  const headers = { 'prosa-position': '100' };
  if (call === 'GET /queue') return { body: all, headers };
  if (!call.includes('/queue') || call.startsWith('GET')) return undefined;
  return refusal ?? { body: { ...(body as object), id: idOf(2, 9) }, headers: { 'prosa-position': '101' } };
};
withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  all = [
    queue(2, 'Vendas', '#2563EB', { isDefault: true, greetingMessage: 'Oi!', optionsCount: 3 }),
    queue(1, 'Entregas', '#B91C1C'),
  ];
  refusal = undefined;
  company.answer = answer;
});
const show = async () => {
  await enterScreen('/queues', queuesFeature, queuesScreen);
  await screen.findByRole('table');
};
const open = async (button: string) => {
  await userEvent.click(await screen.findByRole('button', { name: button }));
  return within(await screen.findByRole('dialog'));
};
const commands = () => heard().filter(({ call }) => call.includes('/queue') && !call.startsWith('GET'));

test('the head tells how many queues the company’s plan allows', async () => {
  const planId = idOf(10, 1);
  company.answer = (asked) => {
    const headers = { 'prosa-position': '100' };
    if (asked.call === `GET /companies/${company.me.company.id}`) return { body: { ...company.me.company, planId }, headers };
    if (asked.call === `GET /plans/${planId}`) return { body: { id: planId, name: 'Equipe', queues: 10, users: 5 }, headers };
    return answer(asked);
  };
  await show();
  expect(await screen.findByText('2 de 10 filas do plano Equipe')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vend' } });
  expect(await screen.findByText('1 encontrado')).toBeTruthy();
});

test('a plan that is full says so as the API does, also while something is searched, and no further one can be begun', async () => {
  const planId = idOf(10, 1);
  company.answer = (asked) => {
    const headers = { 'prosa-position': '100' };
    if (asked.call === `GET /companies/${company.me.company.id}`) return { body: { ...company.me.company, planId }, headers };
    if (asked.call === `GET /plans/${planId}`) return { body: { id: planId, name: 'Equipe', queues: 2, users: 5 }, headers };
    return answer(asked);
  };
  await show();
  expect(await screen.findByText('2 de 2 filas do plano Equipe · O limite do seu plano foi atingido.')).toBeTruthy();
  const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Nova fila' });
  expect([add.disabled, add.title]).toEqual([true, 'O limite do seu plano foi atingido.']);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vend' } });
  expect(await screen.findByText('1 encontrado · O limite do seu plano foi atingido.')).toBeTruthy();
  expect(add.disabled).toBe(true);
});

test('on phones a queue without greeting and hours has no lines for them', async () => {
  onPhone();
  all = [queue(1, 'Entregas', '#B91C1C', { schedules: [] }), queue(2, 'Vendas', '#2563EB', { greetingMessage: 'Oi!' })];
  await enterScreen('/queues', queuesFeature, queuesScreen);
  expect((await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'Entregas',
    'Vendas08:00–18:00Oi!',
  ]);
});

test('the list shows all queues by name, searched here', async () => {
  all[0] = { ...all[0]!, ...{ distribution: 'turns', maxPerUser: 8, warnAfterMinutes: 15, lateAfterMinutes: 30 } } as never;
  await show();
  const cells = screen.getAllByRole('row').map((row) => row.querySelector('td')?.textContent);
  expect(cells.slice(1)).toEqual(['Entregas', 'Vendas']);
  expect(screen.getByText('2 filas')).toBeTruthy();
  expect(screen.getAllByText('08:00–18:00')).toHaveLength(2);
  expect(screen.getByRole('columnheader', { name: 'Opções no menu' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Vendas Oi! 08:00–18:00 Em rodízio, até 8 15 \/ 30 min 3 Sim/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Entregas – 08:00–18:00 À mão sem prazo 0/ })).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'vend' } });
  await waitFor(() => expect(screen.queryByText('Entregas')).toBeNull());
  expect(screen.getByText('Vendas')).toBeTruthy();
});

test('a new queue begins grey, with the usual hours, and of the 50 colours those of others cannot be chosen', async () => {
  await show();
  const dialog = await open('Nova fila');
  const colors = dialog.getAllByRole<HTMLInputElement>('radio');
  expect(colors).toHaveLength(50);
  expect(colors.find(({ checked }) => checked)?.value).toBe('#7C7C7C');
  await waitFor(() =>
    expect(colors.filter(({ disabled }) => disabled).map(({ value }) => value)).toEqual(['#B91C1C', '#2563EB']),
  );
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Sábado, fim' }).value).toBe('12:00');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Domingo, fim' }).value).toBe('00:00');
  await userEvent.type(dialog.getByLabelText('Nome'), 'Troca');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({ call: 'POST /queue', body: { name: 'Troca', color: '#7C7C7C', schedules: usualHours } });
});

test('hours are typed with a mask, a weekday takes several, and what cannot be is said at its field', async () => {
  await show();
  const dialog = await open('Editar Vendas');
  const field = (name: string) => dialog.getByRole<HTMLInputElement>('textbox', { name });
  fireEvent.change(field('Segunda-feira, fim'), { target: { value: '12a00' } });
  expect(field('Segunda-feira, fim').value).toBe('12:00');
  await userEvent.click(dialog.getByRole('button', { name: 'Mais um horário: Segunda-feira' }));
  fireEvent.change(field('Segunda-feira 2, início'), { target: { value: '1330' } });
  fireEvent.change(field('Segunda-feira 2, fim'), { target: { value: '2400' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Use um horário de 00:00 a 23:59')).toBeTruthy();
  fireEvent.change(field('Segunda-feira 2, fim'), { target: { value: '0800' } });
  expect(await dialog.findByText('O fim vem antes do início')).toBeTruthy();
  expect(commands()).toEqual([]);
  fireEvent.change(field('Segunda-feira 2, fim'), { target: { value: '1800' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Repetir segunda nos dias úteis' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  const { schedules } = commands()[0]!.body as { schedules: { weekdayEn: string; startTime: string; endTime: string }[] };
  expect(schedules.map(({ weekdayEn, startTime, endTime }) => `${weekdayEn} ${startTime}-${endTime}`)).toEqual([
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].flatMap((day) => [`${day} 08:00-12:00`, `${day} 13:30-18:00`]),
    'saturday 08:00-12:00',
    'sunday 00:00-00:00',
  ]);
});

test('a colour that another queue took meanwhile is refused at its field', async () => {
  await show();
  const dialog = await open('Nova fila');
  await userEvent.type(dialog.getByLabelText('Nome'), 'Troca');
  refusal = { status: 409, body: { error: 'ERR_QUEUE_COLOR_ALREADY_EXISTS', message: 'm' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Esta cor já está em uso. Escolha outra.', { selector: '.field .error' })).toBeTruthy();
});

test('who may not change queues sees them alone', async () => {
  company.me = aUser({ profile: 'user' });
  await show();
  expect(screen.queryByRole('button', { name: 'Nova fila' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Editar Vendas' })).toBeNull();
});

test('limits of the wait are saved as numbers or nothing; reversed ones, and what is no number, are refused at their field', async () => {
  await show();
  const dialog = await open('Editar Vendas');
  await userEvent.click(dialog.getByRole('tab', { name: 'Distribuição e espera' }));
  const [warn, late] = ['Avisar perto do prazo', 'Atrasado'].map((name) => dialog.getByRole('textbox', { name })) as [
    HTMLElement,
    HTMLElement,
  ];
  await userEvent.type(warn, '30');
  await userEvent.type(late, '15');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Tem de ser mais que o aviso')).toBeTruthy();
  await userEvent.clear(late);
  await userEvent.type(late, 'muito');
  await userEvent.tab();
  expect(await dialog.findByText('Escreva um número inteiro de minutos, ou nada')).toBeTruthy();
  expect(commands()).toEqual([]);
  await userEvent.clear(late);
  await userEvent.type(late, '45');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]?.body).toEqual({ warnAfterMinutes: 30, lateAfterMinutes: 45 });
});

test('how a queue gives its tickets out is chosen beside what each of its people has', async () => {
  const person = (n: number, name: string, more: object) => ({
    id: idOf(1, n),
    name,
    profilePicUrl: null,
    online: true,
    availability: 'available',
    openTickets: 3,
    ...more,
  });
  const people = [
    person(11, 'Bruno Lima', {}),
    person(12, 'Rafael Nogueira', { availability: 'busy', openTickets: 8 }),
    person(13, 'Ana Souza', { availability: 'away', openTickets: 1 }),
    person(14, 'Caio', { online: false, openTickets: 0 }),
  ];
  let isBroken = true;
  company.answer = (asked) => {
    if (asked.call !== `GET /queue/${idOf(2, 2)}/attendants`) return answer(asked);
    if (isBroken) return { status: 500, body: { error: 'ERR_INTERNAL', message: 'm' } };
    return { body: people, headers: { 'prosa-position': '100' } };
  };
  await show();
  const dialog = await open('Editar Vendas');
  await userEvent.click(dialog.getByRole('tab', { name: 'Distribuição e espera' }));
  isBroken = false;
  await userEvent.click(await dialog.findByRole('button', { name: 'Tentar de novo' }));
  const rows = async () => {
    const list = within(await dialog.findByRole('region', { name: 'Agora em Vendas' }));
    return (await list.findAllByRole('listitem')).map(({ textContent }) => textContent?.replace(/^[A-Z]{1,2}(?=[A-Z])/, ''));
  };
  expect(await rows()).toEqual([
    'Bruno Lima3 abertosDisponível',
    'Rafael Nogueira8 abertosOcupado',
    'Ana Souza1 abertoAusente',
    'Caio0 abertosOffline',
  ]);
  await userEvent.click(dialog.getByRole('radio', { name: /Em rodízio/ }));
  const limit = dialog.getByRole('textbox', { name: 'Limite por atendente' });
  await userEvent.type(limit, '0');
  await userEvent.click(dialog.getByRole('tab', { name: 'Dados e horários' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('Escreva um número inteiro a partir de 1, ou nada')).toBeTruthy();
  expect(dialog.getByRole('tab', { name: 'Distribuição e espera' }).getAttribute('aria-selected')).toBe('true');
  expect(commands()).toEqual([]);
  await userEvent.clear(limit);
  await userEvent.type(limit, '8');
  expect((await rows())[1]).toBe('Rafael Nogueira8 de 8Ocupado');
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]?.body).toEqual({ distribution: 'turns', maxPerUser: 8 });
});

test('a name that is missing is shown where it is, from wherever it was sent', async () => {
  await show();
  const dialog = await open('Nova fila');
  await userEvent.click(dialog.getByRole('tab', { name: 'Distribuição e espera' }));
  expect(dialog.queryByText(/^Agora em/)).toBeNull();
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(dialog.getByRole('tab', { name: 'Dados e horários' }).getAttribute('aria-selected')).toBe('true'));
  expect(dialog.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true');
  expect(commands()).toEqual([]);
});
