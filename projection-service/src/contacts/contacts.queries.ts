import { ContactView, fields, limits, otherNumbersOf } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { type Direction, readByText, readCursor, writeCursor } from '../kernel/keyset.ts';
import { byText } from '../kernel/order.ts';
import { pageOf } from '../kernel/paging.ts';
import { contactRows } from './contacts.rows.ts';
import { matchesContact } from './contacts.search.ts';

type Fragment = ReturnType<typeof sql.fragment>;

export const Contact = z.object({
  ...ContactView.omit({ uuid: true, profilePicUrl: true, kind: true }).shape,
  channel: z.string(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** What a query reads of the contacts named `c`. */
export const columns = sql.fragment`c.id, c.company_id as "companyId", c.name, c.number, c.other_numbers as "otherNumbers", c.email,
  c.extra_info as "extraInfo", c.channel, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** Contacts that are not deleted, in which a text is found. */
export const those = (db: Db, searchParam = ''): Fragment => sql.fragment`c.company_id = ${db.companyId} and not c.deleted
  ${searchParam === '' ? sql.fragment`` : sql.fragment`and ${matchesContact(sql.fragment`c.search`, searchParam)}`}`;

const select = (db: Db, searchParam?: string): Fragment => sql.fragment`
  select ${columns} from ${db.table(contactRows)} c where ${those(db, searchParam)}`;

export const view = ({ channel, otherNumbers, createdAt, updatedAt, ...contact }: z.output<typeof Contact>): ContactView => ({
  ...contact,
  uuid: contact.id,
  otherNumbers: otherNumbersOf(contact.number, otherNumbers),
  profilePicUrl: null,
  kind: channel,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const contactRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ContactView>> => {
  const rows = await db.many(sql.type(Contact)`${select(db)} and c.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(row)]));
};

export const countContacts = async (db: Db, searchParam: string, only = sql.fragment``): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(contactRows)} c where ${those(db, searchParam)} ${only}`);
  return count;
};

export type Asked = { searchParam: string; pageNumber: number; direction?: Direction; cursor?: string | undefined };

/** A page of contacts by name, by its number. */
export const listByNumber = async (
  db: Db,
  { searchParam, pageNumber, direction = 'asc' }: Asked,
  size: number,
  only = sql.fragment``,
) => {
  const rows = await db.many(sql.type(Contact)`${select(db, searchParam)} ${only}
    order by ${byText('name', 'c', direction)}, c.id limit ${size + 1} offset ${(pageNumber - 1) * size}`);
  const { records, hasMore } = pageOf(rows.map(view), size);
  return { contacts: records, count: await countContacts(db, searchParam, only), hasMore };
};

const Cursor = z.tuple([z.string().nullable(), fields.id]);

/** A page of contacts by name, and where the next begins. */
export const listByName = async (db: Db, asked: Asked & { direction: Direction }) => {
  const { searchParam, direction, cursor, pageNumber } = asked;
  const cursorOf = (last: ContactView | undefined, hasMore: boolean) =>
    hasMore && last ? writeCursor([last.name, last.id]) : null;
  if (cursor === undefined && pageNumber > 1) {
    const page = await listByNumber(db, asked, limits.pageSize);
    return { ...page, cursor: cursorOf(page.contacts.at(-1), page.hasMore) };
  }
  const from = cursor === undefined ? null : readCursor(Cursor, cursor);
  const rows = await readByText(
    { field: 'name', of: 'c', direction, from: from && { text: from[0], id: from[1] }, size: limits.pageSize + 1 },
    ({ where, order, limit }) =>
      db.many(sql.type(Contact)`${select(db, searchParam)} and ${where} order by ${order} limit ${limit}`),
  );
  const { records, hasMore } = pageOf(rows.map(view), limits.pageSize);
  return { contacts: records, count: await countContacts(db, searchParam), hasMore, cursor: cursorOf(records.at(-1), hasMore) };
};
