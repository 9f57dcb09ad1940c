import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventType } from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import { connectPg, createLogger, eventCodec, keyRing } from '@prosa/infra/runtime';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';

/** A real event store by itself, for events without personal fields: the key ring never uses its database, and there is none. */
export const startStore = async (events: Record<string, EventType>) => {
  const log = createLogger('test', 'silent');
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-store-'));
  const pool = connectPg('postgres://nobody@127.0.0.1:1/none');
  const keys = keyRing({ pool, masterKey: randomBytes(32) });
  const codecOf = (known: Record<string, EventType>) => eventCodec({ events: known, keys });
  const codec = codecOf(events);
  const server = await startEventStore({ dataDir, port: 0, durable: false });
  const store = connectStore(server.url, codec, { log });
  return {
    store,
    codec,
    /** The codec of a process that knows other events. */
    codecOf,
    log,
    close: async () => {
      await store.close();
      await server.close();
      await pool.end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
