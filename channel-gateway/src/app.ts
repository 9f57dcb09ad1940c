import { newId } from '@prosa/contracts';
import {
  accessTokens,
  type Bus,
  connectBus,
  connectionKeys,
  connectMediaStore,
  connectPg,
  createLogger,
  createServer,
  internalCalls,
  keyRing,
  keysMigrations,
  type Logger,
  leaseMigrations,
  listenToPg,
  liveMigrations,
  type MediaStore,
  mediaLinks,
  mediaParcels,
  mediaVault,
  metrics,
  migrate,
  type Notifier,
  operations,
  prepareBus,
  type Server,
} from '@prosa/infra/runtime';
import type { Connection, GatewayServices, Provider, Tools } from './channels/provider.port.ts';
import { providerRegistry } from './channels/provider.registry.ts';
import { type Connections, connectionsRegistry } from './control/connections.registry.ts';
import { consumeControl } from './control/control.consumer.ts';
import { parcelDesk } from './fetching/parcels.ts';
import { callbacksFor, lookUpIn, ownIdOf, wasSent } from './inbound/callbacks.ts';
import { internalRoutes } from './internal/internal.routes.ts';
import { secretTable } from './internal/secret.table.ts';
import { pixWebhook } from './invoices/pix.webhook.ts';
import type { GatewayConfig } from './kernel/config.ts';
import { gatewayMigrations } from './kernel/database.ts';
import { gauges } from './kernel/gauges.ts';
import { keepSweeping } from './kernel/sweeps.ts';
import { mediaRoutes } from './media/media.routes.ts';
import { consumeOutbound } from './outbox/outbox.consumer.ts';
import { type OwnerOptions, ownConnections } from './outbox/owners.ts';
import { oldestWaiting } from './outbox/waiting.ts';
import { providers as standard } from './providers.ts';
import { type HubOptions, pushHub } from './push/hub.ts';
import { liveRoutes } from './push/live.routes.ts';
import { meClient } from './push/me.client.ts';
import { watchedDesk } from './push/open-screens.ts';
import { type PresenceOptions, presenceDesk } from './push/presence.ts';
import { ticketClient } from './push/ticket.client.ts';
import { TICKET_PEOPLE } from './push/ticket-people.ts';
import { pushCodes } from './sessions/codes.push.ts';
import { sessionCodes } from './sessions/codes.ts';
import { sessionMeters } from './sessions/session.meters.ts';

const NAME = 'channel-gateway';

export type GatewayOptions = {
  log?: Logger;
  /** Replaces the providers of providers.ts. */
  providers?: (tools: Tools) => Provider[];
  /** Wraps the gateway's bus. */
  wrapBus?: (bus: Bus) => Bus;
  /** Stands between the gateway and the store of files. */
  wrapMedia?: (store: MediaStore) => MediaStore;
  owners?: OwnerOptions;
  hub?: HubOptions;
  presence?: PresenceOptions;
  /** Called when a consumer has died: the process should end. */
  onCrash?: (error: Error) => void;
};
export type ChannelGateway = {
  app: Server;
  /** Prepares the database, joins the bus and listens. */
  start: () => Promise<{ url: string }>;
  /** Waits for sends in progress, releases the leases, closes the sockets. */
  close: () => Promise<void>;
};

/** Creates the service between the channels, the screens and the other services; it does not listen yet. */
export const createChannelGateway = (config: GatewayConfig, options: GatewayOptions = {}): ChannelGateway => {
  const log = options.log ?? createLogger(NAME, config.LOG_LEVEL);
  const registry = metrics(NAME);
  const pool = connectPg(config.DATABASE_URL, { max: 5, log, applicationName: NAME });
  const tokens = accessTokens(config.PROSA_TOKEN_SECRET);
  const app = createServer({ log, name: NAME, registry, trustedProxies: config.PROSA_TRUSTED_PROXIES });
  let bus: Bus | undefined;
  const presence = presenceDesk({
    pool,
    bus: { publish: (messages) => started(bus).publish(messages) },
    log,
    options: options.presence,
  });
  let notifier: Notifier | undefined;
  const watched = watchedDesk({ pool, notify: (channel, payload) => notifier?.notify(channel, payload), log });
  const hub = pushHub({
    askMe: meClient(config.PROJECTION_URL),
    askTicket: ticketClient(config.PROJECTION_URL),
    tokens,
    log,
    seen: presence.seen,
    watched,
    tellOfPeople: (text) => notifier?.notify(TICKET_PEOPLE, text),
    options: options.hub,
  });
  gauges(registry, pool, hub);
  let connections: Connections | undefined;
  const stops: (() => Promise<unknown>)[] = [];

  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The gateway has not started.');
    return part;
  };
  const tools: Tools = { pool, log, env: process.env };
  const providers = providerRegistry((options.providers ?? standard)(tools), gatewayMigrations.migrations);
  const keys = connectionKeys({ pool, masterKey: config.PROSA_KEYS });
  const codes = sessionCodes(pool, keys);
  const meters = sessionMeters(registry);
  // The destruction of a forgotten person's key takes effect here within this time.
  const persons = keyRing({ pool, masterKey: config.PROSA_KEYS, cacheMs: 5_000 });
  const mediaStore = options.wrapMedia?.(connectMediaStore(config)) ?? connectMediaStore(config);
  const vault = mediaVault({ store: mediaStore, keys: persons });
  const parcels = parcelDesk(pool, mediaParcels(mediaStore));
  const openMedia: GatewayServices['openMedia'] = (mediaId) => vault.open(mediaId);
  const lookUp = lookUpIn(pool);
  const callbacksOf = callbacksFor({
    bus: { publish: (messages) => started(bus).publish(messages) },
    pool,
    lookUp,
    vaultOf: keys.vault,
    kindsOf: (connection) => providers.of(connection)?.identities ?? [],
  });

  operations(app, {
    registry,
    servers: {
      DATABASE_URL: () => pool.query('select 1'),
      ...(config.KAFKA_BROKERS && { KAFKA_BROKERS: () => started(bus).health() }),
    },
    ready: async () => {
      await pool.query('select 1');
      await started(bus).health();
      hub.ready();
    },
  });
  const secrets = secretTable(pool, keys);
  const nudge: GatewayServices['nudge'] = async ({ id }) =>
    void (await pool.query(`select pg_notify('gateway_nudge', $1)`, [id]));
  const services: GatewayServices = {
    connection: (id) => started(connections).get(id),
    askConnection: (id) => started(connections).ask(id),
    secretsOf: secrets.of,
    whoHas: async (channel, externalId) => {
      const id = await secrets.whoHas(channel, externalId);
      const found = id === null ? undefined : await started(connections).ask(id);
      return found?.deleted ? undefined : found;
    },
    inBusiness: async (channel, wabaId) => {
      const having: Connection[] = [];
      for (const owner of await secrets.owners(channel)) {
        if ((await secrets.of(owner))?.values.wabaId !== wabaId) continue;
        const found = await started(connections).ask(owner.id);
        if (found && !found.deleted) having.push(found);
      }
      return having;
    },
    callbacksOf,
    vaultOf: keys.vault,
    openMedia,
    nudge,
    parcels,
    wasSent: (connection, messageId) => wasSent(pool, connection, messageId),
    ownIdOf: (connection, channelId) => ownIdOf(lookUp, connection, channelId),
  };
  for (const { webhook } of providers.all) if (webhook) app.register(async (inner) => webhook(inner as Server, services));
  app.register(async (inner) => pixWebhook(inner as Server, (messages) => started(bus).publish(messages)));
  app.register(async (inner) =>
    internalRoutes(inner as Server, {
      calls: internalCalls(config.PROSA_TOKEN_SECRET),
      secrets,
      providers,
      services,
      waitingSince: oldestWaiting(pool),
    }),
  );
  const links = mediaLinks(config.PROSA_TOKEN_SECRET);
  mediaRoutes(app, { vault, links });
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
    notifier = listener;
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
      providedTo: (connection) => ({
        callbacks: callbacksOf(connection),
        openMedia,
        openParcel: parcels.open,
        linkTo: (mediaId) => links.briefPathOf(mediaId, Date.now()),
        secrets: () => secrets.of(connection),
      }),
      vault,
      meters,
      owner,
      options: { ...(config.PROSA_GATEWAY_SESSIONS !== undefined && { most: config.PROSA_GATEWAY_SESSIONS }), ...options.owners },
      log,
    });
    stops.unshift(owners.close);
    for (const consume of [consumeControl, consumeOutbound]) {
      const consumer = await consume(bus, pool, onCrash, listener, providers.forgets);
      stops.unshift(consumer.close);
    }
    await hub.start(bus);
    listener.on(TICKET_PEOPLE, hub.heardOfPeople);
    presence.start();
    stops.unshift(presence.close);
    stops.unshift(hub.close, keepSweeping(pool, providers.sweeps, log, parcels));
    stops.unshift(pushCodes({ notifications: listener, connections, codes, hub, log }));
    return { url: await app.listen({ host: config.HOST, port: config.PORT }) };
  };

  return {
    app,
    start,
    close: async () => {
      await app.close();
      for (const stop of stops) await stop().catch((err: unknown) => log.warn({ err }, 'a part did not close cleanly'));
      await pool.end();
    },
  };
};
