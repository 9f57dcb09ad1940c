import { allEvents } from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import {
  connectPg,
  eventCodec,
  keyRing,
  keysMigrations,
  type Logger,
  leaseMigrations,
  migrate,
  readConfig,
} from '@prosa/infra/runtime';
import { z } from 'zod';
import { readMigrations } from './engine/tables/schema.ts';
import { tablesOf } from './engine/tables/tables.ts';
import { features } from './features.ts';

/** Tools of the operator's commands, from the service's own environment. */
type Tools = {
  config: ReturnType<typeof readTools>;
  pool: ReturnType<typeof connectPg>;
  store: ReturnType<typeof connectStore>;
  tables: ReturnType<typeof tablesOf>;
};
const readTools = () => readConfig(z.object({}));

/** Runs `work` with the tools, and closes them afterwards in any case. Throws ConfigError. */
export const withTools = async <Result>(log: Logger, work: (tools: Tools) => Promise<Result>): Promise<Result> => {
  const config = readTools();
  const pool = connectPg(config.DATABASE_URL, { max: 6, log, applicationName: 'projection-operator', pipeline: true });
  const codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: config.PROSA_KEYS }) });
  const store = connectStore(config.EVENTSTORE_URL, codec, { log });
  try {
    await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
    return await work({ config, pool, store, tables: tablesOf(features) });
  } finally {
    await store.close();
    await pool.end();
  }
};
