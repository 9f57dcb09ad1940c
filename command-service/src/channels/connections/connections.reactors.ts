import { type Control, companyEvents, connectionEvents, type SettingControl, topics } from '@prosa/contracts';
import { defineReactor } from '../../kernel/reactor.ts';
import { PUT_TOKEN } from './tokens.ts';

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

/** Claims the tokens that connections got without a call, and those from before tokens were claimed. */
export const claimTokens = defineReactor({
  name: 'connection-tokens',
  streams: ['connections-'],
  events: [connectionEvents.ConnectionCreated, connectionEvents.ConnectionChanged],
  start: () => ({
    rows: () => {
      const claims: [string, string, string][] = [];
      return {
        fold: ({ data: { connectionId, tokenHash }, meta: { companyId } }) => {
          if (tokenHash) claims.push([tokenHash, companyId, connectionId]);
        },
        isEmpty: () => claims.length === 0,
        write: async (client) => {
          for (const claim of claims) await client.query(PUT_TOKEN, claim);
        },
      };
    },
  }),
});

/** The settings that sessions follow. */
const FOR_CHANNELS: ReadonlySet<string> = new Set(['CheckMsgIsGroup', 'call']);

/** Publishes a company's settings that concern channels, to the gateway, where the newest value wins. */
export const tellSettings = defineReactor({
  name: 'channel-settings',
  streams: ['company-'],
  events: [companyEvents.SettingChanged],
  start: () => ({
    publish: async ({ data: { key, value }, meta: { companyId, position } }) => {
      if (!FOR_CHANNELS.has(key)) return null;
      const setting: SettingControl = { kind: 'setting', companyId, key, value, position: position.toString() };
      return { topic: topics.control, key: `${companyId} ${key}`, value: setting };
    },
  }),
});
