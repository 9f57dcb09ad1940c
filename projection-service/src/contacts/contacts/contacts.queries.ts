import { ContactView, otherNumbersOf } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import type { Direction } from '../../kernel/keyset.ts';
import { type ListByText, pageByText, partByText } from '../../kernel/list.text.ts';
import { pageOf } from '../../kernel/paging.ts';
import type { SoughtByText } from '../../kernel/search.text.ts';
import { contactCounts, contactRows } from './contacts.rows.ts';
import { foundContacts, heldContact, matchesContact } from './contacts.search.ts';

type Fragment = ReturnType<typeof sql.fragment>;

export const Contact = z.object({
  ...ContactView.omit({ uuid: true, profilePicUrl: true, kind: true }).shape,
  fields: ContactView.shape.fields.nullable(),
  channel: z.string(),
  pictureId: z.string().nullable(),
  optedOutAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  now: z.number(),
});

/** Columns that a query reads of the contacts named `c`. */
export const columns = sql.fragment`c.id, c.company_id as "companyId", c.name, c.number, c.other_numbers as "otherNumbers", c.email,
  c.extra_info as "extraInfo", c.fields, c.channel, c.picture_id as "pictureId", c.opted_out_at as "optedOutAt", extract(epoch from now())::float8 * 1000 as now, c.created_at as "createdAt", c.updated_at as "updatedAt"`;

/** Contacts that are not deleted, in which a text is found. */
export const those = (db: Db, searchParam = ''): Fragment => sql.fragment`c.company_id = ${db.companyId} and not c.deleted
  ${searchParam === '' ? sql.fragment`` : sql.fragment`and ${matchesContact(searchParam)}`}`;

const select = (db: Db, searchParam?: string): Fragment => sql.fragment`
  select ${columns} from ${db.table(contactRows)} c where ${those(db, searchParam)}`;

export const view = (
  db: Db,
  { channel, otherNumbers, fields, pictureId, optedOutAt, createdAt, updatedAt, now, ...contact }: z.output<typeof Contact>,
): ContactView => ({
  ...contact,
  uuid: contact.id,
  fields: fields ?? [],
  otherNumbers: otherNumbersOf(contact.number, otherNumbers),
  // Nothing of a forgotten person can be opened any more.
  profilePicUrl: contact.name === null ? null : pictureId && db.mediaUrl(pictureId, now),
  kind: channel,
  optedOutAt: optedOutAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export const contactRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, ContactView>> => {
  const rows = await db.many(sql.type(Contact)`${select(db)} and c.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(db, row)]));
};

/** The number of all contacts, or of those to whom a message can be sent: a forgotten one has no number. */
export const countContacts = async (db: Db, numbered = false): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(n.count), 0)::int as count from ${db.table(contactCounts)} n
    where n.company_id = ${db.companyId} and (n.numbered or not ${numbered})`);
  return count;
};

export type Asked = { searchParam: string; pageNumber: number; direction?: Direction; cursor?: string | undefined };

/** A search of the contacts, listed by name. */
export const soughtContacts = (db: Db, searchParam: string, only = sql.fragment``): SoughtByText => ({
  rows: contactRows,
  of: 'c',
  field: 'name',
  listed: sql.fragment`${those(db)} ${only}`,
  fits: matchesContact(searchParam),
  indexed: { held: heldContact(db, searchParam), found: foundContacts(searchParam) },
});

/** The contacts by name, all or those in which a text is found. `numbered`: only those with a number. */
const byName = (db: Db, searchParam: string, numbered = false): ListByText<ContactView> => {
  const only = numbered ? sql.fragment`and c.number is not null` : sql.fragment``;
  return {
    ...soughtContacts(db, searchParam, only),
    ...(searchParam === '' && { fits: null }),
    read: async ({ where, order, limit }) =>
      (await db.many(sql.type(Contact)`${select(db)} ${only} and ${where} order by ${order} limit ${limit}`)).map((row) =>
        view(db, row),
      ),
    records: (ids) => contactRecords(db, ids),
    count: () => countContacts(db, numbered),
  };
};

/** A page of contacts by name, by its number. */
export const listByNumber = async (
  db: Db,
  { searchParam, pageNumber, direction = 'asc', numbered = false }: Asked & { numbered?: boolean },
  pageSize: number,
) => {
  const place = { direction, from: null, offset: (pageNumber - 1) * pageSize, size: pageSize + 1 };
  const { items, ...counted } = await partByText(db, byName(db, searchParam, numbered), place);
  const { records, hasMore } = pageOf(items, pageSize);
  return { contacts: records, hasMore, ...counted };
};

/** A page of contacts by name, and where the next begins. */
export const listByName = async (db: Db, { searchParam, ...asked }: Asked & { direction: Direction }) => {
  const { records, ...page } = await pageByText(db, byName(db, searchParam), asked, ({ name }) => name);
  return { contacts: records, ...page };
};
