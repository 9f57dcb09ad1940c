import { ContactListItemView, canonicalNumber, searchWords, soughtNumbers } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type AskedByText, type ListByText, pageByText } from '../../kernel/list.text.ts';
import { contains, containsWords } from '../../kernel/paging.ts';
import { contactsByNumber } from '../contacts/contacts.numbers.ts';
import { listItemCounts, listItemRows } from './contact-lists.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const Item = ContactListItemView.omit({ contactId: true, optedOutAt: true }).extend({ createdAt: z.date(), updatedAt: z.date() });

const inLists = (db: Db, contactListId: string | null): Fragment => sql.fragment`i.company_id = ${db.companyId}
  ${contactListId === null ? sql.fragment`` : sql.fragment`and i.contact_list_id = ${contactListId}`}`;
/** Whether an item has all words of a text, or a number that it may be. Each of its parts is found by the index. */
const matches = (text: string): Fragment => {
  const search = sql.fragment`i.search`;
  const words = searchWords(text).length === 0 ? contains(search, text) : containsWords(search, text);
  return sql.fragment`(${sql.join([words, ...soughtNumbers(text).map((number) => contains(search, number))], sql.fragment` or `)})`;
};
const select = (db: Db, where: Fragment): Fragment => sql.fragment`
  select i.id, i.company_id as "companyId", i.contact_list_id as "contactListId", i.name, i.number, i.email,
    i.is_whatsapp_valid as "isWhatsappValid", i.created_at as "createdAt", i.updated_at as "updatedAt"
  from ${db.table(listItemRows)} i where ${where}`;

/** The items of a query, each with the contact who has its number. */
const read = async (db: Db, query: Fragment): Promise<ContactListItemView[]> => {
  const rows = await db.many(sql.type(Item)`${query}`);
  const contacts = await contactsByNumber(
    db,
    rows.flatMap(({ number }) => number ?? []),
  );
  return rows.map(({ createdAt, updatedAt, ...item }) => {
    const contact = item.number === null ? undefined : contacts.get(canonicalNumber(item.number));
    return {
      ...item,
      contactId: contact?.id ?? null,
      optedOutAt: contact?.optedOutAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  });
};

/** Items by their ids. */
export const listItemRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ContactListItemView>> => {
  const where = sql.fragment`i.company_id = ${db.companyId} and i.id = any(${sql.array(ids, 'uuid')})`;
  return new Map((await read(db, select(db, where))).map((item) => [item.id, item]));
};

const countItems = async (db: Db, contactListId: string | null): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(i.count), 0)::int as count from ${db.table(listItemCounts)} i where ${inLists(db, contactListId)}`);
  return count;
};

/** A page of the items of a list, or of all lists, by name. */
export const listItems = async (
  db: Db,
  {
    contactListId,
    searchParam,
    ...asked
  }: Omit<AskedByText, 'direction'> & { contactListId: string | null; searchParam: string },
) => {
  const listed = inLists(db, contactListId);
  const list: ListByText<ContactListItemView> = {
    rows: listItemRows,
    of: 'i',
    field: 'name',
    listed,
    fits: searchParam === '' ? null : matches(searchParam),
    read: ({ where, order, limit }) =>
      read(db, sql.fragment`${select(db, sql.fragment`${listed} and ${where}`)} order by ${order} limit ${limit}`),
    records: (ids) => listItemRecords(db, ids),
    count: () => countItems(db, contactListId),
  };
  const { records, ...page } = await pageByText(db, list, { ...asked, direction: 'asc' }, ({ name }) => name);
  return { contacts: records, ...page };
};

/** The number of items of a list `r`. */
export const itemsOfList = (db: Db): Fragment => sql.fragment`
  coalesce((select n.count from ${db.table(listItemCounts)} n where n.company_id = ${db.companyId} and n.contact_list_id = r.id), 0)`;
