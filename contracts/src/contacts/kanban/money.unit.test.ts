import { amountOf, centsOf, decimalOf, MOST_CENTS } from './money.ts';

test.each([
  ['0', 0],
  ['1234.56', 123_456],
  ['1234.5', 123_450],
  ['0.07', 7],
  ['9999999.99', MOST_CENTS],
])('%s is %s cents, and the same again when it is read', (decimal, cents) => {
  expect(centsOf(decimal)).toBe(cents);
  expect(centsOf(String(decimalOf(cents)))).toBe(cents);
});

test.each(['', '-1', '1,5', '1.234', '10000000', '1e3', ' 1', '1.', '.5', 'NaN', 'Infinity'])('%j is no value', (text) => {
  expect(centsOf(text)).toBeNull();
});

test('every amount of cents survives the way through JSON', () => {
  for (let cents = 0; cents < 200_000; cents += 1) expect(centsOf(JSON.stringify(decimalOf(cents)))).toBe(cents);
});

test('in a spreadsheet an amount has a comma and two digits', () => {
  expect([0, 7, 50, 123_456].map(amountOf)).toEqual(['0,00', '0,07', '0,50', '1234,56']);
});
