import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import './attendance.screen.tsx'; // loaded before the first test
import './by-queue.screen.tsx';
import './by-user.screen.tsx';
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as reportsScreen } from './reports.later.ts';

const at = { 'prosa-position': '100' };
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
const ana = { id: idOf(1, 1), name: 'Ana Souza' };
const synthetic = {
  report: { '2026-11-09': { Garantia: 6, 'Sem tag': 1 }, '2026-11-10': { Garantia: 4 } },
  days: ['2026-11-09', '2026-11-10'],
  tags: [
    { id: idOf(5, 1), tagName: 'Garantia', color: '#E11D48', total: 10 },
    { id: null, tagName: 'Sem tag', color: '#7C7C7C', total: 1 },
  ],
  totalByDate: { '2026-11-09': 7, '2026-11-10': 4 },
  attendants: [],
  hasMore: false,
  cursor: null,
};
const rowOf = (n: number) => ({
  ticketId: idOf(7, n),
  nameContact: `Cliente ${n}`,
  numberContact: '5511987654321',
  recordCreatedAt: '2026-11-10T15:00:00.000Z',
  tagName: 'Garantia',
  color: '#E11D48',
  tags: [{ tagName: 'Garantia', color: '#E11D48' }],
  attendance: ana.name,
  attendanceId: ana.id,
});
const queue = { id: idOf(3, 1), queue_nome: 'Vendas', color: '#2563EB', pending: 2, process: 3, closed: 4 };
const loose = { id: null, queue_nome: 'Sem fila', color: '#7C7C7C', pending: 1, process: 0, closed: 0 };

let first: ReturnType<typeof rowOf>;
/** Those of the screen and of what it shows. */
const features = [reportsScreen, queuesFeature, usersFeature];

withCompany();
beforeEach(() => {
  first = rowOf(1);
  company.answer = ({ call, query }) => {
    if (call === 'GET /reports/byQueue') return { body: [queue, loose], headers: at };
    if (call === 'GET /reports/byUser')
      return {
        body: [{ ...ana, email: 'ana@casa.br', profilePicUrl: null, process: 4, closed: 148, total: 152 }],
        headers: at,
      };
    if (call !== 'GET /attendanceReport') return undefined;
    const [kind, userId] = [query.get('kind'), query.get('userId')];
    if (kind !== '1') return { body: synthetic, headers: at };
    const report = userId ? [first, rowOf(2)] : [first];
    const attendants = [
      { ...ana, total: 2 },
      { id: null, name: null, total: 3 },
    ];
    return { body: { ...synthetic, report, attendants }, headers: at };
  };
});
const asked = () => Object.fromEntries(heard('GET /attendanceReport').at(-1)!.query);
const rows = async () => (await screen.findAllByRole('row')).map(({ textContent }) => textContent);

test('the attendance report begins with today, as tags by days with their totals', async () => {
  await enterScreen('/report', ...features);
  expect(await rows()).toEqual(['Tag09/11/202610/11/2026Total', 'Garantia6410', 'Sem tag101', 'Total geral7411']);
  expect(asked()).toMatchObject({ dateStart: today, dateEnd: today, kind: '0' });
  const days = ['Data início', 'Data fim'].map((name) => (screen.getByLabelText(name) as HTMLInputElement).value);
  expect(days).toEqual(Array(2).fill(today.split('-').reverse().join('/')));
});

test('the totals of several days are bars above the table; of one day there are none', async () => {
  await enterScreen('/report', ...features);
  const plot = await screen.findByRole('region', { name: 'Total por dia' });
  const bars = [...plot.querySelectorAll('[data-bar]')].map((bar) => [bar.getAttribute('data-bar'), bar.textContent]);
  expect(bars).toEqual([
    ['2026-11-09', '09/11/2026 · 7'],
    ['2026-11-10', '10/11/2026 · 4'],
  ]);
  company.answer = () => ({ body: { ...synthetic, totalByDate: { '2026-11-09': 7 } }, headers: at });
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Total por dia' })).toBeNull());
});

test('on a phone a tag has its days below it, each apart from its number', async () => {
  onPhone();
  await enterScreen('/report', ...features);
  const tag = (await screen.findByText('Garantia')).closest('li')!;
  expect(within(tag).getByText('09/11/2026: 6 · 10/11/2026: 4')).toBeTruthy();
});

test('a start after the end is refused with its text, and nothing is asked', async () => {
  for (const path of ['/report', '/reportByQueue', '/reportByUser']) {
    await enterScreen(path, ...features);
    const field = await screen.findByLabelText('Data início');
    await screen.findAllByRole('row');
    const before = heard().length;
    await userEvent.clear(field);
    await userEvent.type(field, '31122099');
    await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
    expect(await screen.findByText('Data início não pode ser maior que data fim')).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(
      heard()
        .slice(before)
        .filter(({ call }) => /eport/.test(call)),
    ).toEqual([]);
    document.body.innerHTML = '';
  }
});

test('the analytical report groups tickets by attendant, and fetches the others of one', async () => {
  await enterScreen('/report', ...features);
  await userEvent.click(await screen.findByRole('tab', { name: 'Analítico' }));
  await screen.findByRole('link', { name: 'Cliente 1' });
  expect(await rows()).toEqual([
    'Nome do pacienteNúmeroDataTag',
    expect.stringMatching(/Ana Souza2 atendimentos$/),
    expect.stringMatching(/^Cliente 1\+55 11 98765-432110\/11\/2026 12:00Garantia$/),
    'Mostrar mais 1',
    expect.stringMatching(/Sem atendente3 atendimentos$/),
    'Mostrar mais 3',
    'Total geral5 atendimentos',
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais 1' }));
  await screen.findByRole('link', { name: 'Cliente 2' });
  expect(asked()).toMatchObject({ kind: '1', userId: ana.id });
  expect(screen.queryByRole('button', { name: 'Mostrar mais 1' })).toBeNull();
});

test('what has no tag is told in the person’s language', async () => {
  first = { ...rowOf(3), tagName: 'Sem tag', tags: [{ tagName: 'Sem tag', color: '#7C7C7C' }] };
  await enterScreen('/report', ...features);
  await userEvent.click(await screen.findByRole('tab', { name: 'Analítico' }));
  await screen.findByRole('link', { name: 'Cliente 3' });
  await act(() => changeLanguage('en'));
  expect(await screen.findByText('No tag')).toBeTruthy();
  expect(screen.queryByText('Sem tag')).toBeNull();
  await act(() => changeLanguage('pt'));
});

test('by queue: open is waiting and in service together; by user with e-mail', async () => {
  await enter('/reportByQueue');
  expect(await rows()).toEqual([
    'FilaAbertoAguardandoEm AtendimentoConcluídosTotal',
    'Vendas52349',
    'Sem fila11001',
    'Total633410',
  ]);
  const group = screen.getByRole('button', { name: 'Relatórios' });
  expect(group.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(within(screen.getByRole('navigation')).getByRole('link', { name: 'Por usuário' }));
  await screen.findByText('ana@casa.br');
  await waitFor(async () =>
    expect((await rows()).slice(0, 2)).toEqual([
      'AtendenteE-mailEm atendimentoConcluídoTotal',
      expect.stringMatching(/Ana Souzaana@casa\.br4148152$/),
    ]),
  );
  await userEvent.click(group);
  expect(screen.queryByRole('link', { name: 'Por usuário' })).toBeNull();
});
