import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onPhone } from '../../testing/media.ts';
import { aMessage, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import type { Said } from '../../testing/server.ts';
import { closedTicket, company, enterConversation, openTicket, withCompany } from '../tickets/screen.fixture.tsx';

withCompany();

const CALL = `GET /tickets/${openTicket.id}/previous`;
const { contact } = openTicket;
const DAY = 24 * 3600;
/** The nth before the shown ticket, on the same connection. */
const before = (n: number, more: object = {}) => ({
  ...aTicket({
    id: childOf(1, 1000 - n),
    status: 'closed',
    createdAt: at(-n * DAY),
    contact,
    user: { id: idOf(1, 2), name: `Pessoa ${n}` },
    userId: idOf(1, 2),
  }),
  firstMessageId: childOf(1, 3000 - n),
  ...more,
});
const answer = (tickets: object[], more: object = {}): Said => ({
  body: { tickets, hasMore: false, count: tickets.length, cursor: null, ...more },
  headers: { 'prosa-position': '100' },
});

const open = async (said: (cursor: string | null) => Said | 'gone' | undefined) => {
  company.answer = ({ call, query }) => (call === CALL ? said(query.get('cursor')) : undefined) as Said | undefined;
  const app = await enterConversation(`/tickets/${openTicket.id}`);
  await userEvent.click(await screen.findByRole('button', { name: /^Dados de/ }));
  const part = within(await screen.findByRole('region', { name: 'Conversas anteriores' }));
  return { ...app, part, shown: () => part.queryAllByRole('listitem').map((one) => one.textContent) };
};

test('each tells its day, queue, attendant, tags and rating', async () => {
  const tags = [
    { id: idOf(5, 1), name: 'Garantia', color: '#E11D48' },
    { id: idOf(5, 2), name: 'Frete', color: '#E11D48' },
  ];
  const { part, shown } = await open(() =>
    answer([before(1, { tags, rating: 1 }), before(2, { queue: null, queueId: null, user: null, userId: null })]),
  );
  await waitFor(() => expect(shown()).toHaveLength(2));
  const [first, second] = part.getAllByRole('link');
  expect(first!.textContent).toMatch(/^\d\d\/\d\d\/\d{4}VendasPessoa 1 · Garantia · Frete$/);
  expect(within(first!).getByRole('img', { name: 'Avaliação: 1 de 3' })).toBeTruthy();
  expect(second!.textContent).toMatch(/^\d\d\/\d\d\/\d{4}Sem fila$/);
  expect(within(second!).queryByRole('img')).toBeNull();
});

test('one of the same connection is opened in the thread; another, and one without messages, in a thread of its own', async () => {
  const there = before(1);
  const { part, router, shown } = await open(() =>
    answer([there, before(2, { whatsappId: idOf(3, 2) }), before(3, { firstMessageId: null })]),
  );
  await waitFor(() => expect(shown()).toHaveLength(3));
  const hrefs = part.getAllByRole('link').map((one) => one.getAttribute('href'));
  expect(hrefs.slice(1)).toEqual([`/tickets/${childOf(1, 998)}`, `/tickets/${childOf(1, 997)}`]);
  const ordinary = company.answer;
  const old = aMessage({ id: there.firstMessageId, ticketId: openTicket.id, body: 'Do ano passado', createdAt: at(-DAY) });
  company.answer = (said) =>
    said.call === `GET /messages/${openTicket.id}` && said.query.get('goMessage') === there.firstMessageId
      ? {
          body: { messages: [old], hasMore: false, hasNewer: true, count: 2, unread: null },
          headers: { 'prosa-position': '100' },
        }
      : ordinary(said);
  await userEvent.click(part.getAllByRole('link')[0]!);
  expect(await within(screen.getByRole('log', { name: 'Mensagens' })).findByText('Do ano passado')).toBeTruthy();
  expect(router.state.location.search).toBe(`?goMessage=${there.firstMessageId}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Ir para as mais recentes' }));
  expect(await screen.findByText('Bom dia, tudo bem?')).toBeTruthy();
});

test('three are shown, then all, page by page', async () => {
  const all = [1, 2, 3, 4, 5].map((n) => before(n));
  const { part, shown } = await open((cursor) =>
    cursor === 'next' ? answer(all.slice(4), { count: 5 }) : answer(all.slice(0, 4), { hasMore: true, count: 5, cursor: 'next' }),
  );
  await waitFor(() => expect(shown()).toHaveLength(3));
  expect(part.getByRole('heading').textContent).toBe('Conversas anteriores 5');
  await userEvent.click(part.getByRole('button', { name: 'Ver todas' }));
  expect(shown()).toHaveLength(4);
  // While the list is fetched anew, a press has no effect.
  await waitFor(async () => {
    const more = part.queryByRole('button', { name: 'Mostrar mais' });
    if (more) await userEvent.click(more);
    expect(shown()).toHaveLength(5);
  });
  expect(part.queryByRole('button')).toBeNull();
});

test('the list follows the pushes: of others’ tickets nothing, of a new one in sight what the server tells', async () => {
  const [first, second] = [before(1), before(2)];
  let listed = [first];
  const { push, shown, part } = await open(() => answer(listed));
  await waitFor(() => expect(shown()).toHaveLength(1));
  const { firstMessageId: _, ...pushed } = first;
  push('ticket', 'update', { ...pushed, rating: 3 });
  expect(await part.findByRole('img', { name: 'Avaliação: 3 de 3' })).toBeTruthy();
  expect(part.getByRole('link').getAttribute('href')).toContain(first.firstMessageId);
  push('ticket', 'update', { ...closedTicket, tags: [] });
  push('ticket', 'update', { ...openTicket, unreadMessages: 1 });
  expect(shown()).toHaveLength(1);
  listed = [first, second];
  const { firstMessageId: __, ...seen } = second;
  push('ticket', 'update', seen);
  await waitFor(() => expect(shown()).toHaveLength(2), { timeout: 5_000 });
  expect(part.getAllByRole('link')[1]!.getAttribute('href')).toContain(second.firstMessageId);
});

test('no conversation before, a failure and its repetition', async () => {
  let fails = true;
  const { part } = await open(() => (fails ? { status: 500, body: { error: 'ERR_INTERNAL', message: '' } } : answer([])));
  expect(await part.findByText('Não deu para carregar as conversas anteriores')).toBeTruthy();
  fails = false;
  await userEvent.click(part.getByRole('button', { name: 'Tentar de novo' }));
  expect(await part.findByText('Nenhuma conversa anterior.')).toBeTruthy();
});

test('on a phone they stand before the data, and opening one closes the drawer', async () => {
  onPhone();
  const { part, shown } = await open(() => answer([before(1)]));
  await waitFor(() => expect(shown()).toHaveLength(1));
  const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label'));
  expect(regions.indexOf('Conversas anteriores')).toBe(0);
  await userEvent.click(part.getByRole('link'));
  expect(await screen.findByRole('log', { name: 'Mensagens' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Conversas anteriores' })).toBeNull();
});
