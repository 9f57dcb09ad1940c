import { restAfter } from './rest.ts';

test.each([
  [1, 3],
  [20, 60],
  [33, 99],
  [50, 100],
  [2_000, 100],
])('after a round of %d ms a loop rests for %d ms: a quarter of the time is work, and nobody waits for long', (took, rest) => {
  expect(restAfter(took)).toBe(rest);
});

test('a loop may have another share and another limit', () => {
  expect([restAfter(10, { share: 0.5, mostMs: 50 }), restAfter(80, { share: 0.5, mostMs: 50 })]).toEqual([10, 50]);
});
