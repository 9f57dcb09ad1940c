import { limits, type TicketNews, type TicketSort, type TicketStatus, type TicketWait } from '@prosa/contracts';
import { z } from 'zod';
import { timesOfDays } from '../../company/companies/companies.days.ts';
import { contactsMatching, matchesContactOfTicket } from '../../contacts/contacts/contacts.search.ts';
import { isUnanswered, waitsAs } from '../../flows/queues/waiting-tickets.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { containing, searchable } from '../../kernel/paging.ts';
import { Looked } from '../../kernel/search.text.ts';
import { type Counted, search } from '../../kernel/search.ts';
import { ticketsSaying } from '../conversations/messages.search.ts';
import { closedTicketCounts, ticketCounts, unreadTicketCounts } from '../conversations/tickets.counts.ts';
import {
  afterTicket,
  cursorAt,
  OrderedTicket,
  orderedColumns,
  orderOf,
  type TicketCursor,
  type TicketOrder,
  ticketCursors,
} from '../conversations/tickets.order.ts';
import { ticketRows } from '../conversations/tickets.rows.ts';
import { all, hasNewsFor, known, lookedTickets, seenBy, seenTickets } from '../conversations/tickets.seen.ts';

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
  sort: TicketSort;
  unanswered?: boolean | undefined;
  wait?: TicketWait | undefined;
  snoozed?: boolean | undefined;
  news?: TicketNews | undefined;
};
type Fragment = ReturnType<typeof sql.fragment>;

/**
 * Returns a page of ids, in the order that is asked for, and the count of all pages: exact where counters have it, else as `search` counts. Pages by keyset if
 * there is a cursor, else by page number. Throws Refused for an invalid cursor.
 */
export const findTickets = async (
  db: Db,
  asker: Asker,
  query: TicketQuery,
): Promise<{ ids: string[]; hasMore: boolean; cursor: string | null } & Counted> => {
  const sort = orderOfQuery(query);
  const from = query.cursor === undefined ? null : readCursor(ticketCursors[sort], query.cursor);
  const offset = from ? 0 : (query.pageNumber - 1) * limits.pageSize;
  const find = query.searchParam !== '' || isNarrow(query) ? searched : listed;
  const { rows, ...counted } = await find(db, asker, query, from, offset);
  const page = rows.slice(0, limits.pageSize);
  const last = page.at(-1);
  const hasMore = rows.length > limits.pageSize;
  return {
    ids: page.map(({ id }) => id),
    hasMore,
    cursor: hasMore && last ? writeCursor(cursorAt(sort, last)) : null,
    ...counted,
  };
};

const Ids = z.object({ id: z.string() });
/** Snoozed tickets are listed by their return. */
const orderOfQuery = ({ sort, snoozed }: TicketQuery): TicketOrder => (snoozed ? 'returning' : sort);

type Page = { rows: OrderedTicket[] } & Counted;

/** A list for whose filters there are indexes in its order and counters of its tickets. */
const listed = async (db: Db, asker: Asker, query: TicketQuery, from: TicketCursor | null, offset: number): Promise<Page> => {
  const waits = await waitsOf(db, asker, query);
  const rows = await pageOf(db, asker, query, all(filter(query), waits), from, offset);
  if (waits) return { rows, ...(await countOf(db, query, all(visible(db, asker, query), waits))) };
  const counters = query.withUnreadMessages
    ? sql.fragment`${db.table(unreadTicketCounts)}`
    : sql.fragment`(select c.company_id, c.queue_id, c.user_id, c.status, c.count - ${query.snoozed === false ? sql.fragment`c.snoozed` : sql.fragment`0`} as count
        from ${db.table(ticketCounts)} c
        union all select c.company_id, c.queue_id, c.user_id, c.status, c.count from ${db.table(closedTicketCounts)} c)`;
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(t.count), 0)::int as count from ${counters} t where ${visible(db, asker, { ...query, withUnreadMessages: false, snoozed: undefined })}`);
  return { rows, count, atLeast: false };
};

/**
 * Who waits, what is snoozed, and what has news for the caller, as far as that is asked for: few tickets, of which there are no counters for
 * each limit.
 */
const waitsOf = async (db: Db, asker: Asker, { unanswered, wait, snoozed, news }: TicketQuery): Promise<Fragment | null> => {
  const parts = [
    unanswered && isUnanswered,
    wait && (await waitsAs(db, wait)),
    snoozed && sql.fragment`t.snoozed_until is not null`,
    news && hasNewsFor(asker, news),
  ].filter((part) => part !== undefined && part !== false);
  return parts.length === 0 ? null : all(...parts);
};

/** Counts in an order that has an index of those alone. */
const countOf = async (db: Db, { snoozed, news }: TicketQuery, conditions: Fragment): Promise<Counted> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from (select from ${db.table(ticketRows)} t where ${conditions} ${orderOf(snoozed ? 'returning' : news ? 'newest' : 'waiting')} limit ${limits.foundMax + 1}) f`);
  return { count: Math.min(count, limits.foundMax), atLeast: count > limits.foundMax };
};

const pageOf = async (
  db: Db,
  asker: Asker,
  query: TicketQuery,
  conditions: Fragment,
  from: TicketCursor | null,
  offset: number,
): Promise<OrderedTicket[]> => {
  const size = offset + limits.pageSize + 1;
  return [
    ...(await db.many(
      sql.type(
        OrderedTicket,
      )`${seenTickets(db, asker, query, conditions, { sort: orderOfQuery(query), from, size })} offset ${offset}`,
    )),
  ];
};

/** The tickets that the caller sees, as far as counters and ordered indexes can tell. */
const visible = (db: Db, asker: Asker, query: TicketQuery): Fragment =>
  all(sql.fragment`t.company_id = ${db.companyId}`, seenBy(asker, query.showAll !== false), filter(query));

/** Whether it filters by what no index has in the order of the list: then it is searched like a text. */
const isNarrow = ({ tags, date, updatedAt, dateFrom, dateTo }: TicketQuery): boolean =>
  Boolean(tags?.length || date || updatedAt || dateFrom || dateTo);

const searched = async (db: Db, asker: Asker, query: TicketQuery, from: TicketCursor | null, offset: number): Promise<Page> => {
  const sort = orderOfQuery(query);
  const after = afterTicket(sort, from);
  const text = query.searchParam;
  const saying = text === '' ? [] : await ticketsSaying(db, text);
  const narrow = all(await narrowing(db, query), await waitsOf(db, asker, query));
  const matches = all(narrow, text !== '' && matching(db, text, saying));
  return search<OrderedTicket>(db, {
    look: (most) =>
      db.one(sql.type(Looked)`${lookedTickets(db, asker, query, filter(query), { sort, size: most, fits: matches })}`),
    collect: async (most) => {
      const indexed = text === '' ? sql.fragment`true` : await indexedMatching(db, text, saying);
      if (indexed === null) return null;
      const found = await db.many(sql.type(Ids)`
        select t.id from ${db.table(ticketRows)} t where ${all(visible(db, asker, query), narrow, indexed)} limit ${most}`);
      return found.map(({ id }) => id);
    },
    page: async (among) =>
      among
        ? inOrder(db, sort, all(sql.fragment`t.id = any(${sql.array(among, 'uuid')})`, after), offset)
        : pageOf(db, asker, query, all(filter(query), matches), from, offset),
    sorted: () =>
      inOrder(db, sort, all(visible(db, asker, query), narrow, text !== '' && matchingByIndex(db, text, saying), after), offset),
    size: limits.pageSize + 1,
  });
};

/** A page of those tickets, all of which are read. */
const inOrder = async (db: Db, sort: TicketOrder, conditions: Fragment, offset: number): Promise<OrderedTicket[]> => [
  ...(await db.many(sql.type(OrderedTicket)`
    select ${orderedColumns} from ${db.table(ticketRows)} t where ${conditions}
    ${orderOf(sort)} limit ${limits.pageSize + 1} offset ${offset}`)),
];

/** The filters of `GET /tickets` on the table or counter named `t` that counters have as groups, or of which they count a part: the unread ones. */
const filter = ({ status, users, queueIds, withUnreadMessages, snoozed }: TicketQuery): Fragment =>
  all(
    sql.fragment`true`,
    status && sql.fragment`t.status = ${status}`,
    users && users.length > 0 && sql.fragment`t.user_id = any(${sql.array(known(users), 'uuid')})`,
    queueIds &&
      sql.fragment`(t.queue_id = any(${sql.array(known(queueIds), 'uuid')}) or (${queueIds.includes('none')} and t.queue_id is null))`,
    withUnreadMessages && sql.fragment`t.unread > 0`,
    snoozed === false && sql.fragment`t.snoozed_until is null`,
  );

/** Its other filters. Days are in the company's time zone, the end day included. */
const narrowing = async (db: Db, { tags, date, updatedAt, dateFrom, dateTo }: TicketQuery): Promise<Fragment> =>
  all(
    sql.fragment`true`,
    tags && tags.length > 0 && sql.fragment`t.tag_ids @> ${sql.array(known(tags), 'uuid')}`,
    date && (await within(db, 'created_at', date, date)),
    updatedAt && (await within(db, 'updated_at', updatedAt, updatedAt)),
    (dateFrom || dateTo) && (await within(db, 'created_at', dateFrom, dateTo)),
  );

const within = async (
  db: Db,
  column: 'created_at' | 'updated_at',
  firstDay: string | undefined,
  lastDay: string | undefined,
): Promise<Fragment> => {
  const { from, to } = await timesOfDays(db, firstDay, lastDay);
  const at = sql.identifier(['t', column]);
  return all(
    from && sql.fragment`${at} >= ${from.toISOString()}::timestamptz`,
    to && sql.fragment`${at} < ${to.toISOString()}::timestamptz`,
  );
};

/** Above this number of contacts, their tickets are not looked up for each of them. */
const MAX_CONTACTS = 2_000;

/** Whether the ticket's contact (name, number or e-mail), last message, protocol or messages contain the text. */
const matching = (db: Db, text: string, saying: readonly string[]): Fragment =>
  sql.fragment`(${inTicket(text, saying)} or ${matchesContactOfTicket(db, text)})`;

const inTicket = (text: string, saying: readonly string[]): Fragment =>
  sql.fragment`t.search like ${containing(searchable(text))} or t.protocol = ${text} or t.id = any(${sql.array(saying, 'uuid')})`;

/**
 * The same with an index for each part, which Postgres combines if the ids of contacts and tickets are known, so these are found first;
 * null if there are too many contacts.
 */
const indexedMatching = async (db: Db, text: string, saying: readonly string[]): Promise<Fragment | null> => {
  const contacts = await db.many(sql.type(Ids)`${contactsMatching(db, text)} limit ${MAX_CONTACTS + 1}`);
  if (contacts.length > MAX_CONTACTS) return null;
  const ids = contacts.map(({ id }) => id);
  return sql.fragment`(${inTicket(text, saying)} or t.contact_id = any(${sql.array(ids, 'uuid')}))`;
};

/** The same for any number of contacts, whose tickets are found by reading all of both. */
const matchingByIndex = (db: Db, text: string, saying: readonly string[]): Fragment =>
  sql.fragment`(${inTicket(text, saying)} or t.contact_id in (${contactsMatching(db, text)}))`;
