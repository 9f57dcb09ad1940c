import { type TicketNews, TicketStatus } from '@prosa/contracts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { afterTicket, orderedColumns, orderOf, orderOfFound, type TicketCursor, type TicketOrder } from './tickets.order.ts';
import { ticketRows } from './tickets.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** `sees` of the contracts as SQL, for the table or query named `t`. */
export const seenBy = ({ profile, queueIds, userId, seesGrey }: Asker, all = true) =>
  profile === 'admin' && all
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
  /** Administrators only: false leaves out what is in none of their queues. Default: true. */
  showAll?: boolean | undefined;
};

/**
 * The page that is read: its order, the ticket after which it begins (null: from the beginning), and how many tickets it has. `fits`: a
 * condition on `t` of which each row tells whether it holds.
 */
export type Part = { sort?: TicketOrder; from?: TicketCursor | null; size: number; fits?: Fragment };

/**
 * Selects the first tickets that the caller sees, in an order. A user may see a ticket in several ways (through a queue, as its user,
 * through VerFilaCinza), and no single index has all of these in order: combined by `or`, they would be searched among everyone's tickets.
 * Therefore each way is read through its own index, and only as far as the page reaches. One index reads what `fits` with the row; of several
 * ways it is asked once they are merged, because each is read as far.
 */
export const seenTickets = (
  db: Db,
  asker: Asker,
  query: Ways,
  conditions: Fragment,
  { sort = 'newest', from = null, size, fits }: Part,
): Fragment => {
  const statuses = query.status ? [query.status] : TicketStatus.options;
  const part = { db, asker, query, size, fits };
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
  return ways.length === 1 ? ways[0]! : merged(sort, size, ways, sql.fragment` union all `);
};

const merged = (sort: TicketOrder, size: number, ways: readonly Fragment[], by: Fragment): Fragment => {
  const found = sql.join(
    ways.map((way) => sql.fragment`(${way})`),
    by,
  );
  return sql.fragment`select * from (${found}) found ${orderOfFound(sort)} limit ${size}`;
};

type Read = {
  db: Db;
  asker: Asker;
  query: Ways;
  conditions: Fragment;
  sort: TicketOrder;
  statuses: readonly TicketStatus[];
  size: number;
  fits: Fragment | undefined;
};

/** The first tickets of these statuses, by each way in which the caller sees them. */
const inWays = ({ db, asker, query, conditions, sort, statuses, size, fits }: Read): Fragment => {
  const { queueIds, users, withUnreadMessages, news, showAll } = query;
  const seesAll = asker.profile === 'admin' && showAll !== false;
  const rows = (where: Fragment, more: Fragment): Fragment => sql.fragment`
    select ${orderedColumns}${more} from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and ${where} ${orderOf(sort)} limit ${size}`;
  const first = (where: Fragment): Fragment => rows(where, sql.fragment``);
  const ofOneWay = (where: Fragment): Fragment => rows(where, fits ? sql.fragment`, ${fits} as fits` : sql.fragment``);
  const ofWays = (ways: readonly Fragment[], by: Fragment): Fragment => {
    const found = merged(sort, size, ways, by);
    return fits
      ? sql.fragment`select f.*, (select ${fits} from ${db.table(ticketRows)} t where t.id = f.id) as fits from (${found}) f`
      : found;
  };
  const seen = seenBy(asker, showAll !== false);
  // Unread tickets are few and have an index of their own, as have snoozed ones, and those with news.
  if (withUnreadMessages || news || sort === 'returning') return ofOneWay(all(seen, conditions));
  if (users && users.length > 0) {
    const own = sql.fragment`t.user_id = u.id and t.status = s.status and ${seen} and ${conditions}`;
    const ofUsers = sql.fragment`
      select w.* from unnest(${sql.array([...new Set(known(users))], 'uuid')}) u(id) cross join unnest(${sql.array(statuses, 'text')}) s(status)
        cross join lateral (${first(own)}) w`;
    return ofWays([ofUsers], sql.fragment``);
  }
  const along = (by: Fragment): Fragment => sql.fragment`
    select w.* from unnest(${sql.array(statuses, 'text')}) s(status)
      cross join lateral (${first(sql.fragment`t.status = s.status and ${by} and ${conditions}`)}) w`;
  if (seesAll && !queueIds)
    return sort === 'waiting' ? ofWays([along(sql.fragment`true`)], sql.fragment``) : ofOneWay(all(seen, conditions));

  const own = seesAll ? known(queueIds) : asker.queueIds.filter((id) => queueIds?.includes(id) ?? true);
  const greys = !seesAll && asker.seesGrey && statuses.includes('closed');
  const foreign = greys ? known(queueIds).filter((id) => !own.includes(id)) : [];
  const places = [
    ...own.flatMap((queueId) => statuses.map((one) => ({ queueId, status: one }))),
    ...foreign.map((queueId) => ({ queueId, status: 'closed' })),
  ];
  const [queuesOfPlaces, statusesOfPlaces] = [places.map(({ queueId }) => queueId), places.map((place) => place.status)];
  const ways = [
    sql.fragment`select w.* from unnest(${sql.array(queuesOfPlaces, 'uuid')}, ${sql.array(statusesOfPlaces, 'text')}) p(queue_id, status)
      cross join lateral (${first(sql.fragment`t.queue_id = p.queue_id and t.status = p.status and ${conditions}`)}) w`,
    !seesAll && along(sql.fragment`t.user_id = ${asker.userId}`),
    (seesAll || asker.seesGrey) && (queueIds?.includes('none') ?? true) && along(sql.fragment`t.queue_id is null`),
    greys && !queueIds && first(all(sql.fragment`t.status = 'closed'`, conditions)),
  ].filter((way) => way !== false);
  return ofWays(ways, sql.fragment` union `);
};
