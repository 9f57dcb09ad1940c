import { evenly } from './evenly.ts';

test('things are spread over the time; time in which nothing was done is not made up for', () => {
  let now = 1_000;
  const waitFor = evenly(100, () => now);
  expect([waitFor(5), waitFor(10), waitFor(1)]).toEqual([0, 50, 150]);
  now = 9_000;
  expect([waitFor(5), waitFor(5)]).toEqual([0, 50]);
});
