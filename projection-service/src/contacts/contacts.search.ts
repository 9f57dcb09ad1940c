import { type Db, sql } from '../kernel/db.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { contactRows } from './contacts.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** What may stand in a number as screens and people write it. */
const WRITTEN = /^[\d\s()+.\-\u2010-\u2015]+$/;
/** Fewer digits are no number: they would be in nearly every one. */
const DIGITS = 3;

/** The ids of the contacts in which a text is found: in name, number (however it is written) or e-mail. */
export const contactsMatching = (db: Db, text: string): Fragment => sql.fragment`
  select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and ${matchesContact(sql.fragment`c.search`, text)}`;

/** Whether a contact's `search` has a text. */
export const matchesContact = (search: Fragment, text: string): Fragment => {
  const number = digitsOf(text);
  const asTyped = sql.fragment`${search} like ${containing(searchable(text))}`;
  return number === null || number === text ? asTyped : sql.fragment`(${asTyped} or ${search} like ${containing(number)})`;
};

/** The digits of a typed number, without a trunk's zero; null where it is none. */
const digitsOf = (text: string): string | null => {
  if (!WRITTEN.test(text)) return null;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length < DIGITS ? null : digits;
};
