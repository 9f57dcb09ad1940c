import { fields, limits, type TicketStatus } from '@prosa/contracts';
import { z } from 'zod';
import { companyRows } from '../companies/companies.rows.ts';
import { contactsMatching } from '../contacts/contacts.search.ts';
import { ticketsSaying } from '../conversations/messages.search.ts';
import { closedTicketCounts, ticketCounts, ticketRows } from '../conversations/tickets.rows.ts';
import { all, known, seenBy, seenTickets } from '../conversations/tickets.seen.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Asker } from '../kernel/feature.ts';
import { readCursor, writeCursor } from '../kernel/keyset.ts';
import { containing, searchable } from '../kernel/paging.ts';

export type TicketQuery = {
  searchParam: string;
  pageNumber: number;
  cursor?: string | undefined;
  tags?: string[] | undefined;
  users?: string[] | undefined;
  status?: TicketStatus | undefined;
  dateFrom?: string | undefined;
  dateTo?: string | undefined;
  date?: string | undefined;
  updatedAt?: string | undefined;
  showAll?: boolean | undefined;
  queueIds?: string[] | undefined;
  withUnreadMessages: boolean;
};
type Fragment = ReturnType<typeof sql.fragment>;
type Found = z.output<typeof Found>;

/**
 * Returns a page of ids, newest first, and the total count of all pages. Pages by keyset if there is a cursor, else by page number. Throws
 * Refused for an invalid cursor.
 */
export const findTickets = async (
  db: Db,
  asker: Asker,
  query: TicketQuery,
): Promise<{ ids: string[]; hasMore: boolean; cursor: string | null; count: number }> => {
  const from = query.cursor === undefined ? null : readCursor(Cursor, query.cursor);
  const after = from && sql.fragment`(t.updated_at, t.id) < (${from[0]}::timestamptz, ${from[1]}::uuid)`;
  const offset = from ? 0 : (query.pageNumber - 1) * limits.pageSize;
  const { rows, count } =
    query.searchParam === '' ? await listed(db, asker, query, after, offset) : await searched(db, asker, query, after, offset);
  const page = rows.slice(0, limits.pageSize);
  const last = page.at(-1);
  const hasMore = rows.length > limits.pageSize;
  return {
    ids: page.map(({ id }) => id),
    hasMore,
    cursor: hasMore && last ? writeCursor([last.updatedAt.toISOString(), last.id]) : null,
    count,
  };
};

const Found = z.object({ id: z.string(), updatedAt: z.date() });
const Cursor = z.tuple([fields.at, fields.id]);
const Counted = z.object({ count: z.number() });
type Page = { rows: Found[]; count: number };

const listed = async (db: Db, asker: Asker, query: TicketQuery, after: Fragment | null, offset: number): Promise<Page> => {
  const conditions = all(filter(db, query), after);
  const rows = await db.many(
    sql.type(Found)`${seenTickets(db, asker, query, conditions, offset + limits.pageSize + 1)} offset ${offset}`,
  );
  const seen = all(sql.fragment`t.company_id = ${db.companyId}`, seenBy(asker, query.showAll !== false), filter(db, query));
  const counters = sql.fragment`select coalesce(sum(t.count), 0)::int as count
    from (select * from ${db.table(ticketCounts)} union all select * from ${db.table(closedTicketCounts)}) t`;
  const rowsOfAll = sql.fragment`select count(*)::int as count from ${db.table(ticketRows)} t`;
  const { count } = await db.one(sql.type(Counted)`${isByGroup(query) ? counters : rowsOfAll} where ${seen}`);
  return { rows, count };
};

/** Whether the groups of the counters cover all filters of the query, so that no rows need to be counted. */
const isByGroup = ({ tags, date, updatedAt, dateFrom, dateTo, withUnreadMessages }: TicketQuery): boolean =>
  !(tags?.length || date || updatedAt || dateFrom || dateTo || withUnreadMessages);

/** Evaluates the text search once for both page and count: the matches are either few rows, found by index, or very many. */
const searched = async (db: Db, asker: Asker, query: TicketQuery, after: Fragment | null, offset: number): Promise<Page> => {
  const seen = all(sql.fragment`t.company_id = ${db.companyId}`, seenBy(asker, query.showAll !== false), filter(db, query));
  const matches = await matching(db, query.searchParam);
  const rows = await db.many(sql.type(z.object({ id: z.string().nullable(), updatedAt: z.date().nullable(), count: z.number() }))`
    with found as materialized (
      select t.id, t.updated_at from ${db.table(ticketRows)} t
      where ${seen} and ${matches})
    select t.id, t.updated_at as "updatedAt", n.count from (select count(*)::int as count from found) n left join (
      select * from found t where ${after ?? sql.fragment`true`}
      order by t.updated_at desc, t.id desc limit ${limits.pageSize + 1} offset ${offset}) t on true
    order by t.updated_at desc, t.id desc`);
  const found = rows.flatMap(({ id, updatedAt }) => (id !== null && updatedAt !== null ? [{ id, updatedAt }] : []));
  return { rows: found, count: rows[0]?.count ?? 0 };
};

/** The conditions of `GET /tickets` on the table named `t`. Days are in the company's time zone, the end day included. */
const filter = (db: Db, query: TicketQuery): Fragment => {
  const { status, tags, users, queueIds, withUnreadMessages, date, updatedAt, dateFrom, dateTo } = query;
  return all(
    sql.fragment`true`,
    status && sql.fragment`t.status = ${status}`,
    tags && tags.length > 0 && sql.fragment`t.tag_ids @> ${sql.array(known(tags), 'uuid')}`,
    users && users.length > 0 && sql.fragment`t.user_id = any(${sql.array(known(users), 'uuid')})`,
    queueIds &&
      sql.fragment`(t.queue_id = any(${sql.array(known(queueIds), 'uuid')}) or (${queueIds.includes('none')} and t.queue_id is null))`,
    withUnreadMessages && sql.fragment`t.unread > 0`,
    date && within(db, 'created_at', date, date),
    updatedAt && within(db, 'updated_at', updatedAt, updatedAt),
    (dateFrom || dateTo) && within(db, 'created_at', dateFrom, dateTo),
  );
};

const within = (db: Db, column: 'created_at' | 'updated_at', from: string | undefined, to: string | undefined): Fragment => {
  const zone = sql.fragment`coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC')`;
  const at = sql.identifier(['t', column]);
  return all(
    from && sql.fragment`${at} >= (${from}::date::timestamp at time zone ${zone})`,
    to && sql.fragment`${at} < ((${to}::date + 1)::timestamp at time zone ${zone})`,
  );
};

/** Above this number of contacts, the tickets are scanned instead of being looked up for each contact. */
const MAX_CONTACTS = 2_000;

/**
 * Matches the contact's name, number or e-mail, the protocol, or the messages. Each has an index; Postgres combines the indexes if the ids
 * of contacts and tickets are known, so these are found first.
 */
const matching = async (db: Db, text: string): Promise<Fragment> => {
  const contacts = contactsMatching(db, text);
  const some = await db.many(sql.type(z.object({ id: z.string() }))`${contacts} limit ${MAX_CONTACTS + 1}`);
  const ids = some.map(({ id }) => id);
  const ofContact = ids.length > MAX_CONTACTS ? sql.fragment`in (${contacts})` : sql.fragment`= any(${sql.array(ids, 'uuid')})`;
  const saying = await ticketsSaying(db, text);
  return sql.fragment`(t.search like ${containing(searchable(text))} or t.protocol = ${text} or t.contact_id ${ofContact}
    or t.id = any(${sql.array(saying, 'uuid')}))`;
};
