import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type Period, within } from '../dashboard/period.ts';
import { sumsBefore, tagDayTally, tagHoursTally } from './reports.tallies.ts';

const TagDay = z.object({ day: z.string(), tagId: z.string().nullable(), count: z.number() });
/** The number of tickets before each hour of a UTC day, from none before its first to all before its end. */
const numbers = sql.fragment`array[0, ${sql.join(
  sumsBefore.map((name) => sql.identifier(['t', name])),
  sql.fragment`, `,
)}, t.count]`;

/**
 * Tickets by the company's day and tag. The local midnight cuts each whole UTC day of the period in two: at the nearest hour, and where it is
 * no hour of UTC, the quarters between them are moved from the one day to the other. Where the clocks change, and before and after the whole
 * days, each quarter is counted on its own day.
 */
export const countByDay = (db: Db, { zone, from, to, firstDay, lastDay }: Period) => {
  const quarters = sql.fragment`select t.start, t.tag_id, t.count from ${db.table(tagDayTally)} t where t.company_id = ${db.companyId}`;
  return db.many(sql.type(TagDay)`
    with tally as materialized (
      select t.start, t.tag_id, t.count, ${numbers} as before from ${db.table(tagHoursTally)} t
      where t.company_id = ${db.companyId} and ${within({ from: firstDay, to: lastDay })}
    ), day as (
      select start, start at time zone ${zone} as begun, (start + interval '24 hours') at time zone ${zone} as ended
      from tally group by start
    ), cut as materialized (
      -- \`quarter\`: the first one of the second local day, from 1 to 96; null where the clocks change.
      select *, round(quarter / 4.0)::int as hour
      from (select start, begun::date as first, begun::date + 1 as second, case when ended - begun = interval '24 hours'
        then ceil(extract(epoch from begun::date + 1 - begun) / 900)::int end as quarter from day) d
    ), counted as (
      select part.day, t.tag_id, part.count
      from cut c join tally t on t.start = c.start,
        lateral (values (c.first, t.before[c.hour + 1]), (c.second, t.count - t.before[c.hour + 1])) part (day, count)
      where c.quarter is not null
      union all
      select part.day, t.tag_id, part.count
      from (select *, least(quarter, hour * 4) as low, greatest(quarter, hour * 4) as high from cut) c,
        generate_series(c.low, c.high - 1) n,
        lateral (${quarters} and t.start = c.start + n * interval '15 minutes' offset 0) t,
        lateral (values (c.first, case when c.low = c.quarter then -t.count else t.count end),
          (c.second, case when c.low = c.quarter then t.count else -t.count end)) part (day, count)
      union all
      select (t.start at time zone ${zone})::date, t.tag_id, t.count
      from (
        select t.* from cut c, lateral (${quarters} and t.start >= c.start and t.start < c.start + interval '24 hours' offset 0) t
        where c.quarter is null
        union all ${quarters} and t.start >= ${from}::timestamptz and t.start < least(${firstDay}::timestamptz, ${to}::timestamptz)
        union all ${quarters} and t.start >= ${lastDay}::timestamptz and t.start < ${to}::timestamptz
      ) t
    )
    select day::text as day, tag_id as "tagId", sum(count)::int as count
    from counted group by counted.day, tag_id having sum(count) <> 0 order by counted.day`);
};
