/** Seven digits before the point and two after it: what the mask of the form allows. */
const DECIMAL = /^(\d{1,7})(?:\.(\d{1,2}))?$/;
/** The largest value. */
export const MOST_CENTS = 999_999_999;

/** The cents of a decimal such as `1234.56`; null if it is none, or too large. Never through a float, which has no 0.1. */
export const centsOf = (decimal: string): number | null => {
  const [, whole, fraction = ''] = DECIMAL.exec(decimal) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
};

/** The number that JSON writes as that decimal. */
export const decimalOf = (cents: number): number => cents / 100;

/** An amount as people of Brazil write it in a spreadsheet: `1234,56`. */
export const amountOf = (cents: number): string => `${Math.trunc(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
