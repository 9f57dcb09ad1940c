import { GREY, NO_QUEUE, NO_TAG, type QueueReportRow, QueueReportRow as QueueRow, tags } from '@prosa/contracts';
import { z } from 'zod';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { byText } from '../../kernel/order.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { inMonths, limitsOf, type Period, periodOf } from '../dashboard/period.ts';
import { countByDay } from './reports.days.ts';
import { ticketTally } from './reports.tallies.ts';

type Days = { dateStart?: string | undefined; dateEnd?: string | undefined };
/** The period of a report: without any day, today. */
export const reportPeriod = (db: Db, { dateStart, dateEnd }: Days): Promise<Period> =>
  periodOf(db, limitsOf({ days: dateStart || dateEnd ? 0 : 1, date_from: dateStart, date_to: dateEnd }));

/** Counted tickets by a column of the tally. */
export const counted = (db: Db, period: Period, column: 'queue_id' | 'user_id') => sql.fragment`
  select t.${sql.identifier([column])} as id,
    coalesce(sum(t.count) filter (where t.status = 'pending'), 0)::int as pending,
    coalesce(sum(t.count) filter (where t.status = 'open'), 0)::int as process,
    coalesce(sum(t.count) filter (where t.status = 'closed'), 0)::int as closed
  from ${inMonths(sql.fragment`select t.* from ${db.table(ticketTally)} t where t.company_id = ${db.companyId}`, period)} t
  group by 1`;

/** All queues by name, deleted ones if they have tickets, and last those in no queue, if there are any. */
export const byQueue = async (db: Db, period: Period): Promise<QueueReportRow[]> => [
  ...(await db.many(sql.type(QueueRow)`
    select q.id, coalesce(q.name, ${NO_QUEUE}) as queue_nome, coalesce(q.color, ${GREY}) as color,
      coalesce(c.pending, 0) as pending, coalesce(c.process, 0) as process, coalesce(c.closed, 0) as closed
    from (select * from ${db.table(queueRows)} where company_id = ${db.companyId}) q
      full join (${counted(db, period, 'queue_id')}) c on c.id = q.id
    where not coalesce(q.deleted, false) or c.id is not null
    order by ${byText('name', 'q')}, q.id`)),
];

const User = z.object({
  id: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  pictureId: z.string().nullable(),
  process: z.number(),
  closed: z.number(),
  now: z.number(),
});
export type CountedUser = z.output<typeof User>;
/** All users by name, deleted ones and auditors if they have tickets. */
export const byUser = async (db: Db, period: Period): Promise<readonly CountedUser[]> =>
  db.many(sql.type(User)`
    select u.id, u.name, u.email, u.picture_id as "pictureId", coalesce(c.process, 0) as process, coalesce(c.closed, 0) as closed,
      extract(epoch from now())::float8 * 1000 as now
    from ${db.table(userRows)} u left join (${counted(db, period, 'user_id')}) c on c.id = u.id
    where u.company_id = ${db.companyId} and ((not u.deleted and u.profile <> 'auditor') or c.id is not null)
    order by ${byText('name', 'u')}, u.id`);

const Tag = z.object({ id: z.string(), name: z.string(), color: z.string() });
type ReportTag = { id: string | null; tagName: string; color: string; total: number };
type ByDay = {
  report: Record<string, Record<string, number>>;
  days: string[];
  tags: ReportTag[];
  totalByDate: Record<string, number>;
};
const tagRows = recordRows(tags);

type TagNames = ReadonlyMap<string, { tagName: string; color: string }>;
/** Names and colours of tags, deleted ones too: what is past keeps them. */
export const tagNames = async (db: Db): Promise<TagNames> => {
  const found = await db.many(sql.type(Tag)`select id, name, color from ${db.table(tagRows)} where company_id = ${db.companyId}`);
  return new Map(found.map(({ id, name: tagName, color }) => [id, { tagName, color }]));
};
/** A tag that is not there (any more) is shown like no tag. */
export const tagOf = (names: TagNames, id: string | null) => (id !== null && names.get(id)) || { tagName: NO_TAG, color: GREY };

/** Tickets by the company's day and tag; tags of one name are one. */
export const tagsByDay = async (db: Db, period: Period): Promise<ByDay> => {
  const names = await tagNames(db);
  const rows = await countByDay(db, period);
  const report: ByDay['report'] = {};
  const totalByDate: ByDay['totalByDate'] = {};
  const byName = new Map<string, ReportTag>();
  for (const { day, tagId, count } of rows) {
    const { tagName: name, color } = tagOf(names, tagId);
    report[day] ??= {};
    report[day][name] = (report[day][name] ?? 0) + count;
    totalByDate[day] = (totalByDate[day] ?? 0) + count;
    const tag = byName.get(name) ?? { id: tagId, tagName: name, color, total: 0 };
    byName.set(name, { ...tag, total: tag.total + count });
  }
  // Those without a tag come last.
  const all = [...byName.values()].sort(
    (a, b) => Number(a.id === null) - Number(b.id === null) || a.tagName.localeCompare(b.tagName, 'pt'),
  );
  return { report, days: Object.keys(report), tags: all, totalByDate };
};
