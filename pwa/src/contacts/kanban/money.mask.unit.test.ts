import { expect, test } from '@jest/globals';
import { masked, maskOf, numberOf } from './money.mask.ts';

test.each([
  ['0012345678,999', '1.234.567,99'],
  ['1.234.567,89', '1.234.567,89'],
  ['R$ 1.234,5', '1.234,5'],
  ['-12', '12'],
  ['0', '0'],
  ['000', '0'],
  ['05', '5'],
  [',5', '0,5'],
  ['1,2,3', '1,23'],
  ['12,', '12,'],
  ['abc', ''],
])('%j becomes %j', (text, mask) => {
  expect(masked(text)).toBe(mask);
  expect(masked(mask)).toBe(mask);
});

test('a call carries the decimal with a point, and its number comes back into the mask', () => {
  expect(numberOf('1.234,56')).toBe(1234.56);
  expect(numberOf('12,')).toBe(12);
  expect(numberOf('')).toBeNull();
  expect([1234.56, 0.1, 9_999_999.99, 5, null].map(maskOf)).toEqual(['1.234,56', '0,10', '9.999.999,99', '5,00', '']);
});
