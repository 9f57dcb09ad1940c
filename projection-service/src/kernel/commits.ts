import { READ_COMMITS as COMMITS, type PgListener } from '@prosa/infra/runtime';

/** The channel on which a process that folds tables alongside announces that they have caught up with the live checkpoint. */
export const MEETINGS = 'prosa_read_meetings';

export type Commits = {
  /** Resolves when a commit of `position` or later is announced, after `ms`, or after a lost connection: query again then. */
  reaching(position: bigint, ms: number): Promise<void>;
  /** Resolves at the next commit, or after `ms`. */
  next(ms: number): Promise<void>;
  /** Resolves when tables built alongside have caught up with the live checkpoint, or after `ms`. */
  meeting(ms: number): Promise<void>;
  /** Rejects while no notifications can be received. */
  listening(): Promise<void>;
  close(): void;
};

/** Listens to the projector's commits. */
export const commitsOf = (listener: PgListener): Commits => {
  /** Waits for a commit of that position or later, or for a meeting. */
  type Waiter = { position: bigint | 'meeting'; wake: () => void };
  const waiters = new Set<Waiter>();
  let newest = -1n;

  const wake = (reached: (waiter: Waiter) => boolean): void => {
    for (const waiter of waiters) if (reached(waiter)) waiter.wake();
  };
  const unlisten = [
    listener.on(MEETINGS, () => wake(({ position }) => position === 'meeting')),
    listener.on(COMMITS, (payload) => {
      // Commits may have been missed while the connection was down: every waiter queries again.
      if (payload === null) return wake(() => true);
      const position = BigInt(payload);
      if (position > newest) newest = position;
      wake((waiter) => waiter.position !== 'meeting' && waiter.position <= newest);
    }),
  ];

  const wait = (position: Waiter['position'], ms: number): Promise<void> =>
    new Promise((resolve) => {
      // Without a connection, waiters poll at short intervals.
      const timer = setTimeout(() => waiter.wake(), listener.isConnected() ? ms : Math.min(ms, 50));
      const waiter: Waiter = {
        position,
        wake: () => {
          clearTimeout(timer);
          waiters.delete(waiter);
          resolve();
        },
      };
      waiters.add(waiter);
    });

  return {
    // Announced but not visible: the database was replaced by an older copy. Query again after a short wait.
    reaching: (position, ms) => wait(position, position <= newest ? Math.min(ms, 10) : ms),
    next: (ms) => wait(newest + 1n, ms),
    meeting: (ms) => wait('meeting', ms),
    listening: async () => {
      if (!listener.isConnected()) throw new Error('The commits are not heard.');
    },
    close: () => {
      for (const leave of unlisten) leave();
      wake(() => true);
    },
  };
};
