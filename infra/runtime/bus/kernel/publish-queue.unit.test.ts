import { onBusyMachine } from '../../../testing/busy-machine.ts';
import { createLogger } from '../../kernel/log.ts';
import { publishQueue } from './publish-queue.ts';

const rests = onBusyMachine();

const TOOK_MS = 5;
const message = (value: number) => ({ topic: 'any', key: 'k', value });

const started = (messages = 1_000) => {
  const writes: { values: string[]; rests: number; began: number; ended: number }[] = [];
  const queue = publishQueue({
    check: () => undefined,
    send: async (all) => {
      const write = { values: all.map(({ value }) => value), rests: rests(), began: performance.now(), ended: 0 };
      writes.push(write);
      await new Promise((resolve) => setTimeout(resolve, TOOK_MS));
      write.ended = performance.now();
    },
    isPassing: () => false,
    limits: { messages, bytes: 1_000_000 },
    log: createLogger('test', 'silent'),
  });
  return { queue, writes };
};

test('after a write the queue rests: what is published meanwhile goes together', async () => {
  const { queue, writes } = started();
  await queue.publish([message(1)]);
  const later = [queue.publish([message(2)])];
  await new Promise((resolve) => setImmediate(resolve));
  later.push(queue.publish([message(3)]));
  await Promise.all(later);
  expect(writes.map(({ values }) => values)).toEqual([['1'], ['2', '3']]);
  expect(writes[1]!.rests - writes[0]!.rests).toBe(1);
  expect(writes[1]!.began - writes[0]!.ended).toBeGreaterThan(2 * TOOK_MS);
  await queue.close();
});

test('it does not rest while there is more than one write can take', async () => {
  const { queue, writes } = started(1);
  await Promise.all([1, 2].map((value) => queue.publish([message(value)])));
  expect(writes[1]!.rests - writes[0]!.rests).toBe(0);
  await queue.close();
});
