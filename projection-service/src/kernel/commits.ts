import { type Logger, watchful } from '@prosa/infra/runtime';
import pg from 'pg';

/** The channel on which the projector names the position of each commit. */
export const COMMITS = 'prosa_read_commits';
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
  close(): Promise<void>;
};

const RETRY_MS = 500;

/** Listens to the projector's commits on one connection, which is made anew when it breaks. */
export const commitsOf = (url: string, log: Logger): Commits => {
  /** Of a commit of that position or later, or of a meeting. */
  type Waiter = { position: bigint | 'meeting'; wake: () => void };
  const waiters = new Set<Waiter>();
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  let newest = -1n;

  const wake = (reached: (waiter: Waiter) => boolean): void => {
    for (const waiter of waiters) if (reached(waiter)) waiter.wake();
  };
  const broke = (err: unknown): void => {
    client = null;
    if (closed) return;
    log.warn({ err }, 'the line to the commits broke');
    clearTimeout(retry);
    retry = setTimeout(listen, RETRY_MS);
  };
  const listen = (): void => {
    const mine = new pg.Client({ connectionString: url, ...watchful, application_name: 'projection-commits' });
    let ended = false;
    const end = (err: unknown): void => {
      if (ended) return;
      ended = true;
      mine.end().catch(() => undefined);
      broke(err);
    };
    mine.on('error', end);
    mine.on('end', () => end(new Error('Postgres ended the connection.')));
    mine.on('notification', ({ channel, payload }) => {
      if (channel === MEETINGS) return wake(({ position }) => position === 'meeting');
      const position = BigInt(payload ?? '0');
      if (position > newest) newest = position;
      wake((waiter) => waiter.position !== 'meeting' && waiter.position <= newest);
    });
    mine
      .connect()
      .then(() => mine.query(`listen ${COMMITS}; listen ${MEETINGS}`))
      .then(() => {
        client = mine;
        // What was committed while nobody listened is found by looking again.
        wake(() => true);
      })
      .catch(end);
    if (closed) end(null);
  };
  listen();

  const wait = (position: Waiter['position'], ms: number): Promise<void> =>
    new Promise((resolve) => {
      // Deaf, it looks again and again.
      const timer = setTimeout(() => waiter.wake(), client ? ms : Math.min(ms, 50));
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
    listening: () => (client ? Promise.resolve() : Promise.reject(new Error('The commits are not heard.'))),
    close: async () => {
      closed = true;
      clearTimeout(retry);
      wake(() => true);
      await client?.end();
    },
  };
};
