import type { EventType } from '@prosa/contracts';
import { openInfrastructure } from '@prosa/infra/event-store';
import {
  type Bus,
  type Config,
  type Consumer,
  connectMediaStore,
  createServer,
  keyEnds,
  type Logger,
  liveMigrations,
  mediaParcels,
  mediaVault,
  noteKeyUse,
  operations,
  READ_COMMITS,
  watched,
} from '@prosa/infra/runtime';
import { authenticateToken } from './channels/connections/authenticate-token.ts';
import { consumeInbound } from './channels/inbound/inbound.consumer.ts';
import { consumeHints } from './company/invoices/hints.ts';
import { type InstallationEnv, prepareInstallation } from './demo/prepare-installation.ts';
import { preparePlatform } from './demo/prepare-platform.ts';
import * as all from './features.ts';
import { consumeAccesses } from './insight/accesses/accesses.consumer.ts';
import { commandIdentity } from './kernel/command-identity.ts';
import type { App, Caller, Deps, MessageRate, PushSettings } from './kernel/deps.ts';
import type { Feature } from './kernel/feature.ts';
import { createGateway } from './kernel/gateway.ts';
import { createHandler } from './kernel/handler.ts';
import type { MailSettings } from './kernel/mail-settings.ts';
import type { PixSettings } from './kernel/pix-settings.ts';
import { projectorLag } from './kernel/projector-lag.ts';
import { createReferenceData } from './kernel/reference-data.ts';
import { streamCache } from './kernel/stream-cache.ts';
import { commandTurns } from './kernel/turns.ts';
import { authenticateKey } from './people/api-keys/authenticate-key.ts';
import { authenticate } from './people/sessions/authenticate.ts';
import { watchLags } from './reactors/lags.ts';
import { reactorMigrations } from './reactors/reactors.migrations.ts';
import { type Reactors, startReactors } from './reactors/reactors.ts';

export type CommandServiceOptions = {
  /** `GATEWAY_URL`, `PROJECTION_URL`: an instance of that service, or their common address. */
  config: Config &
    InstallationEnv &
    PushSettings &
    MailSettings &
    PixSettings & {
      GATEWAY_URL?: string | undefined;
      PROJECTION_URL?: string | undefined;
      PROSA_MESSAGES_RATE?: MessageRate | undefined;
      PROSA_ERASURES?: string | undefined;
    };
  log: Logger;
  /** The product's features and events, unless a test passes its own. */
  features?: readonly Feature[];
  events?: Record<string, EventType>;
  /** Timing of the leases under which the reactors run, in milliseconds; default 8,000 and 2,000. */
  reactors?: { ttlMs?: number; renewMs?: number };
  clock?: () => Date;
  /** A consumer of the bus has crashed and will not recover: end the process. */
  onCrash?: (error: Error) => void;
};
export type CommandService = {
  app: App;
  deps: Deps;
  bus: Bus;
  /** Listens, then starts the consumers and the reactors. Resolves once calls are answered. */
  start: () => Promise<{ url: string }>;
  /** Answers the calls in progress, lets reactors and consumers finish, and closes what it opened. */
  close: () => Promise<void>;
};

/**
 * The command side: decides on commands of the API and of the channels, appends the resulting events, and reacts to events. It migrates its
 * own schemas; any number of instances may run concurrently.
 */
export const createCommandService = async (options: CommandServiceOptions): Promise<CommandService> => {
  const { config, log, features = all.features, events, clock = () => new Date() } = options;
  const reactors = features.flatMap((feature) => feature.reactors ?? []);
  const parts = [...features.flatMap(({ migrations }) => migrations ?? []), reactorMigrations];
  const infrastructure = await openInfrastructure({
    name: 'command-service',
    config,
    log,
    parts: [...parts, liveMigrations],
    connections: 8,
    ...(events && { events }),
  });
  const { pool, listener, bus, keys, codec, store, tokens, registry, servers } = infrastructure;
  const kept = features.flatMap(({ keeps }) => keeps ?? []);
  const referenceData = createReferenceData({ store, log, kept });
  const streams = streamCache(store);
  const lag = projectorLag();
  const turns = commandTurns(lag.ms);
  const appended = (stream: string, position: bigint): void => {
    referenceData.forget(stream);
    lag.appended(position);
  };
  const handle = createHandler({ store, codec, log, clock, appended, streams });
  const commandOf = commandIdentity(config.PROSA_KEYS);
  const gateway = createGateway({ url: config.GATEWAY_URL, tokenSecret: config.PROSA_TOKEN_SECRET });
  const files = connectMediaStore(config);
  const vault = mediaVault({ store: files, keys });
  const deps: Deps = {
    pool,
    store,
    codec,
    keys,
    vault,
    parcels: mediaParcels(files),
    tokens,
    log,
    referenceData,
    kept,
    handle,
    turns,
    commandOf,
    gateway,
    clock,
    config,
  };

  const app: App = createServer<Caller>({
    log,
    name: 'command-service',
    tokens,
    authenticate: authenticate(referenceData),
    apiKeys: authenticateKey({ referenceData, clock, ends: keyEnds(pool), noteUse: noteKeyUse({ pool, log }) }),
    connectionTokens: authenticateToken({ pool, referenceData, clock }),
    registry,
    trustedProxies: config.PROSA_TRUSTED_PROXIES,
  });
  for (const { routes } of features) routes?.(app, deps);

  let inbound: Consumer | undefined;
  let hints: Consumer | undefined;
  let accesses: Consumer | undefined;
  let reacting: Reactors | undefined;
  let crashed: Error | undefined;
  watched(registry, 'bus_parked_messages', 'Messages of the bus that were set aside.', () => countOf(pool, 'bus.parked'));
  watched(registry, 'command_deferred_work', 'Events of which something is still to be done.', () =>
    countOf(pool, 'command.deferred_work'),
  );
  watched(registry, 'command_cached_streams', 'Streams whose state is kept.', streams.size);
  watched(registry, 'command_cached_reference_streams', 'Streams of the reference data that are kept.', referenceData.size);
  watched(registry, 'command_bulk_waiting', 'Pieces of bulk work that have not begun.', () => turns.waiting('bulk'));
  watched(
    registry,
    'command_projector_behind_seconds',
    'How far behind what this process wrote the projector is.',
    () => lag.ms() / 1_000,
  );
  watchLags(registry, () => reacting?.lags() ?? new Map());
  operations(app, {
    registry,
    servers,
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
    listener.on(READ_COMMITS, (position) => {
      if (position === null) lag.deaf();
      else lag.committed(BigInt(position));
      turns.look();
    });
    reacting = startReactors(deps, bus, reactors, options.reactors);
    const onCrash = (error: Error) => {
      crashed = error;
      log.fatal({ err: error }, 'a consumer has crashed');
      options.onCrash?.(error);
    };
    hints = await consumeHints(deps, bus, onCrash);
    accesses = await consumeAccesses(deps, bus, onCrash);
    inbound = await consumeInbound(deps, bus, onCrash);
    return { url };
  };

  const close = async () => {
    await app.close();
    // Running work is awaited where it was begun; waiting work is refused, because it would block the consumers.
    void turns.close();
    await Promise.all([inbound?.close(), hints?.close(), accesses?.close()]);
    await reacting?.stop();
    await referenceData.close();
    await infrastructure.close();
  };
  return { app, deps, bus, start, close };
};

const countOf = async (pool: Deps['pool'], table: 'bus.parked' | 'command.deferred_work'): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
};
