import { limits, Refused, TicketStatus } from '@prosa/contracts';
import { z } from 'zod';
import { companyRows } from '../companies/companies.rows.ts';
import { contactRows } from '../contacts/contacts.rows.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Asker } from '../kernel/feature.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { seenBy } from './tickets.queries.ts';
import { ticketRows } from './tickets.rows.ts';

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
type Found = { id: string; updatedAt: Date };

/** A page of ids, newest first: by keyset where a cursor is given, else by number. Throws Refused for what is no cursor. */
export const findTickets = async (
  db: Db,
  asker: Asker,
  query: TicketQuery,
): Promise<{ ids: string[]; hasMore: boolean; cursor: string | null }> => {
  const from = query.cursor === undefined ? null : readCursor(query.cursor);
  const after = from && sql.fragment`(t.updated_at, t.id) < (${from.at}::timestamptz, ${from.id}::uuid)`;
  const offset = from ? 0 : (query.pageNumber - 1) * limits.pageSize;
  const conditions = all(filter(db, query), after);
  const rows = await db.many(
    sql.type(
      z.object({ id: z.string(), updatedAt: z.date() }),
    )`${pageOf(db, asker, query, conditions, offset + limits.pageSize + 1)} offset ${offset}`,
  );
  const page = rows.slice(0, limits.pageSize);
  const last = page.at(-1);
  const hasMore = rows.length > limits.pageSize;
  return { ids: page.map(({ id }) => id), hasMore, cursor: hasMore && last ? writeCursor(last) : null };
};

/** How many tickets there are on all pages. */
export const countFound = async (db: Db, asker: Asker, query: TicketQuery): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and ${seenBy(asker, query.showAll !== false)} and ${filter(db, query)}`);
  return count;
};

/** Whether the page's count can be had from the counters, without counting rows. */
export const isPlain = (query: TicketQuery): boolean =>
  (query.status === 'open' || query.status === 'pending') &&
  !(
    query.tags?.length ||
    query.users?.length ||
    query.date ||
    query.updatedAt ||
    query.dateFrom ||
    query.dateTo ||
    query.withUnreadMessages ||
    query.searchParam ||
    query.showAll === false
  );

/**
 * The newest tickets, `size` of them. Of an attendant's ways to a ticket (a queue, being its user, VerFilaCinza) no one index has all in
 * order: joined by `or` they would be looked for among everybody's. So each way is walked by its own, and no further than the page reaches.
 */
const pageOf = (db: Db, asker: Asker, query: TicketQuery, conditions: Fragment, size: number): Fragment => {
  const { queueIds, status, withUnreadMessages, searchParam, showAll } = query;
  const seesAll = asker.profile === 'admin' && showAll !== false;
  const newest = (where: Fragment): Fragment => sql.fragment`
    select t.id, t.updated_at as "updatedAt" from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and ${where} order by t.updated_at desc, t.id desc limit ${size}`;
  // Unread ones are few, and have an index of their own. Who sees grey sees most: on each way a text would be looked for anew.
  const isOneWay = withUnreadMessages || (seesAll ? !queueIds : asker.seesGrey && searchParam !== '');
  if (isOneWay) return newest(all(seenBy(asker, showAll !== false), conditions));

  const statuses: readonly TicketStatus[] = status ? [status] : TicketStatus.options;
  const own = seesAll ? known(queueIds) : asker.queueIds.filter((id) => queueIds?.includes(id) ?? true);
  const greys = !seesAll && asker.seesGrey && statuses.includes('closed');
  const foreign = greys ? known(queueIds).filter((id) => !own.includes(id)) : [];
  const places = [
    ...own.flatMap((queueId) => statuses.map((one) => ({ queueId, status: one }))),
    ...foreign.map((queueId) => ({ queueId, status: 'closed' })),
  ];
  const [queuesOfPlaces, statusesOfPlaces] = [places.map(({ queueId }) => queueId), places.map((place) => place.status)];
  const along = (by: Fragment): Fragment => sql.fragment`
    select w.* from unnest(${sql.array(statuses, 'text')}) s(status)
      cross join lateral (${newest(sql.fragment`t.status = s.status and ${by} and ${conditions}`)}) w`;
  const ways = [
    sql.fragment`select w.* from unnest(${sql.array(queuesOfPlaces, 'uuid')}, ${sql.array(statusesOfPlaces, 'text')}) p(queue_id, status)
      cross join lateral (${newest(sql.fragment`t.queue_id = p.queue_id and t.status = p.status and ${conditions}`)}) w`,
    !seesAll && along(sql.fragment`t.user_id = ${asker.userId}`),
    (seesAll || asker.seesGrey) && (queueIds?.includes('none') ?? true) && along(sql.fragment`t.queue_id is null`),
    greys && !queueIds && newest(all(sql.fragment`t.status = 'closed'`, conditions)),
  ].filter((way) => way !== false);
  const union = sql.join(
    ways.map((way) => sql.fragment`(${way})`),
    sql.fragment` union `,
  );
  return sql.fragment`select * from (${union}) found order by "updatedAt" desc, id desc limit ${size}`;
};

/** The conditions of `GET /tickets` on the table named `t`. Days are those of the company's time zone, the end day included. */
const filter = (db: Db, query: TicketQuery): Fragment => {
  const { status, tags, users, queueIds, withUnreadMessages, searchParam, date, updatedAt, dateFrom, dateTo } = query;
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
    searchParam !== '' && matching(db, searchParam),
  );
};

const all = (...parts: (Fragment | '' | false | null | undefined)[]): Fragment =>
  sql.fragment`${sql.join(
    parts.filter((part) => part !== '' && part !== false && part !== null && part !== undefined),
    sql.fragment` and `,
  )}`;

const known = (ids: string[] = []): string[] => ids.filter((id) => id !== 'none');

const within = (db: Db, column: 'created_at' | 'updated_at', from: string | undefined, to: string | undefined): Fragment => {
  const zone = sql.fragment`coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC')`;
  const at = sql.identifier(['t', column]);
  return all(
    from && sql.fragment`${at} >= (${from}::date::timestamp at time zone ${zone})`,
    to && sql.fragment`${at} < ((${to}::date + 1)::timestamp at time zone ${zone})`,
  );
};

/** By the contact's name, number or e-mail, the protocol, or the last message. */
const matching = (db: Db, text: string): Fragment => sql.fragment`(
  t.contact_id in (select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and c.search like ${containing(searchable(text))})
  or t.protocol = ${text} or t.last_message ilike ${containing(text)})`;

const writeCursor = ({ updatedAt, id }: Found): string => Buffer.from(`${updatedAt.toISOString()} ${id}`).toString('base64url');
const Cursor = z.tuple([z.iso.datetime(), z.uuid()]);
const readCursor = (cursor: string): { at: string; id: string } => {
  const read = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString().split(' '));
  if (!read.success) throw new Refused('ERR_VALIDATION', { fields: { cursor: 'Invalid cursor' } });
  return { at: read.data[0], id: read.data[1] };
};
