import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { onBusyMachine } from '../../../testing/busy-machine.ts';
import { createLogger } from '../../kernel/log.ts';
import type { HeldTable } from '../kernel/held.ts';
import type { Arrived } from '../kernel/parked.rows.ts';
import { readPartition } from './partition.ts';

const rests = onBusyMachine();

const TOOK_MS = 30;
const FULL = 200;

const nobodyIsHeld: HeldTable = {
  keys: async () => [],
  put: async () => undefined,
  next: async () => [],
  done: async () => undefined,
  doneAt: async () => undefined,
  failed: async () => undefined,
  due: async () => [],
};
const message = (offset: number): Arrived => ({
  topic: 't',
  partition: 0,
  offset: `${offset}`,
  key: `k${offset}`,
  value: offset,
  headers: {},
  at: new Date(),
});

/** What lies between two reads: how many rests, and how many milliseconds. */
type Pause = { rests: number; ms: number };

/** Returns the pauses between the reads of a partition that is told of something new all the time, each of which returns so many messages. */
const pausesBetween = async (sizes: number[]): Promise<Pause[]> => {
  const pauses: Pause[] = [];
  const all = Promise.withResolvers<void>();
  let [ended, rested, next] = [0, 0, 0];
  const reader = readPartition({
    read: async () => {
      if (ended > 0) pauses.push({ rests: rests() - rested, ms: performance.now() - ended });
      const size = sizes.shift();
      if (size === undefined) {
        all.resolve();
        return [];
      }
      await sleep(TOOK_MS);
      [ended, rested] = [performance.now(), rests()];
      return Array.from({ length: size }, () => message(next++));
    },
    moveOffset: async () => true,
    group: 'g',
    owned: { topic: 't', partition: 0, epoch: '1' },
    from: 0n,
    places: pLimit(10),
    held: nobodyIsHeld,
    deliver: async () => undefined,
    onLost: () => undefined,
    log: createLogger('test', 'silent'),
  });
  const telling = setInterval(reader.wake, 1);
  await all.promise;
  clearInterval(telling);
  await reader.drain();
  return pauses;
};

test('after a read it rests, and reads what has arrived meanwhile at once; while there is more than it could read it does not', async () => {
  const [few] = await pausesBetween([1]);
  expect(few?.rests).toBe(1);
  expect(few?.ms).toBeGreaterThan(2.5 * TOOK_MS);
  const [full] = await pausesBetween([FULL]);
  expect(full?.rests).toBe(0);
});
