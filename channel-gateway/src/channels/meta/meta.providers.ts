import { cloudProvider } from '../cloud/cloud.provider.ts';
import { cloudReader } from '../cloud/cloud.reading.ts';
import { cloudMigrations, cloudSweeps, cloudTemplates } from '../cloud/cloud.templates.ts';
import { graphClient } from '../graph/graph.client.ts';
import { graphParked, parkedMigrations, parkedSweeps, readParkedAgain } from '../graph/graph.parked.ts';
import { GRAPH_TIMINGS, type GraphTimings } from '../graph/graph.session.ts';
import { endsSoon, graphSettings } from '../graph/graph.settings.ts';
import { graphWebhook } from '../graph/graph.webhook.ts';
import { INSTAGRAM, MESSENGER } from '../messaging/messaging.accounts.ts';
import { namesOf } from '../messaging/messaging.names.ts';
import { messagingProvider } from '../messaging/messaging.provider.ts';
import { messagingReader } from '../messaging/messaging.reading.ts';
import { messagingForgets, messagingMigrations, messagingSent, messagingSweeps } from '../messaging/messaging.sent.ts';
import type { Connection, GatewayServices, Provider, Tools } from '../provider.port.ts';

/** The providers by Meta's Graph. Meta calls one address for all of them: the first one registers it, with the tables that they share. */
export const metaProvidersWith =
  (timings: GraphTimings) =>
  ({ pool, log, env }: Tools): Provider[] => {
    const settings = graphSettings(env);
    if (endsSoon(settings, Date.now()))
      log.warn({ version: settings.version }, 'this version of Graph ends within 90 days: set PROSA_GRAPH_VERSION');
    const client = graphClient(settings);
    const sent = messagingSent(pool);
    const names = namesOf(client);
    const templates = cloudTemplates(pool);
    const readers = [cloudReader(templates), ...[MESSENGER, INSTAGRAM].map((of) => messagingReader({ of, sent, names }))];
    const parked = graphParked(pool);
    // Sessions start when the webhook is registered.
    const ready = Promise.withResolvers<GatewayServices>();
    const readAgain = async (connection: Connection, over: AbortSignal): Promise<void> =>
      readParkedAgain({ connection, services: await ready.promise }, { parked, readers, log }, over);
    const tools = { client, settings, timings, sent, log, readAgain };
    return [
      {
        ...cloudProvider({ ...tools, templates }),
        migrations: [...parkedMigrations, ...messagingMigrations, ...cloudMigrations],
        forgets: messagingForgets,
        sweeps: [...parkedSweeps, ...messagingSweeps, ...cloudSweeps],
        webhook: (app, services) => {
          ready.resolve(services);
          graphWebhook(app, { services, readers, settings, parked });
        },
      },
      messagingProvider(MESSENGER, tools),
      messagingProvider(INSTAGRAM, tools),
    ];
  };
export const metaProviders = metaProvidersWith(GRAPH_TIMINGS);
