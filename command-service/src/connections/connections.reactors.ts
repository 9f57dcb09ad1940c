import { type Control, connectionEvents, topics } from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';

/** A connection's events tell the gateway how the connection is now, or newer: the newest word wins there. */
export const tellConnections = defineReactor({
  name: 'connections',
  streams: ['connections-'],
  events: Object.values(connectionEvents),
  concurrency: { total: 4, perCompany: 1 },
  start: ({ sets }) => ({
    // A company's connections are read anew for each.
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
