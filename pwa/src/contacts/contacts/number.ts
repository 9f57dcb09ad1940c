import { isAddress } from '@prosa/contracts';

/** Formats a number for reading: Brazilian numbers are grouped, others get a plus; anything else stays as it is. '' for a channel's address. */
export const readableNumber = (number: string | null): string => {
  if (number === null || isAddress(number)) return '';
  const digits = number.replace(/\D/g, '');
  if (digits.length < 8 || /[^\d\s()+.-]/.test(number)) return number;
  const brazilian = /^55(\d\d)(\d{4,5})(\d{4})$/.exec(digits);
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : `+${digits}`;
};
