import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Hold } from './keyed-mutex.ts';

/** So many appends in a row to a stream. */
const IN_A_ROW = 8;
/**
 * A rest, in times of an append: another process must read and append within it, and comes to that after a pause of up to 50 ms. So
 * far apart, appends are not in a row.
 */
const restAfter = (took: number): number => Math.min(Math.max(4 * took, 15), 400);
const MAX_ENTRIES = 10_000;

/**
 * Lets other processes in. Who appends to a stream without a break always wins: a loser has to read before it appends, and by then
 * the winner has appended again. It cannot even notice, so it rests of itself now and then, when its answer is given.
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
