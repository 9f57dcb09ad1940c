import type { TicketView } from '@prosa/contracts';
import { textOf } from '../i18n/dictionary.ts';
import { readableNumber } from './number.ts';

/** The title of a ticket: the contact's name, else their number. A forgotten person has neither. */
export const titleOf = ({ contact }: Pick<TicketView, 'contact'>): string =>
  contact.name || readableNumber(contact.number) || textOf('contacts', 'forgotten');
