import { TicketStatus } from '@prosa/contracts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { type Direction, directionOf } from '../../kernel/keyset.ts';
import { ticketRows } from './tickets.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** `sees` of the contracts as SQL, for the table or query named `t`. */
export const seenBy = ({ profile, queueIds, userId, seesGrey }: Asker, all = true) =>
  profile === 'admin' && all
    ? sql.fragment`true`
    : sql.fragment`(t.queue_id = any(${sql.array(queueIds, 'uuid')}) or t.user_id = ${userId}
        or (${seesGrey} and (t.queue_id is null or t.status = 'closed')))`;

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
  /** Administrators only: false leaves out what is in none of their queues. Default: true. */
  showAll?: boolean | undefined;
};

/** The order of tickets by the time of their last change. */
const byChange = (direction: Direction): Fragment => {
  const to = directionOf(direction);
  return sql.fragment`order by t.updated_at ${to}, t.id ${to}`;
};

/**
 * Selects the `size` newest tickets that the caller sees (`asc`: the oldest). A user may see a ticket in several ways (through a queue, as
 * its user, through VerFilaCinza), and no single index has all of these in order: combined by `or`, they would be searched among everyone's
 * tickets. Therefore each way is read through its own index, and only as far as the page reaches. `fits`: a condition on `t` of which each row tells
 * whether it holds. One index reads that with the row; of several ways it is asked once they are merged, because each is read as far.
 */
export const seenTickets = (
  db: Db,
  asker: Asker,
  query: Ways,
  conditions: Fragment,
  size: number,
  { direction = 'desc', fits }: { direction?: Direction; fits?: Fragment } = {},
): Fragment => {
  const order = byChange(direction);
  const { queueIds, users, status, withUnreadMessages, showAll } = query;
  const seesAll = asker.profile === 'admin' && showAll !== false;
  const rows = (where: Fragment, more: Fragment): Fragment => sql.fragment`
    select t.id, t.updated_at as "updatedAt"${more} from ${db.table(ticketRows)} t
    where t.company_id = ${db.companyId} and ${where} ${order} limit ${size}`;
  const newest = (where: Fragment): Fragment => rows(where, sql.fragment``);
  const ofOneWay = (where: Fragment): Fragment => rows(where, fits ? sql.fragment`, ${fits} as fits` : sql.fragment``);
  const seen = seenBy(asker, showAll !== false);
  const to = directionOf(direction);
  const merged = (ways: Fragment) => {
    const found = sql.fragment`select * from (${ways}) found order by "updatedAt" ${to}, id ${to} limit ${size}`;
    return fits
      ? sql.fragment`select f.*, (select ${fits} from ${db.table(ticketRows)} t where t.id = f.id) as fits from (${found}) f`
      : found;
  };
  const statuses: readonly TicketStatus[] = status ? [status] : TicketStatus.options;
  // Unread tickets are few and have an index of their own.
  if (withUnreadMessages) return ofOneWay(all(seen, conditions));
  if (users && users.length > 0) {
    const own = sql.fragment`t.user_id = u.id and t.status = s.status and ${seen} and ${conditions}`;
    return merged(sql.fragment`
      select w.* from unnest(${sql.array([...new Set(known(users))], 'uuid')}) u(id) cross join unnest(${sql.array(statuses, 'text')}) s(status)
        cross join lateral (${newest(own)}) w`);
  }
  if (seesAll && !queueIds) return ofOneWay(all(seen, conditions));

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
  return merged(sql.fragment`${union}`);
};
