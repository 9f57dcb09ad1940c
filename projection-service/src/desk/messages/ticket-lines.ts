import { TicketLine } from '@prosa/contracts';
import { z } from 'zod';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { hiddenLines, movingLines, ticketLineRows } from '../conversations/ticket-lines.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';

/** Number of lines of a page; more stand between its messages only if a program changes a ticket without end. */
const MOST = 200;

const Line = TicketLine.extend({ at: z.date(), until: z.date().nullable() });

const read = async (db: Db, where: ReturnType<typeof sql.fragment>): Promise<TicketLine[]> => {
  const rows = await db.many(sql.type(Line)`
    select l.id, l.ticket_id as "ticketId", l.kind, l.position, l.at, l.until, l.reason,
      case when l.actor_id is not null then jsonb_build_object('id', l.actor_id, 'name', a.name) end as by,
      case when l.user_id is not null then jsonb_build_object('id', l.user_id, 'name', u.name) end as user,
      case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name) end as queue,
      case when o.id is not null then jsonb_build_object('id', o.id, 'name', o.name) end as "from"
    from (
      select l.*, (select m.queue_id from ${db.table(ticketLineRows)} m where m.company_id = ${db.companyId}
        and m.ticket_id = l.ticket_id and m.position < l.position and m.kind = any(${sql.array([...movingLines], 'text')})
        order by m.position desc limit 1) as from_id
      from ${db.table(ticketLineRows)} l
      where l.company_id = ${db.companyId} and l.kind <> all(${sql.array([...hiddenLines], 'text')}) and ${where}
      order by l.position desc limit ${MOST}) l
    join ${db.table(ticketRows)} t on t.id = l.ticket_id
    left join ${db.table(userRows)} a on a.id = l.actor_id
    left join ${db.table(userRows)} u on u.id = l.user_id
    left join ${db.table(queueRows)} q on q.id = l.queue_id
    left join ${db.table(queueRows)} o on o.id = l.from_id
    order by l.position`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), until: row.until?.toISOString() ?? null }));
};

/** Returns lines by id without checking access. */
export const ticketLineRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, TicketLine>> =>
  new Map((await read(db, sql.fragment`l.id = any(${sql.array(ids, 'uuid')})`)).map((line) => [line.id, line]));

/** The lines of these tickets between two positions, in order; null: without an end on that side. */
export const listLines = (
  db: Db,
  ticketIds: readonly string[],
  { from, to }: { from: string | null; to: string | null },
): Promise<TicketLine[]> =>
  read(
    db,
    sql.fragment`l.ticket_id = any(${sql.array(ticketIds, 'uuid')})
      and ${from === null ? sql.fragment`true` : sql.fragment`l.position >= ${from}`}
      and ${to === null ? sql.fragment`true` : sql.fragment`l.position <= ${to}`}`,
  );
