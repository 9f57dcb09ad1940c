import { seesAll, type TicketNews, TicketStatus } from '@prosa/contracts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { afterTicket, orderedColumns, orderOf, orderOfFound, type TicketCursor, type TicketOrder } from './tickets.order.ts';
import { ticketRows } from './tickets.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** `sees` of the contracts as SQL, for the table or query named `t`. */
export const seenBy = ({ profile, queueIds, userId, seesGrey }: Asker, all = true) =>
  seesAll({ profile }) && all
    ? sql.fragment`true`
    : sql.fragment`(t.queue_id = any(${sql.array(queueIds, 'uuid')}) or t.user_id = ${userId}
        or (${seesGrey} and (t.queue_id is null or t.status = 'closed')))`;

/** Whether something is new to the caller in the ticket `t`; it begins as the index of tickets with news does. */
export const hasNewsFor = ({ userId }: Asker, news: TicketNews) => {
  const isNamed = sql.fragment`t.mentioned_ids @> ${sql.array([userId], 'uuid')}`;
  return sql.fragment`(t.handed_to is not null or t.mentioned_ids <> '{}')
    and ${news === 'mentioned' ? isNamed : sql.fragment`((t.handed_to = ${userId} and t.status = 'open') or ${isNamed})`}`;
};

/** The parts that are conditions, combined by `and`. */
export const all = (...parts: (Fragment | '' | false | null | undefined)[]): Fragment =>
  sql.fragment`${sql.join(
    parts.filter((part) => part !== '' && part !== false && part !== null && part !== undefined),
    sql.fragment` and `,
  )}`;

/** The ids among them: `none` stands for no queue. */
export const known = (ids: string[] = []): string[] => ids.filter((id) => id !== 'none');

/** Filters of the tickets, in addition to what the caller may see. */
export type Ways = {
  queueIds?: string[] | undefined;
  /** Only tickets of these users. */
  users?: string[] | undefined;
  status?: TicketStatus | undefined;
  withUnreadMessages?: boolean;
  news?: TicketNews | undefined;
  /** Of those who see all tickets: false leaves out what is in none of their queues. Default: true. */
  showAll?: boolean | undefined;
};

/** The page that is read: its order, the ticket after which it begins (null: from the beginning), and how many tickets it has. */
export type Part = { sort?: TicketOrder; from?: TicketCursor | null; size: number };

/**
 * Selects the first tickets that the caller sees, in an order. A user may see a ticket in several ways (through a queue, as its user,
 * through VerFilaCinza), and no single index has all of these in order: combined by `or`, they would be searched among everyone's tickets.
 * Therefore each way is read through its own index, and only as far as the page reaches.
 */
export const seenTickets = (
  db: Db,
  asker: Asker,
  query: Ways,
  conditions: Fragment,
  { sort = 'newest', from = null, size }: Part,
): Fragment => read({ db, asker, query, conditions, sort, size }, from);

/**
 * Looks at about as many tickets as `size` from the beginning of such a list: selects how many there are, how many of them fit `fits`, a
 * condition on `t`, and whether there is no other. Several ways have equal shares and are not merged: all that is read counts.
 */
export const lookedTickets = (
  db: Db,
  asker: Asker,
  query: Ways,
  conditions: Fragment,
  { sort = 'newest', size, fits }: Part & { fits: Fragment },
): Fragment => {
  const found = read({ db, asker, query, conditions, sort, size, fits }, null);
  const counts = sql.fragment`count(*)::int as looked, count(*) filter (where f.fits)::int as fitting`;
  if (isOneWay(asker, query, sort)) return sql.fragment`select ${counts}, count(*) < ${size} as "isAll" from (${found}) f`;
  // A ticket comes once for each way. After the last one of a share there may be others.
  return sql.fragment`select ${counts}, not coalesce(bool_or(f."isLast"), false) as "isAll" from (
    select w.id, bool_or(w.fits) as fits, bool_or(w."isLast") as "isLast" from (${found}) w group by w.id) f`;
};

/** Whether one index has all that the caller sees in the order of the list. Unread tickets are few and have one, as have snoozed ones, and those with news. */
const isOneWay = (asker: Asker, { queueIds, users, withUnreadMessages, news, showAll }: Ways, sort: TicketOrder): boolean =>
  Boolean(withUnreadMessages || news || sort === 'returning') ||
  (seesAll(asker) && showAll !== false && !queueIds && !users?.length && sort !== 'waiting');

const read = ({ conditions, sort, ...asked }: Omit<Read, 'statuses' | 'hasShares'>, from: TicketCursor | null): Fragment => {
  const { asker, query, size, fits } = asked;
  const part = { ...asked, hasShares: fits !== undefined && !isOneWay(asker, query, sort) };
  const statuses = query.status ? [query.status] : TicketStatus.options;
  if (sort !== 'waiting') return inWays({ ...part, sort, statuses, conditions: all(conditions, afterTicket(sort, from)) });
  // Nobody waits in closed tickets: they come last, in an order of which there is an index already.
  const unfinished = statuses.filter((status) => status !== 'closed');
  const ways = [
    unfinished.length > 0 &&
      inWays({
        ...part,
        sort,
        statuses: unfinished,
        conditions: all(conditions, sql.fragment`t.closed_at is null`, afterTicket(sort, from)),
      }),
    unfinished.length < statuses.length &&
      inWays({
        ...part,
        sort: 'oldest',
        statuses: ['closed'],
        conditions: all(
          conditions,
          sql.fragment`t.status = 'closed'`,
          typeof from?.[2] !== 'string' && afterTicket('oldest', from),
        ),
      }),
  ].filter((way) => way !== false);
  if (ways.length === 1) return ways[0]!;
  return fits ? joined(ways, sql.fragment` union all `) : merged(sort, size, ways, sql.fragment` union all `);
};

const joined = (ways: readonly Fragment[], by: Fragment): Fragment =>
  sql.fragment`${sql.join(
    ways.map((way) => sql.fragment`(${way})`),
    by,
  )}`;
const merged = (sort: TicketOrder, size: number, ways: readonly Fragment[], by: Fragment): Fragment =>
  sql.fragment`select * from (${joined(ways, by)}) found ${orderOfFound(sort)} limit ${size}`;

type Read = {
  db: Db;
  asker: Asker;
  query: Ways;
  conditions: Fragment;
  sort: TicketOrder;
  statuses: readonly TicketStatus[];
  size: number;
  fits?: Fragment;
  /** It is a sample, of several ways. */
  hasShares: boolean;
};

/** The first tickets of these statuses, by each way in which the caller sees them. */
const inWays = ({ db, asker, query, conditions, sort, statuses, size, fits, hasShares }: Read): Fragment => {
  const { queueIds, users, showAll } = query;
  const isOne = isOneWay(asker, query, sort);
  const isLast = (most: number) => sql.fragment`, row_number() over (${orderOf(sort)}) = ${most} as "isLast"`;
  const isUnbounded = seesAll(asker) && showAll !== false;
  /** The first rows of a way; of a sample its share, as one of so many: most tickets are closed, so statuses have none of their own. */
  const first = (where: Fragment, parts = 1): Fragment => {
    const most = fits ? Math.ceil(size / Math.max(parts, 1)) : size;
    const more = fits ? sql.fragment`, ${fits} as fits${hasShares ? isLast(most) : sql.fragment``}` : sql.fragment``;
    return sql.fragment`
      select ${orderedColumns}${more} from ${db.table(ticketRows)} t
      where t.company_id = ${db.companyId} and ${where} ${orderOf(sort)} limit ${most}`;
  };
  const ofWays = (ways: readonly Fragment[]): Fragment =>
    fits ? joined(ways, sql.fragment` union all `) : merged(sort, size, ways, sql.fragment` union `);
  const seen = seenBy(asker, showAll !== false);
  if (isOne) return first(all(seen, conditions));
  if (users && users.length > 0) {
    const ids = [...new Set(known(users))];
    const own = sql.fragment`t.user_id = u.id and t.status = s.status and ${seen} and ${conditions}`;
    const ofUsers = sql.fragment`
      select w.* from unnest(${sql.array(ids, 'uuid')}) u(id) cross join unnest(${sql.array(statuses, 'text')}) s(status)
        cross join lateral (${first(own, ids.length)}) w`;
    return ofWays([ofUsers]);
  }
  const along = (by: Fragment, parts = 1): Fragment => sql.fragment`
    select w.* from unnest(${sql.array(statuses, 'text')}) s(status)
      cross join lateral (${first(sql.fragment`t.status = s.status and ${by} and ${conditions}`, parts)}) w`;
  if (isUnbounded && !queueIds) return ofWays([along(sql.fragment`true`)]);

  const own = isUnbounded ? known(queueIds) : asker.queueIds.filter((id) => queueIds?.includes(id) ?? true);
  const greys = !isUnbounded && asker.seesGrey && statuses.includes('closed');
  const foreign = greys ? known(queueIds).filter((id) => !own.includes(id)) : [];
  const places = [
    ...own.flatMap((queueId) => statuses.map((one) => ({ queueId, status: one }))),
    ...foreign.map((queueId) => ({ queueId, status: 'closed' })),
  ];
  const [queuesOfPlaces, statusesOfPlaces] = [places.map(({ queueId }) => queueId), places.map((place) => place.status)];
  const queueless = (isUnbounded || asker.seesGrey) && (queueIds?.includes('none') ?? true);
  const closed = greys && !queueIds;
  const parts = own.length + foreign.length + [!isUnbounded, queueless, closed].filter(Boolean).length;
  const ways = [
    sql.fragment`select w.* from unnest(${sql.array(queuesOfPlaces, 'uuid')}, ${sql.array(statusesOfPlaces, 'text')}) p(queue_id, status)
      cross join lateral (${first(sql.fragment`t.queue_id = p.queue_id and t.status = p.status and ${conditions}`, parts)}) w`,
    !isUnbounded && along(sql.fragment`t.user_id = ${asker.userId}`, parts),
    queueless && along(sql.fragment`t.queue_id is null`, parts),
    closed && first(all(sql.fragment`t.status = 'closed'`, conditions), parts),
  ].filter((way) => way !== false);
  return ofWays(ways);
};
