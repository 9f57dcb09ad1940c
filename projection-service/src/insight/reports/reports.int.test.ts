import { type AttendanceRow, conversationEvents as c, NO_QUEUE, NO_TAG, routes } from '@prosa/contracts';
import { ana, bruno, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { silent } from '../../engine/engine.fixture.ts';
import { rebuild } from '../../engine/rebuild/rebuild.ts';
import { tablesOf } from '../../engine/tables/tables.ts';
import { features } from '../../features.ts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { randomLives } from '../dashboard/dashboard.fixture.ts';

const { attendance, attendanceFile, byQueue, byQueueFile, byUser, byUserFile } = routes.reports;
const { late, angry } = place;
const [kathmandu, crewQueue] = [uuid(3), uuid(18)];
const kiran = { ...carla, userId: uuid(61), companyId: kathmandu };
const { here, there } = founded();
here.contact(uuid(101), '=Maria', '5511987650101');
here.contact(uuid(102), 'João', '5511987650102');

// Half past eleven in the evening in São Paulo, which is three hours west of UTC, and half past midnight.
const [night, morning] = [{ at: '2026-03-11T02:30:00.000Z' }, { at: '2026-03-11T03:30:00.000Z' }];
const maria = here.conversation(place.shop, uuid(101));
const joao = here.conversation(place.shop, uuid(102));
const first = maria.opened('1', { queueId: place.sales }, night);
maria.say(c.TicketTagged, { ticketId: first, tagIds: [late, angry] });
maria.say(c.TicketAccepted, { ticketId: first, userId: ana.userId }, { by: asUser(ana.userId) });
const second = joao.opened('2', { queueId: place.sales }, morning);
joao.say(c.TicketTagged, { ticketId: second, tagIds: [late] });
const third = joao.opened('3', { queueId: null }, morning);
there.conversation(uuid(39), uuid(199)).opened('1', { queueId: place.foreignQueue }, night);

// Whatever may happen to a ticket, where the clocks are 5:45 ahead of UTC.
const far = chronicle(kathmandu);
far.company({ timeZone: 'Asia/Kathmandu' });
far.user(kiran.userId, 'Kiran', { profile: 'admin' });
const crew = [62, 63, 64].map(uuid);
for (const [n, id] of crew.entries()) far.user(id, `Pessoa ${n}`);
const random = { connectionId: uuid(38), queueId: crewQueue, userIds: crew, start: '2026-02-20T00:00:00.000Z', days: 40 };
const lives = randomLives(far, { ...random, count: 400, seed: 7 });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...far.take()]);
});
afterAll(() => service.close());

type Query = Record<string, string | number>;
const days = (dateStart: string, dateEnd = dateStart) => ({ dateStart, dateEnd });
const tagsOf = async (query: Query) => (await service.ask(carla, attendance, { query })).body;
const queuesOf = async (caller: typeof carla, query: Query) =>
  (await service.ask(caller, byQueue, { query })).body.map((row) => [row.queue_nome, row.pending, row.process, row.closed]);
const usersOf = async (caller: typeof carla, query: Query) => (await service.ask(caller, byUser, { query })).body;

test('tickets by day and tag: a day is the company’s, one with two tags counts in both', async () => {
  const all = await tagsOf(days('2026-03-10', '2026-03-11'));
  expect(all).toMatchObject({
    report: { '2026-03-10': { Atrasado: 1, Bravo: 1 }, '2026-03-11': { Atrasado: 1, [NO_TAG]: 1 } },
    days: ['2026-03-10', '2026-03-11'],
    totalByDate: { '2026-03-10': 2, '2026-03-11': 2 },
  });
  expect(all.tags.map(({ tagName, total }) => [tagName, total])).toEqual([
    ['Atrasado', 2],
    ['Bravo', 1],
    [NO_TAG, 1],
  ]);
  expect((await tagsOf(days('2026-03-10'))).days).toEqual(['2026-03-10']);
  expect(await tagsOf({})).toMatchObject({ report: {}, days: [], tags: [] });
});

test('the tickets themselves: by attendant, with their tags, page by page, searched', async () => {
  const { report, attendants, hasMore } = await tagsOf({ kind: 1, ...days('2026-03-10', '2026-03-11') });
  const rows = report as AttendanceRow[];
  expect(attendants.map(({ name, total }) => [name, total])).toEqual([
    ['Ana', 1],
    [null, 2],
  ]);
  expect(hasMore).toBe(false);
  expect(rows.find(({ ticketId }) => ticketId === first)).toEqual({
    ticketId: first,
    nameContact: '=Maria',
    numberContact: '5511987650101',
    recordCreatedAt: night.at,
    tagName: 'Atrasado, Bravo',
    color: expect.stringMatching(/^#/),
    tags: [
      { tagName: 'Atrasado', color: expect.any(String) },
      { tagName: 'Bravo', color: expect.any(String) },
    ],
    attendance: 'Ana',
    attendanceId: ana.userId,
  });
  const own = await tagsOf({ kind: 1, userId: ana.userId, ...days('2026-03-01', '2026-03-31') });
  expect((own.report as AttendanceRow[]).map(({ ticketId }) => ticketId)).toEqual([first]);
  const nobodys = await tagsOf({ kind: 1, userId: 'none', ...days('2026-03-01', '2026-03-31') });
  expect((nobodys.report as AttendanceRow[]).map(({ ticketId }) => ticketId).sort()).toEqual([second, third].sort());
  const found = await tagsOf({ kind: 1, searchParam: '(11) 98765-0102', ...days('2026-03-01', '2026-03-31') });
  expect(found.attendants).toEqual([{ id: null, name: null, total: 2 }]);
  expect((found.report as AttendanceRow[]).every(({ nameContact }) => nameContact === 'João')).toBe(true);
});

test('tickets by queue and by user, as they are now', async () => {
  const all = days('2026-03-01', '2026-03-31');
  const before = await queuesOf(carla, all);
  expect(before.find(([name]) => name === 'Vendas')).toEqual(['Vendas', 1, 1, 0]);
  expect(before.at(-1)).toEqual([NO_QUEUE, 1, 0, 0]);
  expect(before.length).toBeGreaterThan(2);
  expect((await queuesOf(carla, days('2026-03-10'))).find(([name]) => name === 'Vendas')).toEqual(['Vendas', 0, 1, 0]);
  expect((await usersOf(carla, all)).find(({ name }) => name === 'Ana')).toMatchObject({ process: 1, closed: 0, total: 1 });
});

test('a closing, a reopening by somebody else and another tag are right at once', async () => {
  const all = days('2026-03-01', '2026-03-31');
  maria.closed(first, ana.userId, { by: asUser(ana.userId) });
  await service.write(here.take());
  expect((await queuesOf(carla, all)).find(([name]) => name === 'Vendas')).toEqual(['Vendas', 1, 0, 1]);
  expect((await usersOf(carla, all)).find(({ name }) => name === 'Ana')).toMatchObject({ process: 0, closed: 1, total: 1 });
  maria.say(c.TicketReopened, { ticketId: first, queueId: place.support, userId: bruno.userId }, { by: asUser(bruno.userId) });
  maria.say(c.TicketTagged, { ticketId: first, tagIds: [] });
  await service.write(here.take());
  const queues = await queuesOf(carla, all);
  expect(queues.find(([name]) => name === 'Vendas')).toEqual(['Vendas', 1, 0, 0]);
  expect(queues.find(([name]) => name === 'Suporte')).toEqual(['Suporte', 0, 1, 0]);
  const users = await usersOf(carla, all);
  expect(users.find(({ name }) => name === 'Ana')).toMatchObject({ total: 0 });
  expect(users.find(({ name }) => name === 'Bruno')).toMatchObject({ process: 1, closed: 0, total: 1 });
  expect((await tagsOf(days('2026-03-10'))).report).toEqual({ '2026-03-10': { [NO_TAG]: 1 } });
});

const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' });
const periods = [
  ['2026-02-20', '2026-02-20'],
  ['2026-02-25', '2026-03-02'],
  ['2026-03-01', '2026-03-31'],
  ['2020-01-01', '2030-01-01'],
] as const;
const counts = async ([from, to]: readonly [string, string]) => {
  const query = days(from, to);
  const isIn = (at: number) => zone.format(at) >= from && zone.format(at) <= to;
  const left = lives.filter(({ isDeleted, steps }) => !isDeleted && isIn(steps[0]!.at));
  const now = left.map(({ steps }) => steps.at(-1)!.status);
  const count = (status: string) => now.filter((one) => one === status).length;
  const queues = await queuesOf(kiran, query);
  const sums = [1, 2, 3].map((at) => queues.reduce((sum, row) => sum + Number(row[at]), 0));
  expect(sums).toEqual([count('pending'), count('open'), count('closed')]);
  // The days of the first report, and the rows of the second one, are the same tickets.
  const { totalByDate } = (await service.ask(kiran, attendance, { query })).body;
  const byDay = Map.groupBy(left, ({ steps }) => zone.format(steps[0]!.at));
  expect(totalByDate).toEqual(Object.fromEntries([...byDay].map(([day, all]) => [day, all.length])));
  const rows: AttendanceRow[] = [];
  let cursor: string | null = null;
  do {
    const page: { report: unknown; cursor: string | null; attendants: { id: string | null; total: number }[] } = (
      await service.ask(kiran, attendance, { query: { kind: 1, ...query, ...(cursor && { cursor }) } })
    ).body;
    rows.push(...(page.report as AttendanceRow[]));
    cursor = page.cursor;
    if (cursor === null)
      for (const { id, total } of page.attendants)
        expect(rows.filter(({ attendanceId }) => attendanceId === id)).toHaveLength(total);
  } while (cursor);
  expect(new Set(rows.map(({ ticketId }) => ticketId)).size).toBe(rows.length);
  expect(rows).toHaveLength(left.length);
  for (const { id, total } of await usersOf(kiran, query))
    expect(rows.filter(({ attendanceId }) => attendanceId === id)).toHaveLength(total);
};

test.each(periods)(
  'of random tickets, from %s to %s, each figure is the number of those that one finds one by one',
  (...period) => counts(period),
);

test('after a rebuild every figure is the same', async () => {
  await rebuild({ ...service.engine, log: silent, tables: tablesOf(features) });
  for (const period of periods) await counts(period);
});

test('the files have the specified names, semicolons, and no formula', async () => {
  const file = async (kind: number) => {
    const { file: name, body } = await service.get(
      carla,
      `/attendanceReport/csv?kind=${kind}&dateStart=2026-03-10&dateEnd=2026-03-11`,
    );
    return [name, body as string] as const;
  };
  const [synthetic, matrix] = await file(0);
  expect(synthetic).toBe('attachment; filename="relatorio_sintetico_atendimento.csv"');
  expect(matrix.split('\r\n')).toEqual([
    '\uFEFFTag;10/03/2026;11/03/2026;Total',
    'Atrasado;0;1;1',
    'Sem tag;1;1;2',
    'Total geral;1;2;3',
    '',
  ]);
  const [analytical, rows] = await file(1);
  expect(analytical).toBe('attachment; filename="relatorio_analitico_atendimento.csv"');
  const lines = rows.split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFAtendente;Nome do paciente;Número;Data;Tag',
    "Bruno;'=Maria;5511987650101;10/03/2026 23:30;Sem tag",
    'Total Bruno;1;;;',
  ]);
  expect(lines.slice(-2)).toEqual(['Total geral;3;;;', '']);
});

test.each([
  [
    'byQueue',
    'relatorio_por_fila.csv',
    ['Fila;Aberto;Aguardando;Em Atendimento;Concluídos;Total', 'Sem fila;1;1;0;0;1', 'Total;3;2;1;0;3'],
  ],
  ['byUser', 'relatorio_por_usuario.csv', ['Atendente;E-mail;Em atendimento;Concluído;Total', 'Total;;1;0;1']],
] as const)('the report %s is a file, too, with its totals', async (report, name, expected) => {
  const { file, body } = await service.get(carla, `/reports/${report}/csv?dateStart=2026-03-10&dateEnd=2026-03-11`);
  expect(file).toBe(`attachment; filename="${name}"`);
  const lines = (body as string).slice(1).split('\r\n');
  expect([lines[0], ...lines.slice(-expected.length)]).toEqual([...expected, '']);
});

test('a period ends after it begins, and only administrators ask, each for their own company', async () => {
  for (const route of [attendance, attendanceFile, byQueue, byQueueFile, byUser, byUserFile]) {
    const query = days('2026-03-02', '2026-03-01');
    const { status, body } = await service.ask(carla, route, { query });
    expect([status, (body as unknown as { fields: object }).fields]).toEqual([
      400,
      { dateStart: 'Data início não pode ser maior que data fim' },
    ]);
    expect((await service.ask(ana, route, { query: {} })).status).toBe(403);
  }
  expect(await queuesOf(zoe, days('2026-03-01', '2026-03-31'))).toEqual([['Longe', 1, 0, 0]]);
});
