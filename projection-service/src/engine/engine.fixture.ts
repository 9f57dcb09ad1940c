import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EventType, event, newId, type PushMessage, personal } from '@prosa/contracts';
import {
  type Bus,
  type Config,
  connectBus,
  connectPg,
  createLogger,
  eventCodec,
  keyRing,
  keysMigrations,
  leaseMigrations,
  listenToPg,
  migrate,
  prepareBus,
} from '@prosa/infra/runtime';
import { z } from 'zod';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { flag, integer, nullable, position, text, time, uuid } from '../kernel/columns.ts';
import { defineCounter } from '../kernel/counter.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Feature } from '../kernel/feature.ts';
import { definePush, definePushIn } from '../kernel/push.ts';
import { defineLog, defineRows } from '../kernel/rows.ts';
import { storeOf } from './own-streams.fixture.ts';
import { type Projector, startProjector } from './projector.ts';
import { readMigrations } from './tables/schema.ts';
import { tablesOf } from './tables/tables.ts';

/** A small domain with every kind of table: pads (like tickets) with lines (like messages), their history, their counts. */
export const padEvents = {
  PadOpened: event('PadOpened', z.object({ padId: z.uuid(), shelf: z.string() })),
  PadMoved: event('PadMoved', z.object({ padId: z.uuid(), shelf: z.string() })),
  PadTorn: event('PadTorn', z.object({ padId: z.uuid() })),
  LineWritten: event(
    'LineWritten',
    z.object({ padId: z.uuid(), lineId: z.uuid(), authorId: z.uuid(), body: personal(z.string(), 'authorId') }),
  ),
  LineStruck: event('LineStruck', z.object({ padId: z.uuid(), lineId: z.uuid() })),
  PadLeft: event('PadLeft', z.object({ padId: z.uuid() })),
};
/** Events of other streams that sweep many rows. */
export const sweepEvents = {
  AuthorForgotten: event('AuthorForgotten', z.object({ authorId: z.uuid() })),
  ShelfCleared: event('ShelfCleared', z.object({ shelf: z.string() })),
};
export const fixtureEvents = { ...padEvents, ...sweepEvents };

export const padRows = defineRows({
  table: 'pad',
  version: 1,
  events: padEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    shelf: text(),
    lines: integer(),
    last: nullable(text()),
    at: time(),
    seen: position(),
  },
  indexes: ['(company_id, shelf)'],
  key: ({ data }) => data.padId,
  begins: {
    PadOpened: ({ data, meta }) => ({
      id: data.padId,
      companyId: meta.companyId,
      shelf: data.shelf,
      lines: 0,
      last: null,
      at: meta.at,
      seen: meta.position,
    }),
  },
  changes: {
    PadMoved: (row, { data }) => ({ ...row, shelf: data.shelf }),
    PadTorn: () => null,
    LineWritten: (row, { data, meta }) => ({ ...row, lines: row.lines + 1, last: data.body, seen: meta.position }),
    LineStruck: (row) => row,
  },
  sweeps: {
    ShelfCleared: ({ data }) => ({ where: { shelf: (data as { shelf: string }).shelf }, delete: true }),
  },
});

export const lineRows = defineRows({
  table: 'line',
  version: 1,
  events: padEvents,
  columns: { id: uuid(), companyId: uuid(), padId: uuid(), authorId: uuid(), body: nullable(text()), struck: flag() },
  indexes: ['(pad_id)', '(author_id)'],
  key: ({ data }) => data.lineId,
  begins: {
    LineWritten: ({ data, meta }) => ({
      id: data.lineId,
      companyId: meta.companyId,
      padId: data.padId,
      authorId: data.authorId,
      body: data.body,
      struck: false,
    }),
  },
  changes: { LineStruck: (row) => ({ ...row, struck: true }) },
  sweeps: {
    AuthorForgotten: ({ data }) => ({ where: { authorId: (data as { authorId: string }).authorId }, set: { body: null } }),
  },
});

const { PadLeft: _, ...trailed } = padEvents;
export const trailLog = defineLog({
  table: 'trail',
  version: 1,
  events: trailed,
  columns: { position: position(), companyId: uuid(), padId: uuid(), type: text() },
  id: 'position',
  indexes: ['(pad_id, position)'],
  entry: ({ type, data, meta }) => ({ position: meta.position, companyId: meta.companyId, padId: data.padId, type }),
});

const shelfRoom = (companyId: string, shelf: string): string[] => [`shelf:${companyId}:${shelf}`];
export const shelfCounts = defineCounter({
  table: 'shelf_count',
  version: 1,
  of: padRows,
  columns: { shelf: text() },
  group: ({ shelf }) => ({ shelf }),
  push: { channel: 'ticketCounts', rooms: (companyId, { shelf }) => shelfRoom(companyId, shelf) },
});

const Pad = z.object({ id: z.string(), shelf: z.string(), lines: z.number(), last: z.string().nullable() });
export const padRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>> => {
  const rows = await db.many(sql.type(Pad)`
    select p.id, p.shelf, p.lines, p.last from ${db.table(padRows)} p where p.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, row]));
};
const Line = z.object({ id: z.string(), padId: z.string(), body: z.string().nullable(), struck: z.boolean() });
export const lineRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, Record<string, unknown>>> => {
  const rows = await db.many(sql.type(Line)`
    select l.id, l.pad_id as "padId", l.body, l.struck from ${db.table('line')} l where l.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, row]));
};

export const pads: Feature = {
  name: 'pads',
  tables: [padRows, lineRows, trailLog, shelfCounts],
  pushes: [
    definePush(padRows, {
      channel: 'ticket',
      rooms: (row) => shelfRoom(row.companyId, row.shelf),
      records: padRecords,
      action: (before, after) => (before.shelf === after.shelf ? 'updateUnread' : undefined),
    }),
    definePushIn(
      lineRows,
      { rows: padRows, id: (row) => row.padId, rooms: (pad) => shelfRoom(pad.companyId, pad.shelf) },
      { channel: 'appMessage', records: lineRecords, narrow: (before) => ({ fromCustomer: before === null }) },
    ),
  ],
};

export const fixtureTables = tablesOf([pads]);
/** Starts a projector of this domain. */
export const startFixtureProjector = (
  engine: Pick<Engine, 'pool' | 'store' | 'bus' | 'listener'>,
  more: Partial<Parameters<typeof startProjector>[0]> = {},
): Projector => startProjector({ ...engine, tables: fixtureTables, pushes: pads.pushes ?? [], log: silent, ...more });
export const silent = createLogger('test', 'silent');

/**
 * The database and servers of one test file: a real event store, and a real Postgres that includes the bus. `mustBeEmbedded`: the event store
 * is this file's own in any case.
 */
export const openEngine = async (events: Record<string, EventType> = fixtureEvents, mustBeEmbedded = false) => {
  const database = await testDatabase();
  const server = await storeOf(mustBeEmbedded);
  const pool = connectPg(database.url, { max: 20, pipeline: true });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  const busConfig = { databaseUrl: database.url, clientId: 'engine-test', log: silent };
  await prepareBus(busConfig);
  const listener = await listenToPg({ url: database.url, applicationName: 'engine-listener', log: silent });
  const bus = await connectBus({ ...busConfig, listener });
  const masterKey = randomBytes(32);
  const keys = keyRing({ pool, masterKey });
  const allEvents = eventCodec({ events: { ...fixtureEvents, ...events }, keys });
  const store = await server.connect(eventCodec({ events, keys }));
  const config: Config = {
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent',
    EVENTSTORE_URL: server.url,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: undefined,
    PROSA_KEYS: masterKey,
    PROSA_TOKEN_SECRET: randomBytes(32),
  };
  return {
    config,
    pool,
    listener,
    bus,
    store,
    codec: allEvents,
    /** Another client of the store, of code that knows all events. */
    connectNewer: () => server.connect(allEvents),
    /** Begins the names of its streams in the store; empty if that is its own. */
    word: server.word,
    /** Collects what is published on `push` from now on. */
    listen: () => listenTo(bus),
    close: async () => {
      await bus.close();
      await listener.close();
      await store.close();
      await pool.end();
      await server.close();
      await database.drop();
    },
  };
};
export type Engine = Awaited<ReturnType<typeof openEngine>>;

const listenTo = async (bus: Bus) => {
  const all: PushMessage[] = [];
  const tail = await bus.tail({
    topic: 'push',
    handle: ({ value }) => {
      all.push(value as PushMessage);
    },
    onHole: () => undefined,
  });
  return { all, close: () => tail.close() };
};

/** Between two pads of who writes continuously: the store accepts more than a projector with other work would fold in a test's time. */
export const betweenPads = (): Promise<void> => sleep(10);

/** Appends to a pad's stream, at the revision that this writer knows. */
export const writerOf = (engine: Pick<Engine, 'store' | 'codec'>, companyId: string) => {
  const ends = new Map<string, bigint>();
  return async (stream: string, ...events: { type: string; data: unknown }[]): Promise<bigint> => {
    const encoded = await engine.codec.encodeAll(events, {
      companyId,
      actor: { kind: 'system', id: 'test' },
      commandId: randomUUID(),
      correlationId: 'test',
      causationId: 'test',
      at: new Date(1_770_000_000_000),
    });
    const { revision, position } = await engine.store.append(stream, encoded, ends.get(stream) ?? 'no_stream');
    ends.set(stream, revision);
    return position;
  };
};

type New = { type: string; data: Record<string, unknown> };
/** A pad with `lines` lines, one of them deleted; returns its stream and events. */
export const somePad = (lines = 5, shelf = 'a', authorId = newId()): { stream: string; padId: string; events: New[] } => {
  const padId = newId();
  const written = Array.from({ length: lines }, (_, n): New => {
    return { type: 'LineWritten', data: { padId, lineId: newId(), authorId, body: `Linha ${n} é só um texto.` } };
  });
  const struck = written.slice(0, 1).map(({ data }): New => ({ type: 'LineStruck', data: { padId, lineId: data.lineId } }));
  const moved: New = { type: 'PadMoved', data: { padId, shelf: 'b' } };
  return { stream: `pad-${padId}`, padId, events: [{ type: 'PadOpened', data: { padId, shelf } }, ...written, ...struck, moved] };
};

export { until } from '../../../infra/testing/until.ts';
