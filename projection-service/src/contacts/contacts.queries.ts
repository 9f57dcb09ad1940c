import { ContactView, fields, limits, otherNumbersOf } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { type Direction, readByText, readCursor, writeCursor } from '../kernel/keyset.ts';
import { pageOf } from '../kernel/paging.ts';
import { type PartByText, type SoughtByText, searchByText } from '../kernel/search.text.ts';
import type { Counted } from '../kernel/search.ts';
import { contactCounts, contactRows } from './contacts.rows.ts';
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

/** The number of all contacts, or of those to whom a message can be sent: a forgotten one has no number. */
export const countContacts = async (db: Db, numbered = false): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(n.count), 0)::int as count from ${db.table(contactCounts)} n
    where n.company_id = ${db.companyId} and (n.numbered or not ${numbered})`);
  return count;
};

export type Asked = { searchParam: string; pageNumber: number; direction?: Direction; cursor?: string | undefined };
type Part = PartByText & {
  searchParam: string;
  /** Only those with a number. */
  numbered?: boolean;
};

const WITH_NUMBER = sql.fragment`and c.number is not null`;

/** A search of the contacts, listed by name. */
export const soughtContacts = (db: Db, searchParam: string, only = sql.fragment``): SoughtByText => ({
  rows: contactRows,
  of: 'c',
  field: 'name',
  listed: sql.fragment`${those(db)} ${only}`,
  fits: matchesContact(sql.fragment`c.search`, searchParam),
});

/** A part of the contacts by name, all or those in which a text is found, and their number. */
const partByName = async (db: Db, part: Part): Promise<{ contacts: ContactView[] } & Counted> => {
  const { searchParam, numbered = false, ...place } = part;
  const only = numbered ? WITH_NUMBER : sql.fragment``;
  if (searchParam === '') {
    const rows = await readByText(
      { ...place, field: 'name', of: 'c', size: place.offset + place.size },
      ({ where, order, limit }) =>
        db.many(sql.type(Contact)`${select(db)} ${only} and ${where} order by ${order} limit ${limit}`),
    );
    return { contacts: rows.slice(place.offset).map(view), count: await countContacts(db, numbered), atLeast: false };
  }
  const { ids, ...counted } = await searchByText(db, soughtContacts(db, searchParam, only), place);
  const records = await contactRecords(db, ids);
  return { contacts: ids.flatMap((id) => records.get(id) ?? []), ...counted };
};

/** A page of contacts by name, by its number. */
export const listByNumber = async (
  db: Db,
  { searchParam, pageNumber, direction = 'asc', numbered = false }: Asked & { numbered?: boolean },
  pageSize: number,
) => {
  const place = { from: null, offset: (pageNumber - 1) * pageSize, size: pageSize + 1 };
  const { contacts, ...counted } = await partByName(db, { searchParam, direction, numbered, ...place });
  const { records, hasMore } = pageOf(contacts, pageSize);
  return { contacts: records, hasMore, ...counted };
};

const Cursor = z.tuple([z.string().nullable(), fields.id]);

/** A page of contacts by name, and where the next begins. */
export const listByName = async (db: Db, { searchParam, pageNumber, direction, cursor }: Asked & { direction: Direction }) => {
  const key = cursor === undefined ? null : readCursor(Cursor, cursor);
  const from = key && { text: key[0], id: key[1] };
  const place = { from, offset: from ? 0 : (pageNumber - 1) * limits.pageSize, size: limits.pageSize + 1 };
  const { contacts, ...counted } = await partByName(db, { searchParam, direction, ...place });
  const { records, hasMore } = pageOf(contacts, limits.pageSize);
  const last = records.at(-1);
  return { contacts: records, hasMore, cursor: hasMore && last ? writeCursor([last.name, last.id]) : null, ...counted };
};
