import { beforeEach, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enterScreen, heard, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { aUser } from '../../testing/me.ts';
import { aPush, idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import type { Step } from './menu.calls.ts';
import '../queues/queues.screen.tsx'; // loaded before the first test
import { feature as queuesFeature } from '../queues/queues.feature.ts';
import { feature as queuesScreen } from '../queues/queues.later.ts';

const queueId = idOf(2, 1);
const step = (n: number, option: number, title: string, more: Partial<Step> = {}): Step => ({
  id: idOf(6, n),
  queueId,
  parentId: null,
  option,
  title,
  message: '',
  mediaPath: null,
  mediaType: null,
  mediaName: null,
  children: [],
  ...more,
});
const queue = {
  id: queueId,
  companyId: idOf(9, 1),
  name: 'Vendas',
  color: '#2563EB',
  greetingMessage: 'Oi!',
  outOfHoursMessage: '',
};
const stamps = { isDefault: false, schedules: [], createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' };
let menu: Step[];
let refusal: Said | undefined;
const answer = ({ call }: Heard): Said | undefined => {
  const headers = { 'prosa-position': '100' };
  if (call === 'GET /queue') return { body: [{ ...queue, ...stamps }], headers };
  if (call === 'GET /queue-options') return { body: menu, headers };
  if (call.includes('/queue-options')) return refusal ?? { body: {}, headers: { 'prosa-position': '101' } };
  return undefined;
};
withCompany();
beforeEach(() => {
  company.me = aUser({ profile: 'admin' });
  menu = [
    step(1, 1, 'Preços', { message: 'Qual deles?', children: [step(3, 1, 'Atacado', { parentId: idOf(6, 1) })] }),
    step(2, 2, 'Onde fica', { mediaType: 'image', mediaName: 'mapa.png' }),
  ];
  refusal = undefined;
  company.answer = answer;
});
const show = async () => {
  const app = await enterScreen('/queues', queuesFeature, queuesScreen);
  await userEvent.click(await screen.findByRole('button', { name: 'Editar Vendas' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('tab', { name: 'Menu de opções' }));
  await dialog.findByText('Preços');
  return { ...app, dialog };
};
const commands = () => heard().filter(({ call }) => call.includes('/queue-options') && !call.startsWith('GET'));

test('the tree shows each option with its number and file, and its tab how many there are', async () => {
  const { dialog } = await show();
  const numbers = dialog.getAllByRole('button', { name: /posição/ }).map(({ textContent }) => textContent);
  expect(numbers).toEqual(['1', '1', '2']);
  expect(dialog.getByText('mapa.png')).toBeTruthy();
  expect(await dialog.findByRole('tab', { name: 'Menu de opções 3' })).toBeTruthy();
});

test('the preview is what the customer reads at each step', async () => {
  const { dialog } = await show();
  const preview = () => document.querySelector('[data-preview]')?.textContent;
  expect(preview()).toBe('Oi!\n\n1 - Preços\n2 - Onde fica');
  await userEvent.click(within(dialog.getByRole('region', { name: 'O que o cliente lê' })).getByRole('button'));
  await userEvent.click(await screen.findByRole('option', { name: '1 Preços' }));
  await waitFor(() => expect(preview()).toBe('Qual deles?\n\n1 - Atacado\n\n0 - Voltar\n# - Início'));
});

test('an option is edited in place: Enter saves it alone, and it is shown again', async () => {
  const { dialog } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Editar Onde fica' }));
  const title = dialog.getByLabelText<HTMLInputElement>('Título');
  expect(title.value).toBe('Onde fica');
  await userEvent.clear(title);
  await userEvent.type(title, '{Enter}');
  expect(await dialog.findByText('Required')).toBeTruthy();
  expect(commands()).toEqual([]);
  await userEvent.type(title, 'Como chegar{Enter}');
  await waitFor(() => expect(commands().map(({ call }) => call)).toEqual([`PUT /queue-options/${idOf(6, 2)}`]));
  await waitFor(() => expect(dialog.queryByLabelText('Título')).toBeNull());
  expect(heard('PUT /queue')).toEqual([]);
});

test('a new option is made at the top and below another; a refusal is said and keeps what was typed', async () => {
  const { dialog } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Opção em “Onde fica”' }));
  await userEvent.type(dialog.getByLabelText('Título'), 'Centro');
  refusal = { status: 409, body: { error: 'ERR_MENU_LIMIT', message: 'm' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Pronto' }));
  expect(await dialog.findByText('O menu chegou ao seu limite de opções.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLInputElement>('Título').value).toBe('Centro');
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Pronto' }));
  await waitFor(() => expect(dialog.queryByLabelText('Título')).toBeNull());
  expect(commands().map(({ call }) => call)).toEqual(['POST /queue-options', 'POST /queue-options']);
});

test('an option moves by Alt and arrows, and by dragging its number, but not below itself', async () => {
  const { dialog } = await show();
  const number = (name: RegExp) => dialog.getByRole('button', { name });
  fireEvent.keyDown(number(/^Onde fica: posição 2/), { key: 'ArrowUp', altKey: true });
  await waitFor(() => expect(commands()).toHaveLength(1));
  expect(commands()[0]).toMatchObject({ call: `PUT /queue-options/${idOf(6, 2)}`, body: { parentId: -1, option: 1 } });
  await dialog.findByText('“Onde fica” está na posição 1.');
  fireEvent.keyDown(number(/^Preços: posição 1/), { key: 'ArrowUp', altKey: true });
  const drag = (from: RegExp, to: string) => {
    fireEvent.dragStart(number(from));
    fireEvent.dragOver(dialog.getByText(to));
    fireEvent.drop(dialog.getByText(to));
  };
  drag(/^Preços: posição 1/, 'Atacado');
  drag(/^Onde fica: posição 2/, 'Atacado');
  await waitFor(() => expect(commands()).toHaveLength(2));
  expect(commands()[1]).toMatchObject({ call: `PUT /queue-options/${idOf(6, 2)}`, body: { parentId: idOf(6, 1), option: 1 } });
});

test('deleting asks once, with what is below', async () => {
  const { dialog } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir Preços' }));
  expect(dialog.getByText(/Excluir com 1 abaixo\?/)).toBeTruthy();
  expect(commands()).toEqual([]);
});

test('what others change is fetched; closing asks before an open option is lost', async () => {
  const { dialog, store } = await show();
  menu = [step(1, 1, 'Tabela de preços')];
  store.dispatch(liveFrame(aPush('queueOption', 'update', { id: idOf(6, 1) }, 105)));
  expect(await dialog.findByText('Tabela de preços')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Nova opção' }));
  await userEvent.type(dialog.getByLabelText('Título'), 'Troca');
  await userEvent.click(
    within(dialog.getByText('Salvar').closest('.foot') as HTMLElement).getByRole('button', { name: 'Cancelar' }),
  );
  expect(await dialog.findByText('O que você escreveu se perde.')).toBeTruthy();
});

test('an option that is begun before the one before is answered stays open, with what was typed', async () => {
  const { dialog } = await show();
  const { promise: saved, resolve: answerSave } = Promise.withResolvers<void>();
  company.answer = async (it) => {
    if (it.call === 'POST /queue-options') await saved;
    return answer(it);
  };
  await userEvent.click(dialog.getByRole('button', { name: 'Nova opção' }));
  await userEvent.type(dialog.getByLabelText('Título'), 'Entrega');
  await userEvent.click(dialog.getByRole('button', { name: 'Pronto' }));
  await waitFor(() => expect(commands()).toHaveLength(1));
  await userEvent.click(dialog.getByRole('button', { name: 'Editar Preços' }));
  await userEvent.type(dialog.getByLabelText('Título'), ' novos');
  menu = [...menu, step(4, 3, 'Entrega')];
  answerSave();
  expect(await dialog.findByText('Entrega')).toBeTruthy();
  expect((dialog.getByLabelText('Título') as HTMLInputElement).value).toBe('Preços novos');
});

test('an option that is typed and not done is saved with the queue; one that cannot be keeps the dialog at the menu', async () => {
  const { dialog } = await show();
  await userEvent.click(dialog.getByRole('button', { name: 'Nova opção' }));
  await userEvent.type(dialog.getByLabelText('Título'), 'Horários');
  await userEvent.click(dialog.getByRole('tab', { name: /^Dados/ }));
  refusal = { status: 409, body: { error: 'ERR_MENU_LIMIT', message: 'm' } };
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  expect(await dialog.findByText('O menu chegou ao seu limite de opções.')).toBeTruthy();
  expect(dialog.getByRole('tab', { name: /^Menu/ }).getAttribute('aria-selected')).toBe('true');
  expect(dialog.getByLabelText<HTMLInputElement>('Título').value).toBe('Horários');
  refusal = undefined;
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(commands().map(({ body }) => (body as { title: string }).title)).toEqual(['Horários', 'Horários']);
});
