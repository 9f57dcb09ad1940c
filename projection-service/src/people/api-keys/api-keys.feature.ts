import { routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { readApiKeys } from './api-keys.queries.ts';
import { apiKeyRows } from './api-keys.rows.ts';

/** API keys, for administrators. */
export const apiKeys: Feature = {
  name: 'apiKeys',
  tables: [apiKeyRows],
  pushes: [
    definePush(apiKeyRows, {
      channel: 'apiKey',
      rooms: (row) => (row.deleted ? [] : [`admins:${row.companyId}`]),
      records: async (db, ids) => new Map((await readApiKeys(db, ids)).map((key) => [key.id, key])),
    }),
  ],
  routes: (app, reader, aside) => {
    readRoute(app, reader, routes.apiKeys.list, async ({ db, asker }) => {
      const [keys, uses] = [await readApiKeys(db), await aside.keyUsesOf(asker.companyId)];
      const apiKeys = keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.id)?.toISOString() ?? null }));
      return { apiKeys, count: apiKeys.length, hasMore: false };
    });
  },
};
