import { type ContactView, shownName, type TicketView } from '@prosa/contracts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { readableNumber } from './number.ts';

/** A contact's title: the name, else the number. A forgotten person, or one known by a channel's address alone, has neither. */
export const calledBy = ({ name, number }: Pick<ContactView, 'name' | 'number'>): string =>
  shownName(name) || readableNumber(number) || textOf('contacts', name === null ? 'forgotten' : 'nameless');

/** The title of a ticket: what its contact is called. */
export const titleOf = ({ contact }: Pick<TicketView, 'contact'>): string => calledBy(contact);

/** A contact's number for reading; where a person has none yet, a word for that. A group has none at all. */
export const numberLine = ({ name, number }: Pick<ContactView, 'name' | 'number'>): string =>
  readableNumber(number) || (number !== null && isLid(number) && name !== null ? textOf('contacts', 'noNumber') : '');

/** Whether the contact writes on WhatsApp without a number: it may be learnt any time. */
const isLid = (number: string): boolean => /@lid$|^[A-Z]{2}\./.test(number);
