import { type AccessView, fields } from '@prosa/contracts';
import { z } from 'zod';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { limitsOf, type Period, periodOf } from '../dashboard/period.ts';
import { type Names, namesOf } from './accesses.names.ts';
import { accessRows } from './accesses.rows.ts';

type Days = { dateStart?: string | undefined; dateEnd?: string | undefined };
/** Whose looks, and at what. */
export type Sought = {
  userId?: string | undefined;
  kind?: string | undefined;
  ticketId?: string | undefined;
  contactId?: string | undefined;
};

/** The period of a filter: without any day, all of the company's time. */
export const accessPeriod = (db: Db, { dateStart, dateEnd }: Days): Promise<Period> =>
  periodOf(db, limitsOf({ date_from: dateStart, date_to: dateEnd }));

const Cursor = z.tuple([fields.at, fields.position.refine(fields.isStorablePosition)]);
const Row = z.object({
  position: z.string(),
  at: z.date(),
  actorKind: z.enum(['user', 'integration', 'platform']),
  actorId: z.string(),
  kind: z.string(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  exportId: z.string().nullable(),
  ticketIds: z.array(z.string()).nullable(),
});
type Row = z.output<typeof Row>;

/** Looks at one of these tickets, and exports of it with their downloads. Materialized: there are few of them among all of the company. */
const atTickets = (db: Db, tickets: ReturnType<typeof sql.fragment>) => {
  const access = db.table(accessRows);
  return sql.fragment`
    with ticket as materialized (${tickets}),
    own as materialized (
      select a.* from ticket k cross join lateral (
        select * from ${access} o where o.company_id = ${db.companyId} and o.ticket_ids @> array[k.id] offset 0) a
    )
    select * from own
    union
    select d.* from own join ${access} d on d.export_id = own.export_id and d.kind = 'download'`;
};

/** The rows that a filter begins with: all of the company, or those of a ticket or contact. */
const rowsOf = (db: Db, { ticketId, contactId }: Sought) => {
  if (ticketId !== undefined) return atTickets(db, sql.fragment`select ${ticketId}::uuid as id`);
  const access = db.table(accessRows);
  if (contactId === undefined) return sql.fragment`select * from ${access} o where o.company_id = ${db.companyId}`;
  const tickets = sql.fragment`select t.id from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and t.contact_id = ${contactId}`;
  return sql.fragment`(${atTickets(db, tickets)}) union select o.* from ${access} o
    where o.company_id = ${db.companyId} and o.record_id = ${contactId} and o.subject_kind = 'contact'`;
};

/** A page of who looked at what, the newest first. */
export const accessesOf = async (
  db: Db,
  { from, to }: Period,
  { cursor, ...sought }: Sought & { cursor?: string | undefined },
  size: number,
): Promise<{ rows: AccessView[]; cursor: string | null }> => {
  const [at, position] = cursor === undefined ? [null, null] : readCursor(Cursor, cursor);
  const conditions = [
    sql.fragment`a.at >= ${from}::timestamptz and a.at < ${to}::timestamptz`,
    ...(at === null ? [] : [sql.fragment`(a.at, a.position) < (${at}::timestamptz, ${position}::bigint)`]),
    ...(sought.userId === undefined ? [] : [sql.fragment`a.actor_id = ${sought.userId}`]),
    ...(sought.kind === undefined ? [] : [sql.fragment`a.kind = ${sought.kind}`]),
  ];
  const found = await db.many(sql.type(Row)`
    select a.position, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", a.kind, a.subject_kind as "subjectKind",
      a.subject_id as "subjectId", a.export_id as "exportId", a.ticket_ids as "ticketIds"
    from (${rowsOf(db, sought)}) a where ${sql.join(conditions, sql.fragment` and `)}
    order by a.at desc, a.position desc limit ${size + 1}`);
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    rows: await viewsOf(db, page),
    cursor: found.length > size && last ? writeCursor([last.at.toISOString(), last.position]) : null,
  };
};

const Exported = z.object({ exportId: z.string(), ticketIds: z.array(z.string()).nullable() });

/** The tickets of exports by id. */
const exportsOf = async (db: Db, rows: readonly Row[]): Promise<Map<string, string[] | null>> => {
  const ids = [...new Set(rows.flatMap(({ kind, exportId }) => (kind === 'download' && exportId ? [exportId] : [])))];
  if (ids.length === 0) return new Map();
  const found = await db.many(sql.type(Exported)`
    select o.export_id as "exportId", o.ticket_ids as "ticketIds" from ${db.table(accessRows)} o
    where o.export_id = any(${sql.array(ids, 'uuid')}) and o.kind = 'export'`);
  return new Map(found.map(({ exportId, ticketIds }) => [exportId, ticketIds]));
};

/** At what somebody looked; null: at several tickets. */
const subjectOf = ({ subjectKind, subjectId }: Row, tickets: readonly string[] | null, companyId: string) => {
  if (subjectKind !== null && subjectId !== null) return { kind: subjectKind, id: subjectId };
  if (tickets === null) return { kind: 'company', id: companyId };
  return tickets.length === 1 ? { kind: 'ticket', id: tickets[0]! } : null;
};

const viewsOf = async (db: Db, rows: readonly Row[]): Promise<AccessView[]> => {
  const taken = await exportsOf(db, rows);
  const told = rows.map((row) => {
    const tickets = row.kind === 'download' ? (taken.get(row.exportId!) ?? null) : row.ticketIds;
    return { row, tickets, subject: subjectOf(row, tickets, db.companyId) };
  });
  const actors = rows.map(({ actorId: id }) => ({ kind: 'user', id }));
  const names = await namesOf(db, [...actors, ...told.flatMap(({ subject }) => subject ?? [])]);
  return told.map(({ row, tickets, subject }) => viewOf(row, tickets, subject, names));
};

const viewOf = (
  { position, kind, at, actorId, actorKind, exportId }: Row,
  tickets: readonly string[] | null,
  subject: { kind: string; id: string } | null,
  names: Names,
): AccessView => ({
  id: position,
  kind,
  at: at.toISOString(),
  by: { id: actorKind === 'platform' ? null : actorId, kind: actorKind, name: names('user', actorId).name },
  subject: subject && { ...subject, ...names(subject.kind, subject.id) },
  tickets: exportId === null ? null : (tickets?.length ?? null),
});
