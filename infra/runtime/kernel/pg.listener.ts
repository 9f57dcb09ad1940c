import pg from 'pg';
import type { Logger } from './log.ts';
import { type Notifier, notifier } from './pg.notify.ts';
import { watchful } from './pg.ts';
import { retried } from './retry.ts';

/**
 * Called with each notification of a channel; null if notifications may have been missed, so the subscriber must read the current state.
 */
export type Heard = (payload: string | null) => void;

export type PgListener = Notifier & {
  /** Returns a function that unsubscribes. The first subscriber of a channel receives null as soon as the channel is listened to. */
  on(channel: string, heard: Heard): () => void;
  /**
   * Runs a statement whose effect lasts as long as the session, such as taking an advisory lock, and runs it again in each later session.
   */
  keep(statement: pg.QueryConfig): Promise<void>;
  /**
   * Stops repeating the statement, and runs `undo` in the current session. `statement` must be the same object that was given to keep().
   */
  forget(statement: pg.QueryConfig, undo: pg.QueryConfig): Promise<void>;
  isConnected(): boolean;
  /** Resolves after all pending notifications were sent. */
  close(): Promise<void>;
};

const WAITS = { firstMs: 100, mostMs: 2_000 };

/**
 * The one connection on which a process sends and receives notifications; it reconnects whenever it breaks. After a reconnect every channel
 * receives null, because Postgres does not repeat missed notifications. Rejects if the first connection fails. (pg-listen, the library for
 * this, gives up after some time, does not report what may have been missed, and cannot keep a lock on its connection.)
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
      // Includes statements that are added during this loop.
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
      // Without a connection: connect() sends null to every channel later.
      if (client) tell(channel, null);
    } catch (err) {
      log.warn({ err, channel }, 'cannot listen to a channel, reconnecting');
      await client?.end().catch(() => undefined);
    }
  };

  const notices = notifier(async (statement) => {
    if (!current) throw new Error('The connection is being made anew.');
    await current.query(statement);
  }, log);

  await connect();
  return {
    ...notices,
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
      await notices.idle();
      closed.abort();
      const client = current;
      current = undefined;
      await client?.end();
    },
  };
};
