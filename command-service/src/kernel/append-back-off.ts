import { setTimeout as pause } from 'node:timers/promises';
import type { Hold } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';

/** How long a process waits that has lost a race before it reads on, in ms; its tries are spread over this range. */
export const LOST_PAUSE_MS = { least: 5, most: 50 };

/** Number of consecutive appends to a stream after which this process rests. */
const IN_A_ROW = 8;
/** Length of the rest in ms: within it another process reads and appends, after its own pause. `took` is the duration of an append. */
const restAfter = (took: number): number => Math.min(LOST_PAUSE_MS.most + 2 * took, 400);
/** Appends with at least this pause in ms between them do not count as consecutive: from one to the next another process gets in. */
const apartAfter = (took: number): number => LOST_PAUSE_MS.most + took;
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
    const count = row && at - took - row.at < apartAfter(took) ? row.count + 1 : 1;
    if (count < IN_A_ROW) {
      rows.set(stream, { count, at });
      return;
    }
    rows.delete(stream);
    hold(pause(restAfter(took)));
  };
};
