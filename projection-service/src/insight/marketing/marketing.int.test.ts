import { conversationEvents as c, contactEvents, routes, type SourceLead, socialMedias } from '@prosa/contracts';
import { ana, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { silent } from '../../engine/engine.fixture.ts';
import { rebuild } from '../../engine/rebuild/rebuild.ts';
import { tablesOf } from '../../engine/tables/tables.ts';
import { features } from '../../features.ts';
import { writeCursor } from '../../kernel/keyset.ts';
import { asUser, chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { dice } from '../dashboard/dashboard.fixture.ts';

const { synthetic, syntheticFile, analytical, analyticalFile } = routes.marketing;
const [insta, face, poster] = [uuid(201), uuid(202), uuid(203)];
const { here, there } = founded();
type Here = typeof here;
const source = (of: Here, id: string, name: string) =>
  of.tell(`social-medias-${of.companyId}`, socialMedias.events.created, { id, name, color: '#E11D48', message: `Vi no ${name}` });
source(here, insta, 'Instagram');
source(here, face, '=Facebook');
source(here, poster, 'Cartaz');
source(there, uuid(209), 'Longe');
here.contact(uuid(101), '=Maria', '5511987650101');
here.contact(uuid(102), 'João', '5511987650102');

// Half past eleven in the evening in São Paulo, which is three hours west of UTC, and half past midnight.
const [night, morning] = ['2026-03-11T02:30:00.000Z', '2026-03-11T03:30:00.000Z'] as const;
const comes = (talk: Talk, name: string, at: string, ...sources: string[]) => {
  const ticketId = talk.opened(name, { queueId: null }, { at });
  const messageId = talk.received(ticketId, name, 'Oi', { at });
  for (const socialMediaId of sources)
    talk.say(c.LeadAttributed, { ticketId, messageId, contactId: talk.contactId, socialMediaId, by: 'message' }, { at });
  return ticketId;
};
type Talk = ReturnType<Here['conversation']>;
const [maria, joao] = [101, 102].map((n) => here.conversation(place.shop, uuid(n))) as [Talk, Talk];
const first = comes(maria, '1', night, insta, face);
const second = comes(joao, '2', morning, insta);
comes(there.conversation(uuid(39), uuid(199)), '1', night, uuid(209));

// Many, at any time, where the clocks are 5:45 ahead of UTC.
const [kathmandu, kiran] = [uuid(3), { ...carla, userId: uuid(61), companyId: uuid(3) }];
const far = chronicle(kathmandu, '2025-12-01T00:00:00.000Z');
far.company({ timeZone: 'Asia/Kathmandu' });
far.user(kiran.userId, 'Kiran', { profile: 'admin' });
const farSources = [1, 2, 3].map((n) => uuid(210 + n));
for (const [n, id] of farSources.entries()) source(far, id, `Fonte ${n}`);
const random = dice(5);
const came = Array.from({ length: 450 }, (_, n) => {
  const at = Date.parse('2025-12-20') + Math.floor(random() * 100 * 24 * 60) * 60_000;
  const talk = far.conversation(uuid(38), uuid(1_000 + n));
  const socialMediaId = farSources[Math.floor(random() * 2)]!;
  const ticketId = comes(talk, '1', new Date(at).toISOString(), socialMediaId);
  const isDeleted = random() < 0.05;
  if (isDeleted) talk.say(c.TicketDeleted, { ticketId, userId: kiran.userId, contactId: talk.contactId });
  return { at, socialMediaId, isDeleted };
}).filter(({ isDeleted }) => !isDeleted);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...far.take()]);
});
afterAll(() => service.close());

type Query = Record<string, string>;
const days = (dateStart: string, dateEnd = dateStart) => ({ dateStart, dateEnd });
const quantities = async (query: Query, who = carla) => {
  const { report, total } = (await service.ask(who, synthetic, { query })).body;
  return [...report.map(({ name, quantity }) => [name, quantity]), total];
};
const leads = async (query: Query, who = carla) => {
  const rows: SourceLead[] = [];
  for (let cursor: string | null = null, page = 0; page === 0 || cursor; page += 1) {
    const asked: Query = { ...query, ...(cursor && { cursor }) };
    const { body } = await service.ask(who, analytical, { query: asked });
    rows.push(...body.report);
    expect(body.hasMore).toBe(body.cursor !== null);
    if (body.cursor === null) expect(body.total).toBe(rows.length);
    ({ cursor } = body);
  }
  return rows;
};

test('how many came from each source, the most first: a day is the company’s, and without days all of them count', async () => {
  expect(await quantities({})).toEqual([['Instagram', 2], ['=Facebook', 1], ['Cartaz', 0], 3]);
  expect(await quantities(days('2026-03-10'))).toEqual([['=Facebook', 1], ['Instagram', 1], ['Cartaz', 0], 2]);
  expect(await quantities(days('2026-03-11'))).toEqual([['Instagram', 1], ['=Facebook', 0], ['Cartaz', 0], 1]);
  expect(await quantities({ mediaId: face })).toEqual([['=Facebook', 1], 1]);
  expect(await quantities({ ...days('2026-03-11'), mediaId: face })).toEqual([['=Facebook', 0], 0]);
  expect(await quantities({ mediaId: uuid(209) })).toEqual([0]);
  expect((await service.ask(carla, synthetic, { query: { mediaId: poster } })).body.report).toEqual([
    { id: poster, name: 'Cartaz', color: '#E11D48', quantity: 0 },
  ]);
});

test('the contacts who came, the newest first', async () => {
  const rows = await leads({});
  expect(rows[0]).toEqual({
    id: expect.any(String),
    ticketId: second,
    contact_name: 'João',
    number: '5511987650102',
    social_network: 'Instagram',
    color: '#E11D48',
    data: morning,
  });
  expect(
    rows
      .slice(1)
      .map(({ ticketId, social_network }) => [ticketId, social_network])
      .sort(),
  ).toEqual([
    [first, '=Facebook'],
    [first, 'Instagram'],
  ]);
  expect((await leads({ ...days('2026-03-10'), mediaId: insta })).map(({ contact_name }) => contact_name)).toEqual(['=Maria']);
});

const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kathmandu' });
const periods = [
  {},
  days('2026-01-01'),
  days('2025-12-31', '2026-01-01'),
  days('2026-01-15', '2026-03-05'),
  days('2020-01-01', '2030-01-01'),
];
const compare = async (period: Partial<ReturnType<typeof days>>) => {
  for (const mediaId of [undefined, ...farSources]) {
    const { dateStart: from = '', dateEnd: to = '9' } = period;
    const those = came.filter(
      ({ at, socialMediaId }) => zone.format(at) >= from && zone.format(at) <= to && (mediaId ?? socialMediaId) === socialMediaId,
    );
    const query = { ...period, ...(mediaId && { mediaId }) } as Query;
    const { report, total } = (await service.ask(kiran, synthetic, { query })).body;
    expect(total).toBe(those.length);
    expect(report.map(({ id, quantity }) => [id, quantity]).sort()).toEqual(
      (mediaId ? [mediaId] : farSources).map((id) => [id, those.filter(({ socialMediaId }) => socialMediaId === id).length]),
    );
    const rows = await leads(query, kiran);
    expect(rows.map(({ data }) => Date.parse(data))).toEqual(those.map(({ at }) => at).sort((a, b) => b - a));
  }
};
test.each(periods)('the figures are those that one finds one by one: %j', compare);

test('after a rebuild every figure is the same', async () => {
  await rebuild({ ...service.engine, log: silent, tables: tablesOf(features) });
  for (const period of periods) await compare(period);
  expect(came.length).toBeGreaterThan(400);
});

test('the files have the specified names, semicolons, and no formula', async () => {
  const file = async (path: string) => {
    const { file: name, body } = await service.get(carla, path);
    return [name, (body as string).split('\r\n')];
  };
  expect(await file('/marketing/social-medias/report/csv?dateStart=2026-03-10&dateEnd=2026-03-11')).toEqual([
    'attachment; filename="relatorio_midia_sociais.csv"',
    ['\uFEFFNome;Quantidade', 'Instagram;2', "'=Facebook;1", 'Cartaz;0', 'Total;3', ''],
  ]);
  expect(await file(`/marketing/social-medias/report/analytical/csv?mediaId=${insta}`)).toEqual([
    'attachment; filename="relatorio_analitico_midia_sociais.csv"',
    [
      '\uFEFFNome do contato;Número;Rede social;Data',
      'João;5511987650102;Instagram;11/03/2026 00:30',
      "'=Maria;5511987650101;Instagram;10/03/2026 23:30",
      'Total;2;;',
      '',
    ],
  ]);
});

test('both days or neither, in order; only administrators ask, each for their own company', async () => {
  for (const route of [synthetic, syntheticFile, analytical, analyticalFile]) {
    const faultsOf = async (query: Query) => {
      const { status, body } = await service.ask(carla, route, { query });
      return [status, (body as unknown as { fields: object }).fields];
    };
    expect(await faultsOf({ dateStart: '2026-03-01', dateEnd: '' })).toEqual([
      400,
      { dateEnd: 'Por favor, informe a data de início e fim' },
    ]);
    expect(await faultsOf({ dateEnd: '2026-03-01' })).toEqual([400, { dateStart: 'Por favor, informe a data de início e fim' }]);
    expect(await faultsOf(days('2026-03-02', '2026-03-01'))).toEqual([
      400,
      { dateStart: 'Data início não pode ser maior que data fim' },
    ]);
    expect((await service.ask(ana, route)).status).toBe(403);
  }
  expect(await quantities({}, zoe)).toEqual([['Longe', 1], 1]);
  expect(await quantities({ mediaId: insta }, zoe)).toEqual([0]);
});

test('a deleted source keeps its name where somebody came; a deleted ticket counts no more; a merged contact is the survivor', async () => {
  for (const id of [insta, poster]) here.tell(`social-medias-${here.companyId}`, socialMedias.events.deleted, { id });
  here.tell(`contact-${uuid(101)}`, contactEvents.ContactAbsorbed, { contactId: uuid(101), absorbed: uuid(102) });
  await service.write(here.take());
  expect(await quantities({})).toEqual([['Instagram', 2], ['=Facebook', 1], 3]);
  expect((await leads({})).map(({ contact_name }) => contact_name)).toEqual(['=Maria', '=Maria', '=Maria']);
  maria.say(c.TicketDeleted, { ticketId: first, userId: carla.userId, contactId: maria.contactId }, { by: asUser(carla.userId) });
  await service.write(here.take());
  expect(await quantities({})).toEqual([['Instagram', 1], ['=Facebook', 0], 1]);
  expect(await leads({})).toHaveLength(1);
});

test('a cursor that no page gave is refused', async () => {
  const cursor = writeCursor(['2026-03-11T03:30:00.000Z', 'a\0b']);
  expect(await service.ask(carla, analytical, { query: { cursor } })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});
