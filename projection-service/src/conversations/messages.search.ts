import { limits } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { messageTexts } from './messages.texts.ts';

/** So many of a company's newest messages are read one by one. */
export const NEWEST = 10_000;
/** A text that more of them have is a frequent one: older messages are not looked at. */
const FREQUENT = 100;
/** Of a rare one so many messages are told. */
const MAX_ROWS = 10_000;
const TIMEOUT_MS = 2_000;
const Said = z.object({ id: z.string(), count: z.number() });

/**
 * The tickets in which a text was said, whoever sees them. What an index finds must all be read, so a text that nearly every message has
 * would cost as much as there are: first the newest are looked through, and all of them by the index only for a text that is rare there.
 */
export const ticketsSaying = async (db: Db, text: string): Promise<string[]> => {
  const sought = searchable(text);
  // Fewer characters have no trigram.
  if (sought.length < limits.searchMin) return [];
  const ofCompany = sql.fragment`from ${db.table(messageTexts)} m where m.company_id = ${db.companyId}`;
  const newest = await db.many(sql.type(Said)`
    select m.ticket_id as id, count(*)::int as count
    from (select m.ticket_id, m.search ${ofCompany} order by m.position desc limit ${NEWEST}) m
    where m.search like ${containing(sought)} group by m.ticket_id`);
  const times = newest.reduce((sum, { count }) => sum + count, 0);
  const all =
    times <= FREQUENT &&
    (await db.within(TIMEOUT_MS, () =>
      db.many(sql.type(Said)`
        select m.ticket_id as id, count(*)::int as count
        from (select m.ticket_id ${ofCompany} and m.search like ${containing(sought)} limit ${MAX_ROWS}) m group by m.ticket_id`),
    ));
  return [...new Set([...newest, ...(all || [])].map(({ id }) => id))];
};
