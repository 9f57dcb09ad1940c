import { limits, type QueueWaits, seesAll, type TicketWait } from '@prosa/contracts';
import { z } from 'zod';
import { orderOf, waitingOf } from '../../desk/conversations/tickets.order.ts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { all } from '../../desk/conversations/tickets.seen.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { type QueueWait, queueWaits } from './queues.waits.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** How many tickets are told of that have just become late. */
const LATELY = 5;

/** The wait of the ticket `t`, and that it is in the order of waits (an index without closed tickets). */
const waiting = sql.fragment`(${waitingOf(sql.fragment`t.waiting_since`)})`;
const isUnfinished = sql.fragment`t.closed_at is null`;

/** Those of the table `t` whose customer waits for an answer. */
export const isUnanswered = all(isUnfinished, sql.fragment`${waiting} < 'infinity'`, sql.fragment`t.snoozed_until is null`);

/** Those of the table `t` that are late, or near their limit but not late. A snoozed one is neither. */
export const waitsAs = async (db: Db, wait: TicketWait): Promise<Fragment> => {
  const waits = await queueWaits(db);
  const late = sinceThen(waits, 'lateSince');
  if (wait === 'late') return late;
  return sql.fragment`${sinceThen(waits, 'warnSince')} and not (${late})`;
};

const sinceThen = (waits: readonly QueueWait[], limit: 'warnSince' | 'lateSince'): Fragment => {
  const limited = waits.flatMap(({ queueId, [limit]: since }) => (since ? [{ queueId, since: since.toISOString() }] : []));
  if (limited.length === 0) return sql.fragment`false`;
  const latest = limited
    .map(({ since }) => since)
    .toSorted()
    .at(-1)!;
  const ids = sql.array(
    limited.map(({ queueId }) => queueId),
    'uuid',
  );
  const times = sql.array(
    limited.map(({ since }) => since),
    'timestamptz',
  );
  return all(
    isUnfinished,
    sql.fragment`t.snoozed_until is null`,
    sql.fragment`${waiting} <= ${latest}::timestamptz`,
    sql.fragment`exists (select from unnest(${ids}, ${times}) l(queue_id, since) where l.queue_id = t.queue_id and t.waiting_since <= l.since)`,
  );
};

const Counted = z.object({ queueId: z.string(), near: z.number(), late: z.number() });

/**
 * How many wait in each queue that the caller sees, by its limits: at most `limits.foundMax` of a kind. Null: in all, as a figure, which is
 * without the test customer.
 */
export const countWaits = async (db: Db, asker: Asker | null): Promise<QueueWaits[]> => {
  const waits = (await queueWaits(db)).filter(({ queueId }) => !asker || seesAll(asker) || asker.queueIds.includes(queueId));
  if (waits.length === 0) return [];
  const counted = asker ? sql.fragment`true` : sql.fragment`t.channel <> 'sample'`;
  const count = (since: Fragment): Fragment => sql.fragment`
    (select count(*)::int from (select from ${db.table(ticketRows)} t
      where t.company_id = ${db.companyId} and t.queue_id = q.id and t.status = 'pending' and ${isUnfinished} and ${counted} and ${waiting} <= ${since}
      ${orderOf('waiting')} limit ${limits.foundMax}) f)`;
  const rows = await db.many(sql.type(Counted)`
    select c.id as "queueId", c.late, greatest(c.warned - c.late, 0)::int as near from (
      select q.id, ${count(sql.fragment`q.late`)} as late, ${count(sql.fragment`q.warn`)} as warned
      from unnest(${sql.array(
        waits.map(({ queueId }) => queueId),
        'uuid',
      )}, ${timesOf(waits, 'warnSince')}, ${timesOf(waits, 'lateSince')}) q(id, warn, late)) c
    order by c.id`);
  return [...rows];
};

const timesOf = (waits: readonly QueueWait[], limit: 'warnSince' | 'lateSince') =>
  sql.array(
    waits.map(({ [limit]: since }) => since?.toISOString() ?? null),
    'timestamptz',
  );

/** The tickets of the caller's own queues that became late last, the latest first. */
export const latelyLate = async (db: Db, asker: Asker): Promise<string[]> => {
  const waits = (await queueWaits(db)).filter(({ queueId, lateSince }) => lateSince && asker.queueIds.includes(queueId));
  if (waits.length === 0) return [];
  const rows = await db.many(sql.type(z.object({ id: z.string() }))`
    select f.id from unnest(${sql.array(
      waits.map(({ queueId }) => queueId),
      'uuid',
    )}, ${timesOf(waits, 'lateSince')}) q(id, late)
      cross join lateral (select t.id, t.waiting_since from ${db.table(ticketRows)} t
        where t.company_id = ${db.companyId} and t.queue_id = q.id and t.status = 'pending' and ${isUnfinished} and ${waiting} <= q.late
        order by ${waiting} desc, t.updated_at desc, t.id desc limit ${LATELY}) f
    order by q.late - f.waiting_since, f.id limit ${LATELY}`);
  return rows.map(({ id }) => id);
};
