import { newId, routes, sees } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, severalTickets, vera, zoe } from './tickets.fixture.ts';

const { sales, support, foreignQueue, late, angry } = place;
const world = founded();
const { tickets, foreign, news } = severalTickets(world);
const nameOf = new Map(Object.entries(tickets).map(([name, { id }]) => [id, name]));
const { list, total, counts, show, showByUuid } = routes.tickets;

let service: Service;
beforeAll(async () => {
  service = await openService(news);
});
afterAll(() => service.close());

type Query = Record<string, string | number | boolean | readonly string[]>;
/** Returns the names of the listed tickets, newest first, after checking that the count matches the list. */
const listed = async (caller: typeof carla, query: Query): Promise<string[]> => {
  const { status, body } = await service.ask(caller, list, { query });
  expect(status).toBe(200);
  expect([body.count, body.hasMore, body.cursor]).toEqual([body.tickets.length, false, null]);
  expect((await service.ask(caller, total, { query })).body).toEqual({ count: body.count, atLeast: body.atLeast });
  return body.tickets.map(({ id }) => nameOf.get(id) ?? 'a foreign one');
};

test('an administrator sees all tickets, newest first', async () =>
  expect(await listed(carla, {})).toEqual([
    'closedInSupport',
    'closedInSales',
    'anasInSupport',
    'openInSales',
    'pendingNowhere',
    'openInSupport',
    'pendingInSales',
  ]));

test.each<[string, Query, string[]]>([
  ['a name without its accents', { searchParam: 'erica conceicao' }, ['pendingInSales']],
  ['a name with accents, in capitals', { searchParam: ' ÁVILA ' }, ['openInSales']],
  ['a number', { searchParam: '22220002' }, ['openInSales']],
  ['a number as it is shown', { searchParam: '+55 21 92222-0002' }, ['openInSales']],
  ['an e-mail', { searchParam: '3@exemplo' }, ['openInSupport']],
  ['a protocol', { searchParam: '000123' }, ['openInSales']],
  ['a part of a protocol', { searchParam: '00012' }, []],
  ['the last message', { searchParam: 'pedido' }, ['openInSales', 'pendingInSales']],
  ['the last message without its accents', { searchParam: 'alguem AI' }, ['pendingNowhere']],
  ['what looks like a pattern', { searchParam: 'pedido_1' }, ['pendingInSales']],
  ['a per cent sign', { searchParam: '100%' }, ['pendingInSales']],
  ['what is nowhere', { searchParam: 'nada disso' }, []],
  ['blanks alone', { searchParam: '  ', status: 'pending' }, ['pendingNowhere', 'pendingInSales']],
  ['a tag', { tags: [late] }, ['openInSales', 'openInSupport']],
  ['two tags', { tags: [late, angry] }, ['openInSales']],
  ['two tags as JSON', { tags: `["${late}","${angry}"]` }, ['openInSales']],
  ['a user', { users: [bruno.userId] }, ['closedInSupport', 'openInSupport']],
  [
    'two users and a status',
    { users: [bruno.userId, ana.userId], status: 'open' },
    ['anasInSupport', 'openInSales', 'openInSupport'],
  ],
  ['a status', { status: 'closed' }, ['closedInSupport', 'closedInSales']],
  ['the day where the company is', { date: '2026-03-10' }, ['pendingInSales']],
  ['the day after', { date: '2026-03-11' }, ['openInSales']],
  ['from a day on', { dateFrom: '2026-03-13' }, ['anasInSupport', 'pendingNowhere']],
  ['up to and with a day', { dateTo: '2026-03-10' }, ['closedInSupport', 'closedInSales', 'pendingInSales']],
  ['two days', { dateFrom: '2026-03-10', dateTo: '2026-03-11' }, ['openInSales', 'pendingInSales']],
  ['a day of change', { updatedAt: '2026-03-19' }, ['closedInSupport']],
  ['a queue', { queueIds: [sales] }, ['closedInSales', 'openInSales', 'pendingInSales']],
  ['no queue', { queueIds: ['none'] }, ['pendingNowhere']],
  ['a queue or none, of a status', { queueIds: [sales, 'none'], status: 'pending' }, ['pendingNowhere', 'pendingInSales']],
  ['an empty choice of queues', { queueIds: '[]' }, []],
  ['another’s queue', { queueIds: [foreignQueue] }, []],
  ['a queue in capitals', { queueIds: [sales.toUpperCase()], status: 'open' }, ['openInSales']],
  ['unread ones', { withUnreadMessages: true }, ['pendingNowhere', 'pendingInSales']],
  ['unread ones of a queue', { withUnreadMessages: true, queueIds: [sales] }, ['pendingInSales']],
  ['one’s own alone', { showAll: false }, []],
])('filters by %s', async (_, query, expected) => expect(await listed(carla, query)).toEqual(expected));

test.each([
  ['of own queues and own ones', ana, {}, ['closedInSales', 'anasInSupport', 'openInSales', 'pendingInSales']],
  ['whatever they ask to be shown', ana, { showAll: true }, ['closedInSales', 'anasInSupport', 'openInSales', 'pendingInSales']],
  ['of a foreign queue only own ones', ana, { queueIds: [support] }, ['anasInSupport']],
  ['that are unread', ana, { withUnreadMessages: true }, ['pendingInSales']],
  ['not without a queue', bruno, { queueIds: ['none'] }, []],
  ['where they serve nothing: none', elio, {}, []],
  ['of their company', zoe, { searchParam: '000101' }, ['a foreign one']],
] as const)('a user sees tickets %s', async (_, caller, query, expected) =>
  expect(await listed(caller as typeof carla, query)).toEqual(expected),
);

describe('for any caller, with VerFilaCinza or without', () => {
  const statuses = [undefined, 'pending', 'open', 'closed'] as const;
  const queues = [undefined, [sales], [support], ['none'], [support, 'none'], [sales, support], [foreignQueue]];
  afterAll(async () => {
    world.here.setting('VerFilaCinza', 'disabled');
    await service.write(world.here.take());
  });

  test.each([false, true])('exactly the visible tickets are listed and counted (%s)', async (seesGrey) => {
    world.here.setting('VerFilaCinza', seesGrey ? 'enabled' : 'disabled');
    await service.write(world.here.take());
    for (const caller of [carla, ana, bruno, elio, vera])
      for (const status of statuses)
        for (const queueIds of queues) {
          const query: Query = { ...(status && { status }), ...(queueIds && { queueIds }) };
          const expected = Object.entries(tickets)
            .filter(([, ticket]) => sees({ ...caller, seesGrey }, ticket))
            .filter(([, ticket]) => status === undefined || ticket.status === status)
            .filter(([, { queueId }]) => queueIds?.includes(queueId ?? 'none') ?? true)
            .map(([name]) => name);
          expect({ caller, query, seen: (await listed(caller, query)).sort() }).toEqual({ caller, query, seen: expected.sort() });
          const found = { ...query, searchParam: '000' };
          expect({ caller, found, seen: (await listed(caller, found)).sort() }).toEqual({ caller, found, seen: expected.sort() });
        }
  });
});

test('a name that very many contacts have is searched by another plan, with the same result', async () => {
  const { pool } = service.engine;
  const contacts = await liveTable(pool, 'contact');
  const mine = await listed(carla, { searchParam: 'erica conceicao' });
  await pool.query(
    `insert into ${contacts} (id, company_id, name, name_order, extra_info, other_numbers, channel, search, digits, deleted, created_at, updated_at)
     select gen_random_uuid(), $1, 'erica', 'erica', '[]', '{}', 'simulator', 'erica conceicao ' || n, '{}', false, now(), now() from generate_series(1, 2100) n`,
    [carla.companyId],
  );
  try {
    expect(await listed(carla, { searchParam: 'erica conceicao' })).toEqual(mine);
    expect(await listed(carla, { searchParam: 'erica conceicao 2099' })).toEqual([]);
  } finally {
    await pool.query(`delete from ${contacts} where search ~ 'erica conceicao [0-9]+$'`);
  }
});

test('pending and open tickets are counted by queue and user, for users who see them', async () => {
  const all = (await service.ask(carla, counts)).body.counts;
  expect(all).toHaveLength(5);
  expect(all).toContainEqual({ queueId: support, userId: ana.userId, status: 'open', count: 1, unanswered: 0, snoozed: 0 });
  expect((await service.ask(ana, counts)).body.counts).toEqual(
    all.filter(({ queueId, userId }) => queueId === sales || userId === ana.userId),
  );
  expect((await service.ask(elio, counts)).body.counts).toEqual([]);
});

test('the last ticket of each contact is the one that changed last of those that the caller sees', async () => {
  for (const viewer of [carla, ana, bruno, elio, vera]) {
    const { body: all } = await service.ask(viewer, routes.tickets.list);
    expect(all.hasMore).toBe(false);
    const newest = all.tickets.filter(({ contactId, id }) => all.tickets.find((one) => one.contactId === contactId)?.id === id);
    const contactIds = [
      ...new Set((await service.ask(carla, routes.tickets.list)).body.tickets.map(({ contactId }) => contactId)),
    ];
    const { body } = await service.ask(viewer, routes.tickets.lastByContact, { query: { contactIds } });
    const inOrder = (a: { contactId: string }, b: { contactId: string }) => (a.contactId < b.contactId ? -1 : 1);
    expect(body.tickets).toEqual(
      newest.map(({ id, contactId, status, updatedAt }) => ({ id, contactId, status, updatedAt })).toSorted(inOrder),
    );
  }
  const query = { contactIds: [(await service.ask(carla, routes.tickets.list)).body.tickets[0]!.contactId] };
  expect((await service.ask(zoe, routes.tickets.lastByContact, { query })).body).toEqual({ tickets: [] });
  expect((await service.ask(ana, routes.tickets.lastByContact)).body).toEqual({ tickets: [] });
  const tooMany = { contactIds: Array.from({ length: 101 }, newId) };
  expect(await service.ask(ana, routes.tickets.lastByContact, { query: tooMany })).toMatchObject({ status: 400 });
});

test('a ticket is returned completely, by id or uuid in any spelling', async () => {
  const { id } = tickets.openInSales!;
  const { body } = await service.ask(ana, show, { params: { ticketId: id } });
  expect(body).toEqual({
    id,
    uuid: id,
    companyId: place.companyId,
    handedTo: null,
    mentions: [],
    protocol: '000123',
    status: 'open',
    userId: ana.userId,
    user: { id: ana.userId, name: 'Ana' },
    queueId: sales,
    queue: { id: sales, name: 'Vendas', color: '#AA0000' },
    whatsappId: place.shop,
    whatsapp: { id: place.shop, name: 'Loja', closingText: false, ratingText: false },
    provider: 'beta',
    windowUntil: null,
    automaticUntil: null,
    contactId: body.contactId,
    contact: { id: body.contactId, name: 'Beto Ávila', number: '5521922220002', profilePicUrl: null },
    channel: 'simulator',
    lastMessage: 'Pedido 1000 a caminho',
    lastMessageFromMe: true,
    lastMessageAck: 1,
    lastMessageState: null,
    lastMessageDeleted: false,
    lastMessageKind: null,
    unreadMessages: 0,
    isGroup: false,
    chatbot: false,
    tags: [
      { id: late, name: 'Atrasado', color: '#112233' },
      { id: angry, name: 'Bravo', color: '#112233' },
    ],
    company: { tagForce: false },
    rating: null,
    createdAt: '2026-03-11T12:00:00.000Z',
    updatedAt: '2026-03-14T12:00:00.000Z',
    closedAt: null,
    waitingSince: null,
    snoozedUntil: null,
  });
  for (const ticketId of [id, id.toUpperCase()])
    expect((await service.ask(ana, showByUuid, { params: { ticketId } })).body).toEqual(body);
});

test('an invisible ticket, another company’s and an unknown one are not found', async () => {
  const asked = [
    [ana, tickets.openInSupport!.id],
    [elio, tickets.pendingNowhere!.id],
    [carla, foreign],
    [carla, newId()],
    [zoe, tickets.openInSales!.id],
  ] as const;
  for (const route of [show, showByUuid])
    for (const [caller, ticketId] of asked)
      expect(await service.ask(caller, route, { params: { ticketId } })).toMatchObject({
        status: 404,
        error: 'ERR_NO_TICKET_FOUND',
      });
});

test('a parameter that is empty filters nothing', async () => {
  const names = ['searchParam', 'pageNumber', 'cursor', 'tags', 'users', 'status', 'dateFrom', 'dateTo', 'date', 'updatedAt'];
  const empty = [...names, 'showAll', 'queueIds', 'withUnreadMessages'].map((name) => `${name}=`).join('&');
  const all = await service.get(carla, '/tickets');
  expect(all.body).toMatchObject({ count: expect.any(Number) });
  expect(await service.get(carla, `/tickets?${empty}`)).toEqual(all);
});

test.each([
  '?searchParam=%00',
  '?cursor=nonsense',
  `?cursor=${Buffer.from(`0000-01-01T00:00:00.000Z ${place.sales}`).toString('base64url')}`,
  '?date=0000-01-01',
  '?dateTo=2026-02-30',
  '?status=lost',
  '?queueIds=1',
  '?pageNumber=0',
  '?after=x',
])('an invalid query is refused: %s', async (query) =>
  expect(await service.get(carla, `/tickets${query}`)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' }),
);
