import { beforeEach, expect, test } from '@jest/globals';
import type { HistoryEntry, TicketView } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { features } from '../../app/features.ts';
import { company, enterScreen, heard, openTicket, sales, withCompany } from '../../desk/tickets/screen.fixture.tsx';
import { changeLanguage } from '../../kernel/i18n/i18n.ts';
import { onPhone } from '../../testing/media.ts';
import { aMessage, childOf, idOf } from '../../testing/records.ts';
import { feature as historyFeature } from './history.later.ts';
import './history.screen.tsx'; // loaded before the first test

const { id } = openTicket;
const customer = { kind: 'customer', id: openTicket.contactId, name: 'Otávio Brandão' } as const;
const marina = { kind: 'user', id: idOf(1, 1), name: 'Marina Alves' } as const;
const event = (n: number, type: string, actor: HistoryEntry['actor'], data: object = {}): HistoryEntry => ({
  position: String(100 + n),
  type,
  actor,
  at: new Date(Date.UTC(2026, 10, 17, 12, n, 5)).toISOString(),
  data: { ticketId: id, ...data },
});
const asked = aMessage({ id: childOf(1, 100), ticketId: id, body: 'Chegou?', position: '102' });
const entries = [
  event(1, 'TicketOpened', customer, { queueId: sales.id }),
  event(2, 'MessageReceived', customer, { messageId: asked.id, body: 'Chegou?' }),
  event(3, 'TicketAccepted', marina, { userId: marina.id }),
  event(4, 'MessageRevoked', customer, { messageId: asked.id }),
];
const pending: Partial<TicketView> = { status: 'pending', userId: null, user: null, unreadMessages: 1, lastMessage: 'Chegou?' };
/** The ticket and its messages at each position. */
const then: Record<string, [Partial<TicketView>, object[]]> = {
  '101': [{ ...pending, unreadMessages: 0, lastMessage: '' }, []],
  '102': [pending, [asked]],
  '103': [{ ...pending, status: 'open', userId: marina.id, user: marina, unreadMessages: 0 }, [{ ...asked, read: true }]],
  '104': [{ lastMessage: '', lastMessageDeleted: true, unreadMessages: 0 }, [{ ...asked, isDeleted: true, body: '' }]],
};
const calls = { ticket: `GET /tickets/${id}`, messages: `GET /messages/${id}`, history: `GET /tickets/${id}/history` };
const opens = (query = '') => enterScreen(`/tickets/${id}/history${query}`, ...features, historyFeature);
let told: HistoryEntry[];

withCompany();
beforeEach(() => {
  told = entries;
  company.answer = ({ call, query }) => {
    const asOf = query.get('asOf');
    const headers = { 'prosa-position': asOf ?? '104' };
    const [ticket, messages] = then[asOf ?? '104']!;
    if (call === calls.history) return { body: told, headers };
    if (call === calls.ticket) return { body: { ...openTicket, ...ticket }, headers };
    if (call !== calls.messages) return undefined;
    return { body: { messages, hasMore: false, hasNewer: false, count: messages.length, unread: null, lines: [] }, headers };
  };
});

const slider = () => screen.findByRole('slider', { name: 'Como estava em' });
const conversation = () => screen.findByRole('region', { name: 'Conversa naquele instante' });
const lines = async () =>
  (await within(await screen.findByRole('region', { name: 'Eventos' })).findAllByRole('button', { name: /\d\d:\d\d:\d\d/ })).map(
    ({ textContent }) => textContent,
  );
const fact = (name: string) => document.querySelector(`[data-fact="${name}"]`);

test('the history lists who did what, and shows the newest moment', async () => {
  await opens();
  expect(await lines()).toEqual([
    '09:01:05Otávio Brandão abriu o atendimentona fila Vendas',
    '09:02:05Otávio Brandão escreveu uma mensagemChegou?',
    '09:03:05Marina Alves aceitou',
    '09:04:05Otávio Brandão apagou uma mensagem que tinha escrito',
  ]);
  expect((await slider()).getAttribute('aria-valuetext')).toBe('evento 4 de 4, 17/11/2026 09:04:05');
  await within(await conversation()).findByText('O cliente apagou esta mensagem');
  expect(heard(calls.messages).at(-1)!.query.get('asOf')).toBe('104');
});

test('what a queue gave out says to whom, and not that they accepted', async () => {
  const prosa = { kind: 'system', id: 'distribution', name: null } as const;
  told = [
    ...entries.slice(0, 2),
    event(3, 'TicketAccepted', prosa, { userId: marina.id, distributed: true }),
    ...entries.slice(3),
  ];
  await opens();
  await waitFor(async () => expect((await lines())[2]).toBe('09:03:05Distribuído para Marina Alves'));
});

test('walking back shows what stood then, and the address names the moment', async () => {
  const { at } = await opens();
  (await slider()).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  const shown = await conversation();
  await within(shown).findByText(/17\/11\/2026 09:02:05/);
  await within(await within(shown).findByRole('log')).findByText('Chegou?');
  expect(shown.querySelector('[data-past-row]')?.textContent).toContain('Chegou?');
  await waitFor(() => expect(fact('status')?.textContent).toBe('SituaçãoAguardandohoje: Em atendimento'));
  expect(fact('unread')?.textContent).toBe('Não lidas1antes: 0hoje: 0');
  expect(within(shown).getByText('Daqui em diante, ainda não tinham acontecido: 2 eventos')).toBeTruthy();
  await waitFor(() => expect(at()).toBe(`/tickets/${id}/history?at=102`));
});

test('nothing can be done in the past: a message has no tools, and nothing is marked as read', async () => {
  await opens('?at=103');
  const log = await within(await conversation()).findByRole('log');
  const message = (await within(log).findByText('Chegou?')).closest<HTMLElement>('[data-id]')!;
  await userEvent.hover(message);
  message.focus();
  expect(within(log).queryAllByRole('button')).toEqual([]);
  expect(heard().filter(({ call }) => !call.startsWith('GET '))).toEqual([]);
});

test.each([
  ['102', 2],
  ['2026-11-17T12:02:59.000Z', 2],
  ['1', 1],
  ['nonsense', 4],
])('the address opens a moment: %s', async (at, number) => {
  await opens(`?at=${at}`);
  expect((await slider()).getAttribute('aria-valuenow')).toBe(String(number));
});

test('a typed time goes to the last event before it; what is no time, or too early, is said', async () => {
  await opens();
  const time = await screen.findByRole('textbox', { name: 'Hora' });
  const type = async (text: string) => {
    await userEvent.clear(time);
    await userEvent.type(time, `${text}{Enter}`);
  };
  await type('25:00');
  expect((await screen.findByRole('alert')).textContent).toBe('Informe data e hora, como 17/11/2026 09:46:05');
  await type('08:00:00');
  expect((await screen.findByRole('alert')).textContent).toBe('O atendimento ainda não existia');
  await type('09:03:30');
  expect((await slider()).getAttribute('aria-valuenow')).toBe('3');
  expect(screen.queryByRole('alert')).toBeNull();
  expect((time as HTMLInputElement).value).toBe('09:03:05');
});

test('the lines can be narrowed to changes or to a person, and lead to their moment', async () => {
  await opens();
  await userEvent.click(await screen.findByRole('tab', { name: 'Mudanças' }));
  expect(await lines()).toHaveLength(2);
  await userEvent.click(screen.getByRole('tab', { name: 'Tudo' }));
  await userEvent.click(screen.getByRole('button', { name: /Pessoa/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Marina Alves' }));
  await waitFor(async () => expect(await lines()).toEqual(['09:03:05Marina Alves aceitou']));
  await userEvent.click(screen.getByRole('button', { name: /aceitou/ }));
  expect((await slider()).getAttribute('aria-valuenow')).toBe('3');
});

test('the line of time is drawn with the pointer, and J and K walk along it', async () => {
  await opens();
  const line = await slider();
  line.getBoundingClientRect = () => new DOMRect(0, 0, 300, 48);
  line.setPointerCapture = () => undefined;
  line.hasPointerCapture = () => true;
  // jsdom's own pointer events have no place.
  const point = (type: string, clientX: number) => fireEvent(line, new MouseEvent(type, { clientX, bubbles: true }));
  point('pointerdown', 10);
  expect(line.getAttribute('aria-valuenow')).toBe('1');
  point('pointermove', 190);
  expect(line.getAttribute('aria-valuenow')).toBe('3');
  await userEvent.keyboard('j');
  expect(line.getAttribute('aria-valuenow')).toBe('4');
  await userEvent.keyboard('kk');
  expect(line.getAttribute('aria-valuenow')).toBe('2');
  await userEvent.click(screen.getByRole('button', { name: 'Agora' }));
  expect(line.getAttribute('aria-valuenow')).toBe('4');
});

test('a deleted ticket has its history; at its end there was nothing any more', async () => {
  told = [...entries, event(5, 'TicketDeleted', marina, { userId: marina.id })];
  const { answer } = company;
  company.answer = (one) => {
    const isGone = (one.query.get('asOf') ?? '105') === '105';
    const error = { error: 'ERR_NO_TICKET_FOUND', message: 'Nenhum atendimento encontrado com este número.' };
    return isGone && one.call !== calls.history && Object.values(calls).includes(one.call)
      ? { status: 404, body: error }
      : answer(one.query.get('asOf') ? one : { ...one, query: new URLSearchParams({ asOf: '104' }) });
  };
  await opens();
  await within(await conversation()).findByText('O atendimento não existia');
  await userEvent.keyboard('k');
  await within(await conversation()).findByText('O cliente apagou esta mensagem');
  expect(fact('status')?.textContent).toBe('SituaçãoEm atendimento');
});

test('a failure is said, and tried again', async () => {
  const { answer } = company;
  let isDown = true;
  company.answer = (one) =>
    isDown && one.query.get('asOf') ? { status: 500, body: { error: 'ERR_INTERNAL', message: 'Algo deu errado.' } } : answer(one);
  await opens();
  const shown = await conversation();
  await within(shown).findByText('Não deu para mostrar como estava');
  isDown = false;
  await userEvent.click(within(shown).getByRole('button', { name: /de novo/ }));
  await within(shown).findByText('O cliente apagou esta mensagem');
});

test('a phone shows events, conversation and facts one at a time', async () => {
  onPhone();
  await opens();
  await lines();
  expect(screen.queryByRole('region', { name: 'Conversa naquele instante' })).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'Como estava' }));
  await within(await conversation()).findByText('O cliente apagou esta mensagem');
  await userEvent.click(screen.getByRole('tab', { name: 'Dados' }));
  await screen.findByRole('complementary', { name: 'Atendimento naquele instante' });
});

test('an administrator exports the ticket with its proof', async () => {
  const { answer } = company;
  company.answer = (one) => {
    if (one.call === 'POST /exports') return { status: 202, body: { id: idOf(9, 1) } };
    if (one.call === 'GET /exports') return { body: { exports: [] } };
    if (one.call === 'GET /audit/head')
      return { body: { origin: 'o', key: 'o+1+k', size: 4, signedAt: entries[0]!.at, text: '' } };
    return answer(one);
  };
  await opens();
  await userEvent.click(await screen.findByRole('button', { name: 'Exportar com prova' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Exportar com prova protocolo / }));
  await userEvent.click(await dialog.findByRole('button', { name: 'Exportar' }));
  await waitFor(() => expect(heard('POST /exports').map(({ body }) => body)).toEqual([{ ticketIds: [id], language: 'pt' }]));
  expect(heard('GET /exports')[0]!.query.get('ticketId')).toBe(id);
});

test.each([
  ['en', 'Otávio Brandão wrote a message'],
  ['es', 'Otávio Brandão escribió un mensaje'],
] as const)('it speaks %s', async (language, words) => {
  await opens();
  await lines();
  await changeLanguage(language);
  await screen.findByRole('button', { name: new RegExp(words) });
  await changeLanguage('pt');
});
