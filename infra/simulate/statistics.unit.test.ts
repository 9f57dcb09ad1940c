import { compare, percentiles } from './statistics.ts';

test.each([
  ['the same', ['a', 'b', 'a'], ['a', 'b', 'a'], { lost: 0, duplicated: 0, outOfOrder: 0 }],
  ['one lost', ['a', 'b', 'c'], ['a', 'c'], { lost: 1, duplicated: 0, outOfOrder: 0 }],
  ['one twice', ['a', 'b'], ['a', 'b', 'b'], { lost: 0, duplicated: 1, outOfOrder: 0 }],
  ['two swapped', ['a', 'b', 'c'], ['b', 'a', 'c'], { lost: 0, duplicated: 0, outOfOrder: 1 }],
  ['a stranger for one lost', ['a', 'b'], ['a', 'x'], { lost: 1, duplicated: 1, outOfOrder: 0 }],
  ['nothing', [], [], { lost: 0, duplicated: 0, outOfOrder: 0 }],
])('%s', (_, said, found, expected) => {
  expect(compare(said, found)).toEqual(expected);
});

test('percentiles use the nearest rank', () => {
  expect(percentiles(Array.from({ length: 100 }, (_, i) => i + 1))).toEqual({ p50: 50, p95: 95, p99: 99 });
  expect(percentiles([])).toEqual({ p50: 0, p95: 0, p99: 0 });
});
