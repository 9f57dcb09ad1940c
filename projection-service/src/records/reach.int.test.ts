import { allEvents, EVERYONE, fields as f, PLATFORM, type PushMessage, type Reach, record, route } from '@prosa/contracts';
import { z } from 'zod';
import { until } from '../engine/engine.fixture.ts';
import { features } from '../features.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { definePush } from '../kernel/push.ts';
import { someMeta } from '../testing/fold.ts';
import { law } from '../testing/law.ts';
import { chronicle, factsOf, uuid } from '../testing/news.ts';
import { type Caller, openService, type Service } from '../testing/service.fixture.ts';
import { recordFeature } from './record.feature.ts';
import { recordQueries } from './record.queries.ts';
import { recordRows } from './record.rows.ts';

/** A test record, defined as in a feature's manifest. */
const recordOfReach = <const Name extends string>(name: Name, reach: Reach) =>
  record({
    name: `${name}s`,
    kind: name,
    fields: z.object({ title: f.name }),
    missing: 'ERR_NO_TAG_FOUND',
    may: { read: 'signed-in', write: 'companies:write' },
    base: `/${name}s`,
    orderBy: ['title'],
    channel: 'tag',
    reach,
  });
/** Published by the platform to everybody; owned by each company and visible to the platform; private to a company. */
const bulletin = recordOfReach('bulletin', 'platform');
const licence = recordOfReach('licence', 'super');
const memo = recordOfReach('memo', 'company');
const records = [bulletin, licence, memo];

const Titles = z.object({ titles: z.array(z.string()) });
/** The same records, in a call whose permission platform-level users hold as such. */
const overlook = records.map((definition) => ({
  definition,
  route: route({ call: `GET /all-${definition.name}`, may: 'companies:write', summary: '', query: f.after, reply: Titles }),
}));
const overlooking: Feature = {
  name: 'overlooking',
  tables: [],
  routes: (app, reader) => {
    for (const { definition, route } of overlook)
      readRoute(app, reader, route, async ({ db }) => ({
        titles: (await recordQueries(definition).read(db, null)).map(({ title }) => title as string),
      }));
  },
};
const mine = { features: [...features, ...records.map((one) => recordFeature(one)), overlooking] };
const events = Object.fromEntries(records.flatMap((one) => Object.values(one.events)).map((event) => [event.type, event]));

const [here, there] = [uuid(1), uuid(2)];
const callers: Record<'boss' | 'carla' | 'ana' | 'zoe', Caller> = {
  boss: { userId: uuid(20), companyId: here },
  carla: { userId: uuid(21), companyId: here },
  ana: { userId: uuid(22), companyId: here },
  zoe: { userId: uuid(29), companyId: there },
};
const names = Object.keys(callers) as (keyof typeof callers)[];
/** Each company has one record of each kind, named by kind and company. */
const ids = new Map<string, string>();
const story = () => {
  const companies = { here: chronicle(here), there: chronicle(there), platform: chronicle(PLATFORM) };
  companies.here.user(callers.boss.userId, 'Sofia', { profile: 'user', super: true });
  companies.here.user(callers.carla.userId, 'Carla', { profile: 'admin' });
  companies.here.user(callers.ana.userId, 'Ana');
  companies.there.user(callers.zoe.userId, 'Zoe', { profile: 'admin' });
  for (const [place, { kind, events }] of records.entries())
    for (const [at, [name, of]] of Object.entries(companies).entries()) {
      const id = uuid(500 + 10 * place + at);
      ids.set(`${kind} ${name}`, id);
      of.tell(`${kind}-${id}`, events.created, { id, title: `${kind} ${name}` });
    }
  return Object.values(companies).flatMap((of) => {
    of.company();
    return of.take();
  });
};

let service: Service;
let pushed: Awaited<ReturnType<Service['engine']['listen']>>;
beforeAll(async () => {
  service = await openService(story(), [], { ...mine, events: { ...allEvents, ...events } });
  pushed = await service.engine.listen();
});
afterAll(async () => {
  await pushed.close();
  await service.close();
});

const own = (caller: keyof typeof callers) => (caller === 'zoe' ? 'there' : 'here');
const listed = async (caller: keyof typeof callers, definition: (typeof records)[number]) =>
  (await service.ask(callers[caller], definition.routes.listAll)).body as unknown as Record<string, { title: string }[]>;

test.each(names)('%s reads their own company’s records, and those that the platform shares with everybody', async (caller) => {
  const titles = async (definition: (typeof records)[number]) =>
    (await listed(caller, definition))[definition.name]!.map(({ title }) => title);
  expect(await titles(bulletin)).toEqual([`bulletin ${own(caller)}`, 'bulletin platform'].sort());
  expect(await titles(licence)).toEqual([`licence ${own(caller)}`]);
  expect(await titles(memo)).toEqual([`memo ${own(caller)}`]);
});

test.each(names)('%s finds by id exactly the listed records', async (caller) => {
  for (const { kind, routes } of records)
    for (const company of ['here', 'there', 'platform']) {
      const { status } = await service.ask(callers[caller], routes.show, { params: { id: ids.get(`${kind} ${company}`)! } });
      const isSeen = company === own(caller) || (kind === 'bulletin' && company === 'platform');
      expect({ kind, company, status }).toEqual({ kind, company, status: isSeen ? 200 : 404 });
    }
});

test('a platform-level user sees all customers’ records if call and table allow it, and PLATFORM’s are not among them', async () => {
  const titles = async ({ route }: (typeof overlook)[number]) => (await service.ask(callers.boss, route)).body.titles;
  expect(await Promise.all(overlook.map(titles))).toEqual([
    ['bulletin here', 'bulletin platform'],
    ['licence here', 'licence there'],
    ['memo here'],
  ]);
  for (const caller of ['carla', 'ana', 'zoe'] as const)
    for (const { route } of overlook)
      expect(await service.ask(callers[caller], route)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
});

test('what the platform shares is pushed to everyone, everything else to its own company', async () => {
  const changed = (kind: string) => {
    const definition = records.find((one) => one.kind === kind)!;
    return (['here', 'platform'] as const).flatMap((company) => {
      const of = chronicle(company === 'here' ? here : PLATFORM);
      const id = ids.get(`${kind} ${company}`)!;
      of.tell(`${kind}-${id}`, definition.events.changed, { id, title: `${kind} ${company}` });
      return of.take();
    });
  };
  await service.write(records.flatMap(({ kind }) => changed(kind)));
  const told = () =>
    pushed.all.flatMap((message) =>
      message.kind === 'changes'
        ? message.changes.map(({ record, before, after }) => [record?.title, message.companyId, before, after])
        : [],
    );
  await until(async () => told().length >= 6);
  const room = (companyId: string) => [`company:${companyId}`];
  expect(told().sort()).toEqual([
    ['bulletin here', here, room(here), room(here)],
    ['bulletin platform', PLATFORM, [EVERYONE], [EVERYONE]],
    ['licence here', here, room(here), room(here)],
    ['licence platform', PLATFORM, room(PLATFORM), room(PLATFORM)],
    ['memo here', here, room(here), room(here)],
    ['memo platform', PLATFORM, room(PLATFORM), room(PLATFORM)],
  ]);
  expect(pushed.all.filter(({ kind }: PushMessage) => kind === 'refetch')).toEqual([]);
});

test('the pushes of shared records equal what everyone fetches', async () => {
  const of = recordFeature(bulletin);
  const everyone = [EVERYONE, `company:${here}`];
  const onlookers = [
    { name: 'who hears the platform', companyId: PLATFORM, rooms: everyone },
    { name: 'who hears the company', companyId: here, rooms: everyone },
  ];
  await law({ features: [of], onlookers }, factsOf(story()));
});

test.each([
  ['of a company', bulletin, here],
  ['of a table that is not the platform’s', memo, PLATFORM],
] as const)('a push %s to everyone is refused', (_, definition, companyId) => {
  const push = definePush(recordRows(definition), { channel: 'tag', rooms: () => [EVERYONE], records: async () => new Map() });
  const row = recordRows(definition).fold(
    null,
    { type: `${definition.kind}.created`, data: { id: uuid(1), title: 'x' }, meta: someMeta({ companyId }) },
    uuid(1),
  )!;
  expect(() => push.rooms(row, null)).toThrow('is not for everyone to hear');
});

test('a table’s wider reach takes effect with its next version', async () => {
  const farther = recordOfReach('memo', 'platform');
  const made = recordFeature(farther);
  const tables = made.tables.map((one) => ({ ...one, version: one.version + 1 }));
  await service.restart({ features: [...mine.features.filter(({ name }) => name !== farther.name), { ...made, tables }] });
  const { body } = await service.ask(callers.zoe, farther.routes.listAll);
  expect((body as unknown as Record<string, { title: string }[]>).memos!.map(({ title }) => title)).toEqual([
    'memo platform',
    'memo there',
  ]);
});
