import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { idOf } from '../../testing/records.ts';
import '../composer/over-composer.ts'; // loaded before the first test
import { company, deliveries, enter, heard, openTicket, withCompany } from '../tickets/screen.fixture.tsx';
import './slash.tsx';

const { id } = openTicket;
const at = { 'prosa-position': '100' };
const [tag, colleague, gone] = [idOf(5, 1), idOf(1, 2), idOf(1, 99)];
const macro = (place: number, shortcode: string, ...acts: object[]) => ({
  id: idOf(7, place),
  name: `Macro ${shortcode}`,
  shortcode,
  userId: null,
  acts,
});
let macros: ReturnType<typeof macro>[] = [];
let refused: string[] = [];
const replies = [
  { id: idOf(6, 1), shortcode: 'troca', message: 'Sobre a troca', userId: null, mediaPath: null, mediaName: null },
];

withCompany();
beforeEach(() => {
  refused = [];
  macros = [];
  company.answer = ({ call }) => {
    if (refused.includes(call)) return { status: 409, body: { error: 'ERR_TRANSITION', message: '' } };
    if (call === 'GET /macros/list') return { body: { macros, count: macros.length, hasMore: false }, headers: at };
    if (call === 'GET /quick-messages/list') return { body: { quickMessages: replies, count: 1, hasMore: false }, headers: at };
    return undefined;
  };
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Mensagem');
const write = async (text: string) => {
  const app = await enter(`/tickets/${id}`);
  await screen.findByRole('log', { name: 'Mensagens' });
  await userEvent.type(field(), text);
  return app;
};
/** What was done to the ticket, in its order. */
const done = () =>
  heard()
    .filter(({ call }) => /^(POST \/messages\/|POST \/tags\/sync|PUT \/tickets\/)/.test(call))
    .map(({ call, body }) => [call.replace(id, 'ID'), body]);

test('the acts are done one after the other, each by its own call, with the ticket’s values filled in', async () => {
  macros = [
    macro(
      1,
      'troca-agendada',
      { do: 'message', text: '{{nome}}, tudo certo.' },
      { do: 'tags', tagIds: [tag] },
      { do: 'observation', text: 'Ligar para {{nome}}' },
      { do: 'queue', queueId: deliveries.id },
      { do: 'user', userId: colleague },
      { do: 'snooze', until: 'hour', time: '09:00' },
      { do: 'resolve' },
    ),
  ];
  await write('Oi /tro');
  const list = within(await screen.findByRole('listbox', { name: 'Respostas rápidas' }));
  const [first, second] = await list.findAllByRole('option');
  expect(within(list.getByRole('group', { name: 'Macros' })).getAllByRole('option')).toEqual([first]);
  expect(second?.textContent).toBe('/trocaSobre a troca');
  expect(first?.textContent).toMatch(/^\/troca-agendadamensagemGarantiaobservação/);
  expect(screen.getByText(/aplicar 7 atos/)).toBeTruthy();
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('Oi ');
  await screen.findByText('“Macro troca-agendada” aplicada: 7 atos');
  expect(done()).toMatchObject([
    ['POST /messages/ID', { body: 'Otávio, tudo certo.', isObservation: false, signed: true }],
    ['POST /tags/sync', { ticketId: id, tags: [tag] }],
    ['POST /messages/ID', { body: 'Ligar para Otávio', isObservation: true, signed: false }],
    ['PUT /tickets/ID', { queueId: deliveries.id, userId: colleague }],
    ['PUT /tickets/ID/snooze', {}],
    ['PUT /tickets/ID', { status: 'closed' }],
  ]);
});

test('an act that is refused, or whose attendant is gone, is told; the others are done', async () => {
  refused = [`PUT /tickets/${id}/snooze`];
  macros = [
    macro(1, 'fim', { do: 'user', userId: gone }, { do: 'snooze', until: 'hour' }, { do: 'observation', text: 'Ligar amanhã' }),
  ];
  await write('/fim');
  const option = await screen.findByRole('option', { name: /não pode ser feito: atendente excluído/ });
  expect(option).toBeTruthy();
  expect(screen.getByText(/aplicar 2 de 3 atos/)).toBeTruthy();
  await userEvent.click(option);
  await screen.findByText('“Macro fim”: 1 de 3 atos. Não deu: atendente excluído, em 1 hora.');
  expect(await screen.findByText('Isto não é possível no estado atual.')).toBeTruthy();
  expect(done().map(([call]) => call)).toEqual(['PUT /tickets/ID/snooze', 'POST /messages/ID']);
});

test('unknown variables are asked for, from the palette too; each is needed', async () => {
  macros = [macro(1, 'dia', { do: 'message', text: 'Fica para {{dia}}, {{nome}}.' })];
  await write('Rascunho');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Buscar ou ir para' }), 'aplicar macro');
  await userEvent.click(await screen.findByRole('option', { name: /Aplicar macro: Macro dia/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Aplicar “Macro dia”' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Aplicar' }));
  expect(dialog.getByText('Obrigatório')).toBeTruthy();
  expect(done()).toEqual([]);
  await userEvent.type(dialog.getByLabelText('dia'), 'quinta{Enter}');
  await waitFor(() => expect(done()).toMatchObject([['POST /messages/ID', { body: 'Fica para quinta, Otávio.' }]]));
  expect(field().value).toBe('Rascunho');
});

test('a quick reply whose word was typed whole is chosen before a macro that only begins so', async () => {
  macros = [macro(1, 'troca-agendada', { do: 'resolve' })];
  await write('/troca');
  await screen.findByRole('group', { name: 'Macros' });
  const active = () => document.getElementById(field().getAttribute('aria-activedescendant') ?? '');
  await waitFor(() => expect(active()?.textContent).toBe('/trocaSobre a troca'));
  await userEvent.keyboard('{Enter}');
  expect(field().value).toBe('Sobre a troca');
  expect(done()).toEqual([]);
});
