import { conversationOf } from '@prosa/contracts';
import { z } from 'zod';
import { sql } from '../../kernel/db.ts';
import type { Next } from '../../kernel/push.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import { messageRows } from '../conversations/messages.rows.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { idsOf } from './messages.paging.ts';

const Answered = z.object({ id: z.string(), ticketId: z.string() });

/** Rows with a position, and with key and ids of their conversation, as a table. */
const placed = (rows: readonly AnyRow[], at: 'position' | 'openedAt') => {
  const all = rows.flatMap((row) => {
    const conversation = conversationOf(row.id as string);
    return conversation ? [{ id: row.id as string, at: String(row[at]), conversation, ...idsOf(conversation) }] : [];
  });
  const column = (name: keyof (typeof all)[number], type: string) =>
    sql.array(
      all.map((one) => one[name]),
      type,
    );
  return sql.fragment`unnest(${column('id', 'uuid')}, ${column('at', 'int8')}, ${column('conversation', 'text')},
    ${column('first', 'uuid')}, ${column('last', 'uuid')}) as one(id, at, conversation, first, last)`;
};

/**
 * A message sent outside of any ticket is shown in the next ticket of its conversation, which the customer's answer opened: users who see
 * that ticket get its pushes (decision 14).
 */
export const answered: Next = {
  async of(db, rows) {
    const outside = rows.filter(({ outreach }) => outreach);
    if (outside.length === 0) return new Map();
    const found = await db.many(sql.type(Answered)`
      select one.id, t.id as "ticketId" from ${placed(outside, 'position')} cross join lateral (
        select t.id from ${db.table(ticketRows)} t
        where t.company_id = ${db.companyId} and t.id between one.first and one.last and t.opened_at > one.at
        order by t.opened_at limit 1
      ) t`);
    return new Map(found.map(({ id, ticketId }) => [id, ticketId]));
  },
  async rows(db, tickets) {
    const found = await db.many(sql.type(Answered.pick({ id: true }))`
      select m.id from ${placed(tickets, 'openedAt')} cross join lateral (
        select coalesce(max(t.opened_at), -1) as before from ${db.table(ticketRows)} t
        where t.company_id = ${db.companyId} and t.id between one.first and one.last and t.opened_at < one.at
      ) t cross join lateral (
        select m.id from ${db.table(messageRows)} m
        where m.company_id = ${db.companyId} and m.conversation = one.conversation and m.outreach
          and m.position > t.before and m.position < one.at
      ) m`);
    return found.map(({ id }) => id);
  },
};
