/** The countries of the checkout, by the ids that the API knows. */
export type Country = 'BR' | 'usa';

/** A postal code as it is typed: a Brazilian one gets its hyphen (01000-000), an American one where it has nine digits. */
export const withHyphen = (typed: string, country: Country | ''): string => {
  const digits = typed.replace(/\D/g, '');
  if (country === 'usa') return digits.slice(0, 9).replace(/^(\d{5})(\d)/, '$1-$2');
  return digits.slice(0, 8).replace(/^(\d{5})(\d)/, '$1-$2');
};
