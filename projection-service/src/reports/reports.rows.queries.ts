import type { AttendanceRow } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../contacts/contacts.rows.ts';
import { findsContacts } from '../contacts/contacts.search.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import type { Period } from '../dashboard/period.ts';
import { type Db, sql } from '../kernel/db.ts';
import { readCursor, writeCursor } from '../kernel/keyset.ts';
import { byText } from '../kernel/order.ts';
import { userRows } from '../users/users.rows.ts';
import { counted, tagNames, tagOf } from './reports.queries.ts';
import { tagsOf } from './reports.tallies.ts';

const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);
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

const from = (db: Db, period: Period, { userId, searchParam }: Asked) => sql.fragment`
  from ${db.table(ticketRows)} t
    left join ${db.table(contactRows)} c on c.id = t.contact_id
    left join ${db.table(userRows)} u on u.id = t.user_id
  where t.company_id = ${db.companyId} and t.created_at >= ${period.from}::timestamptz and t.created_at < ${period.to}::timestamptz
    ${userId === undefined ? sql.fragment`` : userId === 'none' ? sql.fragment`and t.user_id is null` : sql.fragment`and t.user_id = ${userId}`}
    ${searchParam === '' ? sql.fragment`` : sql.fragment`and ${findsContacts(searchParam)}`}`;

/** A page of tickets, the newest first. */
export const attendanceRowsOf = async (
  db: Db,
  period: Period,
  asked: Asked,
  size: number,
): Promise<{ rows: AttendanceRow[]; cursor: string | null }> => {
  const names = await tagNames(db);
  const [at, id] = asked.cursor === undefined ? [null, null] : readCursor(Cursor, asked.cursor);
  const after = at === null ? sql.fragment`` : sql.fragment`and (t.created_at, t.id) < (${at}::timestamptz, ${id}::uuid)`;
  const tickets = await db.many(sql.type(Ticket)`
    select t.id, c.name as "nameContact", c.number as "numberContact", t.created_at as "createdAt", t.tag_ids as "tagIds",
      u.name as attendance, t.user_id as "attendanceId"
    ${from(db, period, asked)} ${after} order by t.created_at desc, t.id desc limit ${size + 1}`);
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

/** Who serves the tickets or served them last, by name, with the number of tickets; nobody comes last. A search counts the tickets themselves. */
export const attendantsOf = async (db: Db, period: Period, asked: Asked) => [
  ...(await db.many(sql.type(Attendant)`
    select g.id, u.name, g.total from (
      ${
        asked.searchParam === ''
          ? sql.fragment`select c.id, c.pending + c.process + c.closed as total from (${counted(db, period, 'user_id')}) c`
          : sql.fragment`select t.user_id as id, count(*)::int as total ${from(db, period, asked)} group by 1`
      }
    ) g left join ${db.table(userRows)} u on u.id = g.id
    order by g.id is null, ${byText('name', 'u')}, g.id`)),
];
