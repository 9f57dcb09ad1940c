import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { company, enter, heard, openTicket, submitted, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { pass, typeWords, withFakeTime } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { idOf } from '../../testing/records.ts';
import type { Heard, Said } from '../../testing/server.ts';
import './board.screen.tsx'; // loaded before the first test
import './report.screen.tsx';
import { aCard, aLane, done, offer } from './kanban.fixture.ts';

const headers = { 'prosa-position': '100' };
let refused: boolean;
let warn: jest.Spied<typeof console.warn>;
const answer = ({ call, body }: Heard): Said | undefined => {
  if (call === 'GET /kanban/contacts')
    return {
      body: {
        cards: [aCard(2), aCard(1, { ticket: { id: openTicket.id, protocol: '1', status: 'open', waitingSince: null } })],
        lanes: [aLane(null, { count: 2, negotiatedValue: 1234.5 }), aLane(offer), aLane(done)],
      },
      headers,
    };
  if (call === 'GET /kanban/report/list')
    return {
      body: {
        report: [{ ...aCard(1), name: 'Cliente 1', number: null, board: 'Em aberto', budgetedValue: 1234.56 }],
        total: { count: 1, budgetedValue: 1234.56, negotiatedValue: 0 },
        hasMore: false,
        cursor: null,
      },
      headers,
    };
  if (call === 'GET /tags/list') return { body: { tags: [], hasMore: false, count: 0 }, headers };
  if (!call.includes('/kanban')) return undefined;
  if (refused) return { status: 409, body: { error: 'ERR_BUSY', message: 'Ocupado' } };
  const id = call.split('/').at(-1) === 'kanban' ? (body as { contactId: string }).contactId : idOf(4, 1);
  return { status: call.startsWith('POST') ? 201 : 200, body: { id, tagId: null }, headers: { 'prosa-position': '101' } };
};

withCompany();
beforeEach(() => {
  localStorage.setItem('cshow', 'true');
  refused = false;
  // The library that scrolls while dragging warns of lanes that cannot scroll: jsdom computes no styles.
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  company.answer = answer;
});
afterEach(() => warn.mockRestore());
const lane = (name: string) => within(screen.getByRole('region', { name }));
const show = async () => {
  const app = await enter('/Kanban');
  await screen.findByRole('region', { name: 'Em aberto' });
  return app;
};

test('lanes have their cards, their number and the sum; a card its number and its user', async () => {
  await show();
  expect(lane('Em aberto').getByText('R$ 1.234,50 negociado')).toBeTruthy();
  expect(lane('Em aberto').getByRole('button', { name: 'Cliente 2' })).toBeTruthy();
  expect(lane('Em aberto').getByText('+55 11 9000-0002')).toBeTruthy();
  expect(lane('Em aberto').getAllByText('Sem responsável')).toHaveLength(2);
  expect(lane('Proposta').getByText('Nenhum card aqui')).toBeTruthy();
  expect(lane('Em aberto').getByRole('link', { name: 'Conversa com Cliente 1: Em atendimento' }).getAttribute('href')).toBe(
    `/tickets/${openTicket.id}`,
  );
});

test('a finger that rests on a card lifts it, one that moves scrolls; what stops the touch gives up', async () => {
  await show();
  const first = lane('Em aberto').getByRole('button', { name: 'Cliente 1' });
  const touches = [{ identifier: 1, target: first, clientX: 10, clientY: 10 }];
  const moved = [{ ...touches[0]!, clientY: 40 }];
  await withFakeTime(async () => {
    fireEvent.touchStart(first, { touches });
    fireEvent.touchMove(first, { touches: moved });
    await pass(2_000);
    expect(screen.queryByText(/^Você pegou o card/)).toBeNull();
    fireEvent.touchEnd(first, { touches: [] });
    fireEvent.touchStart(first, { touches });
    await pass(399);
    expect(screen.queryByText(/^Você pegou o card/)).toBeNull();
    // jsdom lays nothing out: no lane is under the finger.
    document.elementFromPoint = () => null;
    await pass(1);
    expect(screen.getByText('Você pegou o card de Cliente 1, na coluna Em aberto.')).toBeTruthy();
    // The browser's own drag and menu would end the touch.
    expect(fireEvent.contextMenu(first)).toBe(false);
    fireEvent.touchCancel(first, { touches: [] });
    await pass(1);
    expect(screen.getByText('O card de Cliente 1 fica na coluna Em aberto.')).toBeTruthy();
    expect(document.querySelector('[inert]')).toBeNull();
  });
  expect(fireEvent.contextMenu(first)).toBe(true);
});

test('by keys: arrows walk, space lifts and drops, Escape gives up; the focus stays on the card', async () => {
  await show();
  const [second, first] = lane('Em aberto').getAllByRole('button', { name: /^Cliente/ });
  await userEvent.tab();
  second!.focus();
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expect(document.activeElement).toBe(first));
  await userEvent.keyboard(' {ArrowRight}{Escape} ');
  expect(await screen.findByText('Você pegou o card de Cliente 1, na coluna Em aberto.')).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText('Sobre a coluna Proposta.')).toBeTruthy();
  expect(heard().filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
  await userEvent.keyboard(' ');
  expect(await screen.findByText('Card movido com sucesso!')).toBeTruthy();
  expect(heard(`PUT /kanban/cardMove/${offer}/${idOf(4, 1)}`)).toHaveLength(1);
  await waitFor(() => expect(document.activeElement).toBe(lane('Proposta').getByRole('button', { name: 'Cliente 1' })));
});

test('a card that somebody else moves or removes while it is held is let go, and nothing is sent', async () => {
  const { push } = await show();
  lane('Em aberto').getByRole('button', { name: 'Cliente 1' }).focus();
  await userEvent.keyboard(' {ArrowRight}');
  push('card', 'update', aCard(1, { tagId: done, place: '300' }));
  expect(await screen.findByText('Outra pessoa moveu o card de Cliente 1 para Fechado.')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  lane('Em aberto').getByRole('button', { name: 'Cliente 2' }).focus();
  await userEvent.keyboard(' ');
  push('card', 'delete', aCard(2));
  expect(await screen.findByText('O card de Cliente 2 saiu do kanban.')).toBeTruthy();
  expect(heard().filter(({ call }) => call.startsWith('PUT'))).toEqual([]);
});

test('a refused move and a refused deletion are logged, and nobody is told', async () => {
  refused = true;
  await show();
  lane('Em aberto').getByRole('button', { name: 'Cliente 1' }).focus();
  await userEvent.keyboard(' {ArrowRight} ');
  await waitFor(() => expect(warn.mock.calls.map(([what]) => what)).toContain('The card was not moved:'));
  await waitFor(() => expect(lane('Em aberto').getByRole('button', { name: 'Cliente 1' })).toBeTruthy());
  await userEvent.click(lane('Em aberto').getByRole('button', { name: 'Opções do card de Cliente 1' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Excluir o card de Cliente 1?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Excluir' }));
  await waitFor(() => expect(warn.mock.calls.map(([what]) => what)).toContain('The card was not removed:'));
  expect(screen.queryByText('Ocupado')).toBeNull();
  expect(lane('Em aberto').getByRole('button', { name: 'Cliente 1' })).toBeTruthy();
});

test('the form wants a name of three letters, masks the values, and sends only what was changed', async () => {
  await show();
  await userEvent.click(lane('Em aberto').getByRole('button', { name: 'Cliente 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Editar card' }));
  const save = () => dialog.getByRole('button', { name: 'Salvar' });
  await userEvent.clear(dialog.getByLabelText('Nome'));
  await userEvent.click(save());
  expect(await dialog.findByText('Obrigatório')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Nome'), 'Cl');
  await userEvent.click(save());
  expect(await dialog.findByText('Mensagem muito curta')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Nome'), 'iente');
  const value = dialog.getByLabelText<HTMLInputElement>('Valor orçado');
  await userEvent.type(value, '0012345678,999');
  expect(value.value).toBe('1.234.567,99');
  await userEvent.clear(value);
  await userEvent.click(value);
  await userEvent.paste('1.234,56');
  await submitted(`PUT /kanban/${idOf(4, 1)}`, (user) => user.click(save()));
  await waitFor(() => expect(heard(`PUT /kanban/${idOf(4, 1)}`).map(({ body }) => body)).toEqual([{ budgetedValue: 1234.56 }]));
  expect(await screen.findByText('Card salvo com sucesso!')).toBeTruthy();
});

test('the board is filtered by name, attendant and tag', async () => {
  await show();
  await typeWords(screen.getByRole('searchbox'), 'ana');
  await waitFor(() => expect(heard('GET /kanban/contacts').at(-1)?.query.get('searchParam')).toBe('ana'));
  await userEvent.click(screen.getByRole('button', { name: /^Atendentes/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Sem responsável' }));
  await waitFor(() => expect(heard('GET /kanban/contacts').at(-1)?.query.get('userIds')).toContain('none'));
});

test('the report has its lane, its days, and the sums', async () => {
  await enter('/Kanban/report');
  expect(await screen.findByRole('row', { name: /^Cliente 1 .*Em aberto R\$\s1\.234,56/ })).toBeTruthy();
  expect(screen.getByRole('row', { name: /^Total geral .*R\$\s1\.234,56 R\$\s0,00/ })).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Data início'), '01032026');
  await userEvent.click(screen.getByRole('button', { name: 'Filtrar' }));
  expect(await screen.findByText('Por favor, informe a data de início e fim')).toBeTruthy();
  await userEvent.click(screen.getByLabelText('Coluna'));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Todos', 'Adicionados']);
  expect(heard('GET /kanban/report/list')).toHaveLength(1);
});

test.each(['supervisor', 'admin'] as const)('a %s has the board, and sends contacts to it', async (profile) => {
  company.me = aUser({ profile });
  await show();
  expect(await screen.findByRole('link', { name: 'Kanban' })).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: /^Atendimentos/ }));
  await userEvent.click(await screen.findByRole('button', { name: 'Opções do atendimento com Otávio Brandão' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Enviar para o kanban' }));
  expect(await screen.findByText('Enviado para o kanban com sucesso!')).toBeTruthy();
  expect(heard('POST /kanban').map(({ body }) => body)).toEqual([{ contactId: openTicket.contactId }]);
});

test('an attendant has no board and no way to it; without the stored flag nobody has', async () => {
  company.me = aUser({ profile: 'user' });
  const { at: address } = await enter('/Kanban');
  await waitFor(() => expect(address()).toMatch(/^\/tickets/));
  expect(screen.queryByRole('link', { name: 'Kanban' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Opções do atendimento com Otávio Brandão' }));
  await screen.findByRole('menu');
  expect(screen.queryByRole('menuitem', { name: 'Enviar para o kanban' })).toBeNull();
});

test('a board that cannot be fetched says so, and is asked for again', async () => {
  company.answer = (asked) =>
    asked.call === 'GET /kanban/contacts' && heard(asked.call).length === 1
      ? { status: 500, body: { error: 'ERR_INTERNAL', message: 'x' } }
      : answer(asked);
  await enter('/Kanban');
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByRole('region', { name: 'Em aberto' })).toBeTruthy();
});
