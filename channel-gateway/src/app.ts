import { newId } from '@prosa/contracts';
import {
  accessTokens,
  type Bus,
  connectBus,
  connectionKeys,
  connectPg,
  createLogger,
  createServer,
  keysMigrations,
  type Logger,
  leaseMigrations,
  listenToPg,
  metrics,
  migrate,
  notifier,
  operations,
  prepareBus,
  type Server,
} from '@prosa/infra/runtime';
import type { House, Provider, Tools } from './channels/provider.port.ts';
import { providerRegistry } from './channels/provider.registry.ts';
import { type Connections, connectionsRegistry } from './control/connections.registry.ts';
import { consumeControl } from './control/control.consumer.ts';
import { callbacksFor, wasSent } from './inbound/callbacks.ts';
import type { GatewayConfig } from './kernel/config.ts';
import { gatewayMigrations, liveMigrations } from './kernel/database.ts';
import { gauges } from './kernel/gauges.ts';
import { keepSweeping } from './kernel/sweeps.ts';
import { consumeOutbound } from './outbox/outbox.consumer.ts';
import { type OwnerOptions, ownConnections } from './outbox/owners.ts';
import { providers as standard } from './providers.ts';
import { type HubOptions, pushHub } from './push/hub.ts';
import { liveRoutes } from './push/live.routes.ts';
import { meClient } from './push/me.client.ts';
import { pushCodes } from './sessions/codes.push.ts';
import { sessionCodes } from './sessions/codes.ts';

const NAME = 'channel-gateway';

export type GatewayOptions = {
  log?: Logger;
  /** In place of those of providers.ts. */
  providers?: (tools: Tools) => Provider[];
  /** Stands between the gateway and its bus. */
  wrapBus?: (bus: Bus) => Bus;
  owners?: OwnerOptions;
  hub?: HubOptions;
  /** A consumer is dead: the process should end. */
  onCrash?: (error: Error) => void;
};
export type ChannelGateway = {
  app: Server;
  /** Prepares the database, joins the bus and listens. */
  start: () => Promise<{ url: string }>;
  /** Lets what is being sent end, gives the leases back, closes the sockets. */
  close: () => Promise<void>;
};

/** The service between the channels, the screens and the rest of the house; not yet listening. */
export const createChannelGateway = (config: GatewayConfig, options: GatewayOptions = {}): ChannelGateway => {
  const log = options.log ?? createLogger(NAME, config.LOG_LEVEL);
  const registry = metrics(NAME);
  const pool = connectPg(config.DATABASE_URL, { max: 5, log, applicationName: NAME });
  const tokens = accessTokens(config.PROSA_TOKEN_SECRET);
  const app = createServer({ log, name: NAME, registry });
  const hub = pushHub({ askMe: meClient(config.PROJECTION_URL), tokens, log, options: options.hub });
  gauges(registry, pool, hub);
  let bus: Bus | undefined;
  let connections: Connections | undefined;
  const stops: (() => Promise<unknown>)[] = [];

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The gateway has not started.');
    return part;
  };
  const tools: Tools = { pool, log, env: process.env };
  const providers = providerRegistry(
    options.providers?.(tools) ?? standard.map((make) => make(tools)),
    gatewayMigrations.migrations,
  );
  const keys = connectionKeys({ pool, masterKey: config.PROSA_KEYS });
  const codes = sessionCodes(pool, keys);
  const callbacksOf = callbacksFor({
    bus: { publish: (messages) => started(bus).publish(messages) },
    pool,
    vaultOf: keys.vault,
    kindsOf: (connection) => providers.of(connection)?.identities ?? [],
  });

  operations(app, {
    registry,
    ready: async () => {
      await pool.query('select 1');
      await started(bus).health();
      hub.ready();
    },
  });
  const house: House = {
    connection: (id) => started(connections).get(id),
    askConnection: (id) => started(connections).ask(id),
    callbacksOf,
    vaultOf: keys.vault,
    wasSent: (connection, messageId) => wasSent(pool, connection, messageId),
  };
  for (const { webhook } of providers.all) if (webhook) app.register(async (inner) => webhook(inner as Server, house));
  liveRoutes(app, hub, log);

  const start = async (): Promise<{ url: string }> => {
    const onCrash = options.onCrash ?? ((err) => log.fatal({ err }, 'a consumer is dead'));
    const busConfig = { databaseUrl: config.DATABASE_URL, kafkaBrokers: config.KAFKA_BROKERS, clientId: NAME, log };
    await migrate(pool, [
      keysMigrations,
      leaseMigrations,
      gatewayMigrations,
      { schema: gatewayMigrations.schema, migrations: providers.migrations },
      liveMigrations,
    ]);
    await prepareBus(busConfig);
    const listener = await listenToPg({ url: config.DATABASE_URL, applicationName: `${NAME}-listener`, log });
    stops.unshift(listener.close);
    const connected = await connectBus({ ...busConfig, listener });
    stops.unshift(() => connected.close());
    bus = options.wrapBus?.(connected) ?? connected;
    connections = await connectionsRegistry(pool, listener, log);
    stops.unshift(connections.close);
    const owner = newId();
    const owners = ownConnections({
      pool,
      bus,
      connections,
      notifications: listener,
      providers,
      keys,
      codes,
      callbacksOf,
      owner,
      options: options.owners,
      log,
    });
    stops.unshift(owners.close);
    const notices = notifier(pool, log);
    stops.unshift(notices.idle);
    for (const consume of [consumeControl, consumeOutbound]) {
      const consumer = await consume(bus, pool, onCrash, notices);
      stops.unshift(consumer.close);
    }
    await hub.start(bus);
    stops.unshift(hub.close, keepSweeping(pool, providers.sweeps, log));
    stops.unshift(pushCodes({ notifications: listener, connections, codes, hub, log }));
    return { url: await app.listen({ host: config.HOST, port: config.PORT }) };
  };

  return {
    app,
    start,
    close: async () => {
      await app.close();
      for (const stop of stops) await stop().catch((err: unknown) => log.warn({ err }, 'a part did not end well'));
      await pool.end();
    },
  };
};
