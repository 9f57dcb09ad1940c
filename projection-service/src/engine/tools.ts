import { allEvents } from '@prosa/contracts';
import {
  connectPg,
  connectStore,
  eventCodec,
  keyRing,
  keysMigrations,
  type Log,
  leaseMigrations,
  migrate,
  readConfig,
} from '@prosa/infra/runtime';
import { z } from 'zod';
import { features } from '../features.ts';
import { readMigrations } from './schema.ts';
import { tablesOf } from './tables.ts';

/** What the commands of who runs the service need, from the service's own environment. */
export const operatorsTools = async (log: Log) => {
  const config = readConfig(z.object({}));
  const pool = connectPg(config.DATABASE_URL, { max: 6, log, applicationName: 'projection-operator' });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  const codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: config.PROSA_KEYS }) });
  const store = connectStore(config.EVENTSTORE_URL, codec, { log });
  return {
    config,
    pool,
    store,
    tables: tablesOf(features),
    close: async () => {
      await store.close();
      await pool.end();
    },
  };
};
