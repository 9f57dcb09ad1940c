/** Digits before the comma and after it. */
const [WHOLE, FRACTION] = [7, 2];

/**
 * A text as the mask of amounts leaves it: thousands with points, a comma before the cents, no leading zeros, no sign. What is too long is
 * cut at the end.
 */
export const masked = (text: string): string => {
  const [before = '', ...after] = text.replace(/[^\d,]/g, '').split(',');
  const whole = before.replace(/^0+(?=\d)/, '').slice(0, WHOLE);
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  if (after.length === 0) return grouped;
  return `${grouped || '0'},${after.join('').slice(0, FRACTION)}`;
};

/** The number that a call carries for a masked text: 1234.56 for "1.234,56"; null for none. */
export const numberOf = (text: string): number | null => {
  const decimal = text.replaceAll('.', '').replace(',', '.');
  return decimal === '' ? null : Number(decimal);
};

/** The text that the mask has for a number. */
export const maskOf = (value: number | null): string => (value === null ? '' : masked(value.toFixed(FRACTION).replace('.', ',')));
