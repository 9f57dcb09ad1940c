import { typedDigits } from '@prosa/contracts';
import { type Db, sql } from '../kernel/db.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { contactRows } from './contacts.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** Selects the ids of the contacts whose name, number (in any format) or e-mail contains a text. */
export const contactsMatching = (db: Db, text: string): Fragment => sql.fragment`
  select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and ${matchesContact(sql.fragment`c.search`, text)}`;

/** Whether a contact's `search` contains a text. */
export const matchesContact = (search: Fragment, text: string): Fragment => {
  const number = typedDigits(text);
  const asTyped = sql.fragment`${search} like ${containing(searchable(text))}`;
  return number === null || number === text ? asTyped : sql.fragment`(${asTyped} or ${search} like ${containing(number)})`;
};
