import { type EventType, openApi } from '@prosa/contracts';
import { openInfrastructure } from '@prosa/infra/event-store';
import {
  type Config,
  connectionKeys,
  connectPg,
  createServer,
  keyEnds,
  type Logger,
  liveMigrations,
  mediaLinks,
  noteKeyUse,
  operations,
  readCode,
  readKeyUses,
} from '@prosa/infra/runtime';
import { companiesWithOpenScreens } from './engine/frames/open-screens.ts';
import { gauges } from './engine/gauges.ts';
import { allowIndexedSearch } from './engine/leakproof.ts';
import { startProjector } from './engine/projector.ts';
import { assertGuarded } from './engine/reader-role.ts';
import { keepReadable, untilAny } from './engine/rebuild/live.ts';
import { foldingOf } from './engine/tables/fleeting.ts';
import { readMigrations } from './engine/tables/schema.ts';
import { tablesOf } from './engine/tables/tables.ts';
import * as all from './features.ts';
import { authenticator, keyAuthenticator } from './kernel/authenticate.ts';
import type { Aside, Asker, Feature, FindAsker, FindKeyAsker, ReadServer } from './kernel/feature.ts';
import { looksOn } from './kernel/looks.ts';
import { connectReader } from './kernel/reader.ts';

export type ProjectionOptions = {
  config: Config;
  log: Logger;
  /** Default: all features of the product; tests may pass their own. */
  features?: readonly Feature[];
  findAsker?: FindAsker;
  findKeyAsker?: FindKeyAsker;
  events?: Record<string, EventType>;
  leaseMs?: number;
  /** After how long it is known which companies are watched. */
  watchedAfterMs?: number;
  clock?: () => Date;
};

export type ProjectionService = {
  app: ReadServer;
  /** Starts listening, creates the read tables if there are none, and starts the projector. Returns the address. */
  start(): Promise<{ url: string }>;
  /** Whether this instance is the active projector. */
  holds(): boolean;
  close(): Promise<void>;
};

/** If there is much to fold, start() returns before it is done: /readyz reports when the service is ready. */
const TIMEOUT_MS = 5_000;
const CONNECTIONS = { reading: 16, folding: 5, past: 3 };

/** The read side: one instance runs the projector, all instances answer queries. */
export const createProjectionService = async (options: ProjectionOptions): Promise<ProjectionService> => {
  const {
    config,
    log,
    features = all.features,
    findAsker = all.findAsker,
    findKeyAsker = all.findKeyAsker,
    events,
    leaseMs,
    watchedAfterMs,
    clock,
  } = options;
  const tables = tablesOf(features);
  const pushes = features.flatMap((feature) => feature.pushes ?? []);
  const url = config.DATABASE_URL;

  const infrastructure = await openInfrastructure({
    name: 'projection-service',
    config,
    log,
    parts: [readMigrations, liveMigrations],
    connections: CONNECTIONS.folding,
    poolName: 'projection-folding',
    pipeline: true,
    ...(events && { events }),
  });
  const { pool, listener, bus, store, tokens, registry, servers } = infrastructure;
  await assertGuarded(pool);
  await allowIndexedSearch(pool, log);
  const readers = connectPg(url, { max: CONNECTIONS.reading, log, applicationName: 'projection-reading' });
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);
  const hasHumanAgent = config.PROSA_META_HUMAN_AGENT;
  const reader = connectReader({ pool: readers, listener, tables, links, hasHumanAgent });

  const past = connectPg(url, { max: CONNECTIONS.past, log, applicationName: 'projection-past', pipeline: true });

  const server = createServer<Asker>({
    log,
    name: 'projection-service',
    tokens,
    authenticate: authenticator(reader, findAsker),
    apiKeys: keyAuthenticator(reader, findKeyAsker, { isOver: keyEnds(pool).isOver, noteUse: noteKeyUse({ pool, log }) }),
    openapi: openApi,
    registry,
  });
  const app: ReadServer = Object.assign(server, { looks: looksOn({ bus, log, clock }) });
  const codeKeys = connectionKeys({ pool, masterKey: config.PROSA_KEYS });
  const aside: Aside = {
    codeOf: (connection) => readCode(pool, codeKeys, connection),
    keyUsesOf: (companyId) => readKeyUses(pool, companyId),
    factsOf: (stream) => store.load(stream, { faults: 'keep' }),
    readFacts: (stream) => store.read(stream, { faults: 'keep' }),
    folding: foldingOf({ pool: past, links, hasHumanAgent }),
  };
  for (const feature of features) feature.routes?.(app, reader, aside);
  operations(app, {
    registry,
    servers,
    ready: async () => {
      await reader.ready();
      await bus.health();
    },
  });

  const ending = new AbortController();
  const watched = companiesWithOpenScreens({
    pool,
    listener,
    log,
    ...(watchedAfterMs !== undefined && { trustedAfterMs: watchedAfterMs }),
  });
  let projector: ReturnType<typeof startProjector> | undefined;
  let keeping: Promise<void> | undefined;
  const { signal } = ending;
  const holds = (): boolean => projector?.holds() ?? false;
  const folding = async (): Promise<void> => {
    await untilAny({ pool, store, tables, log, signal });
    if (signal.aborted) return;
    const more = { links, hasHumanAgent, log, ...(leaseMs !== undefined && { leaseMs }) };
    projector = startProjector({ pool, store, bus, listener, tables, pushes, watched, ...more });
    keeping = keepReadable({ pool, store, tables, log, signal, leads: holds, reader });
  };
  let begun: Promise<void> | undefined;
  gauges(registry, { pool, store, holds });

  return {
    app,
    async start() {
      begun = folding();
      const address = await app.listen({ host: config.HOST, port: config.PORT });
      const deadline = Promise.withResolvers<void>();
      const timer = setTimeout(deadline.resolve, TIMEOUT_MS);
      await Promise.race([begun, deadline.promise]);
      clearTimeout(timer);
      return { url: address };
    },
    holds,
    async close() {
      ending.abort();
      await app.close();
      await begun?.catch(() => undefined);
      await keeping?.catch(() => undefined);
      await projector?.stop();
      watched.close();
      reader.close();
      await Promise.all([readers.end(), past.end(), infrastructure.close()]);
    },
  };
};
