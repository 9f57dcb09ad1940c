import { type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';

export type Notifications = {
  /** Calls `heard` with each payload, and with null when some may have been missed. Gives the way out. */
  on: (channel: Channel, heard: (payload: string | null) => void) => () => void;
  close: () => Promise<void>;
};

const channels = ['gateway_outbox', 'gateway_connection', 'gateway_code'] as const;
/**
 * Each tells a connection's id. `gateway_outbox`: it has something to send. `gateway_connection`: it changed. `gateway_code`: what it
 * shows to link a device with did.
 */
export type Channel = (typeof channels)[number];

/** One connection of the pool that listens to what instances tell each other, taken anew whenever it breaks. */
export const listenForNotifications = async (pool: pg.Pool, log: Logger): Promise<Notifications> => {
  const listeners = new Map<string, Set<(payload: string | null) => void>>(channels.map((channel) => [channel, new Set()]));
  const closed = new AbortController();
  let current: pg.PoolClient | undefined;

  const connect = async (): Promise<void> => {
    const client = await pool.connect();
    const broke = () => {
      if (current !== client) return;
      current = undefined;
      client.release(true);
      if (!closed.signal.aborted) void reconnect();
    };
    client.on('end', broke);
    client.on('error', broke);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const heard of listeners.get(channel) ?? []) heard(payload);
    });
    try {
      await client.query(channels.map((channel) => `listen ${channel}`).join('; '));
    } catch (error) {
      client.release(true);
      throw error;
    }
    // Ended while it was made: nobody else would give it back, and the pool would wait for it.
    if (closed.signal.aborted) return client.release(true);
    current = client;
    for (const set of listeners.values()) for (const heard of set) heard(null);
  };

  const reconnect = async (): Promise<void> => {
    for (let wait = 100; !closed.signal.aborted; wait = Math.min(wait * 2, 2_000)) {
      try {
        return await connect();
      } catch (err) {
        log.warn({ err }, 'Postgres is away, listening later');
        await pause(wait, closed.signal);
      }
    }
  };

  await connect();
  return {
    on: (channel, heard) => {
      listeners.get(channel)?.add(heard);
      return () => listeners.get(channel)?.delete(heard);
    },
    close: async () => {
      closed.abort();
      const client = current;
      current = undefined;
      client?.release(true);
    },
  };
};
