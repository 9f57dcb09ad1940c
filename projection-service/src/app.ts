import { allEvents, type EventType, openApi } from '@prosa/contracts';
import {
  accessTokens,
  type Config,
  connectBus,
  connectPg,
  connectStore,
  createServer,
  eventCodec,
  keyRing,
  keysMigrations,
  type Log,
  leaseMigrations,
  metrics,
  migrate,
  operations,
  prepareBus,
} from '@prosa/infra/runtime';
import { untilLive } from './engine/live.ts';
import { startProjector } from './engine/projector.ts';
import { readMigrations } from './engine/schema.ts';
import { tablesOf, versionsOf } from './engine/tables.ts';
import * as house from './features.ts';
import { authenticator } from './kernel/authenticate.ts';
import type { Asker, Feature, FindAsker, ReadServer } from './kernel/feature.ts';
import { connectReader } from './kernel/reader.ts';

export type ProjectionOptions = {
  config: Config;
  log: Log;
  /** Those of the house unless a test has its own. */
  features?: readonly Feature[];
  findAsker?: FindAsker;
  events?: Record<string, EventType>;
  leaseMs?: number;
};

export type ProjectionService = {
  app: ReadServer;
  /** Listens, folds the tables where they are not there, and begins to project. Gives its address. */
  start(): Promise<{ url: string }>;
  /** Whether this instance folds now. */
  holds(): boolean;
  close(): Promise<void>;
};

/** A start with much to fold listens before it has: /readyz tells when. */
const PATIENCE = 5_000;
const CONNECTIONS = { reading: 16, folding: 6 };

/** The read side: one of its instances folds, all answer. */
export const createProjectionService = async (options: ProjectionOptions): Promise<ProjectionService> => {
  const { config, log, features = house.features, findAsker = house.findAsker, events = allEvents, leaseMs } = options;
  const tables = tablesOf(features);
  const pushes = features.flatMap((feature) => feature.pushes ?? []);
  const versions = versionsOf(tables);
  const url = config.DATABASE_URL;

  const pool = connectPg(url, { max: CONNECTIONS.folding, log, applicationName: 'projection-folding' });
  await migrate(pool, [keysMigrations, leaseMigrations, readMigrations]);
  const busConfig = {
    databaseUrl: url,
    clientId: 'projection-service',
    log,
    ...(config.KAFKA_BROKERS && { kafkaBrokers: config.KAFKA_BROKERS }),
  };
  await prepareBus(busConfig);
  const bus = await connectBus(busConfig);
  const store = connectStore(
    config.EVENTSTORE_URL,
    eventCodec({ events, keys: keyRing({ pool, masterKey: config.PROSA_KEYS }) }),
    {
      log,
    },
  );
  const readers = connectPg(url, { max: CONNECTIONS.reading, log, applicationName: 'projection-reading' });
  const reader = connectReader({ pool: readers, url, versions, log });

  const registry = metrics('projection-service');
  const app = createServer<Asker>({
    log,
    name: 'projection-service',
    tokens: accessTokens(config.PROSA_TOKEN_SECRET),
    authenticate: authenticator(reader, findAsker),
    openapi: openApi,
    registry,
  });
  for (const feature of features) feature.routes?.(app, reader);
  operations(app, {
    registry,
    ready: async () => {
      await reader.ready();
      await bus.health();
    },
  });

  const ending = new AbortController();
  let projector: ReturnType<typeof startProjector> | undefined;
  const folding = async (): Promise<void> => {
    await untilLive({ pool, store, tables, log, signal: ending.signal });
    if (!ending.signal.aborted)
      projector = startProjector({ pool, store, bus, tables, pushes, log, ...(leaseMs !== undefined && { leaseMs }) });
  };
  let begun: Promise<void> | undefined;

  return {
    app,
    async start() {
      begun = folding();
      const address = await app.listen({ host: config.HOST, port: config.PORT });
      const impatience = Promise.withResolvers<void>();
      const timer = setTimeout(impatience.resolve, PATIENCE);
      await Promise.race([begun, impatience.promise]);
      clearTimeout(timer);
      return { url: address };
    },
    holds: () => projector?.holds() ?? false,
    async close() {
      ending.abort();
      await app.close();
      await begun?.catch(() => undefined);
      await projector?.stop();
      await reader.close();
      await bus.close();
      await store.close();
      await Promise.all([readers.end(), pool.end()]);
    },
  };
};
