import pg from 'pg';
import type { Logger } from './log.ts';
import { watchful } from './pg.ts';
import { retried } from './retry.ts';

/** Hears what is told on a channel; null where something may have been told that was not heard: whoever hears it looks. */
export type Heard = (payload: string | null) => void;

export type PgListener = {
  /** Gives the way out. The first of a channel hears null as soon as the channel is listened to. */
  on(channel: string, heard: Heard): () => void;
  /** Has the session do what lasts as long as it does, as an advisory lock, and each later session again. */
  keep(statement: pg.QueryConfig): Promise<void>;
  /** Does it no more, and has the session undo it. `statement` is the very one that was kept. */
  forget(statement: pg.QueryConfig, undo: pg.QueryConfig): Promise<void>;
  isConnected(): boolean;
  close(): Promise<void>;
};

const WAITS = { firstMs: 100, mostMs: 2_000 };

/**
 * The one connection on which a process hears of other processes, made anew whenever it breaks: all channels hear null then, as nothing is
 * told again that nobody heard. Rejects when the first one fails. (pg-listen, which is made for this, gives up after some time, tells
 * nobody what may have been missed, and lets no lock live on its connection.)
 */
export const listenToPg = async ({
  url,
  applicationName,
  log,
}: {
  url: string;
  applicationName: string;
  log: Logger;
}): Promise<PgListener> => {
  const channels = new Map<string, Set<Heard>>();
  const kept = new Set<pg.QueryConfig>();
  const closed = new AbortController();
  const { signal } = closed;
  let current: pg.Client | undefined;

  const tell = (channel: string, payload: string | null): void => {
    for (const heard of channels.get(channel) ?? []) heard(payload);
  };

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      ...watchful,
      connectionTimeoutMillis: 10_000,
    });
    let isOver = false;
    const broke = (err?: Error): void => {
      if (isOver) return;
      isOver = true;
      if (current !== client) return;
      current = undefined;
      if (signal.aborted) return;
      log.warn({ err }, 'the connection that listens to Postgres broke');
      void reconnect();
    };
    client.on('error', broke);
    client.on('end', () => broke());
    client.on('notification', ({ channel, payload = '' }) => tell(channel, payload));
    try {
      await client.connect();
      // Also those that are added meanwhile.
      for (const statement of kept) await client.query(statement);
      if (isOver || signal.aborted) throw new Error('The connection ended at once.');
    } catch (error) {
      isOver = true;
      await client.end().catch((err: Error) => log.debug({ err }, 'a broken connection did not end'));
      throw error;
    }
    current = client;
    for (const channel of channels.keys()) tell(channel, null);
  };

  const reconnect = (): Promise<void> =>
    retried(connect, { ...WAITS, signal, failed: (err) => log.debug({ err }, 'Postgres is away, listening later') }).catch(
      (err: unknown) => {
        if (!signal.aborted) log.error({ err }, 'Postgres is not listened to any more');
      },
    );

  const keep = async (statement: pg.QueryConfig): Promise<void> => {
    kept.add(statement);
    await current?.query(statement);
  };
  const listen = async (channel: string): Promise<void> => {
    const client = current;
    try {
      await keep({ text: `listen ${pg.escapeIdentifier(channel)}` });
      // Else all are told once there is a connection.
      if (client) tell(channel, null);
    } catch (err) {
      log.warn({ err, channel }, 'a channel could not be listened to; the connection is made anew');
      await client?.end().catch(() => undefined);
    }
  };

  await connect();
  return {
    on: (channel, heard) => {
      const known = channels.get(channel);
      const set = (known ?? new Set()).add(heard);
      if (!known) {
        channels.set(channel, set);
        void listen(channel);
      }
      return () => set.delete(heard);
    },
    keep,
    forget: async (statement, undo) => {
      kept.delete(statement);
      await current?.query(undo);
    },
    isConnected: () => current !== undefined,
    close: async () => {
      closed.abort();
      const client = current;
      current = undefined;
      await client?.end();
    },
  };
};
