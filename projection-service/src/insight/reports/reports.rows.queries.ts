import { type AttendanceRow, fields } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { contactsMatching, matchesContactOfTicket } from '../../contacts/contacts/contacts.search.ts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { byText } from '../../kernel/order.ts';
import { userRows } from '../../people/users/users.rows.ts';
import type { Period } from '../dashboard/period.ts';
import { counted, tagNames, tagOf } from './reports.queries.ts';
import { tagsOf } from './reports.tallies.ts';

const Cursor = z.tuple([fields.at, fields.id]);
const Ticket = z.object({
  id: z.string(),
  nameContact: z.string().nullable(),
  numberContact: z.string().nullable(),
  createdAt: z.date(),
  tagIds: z.array(z.string()),
  attendance: z.string().nullable(),
  attendanceId: z.string().nullable(),
});

/** `userId`: of one attendant; `none`: of nobody. */
export type Asked = { userId?: string | undefined; searchParam: string; cursor?: string | undefined };

type Fragment = ReturnType<typeof sql.fragment>;

/** The test customer is in no report. */
const isCounted = sql.fragment`t.channel <> 'sample'`;

/** The tickets `t` of the period, from the cursor on. */
const listed = (db: Db, period: Period, cursor: string | undefined): Fragment => {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(Cursor, cursor);
  const after = at === null ? sql.fragment`` : sql.fragment`and (t.created_at, t.id) < (${at}::timestamptz, ${id}::uuid)`;
  return sql.fragment`t.company_id = ${db.companyId} and t.created_at >= ${period.from}::timestamptz
    and t.created_at < ${period.to}::timestamptz and ${isCounted} ${after}`;
};
const ofUser = ({ userId }: Asked): Fragment =>
  userId === undefined
    ? sql.fragment`true`
    : userId === 'none'
      ? sql.fragment`t.user_id is null`
      : sql.fragment`t.user_id = ${userId}`;
const ofFound = (db: Db, { searchParam }: Asked): Fragment =>
  searchParam === '' ? sql.fragment`true` : matchesContactOfTicket(db, searchParam);
/** The same by the indexes of the contacts. */
const ofFoundByIndex = (db: Db, { searchParam }: Asked): Fragment =>
  searchParam === '' ? sql.fragment`true` : sql.fragment`t.contact_id in (${contactsMatching(db, searchParam)})`;

/** If of so many tickets at the beginning of the list fewer fit, indexes find them. Looking at a ticket's contact costs more than at its user. */
const LOOKED = 1_000;
const FREQUENT = { users: 10, texts: 50 };
/** Otherwise it is first read as far as would fill the page, and half as far again. */
const FURTHER = 1.5;
/** Maximum number of a user's tickets that are collected. */
const MAX_COLLECTED = 5_000;
const Found = z.object({ id: z.string() });

/**
 * The tickets from which a page is read. As in other lists, the beginning of the list says whether it is read until the page is
 * full, which is slow for what few tickets fit, or indexes find the results, which is slow for what many fit. No page is ever cut short.
 */
const sourceOf = async (db: Db, period: Period, asked: Asked, size: number): Promise<Fragment> => {
  const list = listed(db, period, asked.cursor);
  const inOrder = sql.fragment`order by t.created_at desc, t.id desc`;
  const tickets = sql.fragment`select t.id, t.created_at, t.tag_ids, t.user_id, t.contact_id from ${db.table(ticketRows)} t`;
  if (asked.userId === undefined && asked.searchParam === '')
    return sql.fragment`${tickets} where ${list} ${inOrder} limit ${size}`;
  // The end keeps the condition out of the list, which would otherwise be read by any index.
  const walk = (end: Fragment) =>
    db.many(sql.type(Found)`
      select t.id from (
        select t.id, t.created_at, ${ofUser(asked)} and ${ofFound(db, asked)} as fits from ${db.table(ticketRows)} t where ${list} ${inOrder} ${end}
      ) t where t.fits ${inOrder} limit ${size}`);
  const isText = asked.searchParam !== '';
  const search = async () => {
    let found = await walk(sql.fragment`limit ${LOOKED}`);
    if (found.length === size) return found;
    if (found.length >= (isText ? FREQUENT.texts : FREQUENT.users))
      found = await walk(sql.fragment`limit ${Math.ceil((FURTHER * LOOKED * size) / found.length)}`);
    if (found.length === size) return found;
    const fitting = sql.fragment`
      select t.id, t.created_at from ${db.table(ticketRows)} t where ${list} and ${ofUser(asked)} and ${ofFoundByIndex(db, asked)}`;
    if (isText) return db.many(sql.type(Found)`with t as materialized (${fitting}) select t.id from t ${inOrder} limit ${size}`);
    found = await db.many(sql.type(Found)`select t.id from (${fitting} limit ${MAX_COLLECTED + 1}) t`);
    return found.length <= MAX_COLLECTED ? found : walk(sql.fragment`offset 0`);
  };
  const ids = (await search()).map(({ id }) => id);
  return sql.fragment`${tickets} where t.id = any(${sql.array(ids, 'uuid')}) ${inOrder} limit ${size}`;
};

/** A page of tickets, the newest first. */
export const attendanceRowsOf = async (
  db: Db,
  period: Period,
  asked: Asked,
  size: number,
): Promise<{ rows: AttendanceRow[]; cursor: string | null }> => {
  const names = await tagNames(db);
  const tickets = await db.many(sql.type(Ticket)`
    select t.id, c.name as "nameContact", c.number as "numberContact", t.created_at as "createdAt", t.tag_ids as "tagIds",
      u.name as attendance, t.user_id as "attendanceId"
    from (${await sourceOf(db, period, asked, size + 1)}) t
      left join ${db.table(contactRows)} c on c.id = t.contact_id
      left join ${db.table(userRows)} u on u.id = t.user_id
    order by t.created_at desc, t.id desc`);
  const page = tickets.slice(0, size);
  const last = page.at(-1);
  const rows = page.map(({ id: ticketId, createdAt, tagIds, ...ticket }) => {
    const shown = tagsOf(tagIds).map((tagId) => tagOf(names, tagId));
    const tagName = shown.map((tag) => tag.tagName).join(', ');
    return { ticketId, ...ticket, recordCreatedAt: createdAt.toISOString(), tagName, color: shown[0]!.color, tags: shown };
  });
  const cursor = tickets.length > size && last ? writeCursor([last.createdAt.toISOString(), last.id]) : null;
  return { rows, cursor };
};

const Attendant = z.object({ id: z.string().nullable(), name: z.string().nullable(), total: z.number() });

/** Attendants by name, nobody last, with the number of tickets served now or last. A search counts the tickets themselves. */
export const attendantsOf = async (db: Db, period: Period, asked: Asked) => [
  ...(await db.many(sql.type(Attendant)`
    select g.id, u.name, g.total from (
      ${
        asked.searchParam === ''
          ? sql.fragment`select c.id, c.pending + c.process + c.closed as total from (${counted(db, period, 'user_id')}) c`
          : sql.fragment`
            select t.user_id as id, count(*)::int as total from ${db.table(ticketRows)} t
            where ${listed(db, period, undefined)} and ${ofFoundByIndex(db, asked)} group by 1`
      }
    ) g left join ${db.table(userRows)} u on u.id = g.id
    order by g.id is null, ${byText('name', 'u')}, g.id`)),
];
