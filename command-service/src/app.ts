import { type EventType, openApi } from '@prosa/contracts';
import {
  type Bus,
  type Config,
  type Consumer,
  createServer,
  type Logger,
  openInfrastructure,
  operations,
  watched,
} from '@prosa/infra/runtime';
import { type InstallationEnv, prepareInstallation } from './demo/prepare-installation.ts';
import { preparePlatform } from './demo/prepare-platform.ts';
import * as house from './features.ts';
import { consumeInbound } from './inbound/inbound.consumer.ts';
import { commandIdentity } from './kernel/command-identity.ts';
import type { App, Caller, Deps } from './kernel/deps.ts';
import type { Feature } from './kernel/feature.ts';
import { createHandler } from './kernel/handler.ts';
import { createReferenceData } from './kernel/reference-data.ts';
import { watchLags } from './reactors/lags.ts';
import { reactorMigrations } from './reactors/reactors.migrations.ts';
import { type Reactors, startReactors } from './reactors/reactors.ts';
import { authenticate } from './sessions/authenticate.ts';

export type CommandServiceOptions = {
  config: Config & InstallationEnv;
  log: Logger;
  /** Those of the house unless a test has its own, with their events. */
  features?: readonly Feature[];
  events?: Record<string, EventType>;
  /** Of the leases under which the reactors run, in milliseconds; 8,000 and 2,000 unless told. */
  reactors?: { ttlMs?: number; renewMs?: number };
  clock?: () => Date;
  /** The consumer of what channels tell is dead and will not come back: end the process. */
  onCrash?: (error: Error) => void;
};
export type CommandService = {
  app: App;
  deps: Deps;
  bus: Bus;
  /** Listens, then joins the consumers and the reactors. Resolves once calls are answered. */
  start: () => Promise<{ url: string }>;
  /** Answers what was begun, lets reactors and consumers finish, and closes what it opened. */
  close: () => Promise<void>;
};

/**
 * The command side: decides on commands of the API and of the channels, appends what they cause, and reacts to events. Migrates its
 * own schemas; any number of instances may run side by side.
 */
export const createCommandService = async (options: CommandServiceOptions): Promise<CommandService> => {
  const { config, log, features = house.features, events, clock = () => new Date() } = options;
  const reactors = features.flatMap((feature) => feature.reactors ?? []);
  const parts = [...features.flatMap(({ migrations }) => migrations ?? []), reactorMigrations];
  const infrastructure = await openInfrastructure({
    name: 'command-service',
    config,
    log,
    parts,
    connections: 12,
    ...(events && { events }),
  });
  const { pool, bus, keys, codec, store, tokens, registry } = infrastructure;
  const kept = features.flatMap(({ keeps }) => keeps ?? []);
  const referenceData = createReferenceData({ store, log, kept });
  const handle = createHandler({ store, codec, log, clock, appended: referenceData.forget });
  const commandOf = commandIdentity(config.PROSA_KEYS);
  const deps: Deps = { pool, store, codec, keys, tokens, log, referenceData, kept, handle, commandOf, clock, config };

  const app: App = createServer<Caller>({
    log,
    name: 'command-service',
    tokens,
    authenticate: authenticate(referenceData),
    openapi: () => openApi(),
    registry,
    trustedProxies: config.PROSA_TRUSTED_PROXIES,
  });
  for (const { routes } of features) routes?.(app, deps);

  let inbound: Consumer | undefined;
  let reacting: Reactors | undefined;
  let crashed: Error | undefined;
  watched(registry, 'bus_parked_messages', 'Messages of the bus that were set aside.', () => countOf(pool, 'bus.parked'));
  watched(registry, 'command_errands', 'Events of which something is still to be done.', () =>
    countOf(pool, 'command.reactor_errand'),
  );
  watchLags(registry, () => reacting?.lags() ?? new Map());
  operations(app, {
    registry,
    ready: async () => {
      if (crashed) throw crashed;
      if (!inbound) throw new Error('It has not joined the consumers yet.');
      await Promise.all([pool.query('select 1'), referenceData.ready(), bus.health()]);
    },
  });

  const start = async () => {
    await referenceData.ready();
    await preparePlatform(deps);
    await prepareInstallation(deps, config);
    const url = await app.listen({ host: config.HOST, port: config.PORT });
    reacting = startReactors(deps, bus, reactors, options.reactors);
    inbound = await consumeInbound(deps, bus, (error) => {
      crashed = error;
      log.fatal({ err: error }, 'the consumer of what channels tell has crashed');
      options.onCrash?.(error);
    });
    return { url };
  };

  const close = async () => {
    await app.close();
    await inbound?.close();
    await reacting?.stop();
    await referenceData.close();
    await infrastructure.close();
  };
  return { app, deps, bus, start, close };
};

const countOf = async (pool: Deps['pool'], table: 'bus.parked' | 'command.reactor_errand'): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
};
