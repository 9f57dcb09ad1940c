import type { DashboardFilter } from '@prosa/contracts';
import { z } from 'zod';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Span } from './spans.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** The limits of a filter: days, both included. */
type Limits = { days?: number; from?: string | undefined; to?: string | undefined };
export const limitsOf = ({ days, date_from: from, date_to: to }: DashboardFilter): Limits => ({
  days: Number(days ?? 0),
  from,
  to,
});

const Period = z.object({
  zone: z.string(),
  /** The days, in the company's time zone; null without a limit. */
  first: z.string().nullable(),
  last: z.string().nullable(),
  /** The period's times as Postgres writes them, `infinity` too: from the first on, before the last. */
  from: z.string(),
  to: z.string(),
  /** The whole UTC days within it: from the first on, before the last. */
  firstDay: z.string(),
  lastDay: z.string(),
  /** The whole UTC months within these days, in the same way. */
  firstMonth: z.string(),
  lastMonth: z.string(),
});
export type Period = z.output<typeof Period>;

/** The times of a period's days, by the time zone of the company and its current day. */
export const periodOf = (db: Db, { days = 0, from, to }: Limits): Promise<Period> => {
  const dayBefore = sql.fragment`(now() at time zone zone)::date - ${days}::int`;
  return db.one(sql.type(Period)`
    with company as materialized (
      select coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC') as zone
    ), day as (
      select zone,
        greatest(${from ?? null}::date, case when ${days} > 0 then ${dayBefore} + 1 end) as first,
        least(${to ?? null}::date, case when ${days} > 0 then (now() at time zone zone)::date end) as last
      from company
    ), period as materialized (
      select *, coalesce(first::timestamp at time zone zone, '-infinity') as "from",
        coalesce((last + 1)::timestamp at time zone zone, 'infinity') as "to"
      from day
    ), whole as (
      select *, date_trunc('day', "from", 'UTC') as begun, date_trunc('day', "to", 'UTC') as ended from period
    ), days as (
      select *, case when begun = "from" then begun else begun + interval '1 day' end as "firstDay" from whole
    ), until as materialized (
      select *, greatest("firstDay", ended) as "lastDay", date_trunc('month', "firstDay", 'UTC') as month from days
    ), months as (
      select *, case when month = "firstDay" then month else date_trunc('month', month + interval '40 days', 'UTC') end as "firstMonth" from until
    )
    select zone, first::text, last::text, "from"::text, "to"::text, "firstDay"::text, "lastDay"::text, "firstMonth"::text,
      greatest("firstMonth", date_trunc('month', "lastDay", 'UTC'))::text as "lastMonth"
    from months`);
};

/** The rows of a tally `t` that are spans of one length: from one time on, before the other. */
const spansOf = (rows: Fragment, span: Span, from: Fragment, to: Fragment): Fragment =>
  sql.fragment`${rows} and t.span = ${span} and t.start >= ${from} and t.start < ${to}`;
const at = (time: string): Fragment => sql.fragment`${time}::timestamptz`;
const parts = (all: Fragment[]): Fragment => sql.fragment`(${sql.join(all, sql.fragment` union all `)})`;
/** The quarters of an hour before and after a period's whole UTC days. */
const quartersOf = (rows: Fragment, { from, to, firstDay, lastDay }: Period): Fragment[] => [
  spansOf(rows, 'quarter', at(from), sql.fragment`least(${at(firstDay)}, ${at(to)})`),
  spansOf(rows, 'quarter', at(lastDay), at(to)),
];

/**
 * The rows of a tally `t` whose spans make up the period: its whole UTC days, and the quarters of an hour before and after them. `rows`
 * selects them with a `where`.
 */
export const inPeriod = (rows: Fragment, period: Period): Fragment =>
  parts([spansOf(rows, 'day', at(period.firstDay), at(period.lastDay)), ...quartersOf(rows, period)]);

/** The rows of `inPeriod` in a tally that also has whole UTC months, which stand for their days. */
export const inMonths = (rows: Fragment, period: Period): Fragment => {
  const { firstDay, lastDay, firstMonth, lastMonth } = period;
  return parts([
    spansOf(rows, 'month', at(firstMonth), at(lastMonth)),
    spansOf(rows, 'day', at(firstDay), sql.fragment`least(${at(firstMonth)}, ${at(lastDay)})`),
    spansOf(rows, 'day', at(lastMonth), at(lastDay)),
    ...quartersOf(rows, period),
  ]);
};

/**
 * The rows of the period, by `start` and `count`, in spans that show the hour of the day: whole UTC hours where these are hours of
 * the company's zone, and their quarters elsewhere, which are read only if there are such hours.
 */
export const inHours = (rows: Fragment, { zone, from, to }: Period): Fragment => {
  // An hour is whole in the zone if its last quarter is in the local hour that begins with it.
  const whole = (start: Fragment) => sql.fragment`date_trunc('hour', ${start} + interval '45 minutes', ${zone}) = ${start}`;
  return sql.fragment`(
    with hours as materialized (
      select h.start, h.count, ${whole(sql.fragment`h.start`)} as is_whole
      from (${rows} and t.span = 'hour' and t.start > ${from}::timestamptz - interval '1 hour' and t.start < ${to}::timestamptz) h
    )
    select start, count from hours where is_whole
    union all
    select q.start, q.count
    from (${rows} and t.span = 'quarter' and ${within({ from, to })} and exists (select from hours where not is_whole)) q
    where not ${whole(sql.fragment`date_trunc('hour', q.start, 'UTC')`)})`;
};

/** The spans of the period in a tally that has only one length of them. */
export const within = ({ from, to }: Pick<Period, 'from' | 'to'>) =>
  sql.fragment`t.start >= ${from}::timestamptz and t.start < ${to}::timestamptz`;
