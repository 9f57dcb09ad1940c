import { tokenBucket } from './budget.ts';

test('a tokenBucket holds its burst, fills by the second, and no further', () => {
  const clock = { now: 0 };
  const one = tokenBucket({ burst: 3, perSecond: 2 }, () => clock.now);
  expect([one.spend(2), one.spend(1), one.spend(1)]).toEqual([true, true, false]);
  clock.now = 500;
  expect([one.isFull(), one.spend(1), one.spend(1)]).toEqual([false, true, false]);
  clock.now = 60_000;
  expect([one.isFull(), one.spend(3), one.spend(1)]).toEqual([true, true, false]);
});

test('who asks for more than it holds has emptied it', () => {
  const one = tokenBucket({ burst: 10, perSecond: 1 }, () => 0);
  expect([one.spend(11), one.spend(1)]).toEqual([false, false]);
});
