import { fields, limits, type PreviousTicket, type TicketView } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { pageOf } from '../../kernel/paging.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenBy } from '../conversations/tickets.seen.ts';
import { ticketRecords } from './tickets.queries.ts';

const Found = z.object({ id: z.string(), createdAt: z.date(), firstMessageId: z.string().nullable() });
const Cursor = z.tuple([fields.at, fields.id]);

/**
 * Returns a page of the tickets of a ticket's contact that began before it, among those that the caller sees, newest first. All of a contact's
 * tickets are read from their index: one person has few.
 */
export const previousTickets = async (db: Db, asker: Asker, { id, contactId, createdAt }: TicketView, cursor?: string) => {
  const those = sql.fragment`t.company_id = ${db.companyId} and t.contact_id = ${contactId} and ${seenBy(asker)}
    and (t.created_at, t.id) < (${createdAt}::timestamptz, ${id}::uuid)`;
  const [at, last] = cursor === undefined ? [createdAt, id] : readCursor(Cursor, cursor);
  const rows = await db.many(sql.type(Found)`
    select t.id, t.created_at as "createdAt",
      (select m.id from ${db.table(messageRows)} m where m.company_id = ${db.companyId} and m.ticket_id = t.id and not m.outreach
        order by m.position limit 1) as "firstMessageId"
    from ${db.table(ticketRows)} t where ${those} and (t.created_at, t.id) < (${at}::timestamptz, ${last}::uuid)
    order by t.created_at desc, t.id desc limit ${limits.pageSize + 1}`);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(ticketRows)} t where ${those}`);
  const { records, hasMore } = pageOf(rows, limits.pageSize);
  const views = await ticketRecords(
    db,
    records.map((row) => row.id),
  );
  const end = records.at(-1);
  return {
    tickets: records.map((row): PreviousTicket => ({ ...views.get(row.id)!, firstMessageId: row.firstMessageId })),
    hasMore,
    count,
    cursor: hasMore && end ? writeCursor([end.createdAt.toISOString(), end.id]) : null,
  };
};
