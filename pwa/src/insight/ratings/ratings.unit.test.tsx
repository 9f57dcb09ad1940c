import { beforeEach, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { onPhone } from '../../testing/media.ts';
import { idOf } from '../../testing/records.ts';
import './ratings.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../../flows/queues/queues.feature.ts';
import { feature as usersFeature } from '../../people/users/users.feature.ts';
import { feature as ratingsScreen } from './ratings.later.ts';

const headers = { 'prosa-position': '100' };
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
const row = (id: string | null, name: string | null, marks: [number, number, number], asked: number) => {
  const [threes, twos, ones] = marks;
  const rated = threes + twos + ones;
  const average = rated === 0 ? null : Math.round(((3 * threes + 2 * twos + ones) / rated) * 100) / 100;
  return { id, name, color: null, profilePicUrl: null, asked, rated, ones, twos, threes, average };
};
const groups = {
  attendant: [row(idOf(1, 1), 'Ana Souza', [8, 1, 1], 20), row(idOf(1, 2), 'Bruno Lima', [0, 0, 0], 2)],
  queue: [row(null, null, [8, 1, 1], 22)],
  day: [row('2026-11-09', null, [8, 1, 1], 22)],
};
const commentOf = (n: number, more: object = {}) => ({
  ...{ ticketId: idOf(7, n), messageId: idOf(6, n), at: '2026-11-10T15:00:00.000Z', mark: 3, comment: `Palavras ${n}` },
  ...{ contactName: `Cliente ${n}`, queueName: 'Vendas', color: '#2563EB', attendant: 'Ana Souza' },
  ...more,
});
const [FIGURES, COMMENTS] = ['GET /reports/ratings', 'GET /reports/ratings/comments'];
const features = [ratingsScreen, queuesFeature, usersFeature];
const opens = () => enterScreen('/reportRatings', ...features);
const queryOf = (call: string) => Object.fromEntries(heard(call).at(-1)!.query);
const rows = async () => (await screen.findAllByRole('row')).map(({ textContent }) => textContent);

let isAsked: boolean;
withCompany();
beforeEach(() => {
  isAsked = true;
  company.answer = ({ call, query }) => {
    if (call === FIGURES) {
      const by = query.get('by') as keyof typeof groups;
      const {
        id: _,
        name: __,
        color: ___,
        profilePicUrl: ____,
        ...total
      } = isAsked ? row(null, null, [8, 1, 1], 22) : row(null, null, [0, 0, 0], 0);
      return { body: { by, rows: isAsked ? groups[by] : [], total }, headers };
    }
    if (call !== COMMENTS) return undefined;
    const isFirst = query.get('cursor') === null;
    const low = commentOf(3, { mark: 1, comment: null, contactName: null, queueName: null, attendant: null });
    const comments = query.get('mark') === '1' ? [low] : [commentOf(isFirst ? 1 : 2)];
    const hasMore = isFirst && query.get('mark') === null;
    return { body: { comments, total: 3, unsatisfied: 1, hasMore, cursor: hasMore ? 'next' : null }, headers };
  };
});

test('the report begins with this month, by attendant: figures, marks, averages, and their sum', async () => {
  await opens();
  expect(await rows()).toEqual([
    'AtendenteAvaliaçõesResponderamDistribuiçãoMuito satisfeitoSatisfeitoInsatisfeitoMédia',
    'ASAna Souza1050%8112,70',
    'BLBruno Lima00%000–',
    'Total1045%8112,70',
  ]);
  expect(screen.getByRole('img', { name: '80% Muito satisfeito, 10% Satisfeito, 10% Insatisfeito' })).toBeTruthy();
  expect(queryOf(FIGURES)).toMatchObject({ by: 'attendant', dateStart: `${today.slice(0, 8)}01`, dateEnd: today });
  const figures = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(figures).toEqual(['10', '45% de 22 pedidas', '2,70', 'de 3', '80%', '8', '10%', '1', '10%', '1']);
});

test('by queue, and by day', async () => {
  await opens();
  await rows();
  await userEvent.click(screen.getByRole('tab', { name: 'Fila' }));
  expect((await screen.findByRole('rowheader', { name: 'Sem fila' })).closest('tr')!.textContent).toContain('1045%');
  await userEvent.click(screen.getByRole('tab', { name: 'Dia' }));
  expect(await screen.findByRole('rowheader', { name: '09/11/2026' })).toBeTruthy();
  // The comments are the same however the figures are grouped.
  expect(heard(COMMENTS)).toHaveLength(1);
});

test('one queue and one attendant are chosen, and their comments are asked for as well', async () => {
  await opens();
  await rows();
  await userEvent.click(screen.getByLabelText('Fila', { selector: 'button' }));
  const [all, one] = await screen.findAllByRole('option');
  expect(all!.textContent).toBe('Todas');
  const name = one!.textContent!;
  await userEvent.click(one!);
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await waitFor(() => expect(queryOf(FIGURES).queueId).toBeTruthy());
  await waitFor(() => expect(queryOf(COMMENTS).queueId).toBe(queryOf(FIGURES).queueId));
  expect(screen.getByLabelText('Fila', { selector: 'button' }).textContent).toContain(name);
});

test('a comment opens its conversation where it was written; more of them come on request', async () => {
  await opens();
  const comment = await screen.findByRole('link', { name: /Palavras 1/ });
  expect(comment.getAttribute('href')).toBe(`/tickets/${idOf(7, 1)}?goMessage=${idOf(6, 1)}`);
  expect(within(comment).getByRole('img', { name: '3 de 3: Muito satisfeito' })).toBeTruthy();
  expect(comment.textContent).toBe('Palavras 1Cliente 1VendasAna Souza10/11/2026 12:00');
  expect(screen.getByText('3, mais recentes primeiro')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar mais' }));
  expect(await screen.findByRole('link', { name: /Palavras 2/ })).toBeTruthy();
  expect(screen.getByRole('link', { name: /Palavras 1/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Mostrar mais' })).toBeNull();
});

test('only those of unsatisfied customers, also where everything about them is gone', async () => {
  await opens();
  await userEvent.click(await screen.findByRole('tab', { name: /^Insatisfeitos/ }));
  const comment = await screen.findByRole('link', { name: /O cliente apagou o comentário/ });
  expect(queryOf(COMMENTS).mark).toBe('1');
  expect(comment.textContent).toContain('Contato sem nomeSem filaSem atendente');
});

test('a period without a request says so; a failure can be tried again, of the figures and of the comments', async () => {
  isAsked = false;
  await opens();
  expect(await screen.findByText('Nenhuma avaliação pedida neste período')).toBeTruthy();
  expect(heard(COMMENTS)).toHaveLength(0);
  const { answer } = company;
  const failed = { status: 500, body: { error: 'ERR_INTERNAL', message: '' } };
  company.answer = () => failed;
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  await screen.findByText('Não deu para carregar o relatório');
  isAsked = true;
  company.answer = (one) => (one.call === COMMENTS ? failed : answer(one));
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  await screen.findByText('Não deu para carregar os comentários');
  company.answer = answer;
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('link', { name: /Palavras 1/ })).toBeTruthy();
});

test('on a phone each attendant is a line with the average at its end', async () => {
  onPhone();
  await opens();
  const line = (await screen.findByText('Ana Souza', { selector: 'b *' })).closest('li')!;
  expect(line.textContent).toContain('2,70');
  expect(
    within(line).getByText('Avaliações 10 · Responderam 50% · Muito satisfeito 8 · Satisfeito 1 · Insatisfeito 1'),
  ).toBeTruthy();
});

test.each([
  ['en', 'Ratings report', 'Very satisfied', '2.70'],
  ['es', 'Informe de evaluaciones', 'Muy satisfecho', '2,70'],
] as const)('in %s its words and numbers are those of the language', async (language, title, mark, average) => {
  await opens();
  await rows();
  await act(() => changeLanguage(language));
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getByRole('columnheader', { name: mark })).toBeTruthy();
  expect(screen.getAllByText(average).length).toBeGreaterThan(1);
  await act(() => changeLanguage('pt'));
});
