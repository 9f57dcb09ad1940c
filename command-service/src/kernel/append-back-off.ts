import { setTimeout as pause } from 'node:timers/promises';
import type { Hold } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';

/** Number of consecutive appends to a stream after which this process rests. */
const IN_A_ROW = 8;
/**
 * Length of the rest in ms, as a multiple of the append's duration: another process must read and append within it, after its own pause of
 * up to 50 ms. Appends that are at least this far apart do not count as consecutive.
 */
const restAfter = (took: number): number => Math.min(Math.max(4 * took, 15), 400);
const MAX_ENTRIES = 10_000;

/**
 * Lets other processes append. A process that appends to a stream without a break always wins: a loser has to read before it appends, and
 * by then the winner has appended again. The winner cannot detect this, so it rests on its own now and then, after it has answered.
 */
export const appendBackOff = () => {
  const rows = new LRUCache<string, { count: number; at: number }>({ max: MAX_ENTRIES });
  return (stream: string, took: number, hold: Hold): void => {
    const at = performance.now();
    const row = rows.get(stream);
    const count = row && at - took - row.at < restAfter(took) ? row.count + 1 : 1;
    if (count < IN_A_ROW) {
      rows.set(stream, { count, at });
      return;
    }
    rows.delete(stream);
    hold(pause(restAfter(took)));
  };
};
