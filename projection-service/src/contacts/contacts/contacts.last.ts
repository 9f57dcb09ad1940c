import { type ContactListed, fields, limits } from '@prosa/contracts';
import { z } from 'zod';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { seenBy, seenTickets } from '../../desk/conversations/tickets.seen.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { type Direction, directionOf, readByText, readCursor, writeCursor } from '../../kernel/keyset.ts';
import { byText, orderOf } from '../../kernel/order.ts';
import { pageOf } from '../../kernel/paging.ts';
import { lookingByText } from '../../kernel/search.text.ts';
import { search } from '../../kernel/search.ts';
import { type Asked, Contact, columns, countContacts, soughtContacts, those, view } from './contacts.queries.ts';
import { contactRows } from './contacts.rows.ts';
import { findsContacts } from './contacts.search.ts';

type Fragment = ReturnType<typeof sql.fragment>;

const Listed = z.object({ ...Contact.shape, ticketId: z.string().nullable(), lastTicketAt: z.date().nullable() });
type Listed = z.output<typeof Listed>;
/** The place of a page's last contact: its last ticket; without one its name. */
const Cursor = z.union([
  z.tuple([z.literal('ticket'), fields.at, fields.id]),
  z.tuple([z.literal('name'), z.string().nullable(), fields.id]),
]);
type Cursor = z.output<typeof Cursor>;

/**
 * A page of contacts by the last ticket that the caller sees, then those without one by name. The tickets are read in order through their
 * indexes, each counting for its contact if it is the last; a contact's row cannot hold that, because it depends on who asks. Few found
 * contacts are looked at one by one instead.
 */
export const listByLastTicket = async (db: Db, asker: Asker, asked: Asked & { direction: Direction }) => {
  const { searchParam, pageNumber, cursor } = asked;
  const from = cursor === undefined ? null : readCursor(Cursor, cursor);
  const offset = from ? 0 : (pageNumber - 1) * limits.pageSize;
  const size = offset + limits.pageSize + 1;
  const page = async (among: string[] | null): Promise<Listed[]> => {
    const rows = among ? amongFew(db, asker, asked, from, size, among) : amongMany(db, asker, asked, from, size);
    return (await rows).slice(offset);
  };
  const { rows, ...counted } =
    searchParam === ''
      ? { rows: await page(null), count: await countContacts(db), atLeast: false }
      : await search(db, {
          ...lookingByText(db, soughtContacts(db, searchParam)),
          page,
          sorted: async () => (await amongFew(db, asker, asked, from, size, null)).slice(offset),
          size: limits.pageSize + 1,
        });
  const { records, hasMore } = pageOf(rows, limits.pageSize);
  const last = records.at(-1);
  return {
    contacts: records.map((row) => listed(db, row)),
    hasMore,
    cursor: hasMore && last ? writeCursor(keyOf(last)) : null,
    ...counted,
  };
};

const listed = (db: Db, { ticketId: _, lastTicketAt, ...contact }: Listed): ContactListed => ({
  ...view(db, contact),
  lastTicketAt: lastTicketAt?.toISOString() ?? null,
});
const keyOf = ({ ticketId, lastTicketAt, name, id }: Listed): Cursor =>
  ticketId && lastTicketAt ? ['ticket', lastTicketAt.toISOString(), ticketId] : ['name', name, id];

/** The last ticket of the contact `of` that the caller sees. */
const lastOf = (db: Db, asker: Asker, of: Fragment): Fragment => sql.fragment`
  select n.id, n.updated_at from (select t.* from ${db.table(ticketRows)} t where t.company_id = ${db.companyId} and ${seenBy(asker)}) n
  where n.contact_id = ${of} order by n.updated_at desc, n.id desc limit 1`;

const after = (from: Cursor | null, direction: Direction, at: Fragment, id: Fragment): Fragment =>
  from?.[0] === 'ticket'
    ? sql.fragment`and (${at}, ${id}) ${direction === 'asc' ? sql.fragment`>` : sql.fragment`<`} (${from[1]}::timestamptz, ${from[2]}::uuid)`
    : sql.fragment``;

const amongMany = async (
  db: Db,
  asker: Asker,
  { searchParam, direction }: Asked & { direction: Direction },
  from: Cursor | null,
  size: number,
): Promise<Listed[]> => {
  const contacts = db.table(contactRows);
  const withTicket = async (): Promise<Listed[]> => {
    const conditions = sql.fragment`t.id = (select l.id from (${lastOf(db, asker, sql.fragment`t.contact_id`)}) l)
      and (select ${those(db, searchParam)} from ${contacts} c where c.id = t.contact_id)
      ${after(from, direction, sql.fragment`t.updated_at`, sql.fragment`t.id`)}`;
    const tickets = seenTickets(db, asker, {}, conditions, { sort: direction === 'asc' ? 'oldest' : 'newest', size });
    const to = directionOf(direction);
    return [
      ...(await db.many(sql.type(Listed)`
        select ${columns}, f.id as "ticketId", f."updatedAt" as "lastTicketAt" from (${tickets}) f
          join ${db.table(ticketRows)} t on t.id = f.id join ${contacts} c on c.id = t.contact_id
        order by f."updatedAt" ${to}, f.id ${to}`)),
    ];
  };
  const first = from?.[0] === 'name' ? [] : await withTicket();
  if (first.length === size) return first;
  const rest = await readByText<Listed>(
    {
      field: 'name',
      of: 'c',
      direction: 'asc',
      from: from?.[0] === 'name' ? { text: from[1], id: from[2] } : null,
      size: size - first.length,
    },
    async ({ where, order, limit }) => [
      ...(await db.many(sql.type(Listed)`
        select ${columns}, null::uuid as "ticketId", null::timestamptz as "lastTicketAt"
        from (select c.* from ${contacts} c where ${those(db)} and ${where} order by ${order} offset 0) c
        where ${those(db, searchParam)} and not exists (${lastOf(db, asker, sql.fragment`c.id`)})
        order by ${order} limit ${limit}`)),
    ],
  );
  return [...first, ...rest];
};

const amongFew = async (
  db: Db,
  asker: Asker,
  { searchParam, direction }: Asked & { direction: Direction },
  from: Cursor | null,
  size: number,
  /** Null: all that are found. */
  ids: readonly string[] | null,
): Promise<Listed[]> => {
  const to = directionOf(direction);
  const isByName = from?.[0] === 'name';
  const rest = isByName
    ? sql.fragment`and l.id is null and (c.name_order collate "C", c.name collate "C", c.id) > (${orderOf(from[1])}, ${from[1]}, ${from[2]}::uuid)`
    : from
      ? sql.fragment`and (l.id is null or (true ${after(from, direction, sql.fragment`l.updated_at`, sql.fragment`l.id`)}))`
      : sql.fragment``;
  return [
    ...(await db.many(sql.type(Listed)`
      select ${columns}, l.id as "ticketId", l.updated_at as "lastTicketAt" from ${db.table(contactRows)} c
        left join lateral (${lastOf(db, asker, sql.fragment`c.id`)}) l on true
      where ${those(db)} and ${ids ? sql.fragment`c.id = any(${sql.array(ids, 'uuid')})` : findsContacts(searchParam)} ${rest}
      order by l.updated_at ${to} nulls last, l.id ${to} nulls last, ${byText('name', 'c')}, c.id limit ${size}`)),
  ];
};
