import { READ_COMMITS as COMMITS, type PgListener } from '@prosa/infra/runtime';

/** The channel on which whoever folds tables beside the common checkpoint tells that they have come up with it. */
export const MEETINGS = 'prosa_read_meetings';

export type Commits = {
  /** Resolves when a commit of `position` or later is heard of, or after `ms`, or when the line was down: look again then. */
  reaching(position: bigint, ms: number): Promise<void>;
  /** Resolves at the next commit, or after `ms`. */
  next(ms: number): Promise<void>;
  /** Resolves when tables beside the common checkpoint have come up with it, or after `ms`. */
  meeting(ms: number): Promise<void>;
  /** Rejects while nothing can be heard. */
  listening(): Promise<void>;
  close(): void;
};

/** Hears the projector's commits. */
export const commitsOf = (listener: PgListener): Commits => {
  /** Of a commit of that position or later, or of a meeting. */
  type Waiter = { position: bigint | 'meeting'; wake: () => void };
  const waiters = new Set<Waiter>();
  let newest = -1n;

  const wake = (reached: (waiter: Waiter) => boolean): void => {
    for (const waiter of waiters) if (reached(waiter)) waiter.wake();
  };
  const unlisten = [
    listener.on(MEETINGS, () => wake(({ position }) => position === 'meeting')),
    listener.on(COMMITS, (payload) => {
      // What was committed while nobody listened is found by looking again.
      if (payload === null) return wake(() => true);
      const position = BigInt(payload);
      if (position > newest) newest = position;
      wake((waiter) => waiter.position !== 'meeting' && waiter.position <= newest);
    }),
  ];

  const wait = (position: Waiter['position'], ms: number): Promise<void> =>
    new Promise((resolve) => {
      // Deaf, it looks again and again.
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
    // Heard of already and yet not seen: the database is an older one now. Look again, without haste.
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
