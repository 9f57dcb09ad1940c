import { limits } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { messageTexts } from './messages.texts.ts';

/** Number of a company's newest messages that are scanned. */
export const NEWEST = 10_000;
/** A text with more matches than this among them is frequent: older messages are not searched. */
export const FREQUENT = 100;
/** Maximum number of messages read for a rare text. */
export const MAX_ROWS = 10_000;
export const TIMEOUT_MS = 2_000;
const Said = z.object({ id: z.string(), count: z.number() });

/**
 * The tickets whose messages contain a text, regardless of who sees them. An index must read every match, so a text in nearly every message
 * would cost as much as there are messages. Therefore the newest messages are scanned first, and the index is used only for a text that is
 * rare among them.
 */
export const ticketsSaying = async (db: Db, text: string): Promise<string[]> => {
  const sought = searchable(text);
  // Fewer characters have no trigram.
  if (sought.length < limits.searchMin) return [];
  const ofCompany = sql.fragment`from ${db.table(messageTexts)} m where m.company_id = ${db.companyId}`;
  const newest = await db.many(sql.type(Said)`
    select m.ticket_id as id, count(*)::int as count
    from (select m.ticket_id, m.search ${ofCompany} order by m.created_at desc, m.position desc limit ${NEWEST}) m
    where m.ticket_id is not null and m.search like ${containing(sought)} group by m.ticket_id`);
  const times = newest.reduce((sum, { count }) => sum + count, 0);
  const all =
    times <= FREQUENT &&
    (await db.within(TIMEOUT_MS, () =>
      db.many(sql.type(Said)`
        select m.ticket_id as id, count(*)::int as count
        from (select m.ticket_id ${ofCompany} and m.ticket_id is not null and m.search like ${containing(sought)} limit ${MAX_ROWS}) m group by m.ticket_id`),
    ));
  return [...new Set([...newest, ...(all || [])].map(({ id }) => id))];
};
