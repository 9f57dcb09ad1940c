import { NumberedContact, routes } from '@prosa/contracts';
import { tagCustomers } from '../../desk/tags/tags.counters.ts';
import { sql } from '../../kernel/db.ts';
import { type ReadServer, readRoute } from '../../kernel/feature.ts';
import type { Reader } from '../../kernel/reader.ts';
import { contactRows } from '../contacts/contacts.rows.ts';
import { findsContacts } from '../contacts/contacts.search.ts';

/** Contacts of one answer. */
const PAGE = 1_000;

/** Registers the call by which the command side reads the contacts that are added to a list. */
export const contactsForLists = (app: ReadServer, reader: Reader): void =>
  readRoute(app, reader, routes.contactListItems.contacts, async ({ db, query: { searchParam, tagIds, cursor } }) => {
    const found = searchParam === '' ? sql.fragment`` : sql.fragment`and ${findsContacts(searchParam)}`;
    const tags = (tagIds ?? []).filter((id) => id !== 'none');
    const tagged = tagIds
      ? sql.fragment`and c.id in (select t.contact_id from ${db.table(tagCustomers)} t
          where t.company_id = ${db.companyId} and t.tag_id = any(${sql.array(tags, 'uuid')}))`
      : sql.fragment``;
    const after = cursor ? sql.fragment`and c.id > ${cursor}::uuid` : sql.fragment``;
    const contacts = await db.many(sql.type(NumberedContact)`
      select c.id, c.name, c.number, c.email from ${db.table(contactRows)} c
      where c.company_id = ${db.companyId} and not c.deleted and c.number is not null ${found} ${tagged} ${after}
      order by c.id limit ${PAGE}`);
    return { contacts: [...contacts], cursor: contacts.length < PAGE ? null : contacts.at(-1)!.id };
  });
