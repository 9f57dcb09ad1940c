import { allEvents, type EventType } from '@prosa/contracts';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import { type Bus, connectBus, prepareBus } from './bus/index.ts';
import { type EventCodec, eventCodec } from './events/codec.ts';
import { metrics } from './http/operations.ts';
import { type AccessTokens, accessTokens } from './http/tokens.ts';
import type { Config } from './kernel/config.ts';
import type { Logger } from './kernel/log.ts';
import { listenToPg, type PgListener } from './kernel/pg.listener.ts';
import { connectPg, migrate, type Part } from './kernel/pg.ts';
import { type KeyRing, keyRing, keysMigrations } from './keys/keys.ts';
import { leaseMigrations } from './leases/leases.ts';
import { assertUsable } from './servers/servers.ts';
import { connectStore, type Store } from './store/store.ts';

/** The infrastructure of a service that uses events. */
export type Infrastructure = {
  pool: pg.Pool;
  listener: PgListener;
  bus: Bus;
  keys: KeyRing;
  codec: EventCodec;
  store: Store;
  tokens: AccessTokens;
  registry: Registry;
  /** Asks each server something small, for /readyz to name the missing ones. */
  servers: Record<string, () => Promise<unknown>>;
  /** Closes bus, store, listener and pool; call it when nothing uses them any more. */
  close: () => Promise<void>;
};

/**
 * Migrates the common schemas and those of `parts`, and connects to the three servers. Rejects if one of them is unavailable; with ConfigError, in
 * production, if only a person can mend that.
 */
export const openInfrastructure = async ({
  name,
  config,
  log,
  parts,
  connections,
  poolName = name,
  pipeline = false,
  events = allEvents,
}: {
  name: string;
  config: Config;
  log: Logger;
  parts: readonly Part[];
  /** Maximum number of connections to Postgres, and their application name there. */
  connections: number;
  poolName?: string;
  /** Whether the pool's connections send statements without waiting for answers. */
  pipeline?: boolean;
  events?: Record<string, EventType>;
}): Promise<Infrastructure> => {
  const databaseUrl = config.DATABASE_URL;
  // Elsewhere the launcher has tried those that are not its own.
  if (config.NODE_ENV === 'production') {
    const { EVENTSTORE_URL, MEDIA_URL, KAFKA_BROKERS } = config;
    const named = { EVENTSTORE_URL, DATABASE_URL: databaseUrl, MEDIA_URL, KAFKA_BROKERS: KAFKA_BROKERS?.join(',') };
    await assertUsable(named, (line) => log.error(line));
  }
  const pool = connectPg(databaseUrl, { max: connections, log, applicationName: poolName, pipeline });
  await migrate(pool, [keysMigrations, leaseMigrations, ...parts]);
  const busConfig = { databaseUrl, clientId: name, log, ...(config.KAFKA_BROKERS && { kafkaBrokers: config.KAFKA_BROKERS }) };
  await prepareBus(busConfig);
  const listener = await listenToPg({ url: databaseUrl, applicationName: `${name}-listener`, log });
  const bus = await connectBus({ ...busConfig, listener });
  const keys = keyRing({ pool, masterKey: config.PROSA_KEYS });
  const codec = eventCodec({ events, keys });
  const store = connectStore(config.EVENTSTORE_URL, codec, { log });
  return {
    pool,
    listener,
    bus,
    keys,
    codec,
    store,
    tokens: accessTokens(config.PROSA_TOKEN_SECRET),
    registry: metrics(name),
    servers: {
      EVENTSTORE_URL: () => store.head(),
      DATABASE_URL: () => pool.query('select 1'),
      ...(config.KAFKA_BROKERS && { KAFKA_BROKERS: () => bus.health() }),
    },
    close: async () => {
      await bus.close();
      await store.close();
      await listener.close();
      await pool.end();
    },
  };
};
