import { setTimeout as wait } from 'node:timers/promises';

const FIRST_MS = 10;
const MOST_MS = 200;

/** Waits before the `nth` repetition of a look: shortly at first, later longer, because each look costs the product processor time. */
export const pause = (nth: number): Promise<void> => wait(Math.min(MOST_MS, FIRST_MS * 1.4 ** nth));

/** Waits until `check` returns something, at most `ms` milliseconds. */
export const until = async <Result>(check: () => Result | Promise<Result>, ms = 40_000): Promise<Result> => {
  const end = Date.now() + ms;
  for (let nth = 0; ; nth += 1) {
    const result = await check();
    if (result) return result;
    if (Date.now() > end) throw new Error('It did not come to pass in time.');
    await pause(nth);
  }
};
