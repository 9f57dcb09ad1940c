import { limits } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { containing, searchable } from '../../kernel/paging.ts';
import { messageTexts } from './messages.texts.ts';

/** Number of a company's newest messages by which it is judged how frequent a text is. */
export const LOOKED = 1_000;
/** With at most so many matches among them, the index is asked first. */
export const SELDOM = 10;
/** Number of a company's newest messages that are scanned for a text that is more frequent. */
export const NEWEST = 10_000;
/** A text with more matches than this among them is frequent: older messages are not searched. */
export const FREQUENT = 100;
/** Maximum number of messages read for a rare text. */
export const MAX_ROWS = 10_000;
export const TIMEOUT_MS = 2_000;
const Said = z.object({ id: z.string(), count: z.number() });

/**
 * The tickets whose messages contain a text, regardless of who sees them. An index must read every match, so a text in nearly every message
 * would cost as much as there are messages. Therefore some of the newest messages say how frequent it is. The index alone answers for a rare text;
 * for others more of the newest are scanned, and the index is used only if the text is rare among these after all.
 */
export const ticketsSaying = async (db: Db, text: string): Promise<string[]> => {
  const sought = searchable(text);
  // Fewer characters have no trigram.
  if (sought.length < limits.searchMin) return [];
  const ofCompany = sql.fragment`from ${db.table(messageTexts)} m where m.company_id = ${db.companyId}`;
  const among = (most: number) =>
    db.many(sql.type(Said)`
      select m.ticket_id as id, count(*)::int as count
      from (select m.ticket_id, m.search ${ofCompany} order by m.created_at desc, m.position desc limit ${most}) m
      where m.ticket_id is not null and m.search like ${containing(sought)} group by m.ticket_id`);
  const byIndex = () =>
    db.within(TIMEOUT_MS, () =>
      db.many(sql.type(Said)`
        select m.ticket_id as id, count(*)::int as count
        from (select m.ticket_id ${ofCompany} and m.ticket_id is not null and m.search like ${containing(sought)} limit ${MAX_ROWS}) m group by m.ticket_id`),
    );
  const isSeldom = timesOf(await among(LOOKED)) <= SELDOM;
  const first = isSeldom ? await byIndex() : null;
  if (first && timesOf(first) < MAX_ROWS) return first.map(({ id }) => id);
  const newest = await among(NEWEST);
  const all = first ?? (!isSeldom && timesOf(newest) <= FREQUENT && (await byIndex()));
  return [...new Set([...newest, ...(all || [])].map(({ id }) => id))];
};

const timesOf = (said: readonly { count: number }[]): number => said.reduce((sum, { count }) => sum + count, 0);
