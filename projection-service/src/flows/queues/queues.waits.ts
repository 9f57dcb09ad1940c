import { type QueueView, waitingSinceOf } from '@prosa/contracts';
import { z } from 'zod';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { queueRows } from './queues.rows.ts';

/** Who has waited in a queue since then or longer is near its limit, or late; null: nobody. */
export type QueueWait = { queueId: string; warnSince: Date | null; lateSince: Date | null };

const Company = z.object({
  timeZone: z.string(),
  scheduleType: z.string().nullable(),
  schedules: z.custom<QueueView['schedules']>(),
  holidays: z.array(z.string()),
  now: z.date(),
});
const Queue = z.object({
  id: z.string(),
  schedules: z.custom<QueueView['schedules']>(),
  warnAfterMinutes: z.number().nullable(),
  lateAfterMinutes: z.number().nullable(),
});

/** The limits of the company's queues that have any, as they are now. */
export const queueWaits = async (db: Db): Promise<QueueWait[]> => {
  const [company] = await db.many(sql.type(Company)`
    select o.time_zone as "timeZone", o.settings->>'scheduleType' as "scheduleType", o.schedules, o.holidays, now() as now
    from ${db.table(companyRows)} o where o.id = ${db.companyId}`);
  if (!company) return [];
  const queues = await db.many(sql.type(Queue)`
    select q.id, q.schedules, q.warn_after_minutes as "warnAfterMinutes", q.late_after_minutes as "lateAfterMinutes"
    from ${db.table(queueRows)} q where q.company_id = ${db.companyId} and not q.deleted
      and coalesce(q.warn_after_minutes, q.late_after_minutes) is not null`);
  const { now, scheduleType, ...hours } = company;
  const of = { ...hours, scheduleType: scheduleType ?? undefined };
  return queues.map((queue) => ({ queueId: queue.id, ...waitingSinceOf(of, queue, now) }));
};
