import { accessEvents, apiKeyEvents, conversationEvents as c, exportEvents, routes } from '@prosa/contracts';
import { ana, bruno, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { list } = routes.accesses;
const { here, there } = founded();
const [mariaId, joaoId] = [uuid(101), uuid(102)];
here.contact(mariaId, '=Maria', '5511987650101');
here.contact(joaoId, 'João', '5511987650102');
const [maria, joao] = [mariaId, joaoId].map((id) => here.conversation(place.shop, id)) as [Talk, Talk];
type Talk = ReturnType<(typeof here)['conversation']>;
const first = maria.opened('1', { queueId: place.sales, protocol: '000001' });
const second = joao.opened('2', { queueId: place.sales, protocol: '000002' });
const gone = joao.opened('3', { queueId: place.sales, protocol: '000003' });
joao.say(c.TicketDeleted, { ticketId: gone, userId: carla.userId, contactId: joaoId }, { by: asUser(carla.userId) });
const keyId = uuid(71);
here.tell(`api-keys-${carla.companyId}`, apiKeyEvents.ApiKeyCreated, {
  keyId,
  name: 'ERP',
  scopes: ['read'],
  hash: 'a',
  userId: carla.userId,
});
const by = { by: asUser(carla.userId) };
const ticket = (id: string) => ({ kind: 'ticket', id });
const looked = (at: string, kind: string, subject: { kind: string; id: string }, actor = by.by, where = here, of = carla) =>
  where.tell(`access-${of.companyId}-${at.slice(0, 10)}`, accessEvents.Accessed, { kind, subject, at }, { by: actor });
// Half past eleven in the evening in São Paulo, which is three hours west of UTC, and half past midnight.
const [night, morning] = ['2026-03-11T02:30:00.000Z', '2026-03-11T03:30:00.000Z'] as const;
looked(morning, 'history', ticket(second));
// Reported later than it was done.
looked(night, 'conversation', ticket(first));
looked('2026-03-12T12:00:00.000Z', 'past', ticket(gone), { kind: 'integration', id: keyId });
looked('2026-03-12T13:00:00.000Z', 'data', { kind: 'contact', id: mariaId });
looked('2026-03-12T14:00:00.000Z', 'history', { kind: 'setting', id: 'userRating' });
looked('2026-03-12T15:00:00.000Z', 'history', { kind: 'user', id: bruno.userId });
looked('2026-03-12T16:00:00.000Z', 'history', { kind: 'company', id: carla.companyId }, {
  ...asUser(zoe.userId),
  companyId: zoe.companyId,
} as typeof by.by);
const exported = (n: number, ticketIds: string[] | null, at: string) => {
  const exportId = uuid(n);
  here.tell(`export-${exportId}`, exportEvents.ExportRequested, { exportId, ticketIds, language: 'pt' }, { ...by, at });
  here.tell(`export-${exportId}`, exportEvents.ExportFetched, { exportId }, { ...by, at: at.replace(':00:00', ':30:00') });
};
exported(62, [first], '2026-03-13T12:00:00.000Z');
exported(63, [first, second], '2026-03-14T12:00:00.000Z');
exported(64, null, '2026-03-15T12:00:00.000Z');
looked(morning, 'history', ticket(first), asUser(zoe.userId), there, zoe);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const shown = async (query: Record<string, string> = {}) => {
  const { body } = await service.ask(carla, list, { query });
  return body.accesses.map(({ kind, by: who, subject, tickets }) =>
    [kind, who.name, subject ? `${subject.kind} ${subject.name ?? subject.id}` : null, tickets]
      .filter((one) => one !== null)
      .join(', '),
  );
};
const all = [
  `download, Carla, company Loja da Praça`,
  `export, Carla, company Loja da Praça`,
  'download, Carla, 2',
  'export, Carla, 2',
  'download, Carla, ticket =Maria, 1',
  'export, Carla, ticket =Maria, 1',
  `history, company Loja da Praça`,
  'history, Carla, user Bruno',
  'history, Carla, setting userRating',
  'data, Carla, contact =Maria',
  'past, ERP, ticket João',
  'history, Carla, ticket João',
  'conversation, Carla, ticket =Maria',
];

test('who looked at what is listed by the time of the look, the newest first, with exports and the names of today', async () => {
  expect(await shown()).toEqual(all);
  const { body } = await service.ask(carla, list);
  const [platform, key] = [body.accesses[6]!, body.accesses[10]!];
  expect(platform.by).toEqual({ id: null, kind: 'platform', name: null });
  expect(key).toMatchObject({ by: { id: keyId, kind: 'integration' }, subject: { id: gone, protocol: null, contactId: joaoId } });
  expect(body.accesses.at(-1)).toMatchObject({
    at: night,
    by: { id: carla.userId, kind: 'user' },
    subject: { id: first, protocol: '000001', contactId: mariaId },
  });
  expect([body.hasMore, body.cursor]).toEqual([false, null]);
});

test('it is filtered by who looked, by kind, and by days in the zone of the company', async () => {
  expect(await shown({ userId: keyId })).toEqual(['past, ERP, ticket João']);
  expect(await shown({ kind: 'data', userId: carla.userId })).toEqual(['data, Carla, contact =Maria']);
  expect(await shown({ dateStart: '2026-03-10', dateEnd: '2026-03-10' })).toEqual(['conversation, Carla, ticket =Maria']);
  expect(await shown({ dateEnd: '2026-03-11' })).toEqual(all.slice(-2));
  expect(await shown({ kind: '', userId: '', dateStart: '', ticketId: '' })).toEqual(all);
  const { status } = await service.ask(carla, list, { query: { dateStart: '2026-03-12', dateEnd: '2026-03-11' } });
  expect(status).toBe(400);
});

test('of a ticket, and of a contact, everything is listed: also exports that have it, and who took them away', async () => {
  const ofFirst = [
    'download, Carla, 2',
    'export, Carla, 2',
    'download, Carla, ticket =Maria, 1',
    'export, Carla, ticket =Maria, 1',
  ];
  expect(await shown({ ticketId: first })).toEqual([...ofFirst, 'conversation, Carla, ticket =Maria']);
  expect(await shown({ contactId: mariaId })).toEqual([
    ...ofFirst,
    'data, Carla, contact =Maria',
    'conversation, Carla, ticket =Maria',
  ]);
  expect(await shown({ ticketId: first, kind: 'export', dateEnd: '2026-03-13' })).toEqual(['export, Carla, ticket =Maria, 1']);
  expect(await shown({ ticketId: uuid(999) })).toEqual([]);
});

test('it is for administrators, of their own company', async () => {
  for (const who of [ana, bruno]) expect((await service.ask(who, list)).status).toBe(403);
  const { body } = await service.ask(zoe, list);
  expect(body.accesses.map(({ by: who, subject }) => [who.name, subject?.name])).toEqual([['Zoe', null]]);
  expect((await service.ask(zoe, list, { query: { ticketId: first } })).body.accesses).toHaveLength(1);
  expect((await service.ask(zoe, list, { query: { contactId: mariaId } })).body.accesses).toEqual([]);
});

test('pages follow one another by key, and a cursor that nobody wrote is refused', async () => {
  const many = founded().here;
  many.take();
  const subject = (n: number) => ({ kind: 'contact', id: uuid(1_000 + n) });
  for (let n = 0; n < 230; n += 1)
    many.tell(
      `access-${carla.companyId}-2026-02-01`,
      accessEvents.Accessed,
      { kind: 'data', subject: subject(n), at: '2026-02-01T12:00:00.000Z' },
      by,
    );
  await service.write(many.take());
  const query = { dateStart: '2026-02-01', dateEnd: '2026-02-01' };
  const one = (await service.ask(carla, list, { query })).body;
  expect([one.accesses.length, one.hasMore]).toEqual([200, true]);
  const two = (await service.ask(carla, list, { query: { ...query, cursor: one.cursor! } })).body;
  expect([two.accesses.length, two.hasMore, two.cursor]).toEqual([30, false, null]);
  expect(new Set([...one.accesses, ...two.accesses].map(({ id }) => id)).size).toBe(230);
  expect((await service.ask(carla, list, { query: { cursor: 'W10' } })).status).toBe(400);
});

test('the same list is a file, in which no name is a formula', async () => {
  const { status, body, file: named } = await service.get(carla, '/accesses/csv?kind=conversation');
  expect([status, named]).toEqual([200, 'attachment; filename="quem_viu_o_que.csv"']);
  expect(String(body).split('\r\n')).toEqual([
    '\uFEFFData;Quem;O que viu;De;Nome;Protocolo;Atendimentos;Id',
    `10/03/2026 23:30;Carla;Conversa;Atendimento;'=Maria;000001;;${first}`,
    '',
  ]);
});
