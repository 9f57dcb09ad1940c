import type { ContactView } from '@prosa/contracts';
import { readableNumber } from '../contacts/number.ts';
import { titleOf } from '../contacts/titles.ts';

/** The channels on which a contact's number is an address of the channel, not a phone. */
const withoutNumber = new Set(['facebook', 'instagram']);

/** The number for reading; '' if the contact has none that a person could dial. */
export const dialledNumber = ({ kind, number }: Pick<ContactView, 'kind' | 'number'>): string =>
  withoutNumber.has(kind) ? '' : readableNumber(number);

/** The title of a contact: the name, else the number. A forgotten person has neither. */
export const contactName = (contact: Pick<ContactView, 'id' | 'name' | 'number' | 'profilePicUrl'>): string =>
  titleOf({ contact });
