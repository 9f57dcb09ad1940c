import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../kernel/log.ts';
import { watchful } from '../../kernel/pg.ts';

/** The namespace of the advisory locks by which members show that they live; see migrations.ts. */
const MEMBERS = 7249;

export type Listener = {
  /** Calls `wake` for each notification of that text, and after each new connection, as some may have been missed. Gives the way out. */
  on(text: string, wake: () => void): () => void;
  /** Holds a member's lock for as long as the connection lives, and takes it again on the next. */
  hold(member: number): Promise<void>;
  release(member: number): Promise<void>;
  isConnected(): boolean;
  close(): Promise<void>;
};

/** One connection that listens and holds the members' locks, made anew whenever it breaks. Rejects when the first one fails. */
export const listen = async (url: string, applicationName: string, log: Logger): Promise<Listener> => {
  const wakes = new Map<string, Set<() => void>>();
  const held = new Set<number>();
  let current: pg.Client | undefined;
  let closed = false;

  const connect = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: url,
      application_name: applicationName,
      ...watchful,
      connectionTimeoutMillis: 10_000,
    });
    let over = false;
    const broke = (error?: Error) => {
      if (over) return;
      over = true;
      if (current !== client) return;
      current = undefined;
      if (closed) return;
      log.warn({ err: error }, 'the connection that listens for messages broke');
      void reconnect();
    };
    client.on('error', broke);
    client.on('end', () => broke());
    client.on('notification', ({ payload = '' }) => {
      for (const wake of wakes.get(payload) ?? []) wake();
    });
    await client.connect();
    try {
      await client.query('listen bus');
      for (const member of held) await client.query('select pg_advisory_lock_shared($1, $2)', [MEMBERS, member]);
      if (over || closed) throw new Error('The connection ended at once.');
    } catch (error) {
      over = true;
      await client.end().catch((failure: Error) => log.debug({ err: failure }, 'a broken connection did not end'));
      throw error;
    }
    current = client;
    for (const set of wakes.values()) for (const wake of set) wake();
  };

  const reconnect = async (): Promise<void> => {
    for (let pause = 100; !closed; pause = Math.min(pause * 2, 2000)) {
      try {
        return await connect();
      } catch (error) {
        log.debug({ err: error }, 'Postgres is away, listening later');
        await sleep(pause, undefined, { ref: false });
      }
    }
  };

  await connect();
  return {
    on: (text, wake) => {
      const set = wakes.get(text) ?? new Set();
      wakes.set(text, set.add(wake));
      return () => {
        set.delete(wake);
        if (set.size === 0 && wakes.get(text) === set) wakes.delete(text);
      };
    },
    hold: async (member) => {
      held.add(member);
      await current?.query('select pg_advisory_lock_shared($1, $2)', [MEMBERS, member]);
    },
    release: async (member) => {
      held.delete(member);
      await current?.query('select pg_advisory_unlock_shared($1, $2)', [MEMBERS, member]);
    },
    isConnected: () => current !== undefined,
    close: async () => {
      closed = true;
      const client = current;
      current = undefined;
      await client?.end();
    },
  };
};
