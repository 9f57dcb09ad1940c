import { type Control, connectionEvents, topics } from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';

/** For each event of a connection, publishes its state as of that event or newer to the gateway, where the newest one wins. */
export const tellConnections = defineReactor({
  name: 'connections',
  streams: ['connections-'],
  events: Object.values(connectionEvents),
  concurrency: { total: 4, perCompany: 1 },
  start: ({ sets }) => ({
    // Each event reads the company's connections again.
    isSlow: () => true,
    publish: async ({ data: { connectionId }, meta }) => {
      const connection = (await sets.connections(meta.companyId)).get(connectionId);
      if (!connection) return null;
      const { name, channel, provider, status, tokenHash, deleted = false, asked = null } = connection;
      const value: Control = {
        kind: 'connection',
        connectionId,
        companyId: meta.companyId,
        name,
        channel,
        provider,
        status,
        tokenHash,
        deleted,
        asked,
        position: meta.position.toString(),
      };
      return { topic: topics.control, key: connectionId, value };
    },
  }),
});
