import { limits, type MessageView } from '@prosa/contracts';
import { z } from 'zod';
import { timesOfDays } from '../../company/companies/companies.days.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { containing, searchable } from '../../kernel/paging.ts';
import { FREQUENT, LOOKED, MAX_ROWS, NEWEST, SELDOM, TIMEOUT_MS } from '../conversations/messages.search.ts';
import { messageTexts } from '../conversations/messages.texts.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { seenBy } from '../conversations/tickets.seen.ts';
import { messageRecords } from './messages.queries.ts';

export type MessageQuery = {
  dateStart?: string | undefined;
  dateEnd?: string | undefined;
  description: string;
  pageNumber: number;
};
export type FoundMessages = { messages: MessageView[]; count: number; atLeast: boolean; hasMore: boolean };

/** For a frequent text: number of further messages scanned per step, and in total. */
const FURTHER = 50_000;
const FURTHEST = 500_000;

/**
 * Finds messages with a text on the requested days, newest first, in tickets that the caller sees; at most 1,000. `atLeast`: there may be
 * more than were counted, because there are too many or searching further would have taken too long.
 */
export const findMessages = async (db: Db, asker: Asker, query: MessageQuery): Promise<FoundMessages> => {
  const sought = searchable(query.description);
  // Fewer characters have no trigram.
  if (sought.length < limits.searchMin) return { messages: [], count: 0, atLeast: false, hasMore: false };
  const { ids, isWhole } = await allSaying(db, asker, sought, await daysOf(db, query));
  const told = ids.slice(0, limits.foundMax);
  const end = query.pageNumber * limits.pageSize;
  const page = told.slice(end - limits.pageSize, end);
  const records = await messageRecords(db, page);
  return {
    messages: page.flatMap((id) => records.get(id) ?? []),
    count: told.length,
    atLeast: !isWhole || told.length < ids.length,
    hasMore: told.length > end,
  };
};

type Fragment = ReturnType<typeof sql.fragment>;
type Found = { ids: string[]; isWhole: boolean };
type Place = { at: Date; position: string };

/**
 * As for tickets, some of the newest messages are scanned first, then more. A text that is rare among them is searched by the index,
 * which returns all matches at once and unordered. For a frequent text, a scan in order of time finds enough matches soon.
 */
const allSaying = async (db: Db, asker: Asker, sought: string, days: Fragment): Promise<Found> => {
  const end = Date.now() + TIMEOUT_MS;
  const inTime = <Result>(work: () => Promise<Result>, share = 1) =>
    db.within(Math.max(1, Math.ceil((end - Date.now()) * share)), work);
  const ids: string[] = [];
  let from: Place | null = null;
  let said = 0;
  for (let looked = 0; looked < FURTHEST && ids.length <= limits.foundMax; ) {
    const most = looked === 0 ? LOOKED : looked < NEWEST ? Math.min(NEWEST - looked, enough(looked, ids.length)) : FURTHER;
    const part: Part | null = await inTime(() => lookThrough(db, asker, sought, days, from, most));
    if (part === null) return { ids, isWhole: false };
    ids.push(...part.ids);
    if (part.looked < most || part.last === null) return { ids, isWhole: true };
    looked += part.looked;
    said += part.said;
    from = part.last;
    const isRare = (looked === LOOKED && said <= SELDOM) || (looked === NEWEST && said <= FREQUENT);
    // Half of the time: if the index finds too much of it, the messages are still read in their order.
    const found = isRare ? await inTime(() => byIndex(db, asker, sought, days), 1 / 2) : null;
    if (found) return found;
  }
  return { ids, isWhole: false };
};

/** How many more messages should have the rest of the results, if `found` of those `looked` at are results. */
const enough = (looked: number, found: number): number =>
  Math.max(LOOKED, Math.ceil((1.2 * looked * (limits.foundMax + 1 - found)) / Math.max(found, 1)));

type Part = { looked: number; said: number; last: Place | null; ids: string[] };
const Part = z.object({ looked: z.number(), said: z.number(), lastAt: z.date().nullable(), lastPosition: z.string().nullable() });
const Ids = z.object({ ids: z.array(z.string()) });

/** Scans up to `most` messages, newest first: returns how many contain the text, and which of these the caller sees. */
const lookThrough = async (
  db: Db,
  asker: Asker,
  sought: string,
  days: Fragment,
  from: Place | null,
  most: number,
): Promise<Part> => {
  const after = from
    ? sql.fragment`(m.created_at, m.position) < (${from.at.toISOString()}::timestamptz, ${from.position}::bigint)`
    : sql.fragment`true`;
  const part = await db.one(sql.type(Part.extend(Ids.shape))`
    with looked as materialized (
      select m.id, m.ticket_id, m.created_at, m.position, m.search like ${containing(sought)} as says from ${db.table(messageTexts)} m
      where m.company_id = ${db.companyId} and ${days} and ${after} order by m.created_at desc, m.position desc limit ${most})
    select n.looked, n.said, l.created_at as "lastAt", l.position as "lastPosition", array(${visible(db, asker, sql.fragment`looked`)}) as ids
    from (select count(*)::int as looked, count(*) filter (where says)::int as said from looked) n
      left join lateral (select * from looked order by created_at, position limit 1) l on true`);
  const { looked, said, lastAt, lastPosition, ids } = part;
  return { looked, said, last: lastAt && lastPosition !== null ? { at: lastAt, position: lastPosition } : null, ids };
};

const byIndex = async (db: Db, asker: Asker, sought: string, days: Fragment): Promise<Found> => {
  const found = await db.one(sql.type(Part.pick({ said: true }).extend(Ids.shape))`
    with said as materialized (
      select m.id, m.ticket_id, m.created_at, m.position, true as says from ${db.table(messageTexts)} m
      where m.company_id = ${db.companyId} and m.search like ${containing(sought)} and ${days} limit ${MAX_ROWS + 1})
    select n.said, array(${visible(db, asker, sql.fragment`said`)}) as ids from (select count(*)::int as said from said) n`);
  return { ids: found.ids, isWhole: found.said <= MAX_ROWS };
};

/** Those that contain the text and whose ticket the caller sees: each is looked up, because a join would read all tickets for a few messages. */
const visible = (db: Db, asker: Asker, among: Fragment): Fragment => sql.fragment`
  select s.id from ${among} s cross join lateral (
    select from ${db.table(ticketRows)} t where t.id = s.ticket_id and ${seenBy(asker)} offset 0) t
  where s.says order by s.created_at desc, s.position desc limit ${limits.foundMax + 1}`;

/** Converts the days to times once, in the company's time zone. */
const daysOf = async (db: Db, { dateStart, dateEnd }: MessageQuery): Promise<Fragment> => {
  if (!dateStart || !dateEnd) return sql.fragment`true`;
  const { from, to } = await timesOfDays(db, dateStart, dateEnd);
  return sql.fragment`m.created_at >= ${from!.toISOString()}::timestamptz and m.created_at < ${to!.toISOString()}::timestamptz`;
};
