import { withHyphen } from './zip-code.ts';

test.each([
  ['', 'BR', ''],
  ['01000', 'BR', '01000'],
  ['010000', 'BR', '01000-0'],
  ['01000000', 'BR', '01000-000'],
  ['01.000-000 ', 'BR', '01000-000'],
  ['010000009', 'BR', '01000-000'],
  ['01000000', '', '01000-000'],
  ['94103', 'usa', '94103'],
  ['941031234', 'usa', '94103-1234'],
  ['abc', 'BR', ''],
] as const)('%j in %j is written %j', (typed, country, written) => {
  expect(withHyphen(typed, country)).toBe(written);
});
