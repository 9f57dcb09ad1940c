import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEvents, newId } from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import { connectPg, createLogger, eventCodec, keyRing, keysMigrations, migrate, type Store } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { connectionFields } from '../channels/connections/connections.fixture.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import { features } from '../features.ts';
import { createReferenceData, type ReferenceData } from './reference-data.ts';

const log = createLogger('test', 'silent');
const dataDir = mkdtempSync(join(tmpdir(), 'prosa-referenceData-'));
let server: Awaited<ReturnType<typeof startEventStore>>;
let database: Awaited<ReturnType<typeof testDatabase>>;
let pool: Pool;
let store: Store;
let codec: ReturnType<typeof eventCodec>;
let referenceData: ReferenceData;
let reads: string[];

beforeAll(async () => {
  [server, database] = await Promise.all([startEventStore({ dataDir, port: 0, durable: false }), testDatabase()]);
  pool = connectPg(database.url);
  await migrate(pool, [keysMigrations]);
  codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: randomBytes(32) }) });
  store = connectStore(server.url, codec, { log, timeoutMs: 20_000 });
  reads = [];
  const counting: Store = {
    ...store,
    load: (stream, options) => {
      reads.push(stream);
      return store.load(stream, options);
    },
  };
  referenceData = createReferenceData({ store: counting, log, kept: features.flatMap(({ keeps }) => keeps ?? []) });
  await referenceData.ready();
});
afterAll(async () => {
  await referenceData.close();
  await store.close();
  await server.close();
  await pool.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const append = async (stream: string, companyId: string, ...events: { type: string; data: object }[]) => {
  const meta = {
    companyId,
    actor: { kind: 'system', id: 'x' } as const,
    commandId: newId(),
    correlationId: 'x',
    causationId: 'x',
    at: new Date(),
  };
  const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
  await store.append(stream, await codec.encodeAll(events, meta), last ? last.meta.revision : 'no_stream');
};
const soon = async (look: () => Promise<unknown>, expected: unknown) => {
  const until = Date.now() + 15_000;
  while ((await look().catch(() => undefined)) !== expected && Date.now() < until)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await look()).toEqual(expected);
};
const registered = async () => {
  const companyId = newId();
  await append(`company-${companyId}`, companyId, {
    type: 'CompanyRegistered',
    data: { companyId, ...companyFields('Padaria', new Date()) },
  });
  return companyId;
};

test('a company is read once, until an event changes it', async () => {
  const companyId = await registered();
  const stream = `company-${companyId}`;
  await soon(async () => (await referenceData.company(companyId))?.settings.VerFilaCinza, 'disabled');
  reads.length = 0;
  for (let n = 0; n < 10; n += 1) await referenceData.company(companyId);
  expect(reads.length).toBeLessThanOrEqual(1);
  await append(stream, companyId, { type: 'SettingChanged', data: { companyId, key: 'VerFilaCinza', value: 'enabled' } });
  await soon(async () => (await referenceData.company(companyId))?.settings.VerFilaCinza, 'enabled');
});

test('users are found by id and company', async () => {
  const companyId = await registered();
  const userId = newId();
  const user = { userId, name: 'Ana', email: 'ana@prosa.test', profile: 'user', super: false, queueIds: [newId()] };
  await append(`users-${companyId}`, companyId, { type: 'UserCreated', data: user });
  expect(await referenceData.actorOf({ companyId, userId })).toEqual({
    userId,
    companyId,
    profile: 'user',
    super: false,
    queueIds: user.queueIds,
    seesGrey: false,
    name: 'Ana',
  });
  expect(await referenceData.actorOf({ companyId: await registered(), userId })).toBeNull();
  await append(`users-${companyId}`, companyId, { type: 'UserDeleted', data: { userId } });
  await soon(() => referenceData.actorOf({ companyId, userId }), null);
});

test('an id that was unknown a moment ago is looked up again', async () => {
  const companyId = await registered();
  const queueId = newId();
  expect(await referenceData.queue(companyId, queueId)).toBeNull();
  const queue = {
    queueId,
    name: 'Vendas',
    color: '#111111',
    greetingMessage: '',
    outOfHoursMessage: '',
    isDefault: false,
    schedules: [],
  };
  await append(`queues-${companyId}`, companyId, { type: 'QueueCreated', data: queue });
  await soon(async () => (await referenceData.queue(companyId, queueId))?.name, 'Vendas');
});

test('an event of the same name in another kind of stream changes nothing: each kind is folded by its own decider', async () => {
  const companyId = await registered();
  const connectionId = newId();
  const connection = { connectionId, ...connectionFields(), status: 'DISCONNECTED', tokenHash: null };
  await append(
    `connections-${companyId}`,
    companyId,
    { type: 'ConnectionCreated', data: connection },
    { type: 'ConnectionStatusChanged', data: { connectionId, status: 'CONNECTED' } },
  );
  await soon(async () => (await referenceData.connection(companyId, connectionId))?.status, 'CONNECTED');
  await append(`connections-${companyId}`, companyId, { type: 'ConnectionDeleted', data: { connectionId } });
  await soon(() => referenceData.connection(companyId, connectionId), null);
  expect((await referenceData.connections(companyId)).get(connectionId)).toMatchObject({ name: 'Loja', deleted: true });
});

test('the version of a session is that of its last sign-in or end', async () => {
  const [companyId, userId] = [newId(), newId()];
  const version = async () => (await referenceData.session(userId)).version;
  expect(await referenceData.session(userId)).toEqual({ version: 0, ended: null });
  await append(`session-${userId}`, companyId, { type: 'UserSignedIn', data: { userId, version: 3 } });
  await soon(version, 3);
  await append(`session-${userId}`, companyId, { type: 'SessionEnded', data: { userId, version: 4, reason: 'safety' } });
  await soon(version, 4);
  expect(await referenceData.session(userId)).toEqual({ version: 4, ended: 'safety' });
});

test('after the store was unavailable no stale data is returned', async () => {
  const companyId = await registered();
  await soon(async () => (await referenceData.company(companyId))?.tagForce, false);
  const { port } = server;
  await server.close();
  server = await startEventStore({ dataDir, port, durable: false });
  await soon(async () => (await store.load(`company-${companyId}`)).length, 1);
  await append(`company-${companyId}`, companyId, { type: 'CompanyChanged', data: { companyId, tagForce: true } });
  await soon(async () => (await referenceData.company(companyId))?.tagForce, true);
});

test('bulk work adds nothing to the cache, and uses what it contains', async () => {
  await registered();
  const look = (bulk: boolean, stream: string) => referenceData.look(stream, () => store.load(stream), { bulk });
  // After the store was restarted nothing is cached until the subscription is live again.
  await soon(async () => {
    await look(false, `contact-${newId()}`);
    return referenceData.size() > 0;
  }, true);
  const before = referenceData.size();
  for (let n = 0; n < 100; n += 1) await look(true, `contact-${newId()}`);
  expect(referenceData.size()).toBe(before);
  const warm = `contact-${newId()}`;
  const kept = await look(false, warm);
  expect([referenceData.size(), await look(true, warm)]).toEqual([before + 1, kept]);
});
