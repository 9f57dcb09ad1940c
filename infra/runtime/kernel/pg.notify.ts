import type pg from 'pg';
import type { Logger } from './log.ts';

export type Notifier = {
  /** Tells `payload` to who listens to `channel`, soon. What is told again before it went out goes out once. */
  notify(channel: string, payload: string): void;
  /** Resolves when all that was told went out, or was given up. */
  idle(): Promise<void>;
};

/**
 * NOTIFY in transactions of its own, after the commit of what it tells about, one statement at a time (ADR 240). Postgres lets one
 * transaction with a NOTIFY commit at a time, in all of the database: one that also writes would hold up all others while it waits
 * for the disk. What the listeners miss, as after a crash between the two, they find when they look by themselves.
 */
export const notifier = (pool: pg.Pool, log: Logger): Notifier => {
  let waiting = new Map<string, { channel: string; payload: string }>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // One turn gathers what is told in the same breath.
    await Promise.resolve();
    while (waiting.size > 0) {
      const told = [...waiting.values()];
      waiting = new Map();
      try {
        await pool.query({
          name: 'notify',
          text: 'select pg_notify(told.channel, told.payload) from unnest($1::text[], $2::text[]) as told(channel, payload)',
          values: [told.map(({ channel }) => channel), told.map(({ payload }) => payload)],
        });
      } catch (err) {
        log.warn({ err, count: told.length }, 'notifications got lost');
      }
    }
    running = undefined;
  };

  return {
    notify: (channel, payload) => {
      waiting.set(`${channel} ${payload}`, { channel, payload });
      running ??= run();
    },
    idle: () => running ?? Promise.resolve(),
  };
};
