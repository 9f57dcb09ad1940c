import { orderKey } from '../../kernel/order.ts';
import { hasWords } from '../../kernel/texts/fold.ts';
import { soughtNumbers, spellingsOf } from './phone-numbers.ts';

type Named = { name: string | null; number: string | null; otherNumbers?: readonly string[]; email: string | null };

/** A number and its other spelling, because one may be stored and the other typed. */
const spelledBoth = (number: string | null): (string | null)[] => {
  if (number === null) return [null];
  const { short, long } = spellingsOf(number);
  return [...new Set([number, short, long])];
};

/** The text of a contact that searches match: name, numbers and e-mail, without accents and in lower case. */
export const contactSearchText = ({ name, number, otherNumbers = [], email }: Named): string =>
  orderKey([...new Set([name, ...[number, ...otherNumbers].flatMap(spelledBoth), email])].filter(Boolean).join(' '));

/** Whether a search for a text finds a contact. */
export const findsContact = (text: string, contact: Named): boolean => {
  const searched = contactSearchText(contact);
  return (
    [orderKey(text), ...soughtNumbers(text)].some((sought) => searched.includes(sought)) ||
    (contact.name !== null && hasWords(contact.name, text))
  );
};
