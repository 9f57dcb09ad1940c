import { conversationEvents as c, cardEvents, limits, NO_LANE, routes, tags } from '@prosa/contracts';
import { ana, bruno, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { writeCursor } from '../../kernel/keyset.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { list, show, report, reportFile } = routes.kanban;
const { here, there } = founded();
const [offer, deal, sara] = [uuid(71), uuid(72), uuid(73)];
const supervisor = { ...carla, userId: sara };
const [maria, joao, rita, far] = [uuid(101), uuid(102), uuid(103), uuid(199)];

here.user(sara, 'Sara', { profile: 'supervisor' });
for (const [id, name, color] of [
  [offer, 'Proposta', '#0EA5E9'],
  [deal, 'Fechado', '#16A34A'],
] as const)
  here.tell(`tag-${id}`, tags.events.created, { id, name, color, kanban: 1 });
here.contact(maria, 'Maria José', '5511987650101');
here.contact(joao, '=João', '5511987650102');
here.contact(rita, 'Rita', '5511987650103');
there.contact(far, 'Maria de Longe', '5511987650101');

type Fields = { tagId?: string; description?: string; budgetedCents?: number; negotiatedCents?: number; addedAt?: string };
const add = (contactId: string, fields: Fields = {}, chronicled = here) =>
  chronicled.tell(`card-${contactId}`, cardEvents.CardAdded, {
    ...{ contactId, tagId: null, observation: null, description: null, budgetedCents: null, negotiatedCents: null },
    ...{ addedAt: '2026-03-10T15:00:00.000Z', from: null, ...fields },
  });
const move = (contactId: string, tagId: string | null) =>
  here.tell(`card-${contactId}`, cardEvents.CardMoved, { contactId, tagId });

// Half past eleven in the evening in São Paulo, which is three hours west of UTC.
add(maria, { budgetedCents: 478_000, negotiatedCents: 10, addedAt: '2026-03-11T02:30:00.000Z' });
add(joao, { tagId: offer, description: 'Sofá; 3 lugares', budgetedCents: 1 });
add(rita, { tagId: offer, negotiatedCents: 20 });
add(far, { budgetedCents: 99 }, there);
const talk = here.conversation(place.shop, maria);
const first = talk.opened('1', { queueId: place.sales }, { at: '2026-03-11T09:00:00.000Z' });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const board = async (query: Record<string, string> = {}, caller = carla) => (await service.ask(caller, list, { query })).body;
const idsOf = async (query: Record<string, string>) => (await board(query)).cards.map(({ id }) => id);
const one = async (id: string) => (await service.ask(carla, show, { params: { id } })).body;

test('the board has its lanes, the first one at the beginning, each with its cards and their sums', async () => {
  const { cards, lanes } = await board();
  expect(lanes).toEqual([
    { tagId: null, name: null, color: '#7C7C7C', count: 1, budgetedValue: 4780, negotiatedValue: 0.1, cursor: null },
    { tagId: offer, name: 'Proposta', color: '#0EA5E9', count: 2, budgetedValue: 0.01, negotiatedValue: 0.2, cursor: null },
    { tagId: deal, name: 'Fechado', color: '#16A34A', count: 0, budgetedValue: 0, negotiatedValue: 0, cursor: null },
  ]);
  expect(cards.map(({ id, tagId }) => [id, tagId])).toEqual([
    [maria, null],
    [rita, offer],
    [joao, offer],
  ]);
  expect(cards[0]).toEqual({
    id: maria,
    companyId: carla.companyId,
    tagId: null,
    place: expect.stringMatching(/^\d+$/),
    contact: { id: maria, name: 'Maria José', number: '5511987650101', profilePicUrl: null },
    user: null,
    ticket: { id: first, protocol: '1', status: 'pending', waitingSince: '2026-03-11T09:00:00.000Z' },
    observation: null,
    budgetedValue: 4780,
    negotiatedValue: 0.1,
    description: null,
    createdAt: '2026-03-11T02:30:00.000Z',
    updatedAt: expect.any(String),
  });
  const { tags: known } = (await service.ask(carla, tags.routes.list, { query: { kanban: true } })).body;
  expect(known.map(({ name, contactCount }) => [name, contactCount])).toEqual([
    ['Fechado', 0],
    ['Proposta', 2],
  ]);
  expect((await board({}, { ...zoe })).cards.map(({ id }) => id)).toEqual([far]);
});

test('a card has the user of the unfinished ticket, or else of the last one, and tells since when somebody waits', async () => {
  const accepted = { at: '2026-03-11T09:10:00.000Z', by: asUser(ana.userId) };
  talk.say(c.TicketAccepted, { ticketId: first, userId: ana.userId }, accepted);
  await service.write(here.take());
  expect(await one(maria)).toMatchObject({
    user: { id: ana.userId, name: 'Ana' },
    ticket: { id: first, status: 'open', waitingSince: null },
  });
  talk.say(c.TicketReturned, { ticketId: first }, { at: '2026-03-11T09:20:00.000Z', by: asUser(ana.userId) });
  await service.write(here.take());
  expect(await one(maria)).toMatchObject({
    user: null,
    ticket: { id: first, status: 'pending', waitingSince: '2026-03-11T09:20:00.000Z' },
  });
  talk.say(c.TicketAccepted, { ticketId: first, userId: bruno.userId }, { by: asUser(bruno.userId) });
  talk.say(c.TicketTagged, { ticketId: first, tagIds: [place.late] });
  talk.closed(first, bruno.userId);
  await service.write(here.take());
  expect(await one(maria)).toMatchObject({
    user: { id: bruno.userId },
    ticket: { id: first, status: 'closed', waitingSince: null },
  });
});

test('cards are found by name, number, attendant and tag of their tickets, and counted so', async () => {
  expect(await idsOf({ searchParam: 'jose' })).toEqual([maria]);
  expect(await idsOf({ searchParam: '98765-0103' })).toEqual([rita]);
  expect(await idsOf({ userIds: bruno.userId })).toEqual([maria]);
  expect(await idsOf({ userIds: 'none' })).toEqual([rita, joao]);
  expect(await idsOf({ userIds: `${bruno.userId},none` })).toEqual([maria, rita, joao]);
  expect(await idsOf({ tagIds: place.late })).toEqual([maria]);
  expect(await idsOf({ tagIds: place.angry })).toEqual([]);
  const { lanes } = await board({ searchParam: 'rita', userIds: 'none' });
  expect(lanes.map(({ count, negotiatedValue }) => [count, negotiatedValue])).toEqual([
    [0, 0],
    [1, 0.2],
    [0, 0],
  ]);
});

test('the cards of a deleted lane are in the first one', async () => {
  move(maria, deal);
  here.tagDeleted(deal);
  await service.write(here.take());
  const { cards, lanes } = await board();
  expect(lanes.map(({ tagId, count }) => [tagId, count])).toEqual([
    [null, 1],
    [offer, 2],
  ]);
  expect(cards.find(({ id }) => id === maria)?.tagId).toBeNull();
});

test('the report: cards by the company’s day on which they were added, of one lane or of all, with the sums', async () => {
  const ask = async (query: Record<string, string>) => (await service.ask(carla, report, { query })).body;
  const all = await ask({});
  expect(all.total).toEqual({ count: 3, budgetedValue: 4780.01, negotiatedValue: 0.3 });
  expect(all.report[0]).toEqual({
    id: maria,
    name: 'Maria José',
    number: '5511987650101',
    description: null,
    tagId: null,
    board: NO_LANE,
    budgetedValue: 4780,
    negotiatedValue: 0.1,
    createdAt: '2026-03-11T02:30:00.000Z',
  });
  const added = await ask({ tagId: '0' });
  expect(added.report.map(({ id }) => id)).toEqual([maria]);
  expect((await ask({ tagId: offer })).report.map(({ id, board }) => [id, board])).toEqual([
    [rita, 'Proposta'],
    [joao, 'Proposta'],
  ]);
  expect((await ask({ dateStart: '2026-03-10', dateEnd: '2026-03-10' })).total.count).toBe(3);
  expect((await ask({ dateStart: '2026-03-11', dateEnd: '2026-03-11' })).total).toEqual({
    count: 0,
    budgetedValue: 0,
    negotiatedValue: 0,
  });
});

test.each([
  ['dateStart=2026-03-12&dateEnd=2026-03-11', { dateStart: 'Data início não pode ser maior que data fim' }],
  ['dateStart=2026-03-12', { dateEnd: 'Por favor, informe a data de início e fim' }],
  ['dateEnd=2026-03-12', { dateStart: 'Por favor, informe a data de início e fim' }],
])('a report of %s is refused', async (query, fields) => {
  for (const path of ['list', 'csv'])
    expect(await service.get(carla, `/kanban/report/${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields },
    });
});

test('the report as a file, with semicolons and the sums in its last line', async () => {
  const { body, file } = await service.ask(carla, reportFile, { query: { tagId: offer } });
  expect(file).toBe('attachment; filename="relatorio_kanban.csv"');
  expect(body.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Nome;Número;Descrição;Quadro;Valor orçado;Valor negociado',
    'Rita;5511987650103;;Proposta;;"0,20"',
    `'=João;5511987650102;"Sofá; 3 lugares";Proposta;"0,01";`,
    'Total geral;;;;"0,01";"0,20"',
    '',
  ]);
});

test('attendants see nothing of it, supervisors all of it; who is of another company finds no card', async () => {
  for (const path of ['contacts', maria, 'report/list', 'report/csv']) {
    expect(await service.get(ana, `/kanban/${path}`)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
    expect((await service.get(supervisor, `/kanban/${path}`)).status).toBe(200);
  }
  expect(await service.get(zoe, `/kanban/${maria}`)).toMatchObject({ status: 404, error: 'ERR_NO_CARD_FOUND' });
});

test('a long lane comes page by page, those last moved first', async () => {
  const many = Array.from({ length: limits.laneCards + 5 }, (_, n) => uuid(1_000 + n));
  for (const [n, id] of many.entries()) {
    here.contact(id, `Nome ${n}`, `55119777${String(n).padStart(5, '0')}`);
    add(id, { tagId: offer });
  }
  move(joao, offer);
  await service.write(here.take());
  const { cards, lanes } = await board();
  const lane = lanes.find(({ tagId }) => tagId === offer)!;
  expect(lane.count).toBe(many.length + 2);
  const begun = cards.filter(({ tagId }) => tagId === offer);
  expect(begun).toHaveLength(limits.laneCards);
  expect(begun[0]?.id).toBe(joao);
  const next = await board({ tagId: offer, cursor: lane.cursor! });
  expect(next.lanes.map(({ tagId, cursor }) => [tagId, cursor])).toEqual([[offer, null]]);
  expect([...begun, ...next.cards].map(({ id }) => id)).toEqual([joao, ...many.toReversed(), rita]);
  expect((await board({ tagId: '0' })).lanes.map(({ tagId }) => tagId)).toEqual([null]);
  const { body } = await service.ask(carla, reportFile);
  expect(body.split('\r\n')).toHaveLength(many.length + 3 + 3);
});

test.each(['contacts?tagId=0&cursor=9223372036854775808', `report/list?cursor=${writeCursor(['0000-01-01T00:00:00Z', maria])}`])(
  'a cursor that no page gave is refused: %s',
  async (path) => {
    expect(await service.get(carla, `/kanban/${path}`)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' });
  },
);
