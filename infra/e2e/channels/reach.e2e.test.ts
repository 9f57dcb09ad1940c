import {
  allRoutes,
  announcements,
  grants,
  grantsAsSuper,
  type Meta,
  type Permission,
  PLATFORM,
  plainRecords,
  type RouteDefinition,
} from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import { eventCodec } from '@prosa/infra/runtime';
import pg from 'pg';
import { importFile } from '../../testing/import-file.ts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { until } from '../../testing/until.ts';
import { type Call, call, customer, openTicket, type Refusal, START, settled, signIn, type User } from '../people.fixture.ts';
import { sampleBody } from '../sample-bodies.fixture.ts';

/**
 * Makes each call of the catalogue as each asker, with the ids of every read table's rows: new calls and tables are included automatically.
 */
/** All records that are made of a definition. */
const records = [...plainRecords, announcements];
type Row = { table: string; id: string; companyId: string };
let product: Product;
let askers: Record<'super' | 'admin' | 'user' | 'stranger', User>;
let rows: Row[];
let begun: bigint;
beforeAll(async () => {
  product = await startProductOnSharedPostgres();
  const [boss, admin, ana, outra] = (await Promise.all(
    ['super', 'admin', 'ana', 'outra'].map((local) => signIn(product.url, `${local}@prosa.demo`)),
  )) as [User, User, User, User];
  askers = { super: boss, admin, user: ana, stranger: outra };
  const { ticket } = await openTicket(product, ana, 'Iracema Tupinambá');
  const theirs = customer(product, 'Ubirajara Goulart', product.demo.other.connection);
  await theirs.write('Só para a outra empresa.');
  const { id, contactId } = await theirs.ticket(outra);
  let last = await outra.call(`PUT /tickets/${id}`, { status: 'open', userId: outra.id });
  for (const [by, keeper, ticketId, contact] of [
    [ana, admin, ticket.id, ticket.contactId],
    [outra, outra, id, contactId],
  ] as const) {
    await by.call(`POST /messages/${ticketId}`, { body: 'Segredo da casa' });
    for (const { reach, routes } of records) {
      const route = routes.create;
      if (reach === 'platform' && keeper !== admin) continue;
      last = await (reach === 'platform' ? boss : keeper).call(addressed(route, keeper.id), sampleBody(route, keeper.id));
      expect({ call: route.call, status: last.status }).toEqual({ call: route.call, status: 201 });
    }
    const chat = await keeper.call<{ id: string }>('POST /chats', { title: 'Segredo da casa', users: [] });
    last = await keeper.call(`POST /chats/${chat.body.id}/messages`, { message: 'Segredo da casa' });
    const scheduled = { contactId: contact, body: 'Segredo da casa', sendAt: '2031-01-01T12:00:00.000Z' };
    last = await keeper.call('POST /schedules', scheduled);
    last = await keeper.call('POST /api-keys', { name: 'Segredo da casa', scopes: ['read'] });
    const list = await keeper.call<{ id: string }>('POST /contact-lists', { name: 'Segredo da casa' });
    const person = { name: 'Segredo da casa', number: '5511970009998', email: '', contactListId: list.body.id };
    last = await keeper.call('POST /contact-list-items', person);
    last = await keeper.call('POST /campaigns', { name: 'Segredo da casa', contactListId: list.body.id });
    await keeper.call('POST /kanban', { contactId: contact });
    last = await keeper.call(`PUT /kanban/${contact}`, { description: 'Segredo da casa', budgetedValue: 1234.56 });
    await settled(by, ticketId);
  }
  const plan = { name: 'Com preço', users: 999, connections: 999, queues: 999, value: 89.9 };
  const { id: planId } = (await boss.call<{ id: string }>('POST /plans', plan)).body;
  const dueDate = new Date(Date.now() + 5 * 86_400_000).toISOString();
  for (const keeper of [admin, outra]) {
    last = await boss.call(`PUT /companies/${keeper.companyId}`, { planId, dueDate });
    await until(async () => (await keeper.call<{ count: number }>('GET /invoices/all')).body.count === 1);
  }
  await outra.call(`GET /tags?after=${last.position}`);
  // Imports and exports are read from no table of the read side.
  rows = [
    ...(await rowsOfAll()),
    ...(await Promise.all([admin, outra].flatMap((keeper) => [importOf(keeper), exportOf(keeper)]))),
  ];
  begun = BigInt(last.position);
}, START);
afterAll(() => product?.stop(), START);

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The rows of all live tables that are identified by a UUID. */
const rowsOfAll = async (): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  try {
    const live = await client.query<{ projections: Record<string, number> }>(
      `select projections from read.generation where state = 'live'`,
    );
    const tables = Object.entries(live.rows[0]!.projections).flatMap(([name, made]) =>
      name.split(' ').map((one) => [one.slice(0, one.indexOf(':')), made] as const),
    );
    const found: Row[] = [];
    for (const [table, made] of tables) {
      const { rows: all } = await client.query<{ row: { id?: unknown; company_id: string } }>(
        `select to_jsonb(t) as row from read.${table}_${made} t`,
      );
      for (const { row } of all)
        if (UUID.test(String(row.id))) found.push({ table, id: String(row.id), companyId: row.company_id });
    }
    return found;
  } finally {
    await client.end();
  }
};

/** An import of a company, whose rows are there to be seen. */
const importOf = async ({ token, companyId }: User): Promise<Row> => {
  const file = { name: 'contatos.csv', bytes: 'nome;telefone\nJaciara;5511930000009\n' };
  const { id } = await importFile(product.url, token, file, { preview: true });
  return { table: 'import', id, companyId };
};

/** An export of a company, which is ready to be fetched. */
const exportOf = async (keeper: User): Promise<Row> => {
  const { id } = (await keeper.call<{ id: string }>('POST /exports', { kind: 'company' })).body;
  await until(async () => (await keeper.call(`GET /exports/${id}`)).status === 200);
  return { table: 'export', id, companyId: keeper.companyId };
};

/** Whether everybody may read a row: it belongs to the platform, and its record is shared with all companies. */
const isForAll = ({ table, companyId }: Row): boolean =>
  companyId === PLATFORM && records.some(({ kind, reach }) => reach === 'platform' && kind.replaceAll('-', '_') === table);

/** One row of each table from each other company and from the platform. */
const foreignTo = ({ companyId }: User): Row[] => {
  const others = rows.filter((row) => row.companyId !== companyId);
  const firsts = [...Map.groupBy(others, ({ table, companyId: of }) => `${table} ${of}`).values()].map(([first]) => first!);
  return [...new Map(firsts.map((row) => [row.id, row])).values()];
};

const isRead = ({ call }: RouteDefinition): boolean => call.startsWith('GET ');
/** The call with this id, which is also given for every id that its query requires. */
const addressed = ({ call, query }: RouteDefinition, id: string): Call => {
  const named = Object.entries(query?.shape ?? {}).filter(
    ([, of]) => !of.safeParse(undefined).success && of.safeParse(id).success,
  );
  const given = Object.fromEntries(named.map(([name]) => [name, id]));
  const asked = new URLSearchParams({ ...given, ...requiredBeside(query, given) });
  return `${call.replace(/:\w+/g, id)}${asked.size > 0 ? `?${asked}` : ''}` as Call;
};
/** The one further field that a query requires where it requires any of several, such as a period's first or last day. */
const requiredBeside = (query: RouteDefinition['query'], given: object): Record<string, string> => {
  if (!query || query.safeParse(given).success) return {};
  const candidates = Object.keys(query.shape).flatMap((name) => ['1', '2026-03-01'].map((value) => ({ [name]: value })));
  return candidates.find((one) => query.safeParse({ ...given, ...one }).success) ?? {};
};
const isLast = ({ call }: RouteDefinition): number => Number(call === 'DELETE /auth/logout');
/** Calls of people; those with the token of a connection refuse every session. */
const guarded = allRoutes
  .filter(({ may }) => may !== 'public' && may !== 'connection-token')
  .sort((a, b) => isLast(a) - isLast(b));
const mayAll = (route: RouteDefinition, asker: User): boolean => grants(route.may as Permission, asker);
const declares = (route: RouteDefinition, code: string): boolean => route.refuses?.includes(code) ?? false;

/** Whether a call shows or changes more than the caller's own company, by its route or by this asker's permission. */
const isWide = (route: RouteDefinition, asker: User): boolean =>
  route.company === 'platform' ||
  [route.may, route.overlook].some((may) => may !== undefined && grantsAsSuper(may as Permission, asker));

/** The statuses expected for a call with another company's id. */
const expected = (route: RouteDefinition, asker: User, row: Row): number[] => {
  if (!mayAll(route, asker)) return [403];
  if (typeof route.company === 'object') return row.id === row.companyId && row.id !== PLATFORM ? [200] : [404];
  // A call only finds rows of its own table: the id of another table's row is not found.
  const unseen = declares(route, 'ERR_NO_PERMISSION') ? [403, 404] : [404];
  if (isRead(route) && isWide(route, asker)) return [200, 404];
  // All samples have one name, and a plan's and a help's are unique. A sample of a file is no picture.
  const isUnique = route.refuses?.some((code) => code.endsWith('_ALREADY_EXISTS')) ?? false;
  if (isForAll(row)) return [200, ...unseen, ...(isUnique ? [409] : []), ...(declares(route, 'ERR_MEDIA_KIND') ? [415] : [])];
  return unseen;
};

/** Fields that prove who the caller is, here or at Meta: of no samples, they are wrong, and they name nothing of another company. */
const PROOFS = ['currentPassword', 'code', 'facebookUserToken'];

/** Invalid fields other than those with the foreign id: then the call was refused before the id mattered. */
const refusedBeside = (answer: Partial<Refusal> | null, body: object | undefined, id: string): string[] =>
  answer?.error === 'ERR_VALIDATION'
    ? Object.keys(answer.fields ?? { body }).filter(
        // A fault within a field is named behind a point.
        (name) =>
          !PROOFS.includes(name) &&
          !JSON.stringify(new Map(Object.entries(body ?? {})).get(name.split('.')[0]!) ?? '').includes(id),
      )
    : [];

/** A company has no plan, or one that exists. */
const bodyOf = (route: RouteDefinition, { id, table }: Row): object | undefined => {
  const sample = sampleBody(route, id);
  // No two companies have one name.
  const body = sample && route.call.includes(' /companies') ? { ...sample, name: `Empresa ${id}` } : sample;
  return body && 'planId' in body && table !== 'plan' ? { ...body, planId: null } : body;
};

/** A call that accepts only uploads, with one file, for any ticket that the id may belong to. */
const withFile = (asker: User, route: RouteDefinition, id: string) =>
  call<Partial<Refusal> | null>(product.url, `${addressed(route, id)}?ticketId=${id}`, {
    token: asker.token,
    body: Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\noi\r\n--b--\r\n'),
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  });

const names = ['super', 'admin', 'user', 'stranger'] as const;

test('each table with UUIDs has rows of both companies, and one company is the platform', () => {
  const tables = new Set(rows.map(({ table }) => table));
  expect(tables.size).toBeGreaterThan(8);
  for (const table of tables) {
    const there = rows.filter((row) => row.table === table);
    const missing = [askers.admin, askers.stranger].filter(({ companyId }) => there.every((row) => row.companyId !== companyId));
    // Rows that are only the platform's are visible to nobody else.
    expect({ table, missing: there.every(isForAll) ? [] : missing.map(({ email }) => email) }).toEqual({ table, missing: [] });
  }
  expect(rows).toContainEqual({ table: 'company', id: PLATFORM, companyId: PLATFORM });
});

test('each call by id finds the rows of its own company', async () => {
  const missed: string[] = [];
  for (const route of guarded) {
    if (!isRead(route) || !route.params || Object.values(route.params.shape).some((of) => of.safeParse('x').success)) continue;
    const own = rows.filter((row) => row.companyId === askers.admin.companyId || isForAll(row));
    const statuses = await Promise.all(own.map(async ({ id }) => (await askers.admin.call(addressed(route, id))).status));
    if (mayAll(route, askers.admin) && !statuses.includes(200)) missed.push(route.call);
  }
  expect(missed).toEqual([]);
});

test.each(names)(
  'each call answers %s according to its permission and the tables, and shows nothing of another company',
  async (name) => {
    const asker = askers[name];
    const foreign = foreignTo(asker);
    const secrets = rows
      .filter((row) => row.companyId !== asker.companyId && !isForAll(row))
      .map(({ id }) => id)
      .filter((id) => id !== PLATFORM);
    for (const route of guarded)
      for (const row of route.params ? foreign : foreign.slice(0, 1)) {
        const body = bodyOf(route, row);
        const answer =
          route.upload && !route.body
            ? await withFile(asker, route, row.id)
            : await asker.call<Partial<Refusal> | null>(addressed(route, row.id), body);
        const told = { call: route.call, of: row.table, status: answer.status, error: answer.body?.error };
        if (route.params)
          expect({ ...told, expected: expected(route, asker, row) }).toMatchObject({
            ...told,
            expected: expect.arrayContaining([answer.status]),
          });
        if (!mayAll(route, asker)) expect(told).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
        else if (!declares(route, 'ERR_NO_PERMISSION')) expect(told.error).not.toBe('ERR_NO_PERMISSION');
        // No channel of Meta answers here.
        if (told.error !== 'ERR_CHANNEL_SILENT') expect(answer.status).toBeLessThan(500);
        expect({ ...told, unasked: refusedBeside(answer.body, body, row.id) }).toMatchObject({ unasked: [] });
        const text = JSON.stringify(answer.body);
        const leaks = isWide(route, asker) ? [] : secrets.filter((id) => id !== row.id && text.includes(id));
        expect({ ...told, leaks }).toMatchObject({ leaks: [] });
      }
  },
);

/** The metadata of each event since `begun`. Without a catalogue no event is decrypted, so no key is needed. */
const metasSince = async (): Promise<Meta[]> => {
  const store = connectStore(product.eventStoreUrl, eventCodec({ events: {}, keys: null as never }));
  const ending = new AbortController();
  const metas: Meta[] = [];
  const onBatch = (facts: { meta: Meta }[]) => void metas.push(...facts.map(({ meta }) => meta));
  await store.subscribeAll({ from: begun, signal: ending.signal, onBatch, onLive: () => ending.abort() });
  await store.close();
  return metas;
};

test('nothing was changed in another company, except by a platform-level user in a call declared for that', async () => {
  const homes = new Map(Object.values(askers).map(({ id, companyId }) => [id, companyId]));
  const own = new Set<string>();
  const across = new Set<string>();
  for (const { companyId, actor, stream } of await metasSince()) {
    const home = homes.get(actor.id);
    if (!home) continue;
    if (companyId === home) own.add(actor.id);
    else across.add(`${stream} by ${actor.id}`);
    if (companyId !== home) expect(actor.id).toBe(askers.super.id);
    expect({ stream, companyId, of: actor.companyId }).toEqual({ stream, companyId, of: companyId === home ? undefined : home });
  }
  expect(own).toEqual(new Set(homes.keys()));
  expect(across).toContain(`company-${askers.stranger.companyId} by ${askers.super.id}`);
});
