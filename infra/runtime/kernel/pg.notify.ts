import type { QueryConfig } from 'pg';
import type { Logger } from './log.ts';

export type Notifier = {
  /** Sends `payload` to the listeners of `channel`, soon. Equal notifications that wait at the same time are sent once. */
  notify(channel: string, payload: string): void;
  /** Resolves when all pending notifications were sent or dropped. */
  idle(): Promise<void>;
};

/**
 * Sends NOTIFY in transactions of its own, after the commit of the data it announces, one statement at a time. Postgres commits
 * only one transaction with a NOTIFY at a time in the whole database: one that also writes would block all others while it waits for the
 * disk. Notifications that are lost, for example in a crash between the two, are made up for by the listeners' own polling.
 */
export const notifier = (query: (statement: QueryConfig) => Promise<unknown>, log: Logger): Notifier => {
  let waiting = new Map<string, { channel: string; payload: string }>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    // Waits one microtask, so that notifications of the same turn of the event loop go out together.
    await Promise.resolve();
    while (waiting.size > 0) {
      const told = [...waiting.values()];
      waiting = new Map();
      try {
        await query({
          name: 'notify',
          text: 'select pg_notify(told.channel, told.payload) from unnest($1::text[], $2::text[]) as told(channel, payload)',
          values: [told.map(({ channel }) => channel), told.map(({ payload }) => payload)],
        });
      } catch (err) {
        log.warn({ err, count: told.length }, 'notifications were lost');
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
