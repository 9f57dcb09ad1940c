import {
  Access,
  allRoutes,
  apiKeyEvents,
  conversationEvents as c,
  type RouteDefinition,
  routes,
  serviceOf,
  topics,
} from '@prosa/contracts';
import { apiKeyHashOf, busTopics, writeApiKey } from '@prosa/infra/runtime';
import { ana, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const opened = (name: string, userId: string | null) => {
  const ticketId = talk.opened(name, { queueId: place.sales });
  talk.received(ticketId, name, 'Chegou?');
  if (userId !== null) talk.say(c.TicketAccepted, { ticketId, userId }, { by: asUser(userId) });
  return ticketId;
};
const ofAna = opened('1', ana.userId);
talk.closed(ofAna, ana.userId);
const ofCarla = opened('2', carla.userId);
const [keyId, key] = [uuid(71), writeApiKey({ companyId: carla.companyId, keyId: uuid(71) }, Buffer.alloc(32, 1))];
const made = { keyId, name: 'ERP', scopes: ['read'], hash: apiKeyHashOf(key), userId: carla.userId };
here.tell(`api-keys-${carla.companyId}`, apiKeyEvents.ApiKeyCreated, made);

let now = new Date('2026-11-30T16:00:00.000Z');
let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()], [], { clock: () => now });
});
afterAll(() => service.close());
/** Each test has hours of its own. */
beforeEach(() => {
  now = new Date(now.getTime() + 24 * 60 * 60_000);
});
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

/** What was reported to the command side in this test. */
const reported = async (): Promise<Access[]> => {
  const { rows } = await service.engine.pool.query<{ key: string; value: string }>(
    `select key, value from bus.log where topic = '${topics.access}' order by at`,
  );
  const all = rows.map(({ key: of, value }) => ({ of, access: Access.parse(JSON.parse(value)) }));
  for (const { of, access } of all) expect(of).toBe(access.companyId);
  return all.map(({ access }) => access).filter(({ at }) => at.slice(0, 10) === now.toISOString().slice(0, 10));
};
const kinds = async () => (await reported()).map(({ kind, actor }) => `${kind} ${actor.kind} ${actor.id}`);
const { show, spy, history } = routes.tickets;
const { list, searchMedias, searchInTicket } = routes.messages;
const of = (ticketId: string, query: Record<string, string> = {}) => ({ params: { ticketId }, query });

test('histories of other records are reported with their kind, those of settings as the company’s', async () => {
  const { contact, user, settings, company } = routes.recordHistories;
  const { companyId } = carla;
  await service.ask(carla, contact, { params: { contactId: uuid(101) } });
  await service.ask(carla, user, { params: { userId: ana.userId } });
  await service.ask(carla, settings);
  await service.ask(carla, company, { params: { companyId } });
  // Who may not read it looks at nothing.
  expect((await service.ask(zoe, contact, { params: { contactId: uuid(101) } })).status).toBe(404);
  expect((await reported()).map(({ kind, subject }) => [kind, subject.kind, subject.id])).toEqual([
    ['history', 'contact', uuid(101)],
    ['history', 'user', ana.userId],
    ['history', 'company', companyId],
  ]);
});

test('a history is reported once an hour, however often it is read, with who, what and when', async () => {
  for (let n = 0; n < 3; n += 1) expect((await service.ask(carla, history, of(ofAna))).status).toBe(200);
  await Promise.all([1, 2].map(() => service.ask(carla, history, of(ofCarla))));
  const at = now.toISOString();
  const common = { companyId: carla.companyId, actor: { kind: 'user', id: carla.userId }, kind: 'history', at };
  expect(await reported()).toEqual([ofAna, ofCarla].map((id) => ({ ...common, subject: { kind: 'ticket', id } })));
  later(61);
  await service.ask(carla, history, of(ofAna));
  expect(await reported()).toHaveLength(3);
});

test('conversations count where the administrator neither serves the ticket nor its queue, the spy view unless they serve it', async () => {
  for (const route of [list, searchMedias]) await service.ask(carla, route, of(ofCarla));
  await service.ask(carla, spy, of(ofCarla));
  await service.ask(carla, show, of(ofAna));
  expect(await reported()).toEqual([]);
  await service.ask(carla, searchInTicket, of(ofAna, { description: 'chegou' }));
  await service.ask(carla, list, of(ofAna));
  await service.ask(carla, spy, of(ofAna));
  expect(await kinds()).toEqual([`conversation user ${carla.userId}`]);
});

test('what stood then is a look, also at what one serves', async () => {
  const { position } = await service.ask(carla, show, of(ofCarla));
  for (const route of [show, list]) await service.ask(carla, route, of(ofCarla, { asOf: String(position) }));
  expect(await kinds()).toEqual([`past user ${carla.userId}`]);
});

test('attendants who read what they serve are not reported, and nobody who was refused', async () => {
  for (const route of [show, list, history]) expect((await service.ask(ana, route, of(ofAna))).status).toBe(200);
  for (const route of [list, history]) expect((await service.ask(zoe, route, of(ofAna))).status).toBe(404);
  expect((await service.ask(ana, spy, of(ofAna))).status).toBe(403);
  const past = of(ofAna, { asOf: '1' });
  expect((await service.ask(ana, show, past)).status).toBe(403);
  expect((await service.ask(carla, show, of(ofAna, { asOf: '99999999999999' }))).status).toBe(400);
  expect(await reported()).toEqual([]);
});

test('programs serve nobody: each of their reads counts, by their key', async () => {
  expect((await service.getWith(key, `/messages/${ofAna}`)).status).toBe(200);
  expect((await service.getWith(key, `/tickets/${ofCarla}/history`)).status).toBe(200);
  expect(await kinds()).toEqual([`conversation integration ${keyId}`, `history integration ${keyId}`]);
});

test('while the bus does not take the report, the read is refused, and any other is answered', async () => {
  const client = await service.engine.pool.connect();
  try {
    await client.query('begin');
    await client.query(`select from bus.partition where topic = '${topics.access}' for update`);
    const [looking, looking2, reading] = await Promise.all([
      service.ask(carla, history, of(ofAna)),
      service.ask(carla, history, of(ofAna)),
      service.ask(ana, history, of(ofAna)),
    ]);
    expect([looking, looking2].map(({ status, error }) => [status, error])).toEqual([
      [503, 'ERR_BUSY'],
      [503, 'ERR_BUSY'],
    ]);
    expect(reading.status).toBe(200);
    expect(await reported()).toEqual([]);
  } finally {
    await client.query('rollback');
    client.release();
  }
  expect((await service.ask(carla, history, of(ofAna))).status).toBe(200);
  expect(await kinds()).toEqual([`history user ${carla.userId}`]);
});

/** A record of each kind that calls look at. */
const subjects: Record<string, string> = {
  ticket: ofAna,
  contact: uuid(101),
  user: ana.userId,
  queue: place.sales,
  company: carla.companyId,
};

test('every read that declares a look reports it', async () => {
  const looking = (allRoutes as RouteDefinition[]).filter(({ looks, call }) => looks && serviceOf(call) === 'projection');
  const { position } = await service.ask(carla, show, of(ofAna));
  for (const route of looking) {
    later(60);
    const before = (await reported()).length;
    const query: Record<string, string> = {
      ...(route.looks!.kind === 'past' && { asOf: String(position) }),
      ...(route.query && 'description' in route.query.shape && { description: 'chegou' }),
    };
    const params = { [Object.keys(route.params!.shape)[0]!]: subjects[route.looks!.at]! };
    expect([route.call, (await service.ask(carla, route, { params, query })).status]).toEqual([route.call, 200]);
    expect([route.call, (await reported()).length]).toEqual([route.call, before + 1]);
  }
});

test('its topic is one of the bus', () => {
  expect(Object.keys(busTopics)).toContain(topics.access);
});
