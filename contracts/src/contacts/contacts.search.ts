import { orderKey } from '../kernel/order.ts';

type Named = { name: string | null; number: string | null; otherNumbers?: readonly string[]; email: string | null };

/** The characters allowed in a number as screens and people write it. */
const WRITTEN = /^[\d\s()+.\-\u2010-\u2015]+$/;
/** Minimum number of digits: fewer would match nearly every number. */
const DIGITS = 3;

/** Returns a Brazilian mobile number with and without its ninth digit, because one form may be stored and the other typed. */
const spellingsOf = (number: string | null): (string | null)[] => {
  const mobile = /^(55\d\d)(9?)([6-9]\d{7})$/.exec(number ?? '');
  if (!mobile) return [number];
  const [, area, ninth, rest] = mobile;
  return [number, `${area}${ninth ? '' : '9'}${rest}`];
};

/** The text of a contact that searches match: name, numbers and e-mail, without accents and in lower case. */
export const contactSearchText = ({ name, number, otherNumbers = [], email }: Named): string =>
  orderKey([name, ...[number, ...otherNumbers].flatMap(spellingsOf), email].filter(Boolean).join(' '));

/** The digits of a typed number without leading zeros (trunk prefix); null if it is no number. */
export const typedDigits = (text: string): string | null => {
  if (!WRITTEN.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < DIGITS ? null : digits;
};

/** Whether a search for a text finds a contact. */
export const findsContact = (text: string, contact: Named): boolean => {
  const [searched, digits] = [contactSearchText(contact), typedDigits(text)];
  return searched.includes(orderKey(text)) || (digits !== null && searched.includes(digits));
};
