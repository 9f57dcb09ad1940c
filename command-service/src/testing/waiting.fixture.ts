import { reactors } from '../features.ts';
import type { Deps } from '../kernel/deps.ts';

/** Polls every 20 ms until the condition holds; fails after 40 s, as the machine may be busy, with the last value. */
export const eventually = async <Value>(look: () => Promise<Value> | Value, holds: (value: Value) => boolean): Promise<Value> => {
  const until = Date.now() + 40_000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > until)
      throw new Error(`It never came: ${JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v))}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Waits until every reactor, or the named ones, have passed the current head of the store. Their deferred work may still be pending. */
export const caughtUp = async ({ store, pool }: Deps, names = reactors.map(({ name }) => name)): Promise<void> => {
  const head = await store.head();
  await eventually(
    () => pool.query('select from command.checkpoint where name = any($1) and position >= $2', [names, head]),
    ({ rowCount }) => rowCount === names.length,
  );
};
