import { typedDigits } from '@prosa/contracts';
import { type Db, sql } from '../kernel/db.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { digitsIn } from './contacts.digits.ts';
import { contactRows } from './contacts.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Selects the ids of the contacts whose name, number (in any format) or e-mail contains a text. */
export const contactsMatching = (db: Db, text: string): Fragment => sql.fragment`
  select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and ${matchesContact(text)}`;

/** Whether the search text of the contact `c` contains a text. */
export const matchesContact = (text: string): Fragment => {
  const number = typedDigits(text);
  const asTyped = has(searchable(text));
  return number === null || number === text ? asTyped : sql.fragment`(${asTyped} or ${has(number)})`;
};

/** A text with a long row of digits is found by its pieces: an index has few contacts with one of these, and many with three digits. */
const has = (text: string): Fragment => {
  const found = sql.fragment`c.search like ${containing(text)}`;
  const pieces = digitsIn(text);
  return pieces.length === 0 ? found : sql.fragment`(c.digits @> ${sql.array(pieces, 'text')} and ${found})`;
};
