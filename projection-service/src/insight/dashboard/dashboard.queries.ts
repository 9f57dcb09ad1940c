import { type DashboardView, inOrder, ProfileName, sectors, servesTickets } from '@prosa/contracts';
import { together } from '@prosa/infra/runtime';
import { z } from 'zod';
import { sampleTicketCounts, ticketCounts } from '../../desk/conversations/tickets.counts.ts';
import { countWaits } from '../../flows/queues/waiting-tickets.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { byText } from '../../kernel/order.ts';
import { isOnline, joinedPresence } from '../../people/users/users.online.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { leadTally } from './leads.rows.ts';
import { inHours, inPeriod, type Period } from './period.ts';
import { type Kind, serviceTally } from './service.tally.ts';

/** Everything that the dashboard shows of a period, which is read from few rows however many tickets there are. */
export const dashboardOf = async (db: Db, period: Period): Promise<DashboardView> => {
  const [now, supportLate, avgWaitTime, leads, hours, served, users] = await together([
    countsNow(db),
    lateNow(db),
    waitIn(db, period),
    leadsIn(db, period),
    hoursIn(db, period),
    servedIn(db, period),
    usersOf(db),
  ]);
  const byUser = new Map(served.map((one) => [one.userId, one]));
  const sectorOf = new Map(users.map(({ id, sectorId }) => [id, sectorId]));
  // Nobody served the tickets that were closed while they waited.
  const bySector = Map.groupBy(served, ({ userId }) => (userId === null ? undefined : sectorOf.get(userId)));
  return {
    period: { from: period.first, to: period.last },
    counters: {
      ...now,
      supportLate,
      supportFinished: served.reduce((sum, { count }) => sum + count, 0),
      leads,
      avgSupportTime: minutes(served.filter(({ userId }) => userId !== null)) ?? 0,
      avgWaitTime,
    },
    hours,
    attendants: users
      // An auditor is among them only with what they served before.
      .filter(({ id, deleted, profile }) => !deleted && (servesTickets({ profile }) || byUser.has(id)))
      .map(({ id, name, sectorName, online, pictureId, now: at }) => {
        const own = byUser.get(id);
        const profilePicUrl = pictureId && db.mediaUrl(pictureId, at);
        return {
          id,
          name,
          profilePicUrl,
          sectorName,
          rating: own ? stars(own) : null,
          avgSupportTime: own ? minutes([own]) : null,
          online,
        };
      }),
    sector_averages: sectorsOf(users).flatMap(({ id, name }) => {
      const avgSupportTime = minutes(bySector.get(id) ?? []);
      return avgSupportTime === null ? [] : [{ id, name, avgSupportTime }];
    }),
  };
};

type Served = z.output<typeof Served>;
type User = z.output<typeof User>;

/** The average of some users' tickets as rounded minutes; null without tickets. */
const minutes = (all: readonly Served[]): number | null => {
  const count = all.reduce((sum, one) => sum + one.count, 0);
  return count === 0 ? null : Math.round(all.reduce((sum, one) => sum + one.seconds, 0) / count / 60);
};

const stars = ({ rated, stars: sum }: Served): number | null => (rated === 0 ? null : Math.round((sum / rated) * 100) / 100);

/** The sectors that users belong to, by name; deleted users are of the sector that they last belonged to. */
const sectorsOf = (users: readonly User[]): { id: string; name: string }[] => {
  const names = new Map(users.flatMap(({ sectorId, sectorName }) => (sectorId && sectorName ? [[sectorId, sectorName]] : [])));
  return [...names].map(([id, name]) => ({ id, name })).sort(inOrder('name'));
};

const countsNow = (db: Db) =>
  db.one(sql.type(z.object({ supportPending: z.number(), supportHappening: z.number() }))`
    select coalesce(sum(t.count) filter (where t.status = 'pending'), 0)::int as "supportPending",
      coalesce(sum(t.count) filter (where t.status = 'open'), 0)::int as "supportHappening"
    from (
      select t.status, t.count from ${db.table(ticketCounts)} t where t.company_id = ${db.companyId}
      union all select t.status, -t.count from ${db.table(sampleTicketCounts)} t where t.company_id = ${db.companyId}) t`);

const lateNow = async (db: Db): Promise<number> => (await countWaits(db, null)).reduce((sum, { late }) => sum + late, 0);

const waitIn = async (db: Db, period: Period): Promise<number> => {
  const { wait } = await db.one(sql.type(z.object({ wait: z.number() }))`
    select coalesce(round(sum(t.seconds) / nullif(sum(t.count), 0) / 60), 0)::int as wait from ${inPeriod(rowsOf(db, 'accepted'), period)} t`);
  return wait;
};

const leadsIn = async (db: Db, period: Period): Promise<number> => {
  const rows = sql.fragment`select t.count from ${db.table(leadTally)} t where t.company_id = ${db.companyId}`;
  const { leads } = await db.one(sql.type(z.object({ leads: z.number() }))`
    select coalesce(sum(t.count), 0)::int as leads from ${inPeriod(rows, period)} t`);
  return leads;
};

const hoursIn = (db: Db, period: Period) =>
  db.many(sql.type(z.object({ hour: z.number(), count: z.number() }))`
    select date_part('hour', t.start at time zone ${period.zone})::int as hour, sum(t.count)::int as count
    from ${inHours(rowsOf(db, 'opened'), period)} t group by 1 order by 1`);

/** The service tally's rows of a kind. */
export const rowsOf = (db: Db, kind: Kind) => sql.fragment`
  select t.start, t.user_id, t.count, t.seconds, t.rated, t.stars from ${db.table(serviceTally)} t
  where t.company_id = ${db.companyId} and t.kind = ${kind}`;

const Served = z.object({
  userId: z.string().nullable(),
  count: z.number(),
  seconds: z.number(),
  rated: z.number(),
  stars: z.number(),
});
/** Services that were finished in the period, by user: these are the most rows, and are read once for all figures. */
const servedIn = (db: Db, period: Period) =>
  db.many(sql.type(Served)`
    select t.user_id as "userId", sum(t.count)::int as count, sum(t.seconds)::float8 as seconds, sum(t.rated)::int as rated,
      sum(t.stars)::int as stars
    from ${inPeriod(rowsOf(db, 'finished'), period)} t group by t.user_id`);

const User = z.object({
  id: z.string(),
  name: z.string().nullable(),
  sectorId: z.string().nullable(),
  sectorName: z.string().nullable(),
  online: z.boolean(),
  deleted: z.boolean(),
  profile: ProfileName,
  pictureId: z.string().nullable(),
  now: z.number(),
});
const sectorRows = recordRows(sectors);
/** All users, by name, even deleted ones, with their sectors that still exist. */
const usersOf = (db: Db) =>
  db.many(sql.type(User)`
    select u.id, u.name, d.id as "sectorId", d.name as "sectorName", ${isOnline} as online, u.deleted, u.profile, u.picture_id as "pictureId",
      extract(epoch from now())::float8 * 1000 as now
    from ${db.table(userRows)} u ${joinedPresence(db)}
      left join ${db.table(sectorRows)} d on d.id = u.sector_id and not d.deleted
    where u.company_id = ${db.companyId} order by ${byText('name', 'u')}, u.id`);

/** The tickets opened in each hour of the period that has any. */
export const ticketsByHour = async (db: Db, period: Period): Promise<{ createdAt: string; count: number }[]> => {
  const rows = await db.many(sql.type(z.object({ at: z.date(), count: z.number() }))`
    select date_trunc('hour', t.start, ${period.zone}) as at, sum(t.count)::int as count
    from ${inHours(rowsOf(db, 'opened'), period)} t group by 1 order by 1`);
  return rows.map(({ at, count }) => ({ createdAt: at.toISOString(), count }));
};
