import { expect, test } from '@jest/globals';
import { limits } from '@prosa/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { pass, passUntil, typeWords, withFakeTime } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { aTicket, at, childOf, idOf } from '../../testing/records.ts';
import {
  begun,
  closedTicket,
  company,
  deliveries,
  enter,
  heard,
  many,
  openTicket,
  sales,
  waiting,
  withCompany,
} from './screen.fixture.tsx';

withCompany();

const tab = (name: RegExp | string) => screen.findByRole('tab', { name });
const go = async (name: RegExp | string) => userEvent.click(await tab(name));
const list = (name: string) => screen.findByRole('list', { name });

test('the tabs show the number of their tickets', async () => {
  await enter();
  await waitFor(async () => expect((await tab(/Atendendo/)).textContent).toBe('Atendendo1'));
  expect((await tab(/Aguardando/)).textContent).toBe('Aguardando1');
});

test('an open ticket’s row links to its conversation, and is then marked as current', async () => {
  const { at: address } = await enter();
  const row = await screen.findByRole('link', { name: /Otávio Brandão/ });
  await userEvent.click(row);
  expect(address()).toBe(`/tickets/${openTicket.id}`);
  await screen.findByRole('region', { name: 'Conversa com Otávio Brandão' });
  expect(row.getAttribute('aria-current')).toBe('true');
});

test('a pending row is no link: a click on it does nothing, Aceitar accepts and opens it', async () => {
  const { at: address } = await enter();
  await go(/Aguardando/);
  const row = within(await list('Aguardando'));
  expect(row.queryByRole('link')).toBeNull();
  await userEvent.click(await row.findByText('Deolinda Figueira'));
  expect(address()).toBe('/tickets');
  await userEvent.click(row.getByRole('button', { name: 'Aceitar Deolinda Figueira' }));
  await waitFor(() => expect(address()).toBe(`/tickets/${waiting.id}`));
  expect(heard(`PUT /tickets/${waiting.id}`)[0]?.body).toEqual({ status: 'open' });
});

test('the second user to accept is shown who was faster', async () => {
  company.answer = ({ call }) =>
    call.startsWith('PUT')
      ? { status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET', message: '', details: { userId: idOf(1, 2), name: 'Rafael' } } }
      : undefined;
  const { at: address } = await enter();
  await go(/Aguardando/);
  await userEvent.click(await screen.findByRole('button', { name: /^Aceitar/ }));
  expect(await screen.findByText('Rafael já aceitou este atendimento')).toBeTruthy();
  expect(address()).toBe('/tickets');
});

test('a closed row has its badge, and one without a queue says so in grey', async () => {
  await enter();
  await go('Fechados');
  const row = await screen.findByRole('link', { name: /Tarcísio Lins/ });
  expect(within(row).getByText('Fechado')).toBeTruthy();
  const queue = within(row).getByText('Sem fila');
  expect((queue.previousElementSibling as HTMLElement).style.getPropertyValue('--c')).toBe('');
});

test("today's rows show the time, earlier ones the date, in the company's time zone", async () => {
  const now = new Date().toISOString();
  company.tickets = [
    aTicket({ id: childOf(1, 1), updatedAt: now }),
    aTicket({ id: childOf(2, 1), updatedAt: '2026-11-16T02:30:00.000Z', contact: { ...openTicket.contact, name: 'Íris' } }),
  ];
  await enter();
  const today = within(await screen.findByRole('link', { name: /Otávio/ })).getByText(/^\d\d:\d\d$/);
  const formatted = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit', timeZone: 'America/Sao_Paulo' });
  expect(today.textContent).toBe(formatted.format(new Date(now)));
  expect(within(await screen.findByRole('link', { name: /Íris/ })).getByText('15/11/2026')).toBeTruthy();
});

test('unticking a queue removes its tickets and its count at once, and the request contains the others', async () => {
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: /^Filas:/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Vendas' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Otávio/ })).toBeNull());
  await waitFor(async () => expect((await tab(/Aguardando/)).textContent).toBe('Aguardando0'));
  await waitFor(() =>
    expect(heard('GET /tickets').some(({ query }) => query.get('queueIds') === JSON.stringify([deliveries.id, 'none']))).toBe(
      true,
    ),
  );
});

test('a search that finds nothing in the chosen queues says so, and offers all of them', async () => {
  company.tickets = [openTicket];
  await enter('/tickets');
  await userEvent.click(await screen.findByRole('button', { name: /^Filas:/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Vendas' }));
  await userEvent.click(await tab(/Busca/));
  expect(await screen.findByText('Só as filas escolhidas na lista foram buscadas.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar todas as filas' }));
  expect(await screen.findByRole('link', { name: /Otávio/ })).toBeTruthy();
});

test('pushed tickets enter, change and leave without a request', async () => {
  const { push } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  const fresh = aTicket({ id: childOf(9, 1), updatedAt: at(99), contact: { ...openTicket.contact, name: 'Ana Clara' } });
  push('ticket', 'create', fresh);
  const names = () =>
    within(screen.getByRole('list', { name: 'Atendendo' }))
      .getAllByRole('link')
      .map((row) => within(row).getByText(/^(Ana Clara|Otávio Brandão)$/).textContent);
  await waitFor(() => expect(names()).toEqual(['Ana Clara', 'Otávio Brandão']));
  push('ticket', 'update', { ...openTicket, lastMessage: 'Chegou!', unreadMessages: 3, updatedAt: at(120) });
  await waitFor(() => expect(names()).toEqual(['Otávio Brandão', 'Ana Clara']));
  expect(screen.getByRole('img', { name: '3 não lidas' })).toBeTruthy();
  push('ticket', 'update', { ...fresh, status: 'closed' });
  await waitFor(() => expect(names()).toEqual(['Otávio Brandão']));
});

test('attendants can neither show all tickets nor filter by user', async () => {
  company.me = aUser({ profile: 'user', queueIds: [sales.id], queues: [sales] });
  await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  expect(screen.queryByRole('switch', { name: 'Mostrar todos' })).toBeNull();
  await go('Busca');
  expect(await screen.findByRole('button', { name: /^Tags:/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Usuários:/ })).toBeNull();
});

test('an administrator who does not show all requests their own tickets', async () => {
  await enter();
  await userEvent.click(await screen.findByRole('switch', { name: 'Mostrar todos' }));
  await waitFor(() => expect(heard('GET /tickets').some(({ query }) => query.get('showAll') === 'false')).toBe(true));
});

test('the search sends one request, half a second after the last key press', async () => {
  const asked = () => heard('GET /tickets').flatMap(({ query }) => query.get('searchParam') ?? []);
  await enter();
  await go('Busca');
  await screen.findByRole('link', { name: /Tarcísio/ });
  const field = screen.getByRole('searchbox', { name: 'Buscar atendimentos' });
  const before = begun('GET /tickets');
  const sent = () => begun('GET /tickets') - before;
  await withFakeTime(async () => {
    for (const value of ['t', 'ta', 'tar', 'tarc']) {
      fireEvent.change(field, { target: { value } });
      await pass(limits.searchDebounceMs - 1);
    }
    expect(sent()).toBe(0);
    await pass(1);
    expect(sent()).toBe(1);
    await pass(limits.searchDebounceMs + 100);
    expect(sent()).toBe(1);
  });
  await waitFor(() => expect(asked()).toEqual(['tarc']));
});

test('a list that cannot be fetched shows the failure and can be retried', async () => {
  let fails = true;
  let times = 0;
  company.answer = ({ call, query }) => {
    if (!fails || call !== 'GET /tickets' || query.get('status') !== 'open' || query.get('withUnreadMessages')) return undefined;
    times += 1;
    return { status: 503, body: { error: 'ERR_BEHIND', message: '' } };
  };
  await withFakeTime(async () => {
    await enter();
    await passUntil(() => screen.getByText('Não deu para carregar a lista'));
  });
  expect(times).toBe(3); // a server that is behind is asked again
  const alert = screen.getByText('Não deu para carregar a lista');
  fails = false;
  await userEvent.click(within(alert.parentElement as HTMLElement).getByRole('button', { name: 'Tentar de novo' }));
  await screen.findByRole('link', { name: /Otávio/ });
});

test.each([
  ['nobody’s queue', [], 'Você não está em nenhuma fila'],
  ['other queues', [sales], 'Nada nas suas filas'],
])(
  'an administrator of %s who does not show all tickets sees why the list is empty, and can show all',
  async (_, queues, title) => {
    company.me = aUser({ queues, queueIds: queues.map(({ id }) => id) });
    company.tickets = [];
    await enter();
    await userEvent.click(await screen.findByRole('switch', { name: 'Mostrar todos' }));
    expect(await screen.findByText(title)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar todos' }));
    expect(await screen.findByText('Nenhum atendimento em andamento')).toBeTruthy();
    expect(screen.getByRole('switch', { name: 'Mostrar todos' })).toHaveProperty('checked', true);
  },
);

test('an attendant without queues is shown whom to ask', async () => {
  company.me = aUser({ profile: 'user', queues: [], queueIds: [] });
  company.tickets = [];
  await enter();
  expect(await screen.findByText('Você não está em nenhuma fila')).toBeTruthy();
  expect(screen.getByText(/^Peça a um administrador/)).toBeTruthy();
});

test('an empty list explains itself and offers the next step', async () => {
  company.tickets = [closedTicket];
  await enter();
  await go(/Aguardando/);
  expect(await screen.findByText('Nenhum atendimento aguardando')).toBeTruthy();
  expect(screen.getByText('Os novos aparecem aqui assim que chegarem.')).toBeTruthy();
});

test('while nobody is served an empty list leads to those who wait', async () => {
  company.tickets = [waiting];
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Ver 1 aguardando' }));
  expect(await screen.findByRole('button', { name: `Aceitar ${waiting.contact.name}` })).toBeTruthy();
});

test('an administrator of a company without connections is led to them', async () => {
  company.tickets = [];
  company.answer = ({ call }) => (call === 'GET /whatsapp' ? { body: [], headers: { 'prosa-position': '100' } } : undefined);
  const link = () => screen.getByRole('link', { name: 'Ir para as conexões' });
  await withFakeTime(async () => {
    await enter();
    await passUntil(link);
  });
  expect(link().getAttribute('href')).toBe('/connections');
});

test('after missed frames the list is fetched again while it stays visible', async () => {
  const { store } = await enter();
  await screen.findByRole('link', { name: /Otávio/ });
  company.tickets = [{ ...openTicket, lastMessage: 'Depois da queda' }];
  store.dispatch({ type: 'live/refetch' });
  expect(await screen.findByText('Depois da queda')).toBeTruthy();
  await waitFor(async () => expect((await tab(/Aguardando/)).textContent).toBe('Aguardando0'));
});

test('an open row is resolved from the list like its chat, and the list stays', async () => {
  const { at: address } = await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver Otávio Brandão' }));
  expect(await screen.findByText('Conversa fechada com sucesso!')).toBeTruthy();
  const [closing] = heard(`PUT /tickets/${openTicket.id}`);
  expect([closing?.body, closing?.query.get('msgAutomatic')]).toEqual([{ status: 'closed', undoable: true }, 'true']);
  expect(address()).toBe('/tickets/');
});

test('a row whose customer may be asked for a rating asks for that, without Shift', async () => {
  company.me = aUser({ company: { settings: [{ key: 'userRating', value: 'enabled' }] } });
  await enter();
  const row = await screen.findByRole('link', { name: /Otávio/ });
  row.focus();
  await userEvent.keyboard('e');
  const dialog = await screen.findByRole('dialog', { name: 'Resolver este atendimento?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Fechar' }));
  row.focus();
  await userEvent.keyboard('{Shift>}e{/Shift}');
  await waitFor(() => expect(heard(`PUT /tickets/${openTicket.id}`)[0]?.query.get('msgAutomatic')).toBe('false'));
});

test.each([
  ['e', 'a row that has the focus', '/tickets', 'true'],
  ['{Shift>}e{/Shift}', 'a row that has the focus', '/tickets', 'false'],
  ['e', 'the chat, though its row has the focus', `/tickets/${openTicket.id}`, 'true'],
  ['{Shift>}e{/Shift}', 'the chat, though its row has the focus', `/tickets/${openTicket.id}`, 'false'],
])('%s resolves from %s', async (keys, _, address, automatic) => {
  await enter(address);
  const row = await screen.findByRole('link', { name: /Otávio/ });
  if (address !== '/tickets') await screen.findByRole('button', { name: 'Resolver' });
  row.focus();
  await userEvent.keyboard(keys);
  await waitFor(() => expect(heard(`PUT /tickets/${openTicket.id}`)[0]?.query.get('msgAutomatic')).toBe(automatic));
});

test('in a company that requires tags a ticket without one cannot be resolved from the list either', async () => {
  company.tickets = [aTicket({ id: openTicket.id, company: { tagForce: true } })];
  await enter();
  await userEvent.click(await screen.findByRole('button', { name: 'Resolver Otávio Brandão' }));
  expect(await screen.findByText('Você precisa selecionar uma tag antes.')).toBeTruthy();
  expect(heard(`PUT /tickets/${openTicket.id}`)).toEqual([]);
});

test('a list returns from another tab with the same row visible, and at the top with another filter', async () => {
  company.tickets = many(60);
  const { push } = await enter();
  await screen.findByRole('link', { name: /Cliente 0/ });
  const scroller = () => screen.getByRole('tabpanel');
  scroller().scrollTop = 20 * 76 + 10;
  fireEvent.scroll(scroller());
  await screen.findByRole('link', { name: /Cliente 20/ });
  await go('Fechados');
  await screen.findByText('Nenhum atendimento fechado');
  push('ticket', 'create', aTicket({ id: childOf(99, 1), updatedAt: at(60) }));
  await go('Abertos');
  await screen.findByRole('link', { name: /Cliente 20/ });
  expect(scroller().scrollTop).toBe(21 * 76 + 10);
  await userEvent.click(screen.getByRole('button', { name: /^Filas:/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Entregas' }));
  await waitFor(() => expect(scroller().scrollTop).toBe(0));
});

test('rows that come while the list is scrolled have their acts once it stands still, those in sight keep them', async () => {
  company.tickets = many(60);
  await enter();
  const resolve = (n: number) => screen.queryByRole('button', { name: `Resolver Cliente ${n}` });
  const scrollTo = (n: number) => {
    screen.getByRole('tabpanel').scrollTop = n * 76;
    fireEvent.scroll(screen.getByRole('tabpanel'));
  };
  await screen.findByRole('button', { name: 'Resolver Cliente 3' });
  scrollTo(3);
  expect(resolve(3)).toBeTruthy();
  scrollTo(40);
  expect(screen.getByRole('link', { name: /Cliente 40/ })).toBeTruthy();
  expect(resolve(40)).toBeNull();
  await screen.findByRole('button', { name: 'Resolver Cliente 40' });
  expect(screen.getByRole('checkbox', { name: 'Selecionar Cliente 40' })).toBeTruthy();
});

test('the search counts anew what pushes left in doubt', async () => {
  let count = 30;
  company.answer = ({ call, query }) =>
    call === 'GET /tickets' && !query.get('status') && !query.get('withUnreadMessages')
      ? { body: { tickets: [openTicket], hasMore: true, count, cursor: null }, headers: { 'prosa-position': '100' } }
      : undefined;
  const { push } = await enter();
  await go('Busca');
  expect(await screen.findByText('30 atendimentos')).toBeTruthy();
  count = 29;
  push('ticket', 'update', aTicket({ id: childOf(7, 1), status: 'closed', updatedAt: at(50) }));
  expect(await screen.findByText('29 atendimentos')).toBeTruthy();
});

test('a search that finds more than are counted says so, whatever is pushed', async () => {
  company.answer = ({ call, query }) =>
    call === 'GET /tickets' && query.get('searchParam')
      ? {
          body: {
            tickets: company.tickets.filter(({ id }) => id === openTicket.id),
            hasMore: true,
            count: 1_000,
            atLeast: true,
            cursor: 'x',
          },
          headers: { 'prosa-position': '100' },
        }
      : undefined;
  const { push } = await enter();
  await go('Busca');
  await typeWords(screen.getByRole('searchbox', { name: 'Buscar atendimentos' }), 'bom dia');
  expect(await screen.findByText('1.000+ atendimentos')).toBeTruthy();
  await waitFor(() => {
    push('ticket', 'delete', { id: openTicket.id }); // again, because a page that was on its way may bring the ticket back
    expect(screen.queryByRole('link', { name: /Otávio/ })).toBeNull();
  });
  expect(screen.getByText('1.000+ atendimentos')).toBeTruthy();
});

test('a search without results says what to do, one without words what it finds', async () => {
  company.tickets = [];
  await enter();
  await go('Busca');
  expect(await screen.findByText('O que chegar aparece aqui.')).toBeTruthy();
  expect(screen.getByText('Nenhum atendimento')).toBeTruthy();
  await userEvent.type(screen.getByRole('searchbox', { name: 'Buscar atendimentos' }), 'zzz');
  expect(await screen.findByText('Confira as palavras ou tire um filtro.')).toBeTruthy();
});

test('a pending ticket opened by its address shows since when the customer waits, not their last message’s time', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  company.tickets = [{ ...waiting, createdAt: minutesAgo(14.5), updatedAt: minutesAgo(1) }];
  await enter(`/tickets/${waiting.id}`);
  expect(await screen.findByText(/aguardando há 14 min/)).toBeTruthy();
});
