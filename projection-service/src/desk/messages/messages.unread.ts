import type { TicketView, Unread } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { messageRows } from '../conversations/messages.rows.ts';

const First = z.object({ id: z.string() });

/**
 * Returns where a ticket's unread messages begin. They are those after the customer's newest read one, and are searched from there: the cost
 * is that of the unread ones, however long the ticket is. Nobody reads a closed ticket any more.
 */
export const unreadOf = async (
  db: Db,
  { id, status, unreadMessages: count }: Pick<TicketView, 'id' | 'status' | 'unreadMessages'>,
): Promise<Unread | null> => {
  if (status === 'closed' || count === 0) return null;
  const ofCustomer = sql.fragment`m.company_id = ${db.companyId} and m.ticket_id = ${id} and not m.from_me and not m.outreach`;
  const first = await db.maybe(sql.type(First)`
    select m.id from ${db.table(messageRows)} m where ${ofCustomer} and not m.read and m.position > coalesce(
      (select m.position from ${db.table(messageRows)} m where ${ofCustomer} and m.read order by m.position desc limit 1), 0)
    order by m.position limit 1`);
  return first && { from: first.id, count };
};
