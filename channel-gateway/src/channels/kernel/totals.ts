/** How many digits a currency has after its point, by the standard that browsers know too; two for what is no currency. */
const digitsOf = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch (error) {
    if (error instanceof RangeError) return 2;
    throw error;
  }
};

/** The total of an order, as a line of text; '' if it is unknown. */
export const totalLine = (amount: number, currency: unknown): string =>
  Number.isFinite(amount) && typeof currency === 'string' && currency !== ''
    ? `Total: ${amount.toFixed(digitsOf(currency))} ${currency}`
    : '';
