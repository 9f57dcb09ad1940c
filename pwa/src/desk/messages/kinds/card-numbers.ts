import { type Country, canonicalNumber, readNumber, tellsCountry, visible } from '@prosa/contracts';
import { readableNumber } from '../../../contacts/contacts/number.ts';

/** The numbers of a contact card, each once however it is spelt: in the spelling that tells the country, if there is one. */
export const cardNumbers = (numbers: readonly string[], country: Country): string[] => {
  const known = new Map<string, string>();
  for (const number of numbers) {
    const read = readNumber(number, country).number;
    const one = read === undefined ? visible(number) : canonicalNumber(read);
    const before = known.get(one);
    if (one !== '' && (before === undefined || (!tellsCountry(before) && tellsCountry(number)))) known.set(one, number);
  }
  return [...known.values()];
};

/** A number of a card for reading: as it is written there, unless its country is known. */
export const shownNumber = (number: string): string => (tellsCountry(number) ? readableNumber(number) : visible(number));
