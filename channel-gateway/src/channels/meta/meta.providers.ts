import { cloudProvider } from '../cloud/cloud.provider.ts';
import { cloudReader } from '../cloud/cloud.reading.ts';
import { graphClient } from '../graph/graph.client.ts';
import { GRAPH_TIMINGS, type GraphTimings } from '../graph/graph.session.ts';
import { endsSoon, graphSettings } from '../graph/graph.settings.ts';
import { graphWebhook, webhookMigrations, webhookSweeps } from '../graph/graph.webhook.ts';
import type { Provider, Tools } from '../provider.port.ts';

/** The providers by Meta's Graph. Meta calls one address for all of them: the first one registers it, with the tables that they share. */
export const metaProvidersWith =
  (timings: GraphTimings) =>
  ({ pool, log, env }: Tools): Provider[] => {
    const settings = graphSettings(env);
    if (endsSoon(settings, Date.now()))
      log.warn({ version: settings.version }, 'this version of Graph ends within 90 days: set PROSA_GRAPH_VERSION');
    const client = graphClient(settings);
    const tools = { client, settings, timings, log };
    const cloud = cloudProvider(tools);
    return [
      {
        ...cloud,
        migrations: [...webhookMigrations],
        sweeps: [...webhookSweeps],
        webhook: (app, house) => graphWebhook(app, { house, readers: [cloudReader], settings, pool }),
      },
    ];
  };
export const metaProviders = metaProvidersWith(GRAPH_TIMINGS);
