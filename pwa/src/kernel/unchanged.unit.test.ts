import { expect, test } from '@jest/globals';
import { isEqual, unchanged, unchangedById } from './unchanged.ts';

test.each([
  [{ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }, true],
  [{ a: 1 }, { a: 1, b: undefined }, true],
  [{ a: 1 }, { a: 1, b: null }, false],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [{ 0: 'a' }, ['a'], false],
  [{}, null, false],
  ['1', 1, false],
])('%j and %j: equal? %s', (one, other, expected) => {
  expect(isEqual(one, other)).toBe(expected);
  expect(isEqual(other, one)).toBe(expected);
});

test('equal values keep the previous object, others do not', () => {
  const before = { a: { n: 1 }, b: { n: 2 } };
  expect(unchanged(before.a, { n: 1 })).toBe(before.a);
  expect(unchanged(undefined, before.a)).toBe(before.a);
  expect(unchangedById(before, { a: { n: 1 }, b: { n: 2 } })).toBe(before);
  const after = unchangedById(before, { a: { n: 1 }, b: { n: 3 } });
  expect(after).toEqual({ a: { n: 1 }, b: { n: 3 } });
  expect(after.a).toBe(before.a);
  expect(unchangedById(before, { a: { n: 1 } })).toEqual({ a: { n: 1 } });
});
