import type { TicketView } from '@prosa/contracts';
import i18next from 'i18next';
import { readableNumber } from './number.ts';

/** The title of a ticket: the contact's name, else their number. A forgotten person has neither. */
export const titleOf = ({ contact }: Pick<TicketView, 'contact'>): string =>
  contact.name || readableNumber(contact.number) || i18next.t('forgotten', { ns: 'contacts' });
