import { visible } from '../../kernel/texts/visible.ts';
import { isAddress } from './addresses.ts';
import { spellingsOf } from './phone-numbers.ts';

type Named = { name: string | null; number: string | null };

/** A contact's name for reading: '' while the contact is called by an address. */
export const shownName = (name: string | null): string | null => (name !== null && isAddress(name) ? '' : name);

/** The number that a contact shows: one of an address shows the first phone that is learnt. */
export const shownNumber = (number: string | null, phones: readonly string[]): string | null =>
  number !== null && isAddress(number) ? (phones[0] ?? number) : number;

/**
 * Whether a contact has a name. Who is kept before a name is known is called by the number, in any spelling of it, or by the channel's
 * address.
 */
export const isNamed = ({ name, number }: Named): boolean => {
  const shown = visible(name ?? '');
  if (shown === '' || shown === number || isAddress(shown)) return false;
  if (number === null || /[^\d\s()+.\-\u2010-\u2015/]/.test(shown)) return true;
  const digits = shown.replace(/\D/g, '').replace(/^0+/, '');
  const { short, long } = spellingsOf(number.replace(/\D/g, ''));
  return digits === '' || ![short, long].some((own) => own === digits || (digits.length >= 8 && own.endsWith(digits)));
};

/** Whether what a channel tells of a person is a name: it has a letter or an emoji, and is not the number. */
export const isToldName = (told: string, number: string | null): boolean =>
  /[\p{L}\p{Extended_Pictographic}]/u.test(told) && isNamed({ name: told, number });

/** The first word of a contact's name; '' if there is none. */
export const firstNameOf = (contact: Named): string => (isNamed(contact) ? visible(contact.name ?? '').split(/\s+/)[0]! : '');
