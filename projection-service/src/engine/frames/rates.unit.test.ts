import { createRates } from './rates.ts';

const clock = () => {
  let at = 5_000;
  const rates = createRates(() => at);
  const pass = (ms: number): void => {
    at += ms;
  };
  return { add: rates.add, pass };
};

test('what has happened in the last second counts, by name', () => {
  const { add, pass } = clock();
  expect([add('a', 3), add('b', 1), add('a', 2)]).toEqual([3, 1, 5]);
  pass(1_000);
  expect(add('a', 1)).toBe(6);
  pass(500);
  expect(add('a', 1)).toBe(4.5);
  pass(600);
  expect(add('a', 0)).toBeCloseTo(1.8);
});

test('after two seconds without anything it begins anew', () => {
  const { add, pass } = clock();
  add('a', 100);
  pass(2_000);
  expect(add('a', 1)).toBe(1);
});
