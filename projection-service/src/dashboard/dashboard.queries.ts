import { type DashboardView, sectors } from '@prosa/contracts';
import { together } from '@prosa/infra/runtime';
import { z } from 'zod';
import { ticketCounts } from '../conversations/tickets.rows.ts';
import { type Db, sql } from '../kernel/db.ts';
import { byText } from '../kernel/order.ts';
import { recordRows } from '../records/record.rows.ts';
import { isOnline, joinedPresence } from '../users/users.online.ts';
import { userRows } from '../users/users.rows.ts';
import { leadTally } from './leads.rows.ts';
import { inPeriod, type Period, within } from './period.ts';
import { serviceTally } from './service.tally.ts';

/** Everything that the dashboard shows of a period, which is read from few rows however many tickets there are. */
export const dashboardOf = async (db: Db, period: Period): Promise<DashboardView> => {
  const [now, waits, leads, hours, finished, attendants, sector_averages] = await together([
    countsNow(db),
    waitsIn(db, period),
    leadsIn(db, period),
    hoursIn(db, period),
    finishedIn(db, period),
    attendantsIn(db, period),
    sectorsIn(db, period),
  ]);
  return {
    period: { from: period.first, to: period.last },
    counters: { ...now, ...finished, leads, avgWaitTime: waits },
    hours,
    attendants,
    sector_averages,
  };
};

/** The average of rows of the tally as rounded minutes; null without tickets. */
const MINUTES = sql.fragment`round(sum(t.seconds) / nullif(sum(t.count), 0) / 60)::int`;
/** Tickets that nobody served say nothing about the length of service. */
const SERVED = sql.fragment`t.user_id is not null`;

const countsNow = (db: Db) =>
  db.one(sql.type(z.object({ supportPending: z.number(), supportHappening: z.number() }))`
    select coalesce(sum(t.count) filter (where t.status = 'pending'), 0)::int as "supportPending",
      coalesce(sum(t.count) filter (where t.status = 'open'), 0)::int as "supportHappening"
    from ${db.table(ticketCounts)} t where t.company_id = ${db.companyId}`);

const waitsIn = async (db: Db, period: Period): Promise<number> => {
  const { waited } = await db.one(sql.type(z.object({ waited: z.number().nullable() }))`
    select ${MINUTES} as waited from ${inPeriod(db, 'accepted', period)} t`);
  return waited ?? 0;
};

const leadsIn = async (db: Db, period: Period): Promise<number> => {
  const { leads } = await db.one(sql.type(z.object({ leads: z.number() }))`
    select coalesce(sum(t.count), 0)::int as leads from ${db.table(leadTally)} t
    where t.company_id = ${db.companyId} and ${within(period)}`);
  return leads;
};

const hoursIn = (db: Db, period: Period) =>
  db.many(sql.type(z.object({ hour: z.number(), count: z.number() }))`
    select extract(hour from t.start at time zone ${period.zone})::int as hour, sum(t.count)::int as count
    from ${openings(db, period)} group by 1 order by 1`);

const openings = (db: Db, period: Period) => sql.fragment`${db.table(serviceTally)} t
  where t.company_id = ${db.companyId} and t.kind = 'opened' and t.span = 'quarter' and ${within(period)}`;

const finishedIn = (db: Db, period: Period) =>
  db.one(sql.type(z.object({ supportFinished: z.number(), avgSupportTime: z.number() }))`
    select coalesce(sum(t.count), 0)::int as "supportFinished",
      coalesce(round(sum(t.seconds) filter (where ${SERVED}) / nullif(sum(t.count) filter (where ${SERVED}), 0) / 60), 0)::int
        as "avgSupportTime"
    from ${inPeriod(db, 'finished', period)} t`);

const sectorRows = recordRows(sectors);

const Attendant = z.object({
  id: z.string(),
  name: z.string().nullable(),
  sectorName: z.string().nullable(),
  rating: z.number().nullable(),
  avgSupportTime: z.number().nullable(),
  online: z.boolean(),
});
const attendantsIn = (db: Db, period: Period) =>
  db.many(sql.type(Attendant)`
    with served as (
      select t.user_id, ${MINUTES} as minutes, round(sum(t.stars) / nullif(sum(t.rated), 0), 2)::float8 as rating
      from ${inPeriod(db, 'finished', period)} t group by t.user_id)
    select u.id, u.name, d.name as "sectorName", t.rating, t.minutes as "avgSupportTime", ${isOnline} as online
    from ${db.table(userRows)} u ${joinedPresence(db)} left join served t on t.user_id = u.id
      left join ${db.table(sectorRows)} d on d.id = u.sector_id and not d.deleted
    where u.company_id = ${db.companyId} and not u.deleted order by ${byText('name', 'u')}, u.id`);

/** Deleted users are of the sector that they last belonged to. */
const sectorsIn = (db: Db, period: Period) =>
  db.many(sql.type(z.object({ id: z.string(), name: z.string(), avgSupportTime: z.number() }))`
    select d.id, d.name, ${MINUTES} as "avgSupportTime"
    from ${inPeriod(db, 'finished', period)} t join ${db.table(userRows)} u on u.id = t.user_id
      join ${db.table(sectorRows)} d on d.id = u.sector_id and not d.deleted
    group by d.id, d.name order by d.name collate "C", d.id`);

/** The tickets opened in each hour of the period that has any. */
export const ticketsByHour = async (db: Db, period: Period): Promise<{ createdAt: string; count: number }[]> => {
  const rows = await db.many(sql.type(z.object({ at: z.date(), count: z.number() }))`
    select date_trunc('hour', t.start, ${period.zone}) as at, sum(t.count)::int as count
    from ${openings(db, period)} group by 1 order by 1`);
  return rows.map(({ at, count }) => ({ createdAt: at.toISOString(), count }));
};
