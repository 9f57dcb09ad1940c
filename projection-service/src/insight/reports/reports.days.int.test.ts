import {
  type AttendanceReport,
  type AttendanceRow,
  conversationEvents as c,
  companyEvents,
  NO_TAG,
  routes,
} from '@prosa/contracts';
import { silent } from '../../engine/engine.fixture.ts';
import { rebuild } from '../../engine/rebuild/rebuild.ts';
import { tablesOf } from '../../engine/tables/tables.ts';
import { features } from '../../features.ts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { dice } from '../dashboard/dashboard.fixture.ts';

const { attendance, byQueue, byUser } = routes.reports;
const [companyId, shop] = [uuid(1), uuid(31)];
const carla = { userId: uuid(21), companyId };
const users = [22, 23, 24].map(uuid);
const queues = [11, 12].map(uuid);
const names = new Map([51, 52, 53].map((n) => [uuid(n), `Tag ${n}`]));

type Ticket = { id: string; at: number; tagIds: string[]; userId: string | null; queueId: string | null; contact: number };
const here = chronicle(companyId, '2025-01-01T12:00:00.000Z');
here.company();
here.user(carla.userId, 'Carla', { profile: 'admin' });
for (const id of users) here.user(id, `Pessoa ${id.slice(-2)}`);
for (const [n, id] of queues.entries()) here.queue(id, `Fila ${n}`, '#AA0000');
for (const [id, name] of names) here.tag(id, name);

const random = dice(3);
const among = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
const HOUR = 3_600_000;
/** Most tickets are of the days on which clocks change somewhere, many of the last hours in UTC: in Lisbon the next day has begun by then, or not yet. */
const changes = ['2025-03-09', '2025-03-30', '2025-04-06', '2025-10-05', '2025-10-26', '2025-11-02'].map(Date.parse);
const CONTACTS = 40;
for (let n = 0; n < CONTACTS; n += 1) here.contact(uuid(100 + n), `Nome ${n % 8}x`, `55119876501${String(n).padStart(2, '0')}`);
let tickets: Ticket[] = Array.from({ length: 500 }, (_, n) => {
  const anywhere = Date.parse('2024-12-30') + random() * 400 * 24 * HOUR;
  const near = among(changes) + (random() * 96 - 48) * HOUR + among([0, 0, 1]);
  const late = among(changes) + (22 + random() * 3) * HOUR;
  const at = [anywhere, near, late][n % 3]!;
  const contact = Math.floor(random() * CONTACTS);
  const talk = here.conversation(shop, uuid(100 + contact));
  const [queueId, userId] = [among([...queues, null]), among([...users, null])];
  const id = talk.opened(String(n), { queueId, userId }, { at: new Date(at).toISOString() });
  const ticket: Ticket = { id, at: Math.floor(at), tagIds: [], userId, queueId, contact };
  for (let more = Math.floor(random() * 4); more > 0; more -= 1) {
    ticket.tagIds = [...names.keys()].filter(() => random() < 0.4);
    talk.say(c.TicketTagged, { ticketId: id, tagIds: ticket.tagIds }, { by: asUser(carla.userId) });
  }
  if (random() < 0.05) {
    talk.say(c.TicketDeleted, { ticketId: id, userId: carla.userId, contactId: talk.contactId });
    ticket.id = '';
  }
  return ticket;
});
tickets = tickets.filter(({ id }) => id !== '');

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
});
afterAll(() => service.close());

const totals = (all: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(all, (one) => one)].map(([one, { length }]) => [one, length]));

type Period = { dateStart?: string; dateEnd?: string };
/** Compares each report with what the tickets say, one by one. */
const compare = async (zone: string, { dateStart, dateEnd }: Period) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  const those = tickets
    .map((ticket) => ({ ...ticket, day: day.format(ticket.at) }))
    .filter((ticket) => ticket.day >= (dateStart ?? '') && ticket.day <= (dateEnd ?? '9'));
  const query = { ...(dateStart && { dateStart }), ...(dateEnd && { dateEnd }) };
  const { report, days, tags, totalByDate } = (await service.ask(carla, attendance, { query })).body;
  const cells = those.flatMap(({ tagIds, day }) =>
    (tagIds.length === 0 ? [NO_TAG] : tagIds.map((id) => names.get(id)!)).map((tag) => ({ day, tag })),
  );
  const matrix = [...Map.groupBy(cells, (cell) => cell.day)].map(([of, all]) => [of, totals(all.map(({ tag }) => tag))]);
  expect(report).toEqual(Object.fromEntries(matrix));
  expect(days).toEqual([...new Set(cells.map((cell) => cell.day))].sort());
  expect(totalByDate).toEqual(totals(cells.map((cell) => cell.day)));
  expect(Object.fromEntries(tags.map(({ tagName, total }) => [tagName, total]))).toEqual(totals(cells.map(({ tag }) => tag)));
  const ofQueues = (await service.ask(carla, byQueue, { query })).body.filter((row) => row.pending + row.process > 0);
  expect(Object.fromEntries(ofQueues.map(({ id, pending, process }) => [String(id), pending + process]))).toEqual(
    totals(those.map(({ queueId }) => String(queueId))),
  );
  const ofUsers = (await service.ask(carla, byUser, { query })).body.filter(({ total }) => total > 0);
  expect(Object.fromEntries(ofUsers.map(({ id, total }) => [id, total]))).toEqual(
    totals(those.flatMap(({ userId }) => userId ?? [])),
  );
  return those;
};

/** Periods of any length that begin and end anywhere, but not on a day that begins twice. */
const periods: Period[] = [
  { dateStart: '2025-01-01', dateEnd: '2025-12-31' },
  { dateEnd: '2025-10-27' },
  { dateStart: '2025-03-31' },
  { dateStart: '2025-04-06', dateEnd: '2025-04-06' },
  { dateStart: '2025-10-26', dateEnd: '2025-10-26' },
  { dateStart: '0001-01-01', dateEnd: '9999-12-30' },
  ...Array.from({ length: 12 }, () => {
    const [first, last] = [random(), random()].sort((a, b) => a - b).map((at) => Date.parse('2024-12-25') + at * 410 * 24 * HOUR);
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
    return { dateStart: dayOf(first!), dateEnd: dayOf(last!) };
  }),
];

// The clocks of Havana go back at one, so that its midnight comes twice; Chatham is 12:45 or 13:45 ahead of UTC, the Marquesas 9:30 behind.
const zones = [
  'America/Sao_Paulo',
  'Australia/Eucla',
  'America/Havana',
  'Europe/Lisbon',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Marquesas',
];
test.each(zones)('tickets by day and tag are those that one finds one by one: %s', async (timeZone) => {
  here.tell(`company-${companyId}`, companyEvents.CompanyChanged, { companyId, timeZone });
  await service.write(here.take());
  const counts: number[] = [];
  for (const period of periods) counts.push((await compare(timeZone, period)).length);
  expect(counts[0]).toBeGreaterThan(400);
  expect(counts.at(5)).toBe(tickets.length);
});

test('after a rebuild every figure is the same', async () => {
  await rebuild({ ...service.engine, log: silent, tables: tablesOf(features) });
  for (const period of periods) await compare(zones.at(-1)!, period);
});

test.each([
  {},
  { userId: users[0]! },
  { userId: 'none' },
  { searchParam: 'nome 3x' },
  { searchParam: 'nome 3x', userId: users[1]! },
])('tickets one by one, the newest first: %j', async (asked: { userId?: string; searchParam?: string }) => {
  const rows: AttendanceRow[] = [];
  const query = { kind: 1, dateStart: '2024-01-01', ...asked };
  for (let cursor: string | null = null, page = 0; page === 0 || cursor; page += 1) {
    const given: Record<string, string | number> = { ...query, ...(cursor && { cursor }) };
    const { body }: { body: AttendanceReport } = await service.ask(carla, attendance, { query: given });
    rows.push(...(body.report as AttendanceRow[]));
    cursor = body.cursor;
  }
  const those = tickets.filter(
    ({ userId, contact }) =>
      (asked.userId === undefined || (userId ?? 'none') === asked.userId) && (!asked.searchParam || contact % 8 === 3),
  );
  const inOrder = those.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  expect(rows.map(({ ticketId }) => ticketId)).toEqual(inOrder.map(({ id }) => id));
  expect(those.length).toBeGreaterThan(10);
});
