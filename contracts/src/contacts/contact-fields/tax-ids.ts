/** Brazilian tax numbers, with or without their punctuation. */

const WEIGHTS = [2, 3, 4, 5, 6, 7, 8, 9];

/** A check digit of the characters before it: each by its code from that of 0 on, weighted from the last on, the weights over and over. */
const checkDigit = (before: string, weights: readonly number[]): number => {
  const sum = [...before]
    .toReversed()
    .reduce((total, one, at) => total + (one.charCodeAt(0) - 48) * weights[at % weights.length]!, 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
};

/** Whether the two last characters are the check digits of those before them. */
const isChecked = (id: string, weights: readonly number[]): boolean => {
  const digits = [id.length - 2, id.length - 1].map((at) => checkDigit(id.slice(0, at), weights));
  return id.endsWith(digits.join('')) && new Set(id).size > 1;
};

/** The characters of a number as people write it. */
const bare = (text: string): string => text.replace(/[\s./-]/g, '').toUpperCase();

/** Returns the eleven digits of a CPF; null if it is none. */
export const readCpf = (text: string): string | null => {
  const id = bare(text);
  return /^\d{11}$/.test(id) && isChecked(id, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) ? id : null;
};

/** Returns the fourteen characters of a CNPJ, of which the first twelve may be letters since 2026; null if it is none. */
export const readCnpj = (text: string): string | null => {
  const id = bare(text);
  return /^[\dA-Z]{12}\d{2}$/.test(id) && isChecked(id, WEIGHTS) ? id : null;
};

/** Formats a CPF or a CNPJ for reading. */
export const shownTaxId = (id: string): string =>
  id.length === 11
    ? id.replace(/^(.{3})(.{3})(.{3})(.{2})$/, '$1.$2.$3-$4')
    : id.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
