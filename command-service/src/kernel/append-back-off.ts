import { setTimeout as pause } from 'node:timers/promises';
import type { Hold } from '@prosa/infra/runtime';
import { boundedCache } from '@prosa/infra/runtime';

/** Number of consecutive appends to a stream after which this process rests. */
const IN_A_ROW = 8;
/** How long a process pauses that has lost a race, before it reads on, in ms. */
const LOST_PAUSE_MS = { least: 5, most: 50 };
/** After so many lost races it pauses less, so as to be there when the winner rests. */
const MANY_LOST = 3;
const SHORTER_PAUSE_MS = 15;
/** How long a process remembers, in ms, that another one appends to a stream. */
const CONTESTED_MS = 10_000;
const MAX_ENTRIES = 10_000;

/** The rests for a stream that several processes append to: as long as another one pauses, reads and appends. */
const contested = {
  restAfter: (took: number) => LOST_PAUSE_MS.most + 2 * took,
  apartAfter: (took: number) => LOST_PAUSE_MS.most + took,
};
/** The rests for all other streams: several short ones let in a process that is there after all, and cost little otherwise. */
const own = { restAfter: (took: number) => Math.max(4 * took, 15), apartAfter: (took: number) => Math.max(took, 15) };
const MOST_REST_MS = 400;

/** How long to pause after so many lost races of one command, in ms. */
export const pauseAfterLoss = (lost: number): number =>
  LOST_PAUSE_MS.least + Math.random() * ((lost > MANY_LOST ? SHORTER_PAUSE_MS : LOST_PAUSE_MS.most) - LOST_PAUSE_MS.least);

/**
 * Lets other processes append. A process that appends to a stream without a break always wins: a loser has to read before it appends, and
 * by then the winner has appended again. The winner cannot detect this, so it rests on its own now and then, after it has answered; longer
 * once it has lost a race itself, because then there are others. `restFor` waits for so many ms.
 */
export const appendBackOff = (restFor: (ms: number) => Promise<unknown> = pause) => {
  const rows = boundedCache<string, { count: number; at: number }>({ max: MAX_ENTRIES });
  const lostAt = boundedCache<string, number>({ max: MAX_ENTRIES });
  return {
    /** Another process has appended to the stream. */
    lost: (stream: string): void => void lostAt.set(stream, performance.now()),

    /** This process has appended, which took so many ms. Appends with a pause between them in which another one gets in are not consecutive. */
    appended: (stream: string, took: number, hold: Hold): void => {
      const at = performance.now();
      const { restAfter, apartAfter } = at - (lostAt.get(stream) ?? -Infinity) < CONTESTED_MS ? contested : own;
      const row = rows.get(stream);
      const count = row && at - took - row.at < apartAfter(took) ? row.count + 1 : 1;
      if (count < IN_A_ROW) {
        rows.set(stream, { count, at });
        return;
      }
      rows.delete(stream);
      hold(restFor(Math.min(restAfter(took), MOST_REST_MS)));
    },
  };
};
