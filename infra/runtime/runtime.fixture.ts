import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventType, event, personal } from '@prosa/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { type RunningEventStore, startEventStore } from '../embedded/event-store/server.ts';
import { foreignStore } from '../testing/foreign-store.ts';
import { testDatabase } from '../testing/postgres/postgres.ts';
import type { NewMeta } from './events/codec.ts';
import { connectPg, migrate } from './kernel/pg.ts';
import { keyRing, keysMigrations } from './keys/keys.ts';
import { leaseMigrations } from './leases/leases.ts';

/** A fresh database with the tables of keys and leases. */
export const runtimeDatabase = async (): Promise<{ url: string; pool: pg.Pool; close: () => Promise<void> }> => {
  const { url, drop } = await testDatabase();
  const pool = connectPg(url);
  await migrate(pool, [keysMigrations, leaseMigrations]);
  return {
    url,
    pool,
    close: async () => {
      await pool.end();
      await drop();
    },
  };
};

export const masterKey = randomBytes(32);
export const keysOf = (pool: pg.Pool) => keyRing({ pool, masterKey });

/** An event store that can be stopped and restarted at the same address; with a password if one is given. */
export const restartableStore = async (password?: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-runtime-es-'));
  let server: RunningEventStore = await startEventStore({ dataDir, port: 0, password, durable: false });
  const { port, url } = server;
  return {
    url,
    stop: () => server.close(),
    start: async () => {
      server = await startEventStore({ dataDir, port, password, durable: false });
    },
    close: async () => {
      await server.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** The foreign store, if one is given, which nobody stops; otherwise one that can be restarted. */
export const storeUnderTest = async () => {
  if (foreignStore === undefined) return restartableStore();
  const nothing = async (): Promise<void> => undefined;
  return { url: foreignStore, stop: nothing, start: nothing, close: nothing };
};

const items = z.array(z.object({ userId: z.uuid(), note: personal(z.string(), 'userId') }));
/** Event types for tests: one plain, one with a personal field of the contact, one with every kind of nesting. */
export const testEvents: Record<string, EventType> = {
  Counted: event('Counted', z.object({ n: z.number() })),
  Said: event('Said', z.object({ body: personal(z.string(), 'contact'), n: z.number() })),
  Told: event(
    'Told',
    z.object({
      userId: z.uuid(),
      name: personal(z.string(), 'userId').nullable(),
      card: z.object({ phones: personal(z.array(z.string()), 'contact') }).optional(),
      items: items.default([]),
      either: z
        .union([z.object({ kind: z.literal('a'), secret: personal(z.string(), 'userId') }), z.object({ kind: z.literal('b') })])
        .optional(),
    }),
    2,
  ),
};

export const companyId = randomUUID();
export const someMeta = (more: Partial<NewMeta> = {}): NewMeta => ({
  companyId,
  actor: { kind: 'system', id: 'test' },
  commandId: randomUUID(),
  correlationId: 'correlation',
  causationId: 'causation',
  at: new Date('2026-03-01T12:00:00.000Z'),
  ...more,
});

export { until } from '../testing/until.ts';
