import type { PgListener } from '../../kernel/pg.listener.ts';

/** The namespace of the advisory locks by which members show that they are alive; see migrations.ts. */
const MEMBERS = 7249;

export type Listener = {
  /**
   * Calls `wake` for each notification with that text, and whenever notifications may have been missed. Returns a function that
   * unsubscribes.
   */
  on(text: string, wake: () => void): () => void;
  /** Holds a member's lock while the connection is open, and takes it again on the next connection. */
  hold(member: number): Promise<void>;
  release(member: number): Promise<void>;
  isConnected(): boolean;
  close(): void;
};

/** The notifications that the bus listens to: new messages in a partition, changes of a group. */
export const busListener = (listener: PgListener): Listener => {
  const wakes = new Map<string, Set<() => void>>();
  const locks = new Map<number, { text: string; values: number[] }>();
  const unlisten = listener.on('bus', (text) => {
    for (const set of text === null ? wakes.values() : [wakes.get(text) ?? []]) for (const wake of set) wake();
  });
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
      const lock = { text: 'select pg_advisory_lock_shared($1, $2)', values: [MEMBERS, member] };
      locks.set(member, lock);
      await listener.keep(lock);
    },
    release: async (member) => {
      const lock = locks.get(member);
      locks.delete(member);
      if (lock) await listener.forget(lock, { text: 'select pg_advisory_unlock_shared($1, $2)', values: lock.values });
    },
    isConnected: listener.isConnected,
    close: unlisten,
  };
};
