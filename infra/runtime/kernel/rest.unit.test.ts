import { onBusyMachine } from '../../testing/busy-machine.ts';
import { beginRound, restAfter } from './rest.ts';

onBusyMachine();

test.each([
  [1, 3],
  [20, 60],
  [33, 99],
  [50, 100],
  [2_000, 100],
])('after a round of %d ms a loop rests for %d ms: a quarter of the time is work, and nobody waits for long', (took, rest) => {
  expect(restAfter(took, undefined, 1)).toBe(rest);
});

test('a loop may have another share and another limit', () => {
  expect([10, 80].map((took) => restAfter(took, { share: 0.5, mostMs: 50 }, 1))).toEqual([10, 50]);
});

test.each([
  [0, 0],
  [0.5, 0],
  [0.7, 30],
  [0.9, 60],
  [1, 60],
])('of a machine with a load of %d it rests for %d of 60 ms: where processors are idle, nobody waits', (load, rest) => {
  expect(restAfter(20, undefined, load)).toBeCloseTo(rest);
});

test('an abort ends a rest', async () => {
  const end = beginRound({ share: 1e-9, mostMs: 600_000 });
  const over = new AbortController();
  over.abort();
  await end(over.signal);
});
