import {
  Availability,
  EndReason,
  isStopped,
  mayBelong,
  ProfileName,
  QueueBrief,
  Refused,
  SectorBrief,
  searchWords,
  sectors,
  TwoStepUser,
  type UserView,
  type userOrders,
} from '@prosa/contracts';
import { z } from 'zod';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { joinedQueues } from '../../flows/queues/queues.joined.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { FindAsker } from '../../kernel/feature.ts';
import { type AskedByText, type ListByText, pageByText } from '../../kernel/list.text.ts';
import { byText } from '../../kernel/order.ts';
import { contains, containsWords } from '../../kernel/paging.ts';
import { recordRows } from '../../records/record.rows.ts';
import { sessionRows } from '../sessions/sessions.feature.ts';
import { twoStepRows } from './two-step.rows.ts';
import { availability, isOnline, joinedPresence } from './users.online.ts';
import { userCounts, userRows } from './users.rows.ts';

const User = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  profile: ProfileName,
  super: z.boolean(),
  queueIds: z.array(z.string()),
  queues: z.array(QueueBrief),
  sectorId: z.string().nullable(),
  sector: SectorBrief.nullable(),
  online: z.boolean(),
  availability: Availability,
  lastSeenAt: z.date().nullable(),
  invitedAt: z.date().nullable(),
  emailVerified: z.boolean(),
  pendingEmail: z.string().nullable(),
  pictureId: z.string().nullable(),
  now: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

const sectorRows = recordRows(sectors);

const select = (db: Db) => sql.fragment`
  select u.id, u.company_id as "companyId", u.name, u.email, u.profile, u.super, u.queue_ids as "queueIds", u.created_at as "createdAt",
    u.updated_at as "updatedAt", u.invited_at as "invitedAt", u.email_verified as "emailVerified", u.pending_email as "pendingEmail", u.picture_id as "pictureId",
    extract(epoch from now())::float8 * 1000 as now, u.sector_id as "sectorId",
    case when d.id is not null then jsonb_build_object('id', d.id, 'name', d.name) end as sector, ${isOnline} as online, ${availability} as availability,
    case when not ${isOnline} then p.seen_at end as "lastSeenAt",
    ${joinedQueues(db, sql.fragment`u.queue_ids`)} as queues
  from ${db.table(userRows)} u ${joinedPresence(db)}
    left join ${db.table(sectorRows)} d on d.id = u.sector_id and not d.deleted
  where u.company_id = ${db.companyId} and not u.deleted`;

const view = (
  db: Db,
  { createdAt, updatedAt, lastSeenAt, invitedAt, pictureId, now, ...user }: z.output<typeof User>,
): UserView => ({
  ...user,
  profilePicUrl: pictureId && db.mediaUrl(pictureId, now),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
  invitedAt: invitedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

/** Users that are not deleted, by id. */
export const userRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, UserView>> => {
  const rows = await db.many(sql.type(User)`${select(db)} and u.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(db, row)]));
};

/** The users among these (default: all) whose sign-in has two steps, by id. */
export const twoStepRecords = async (db: Db, ids?: readonly string[]): Promise<Map<string, TwoStepUser>> => {
  const only = ids ? sql.fragment`and id = any(${sql.array([...ids], 'uuid')})` : sql.fragment``;
  const rows = await db.many(sql.type(TwoStepUser)`
    select id from ${db.table(twoStepRows)} where company_id = ${db.companyId} and active ${only} order by id`);
  return new Map(rows.map((row) => [row.id, row]));
};

type Asked = AskedByText & { searchParam: string; orderBy: (typeof userOrders)[number] };

/** All users filtered by name or e-mail, by name. */
export const allUsers = async (db: Db, searchParam: string): Promise<UserView[]> => {
  const only = searchParam === '' ? sql.fragment`` : sql.fragment`and ${matching(searchParam)}`;
  const rows = await db.many(sql.type(User)`${select(db)} ${only} order by ${byText('name', 'u')}, u.id`);
  return rows.map((row) => view(db, row));
};

/** A page of users filtered by name or e-mail, where the next begins, and their number as `search` counts it. */
export const listUsers = async (db: Db, { searchParam, orderBy, ...asked }: Asked) => {
  const list: ListByText<UserView> = {
    rows: userRows,
    of: 'u',
    field: orderBy,
    listed: sql.fragment`u.company_id = ${db.companyId} and not u.deleted`,
    fits: searchParam === '' ? null : matching(searchParam),
    read: async ({ where, order, limit }) =>
      (await db.many(sql.type(User)`${select(db)} and ${where} order by ${order} limit ${limit}`)).map((row) => view(db, row)),
    records: (ids) => userRecords(db, ids),
    count: () => countUsers(db),
  };
  const { records, ...page } = await pageByText(db, list, asked, (user) => user[orderBy]);
  return { users: records, ...page };
};

const countUsers = async (db: Db): Promise<number> => {
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select coalesce(sum(n.count), 0)::int as count from ${db.table(userCounts)} n where n.company_id = ${db.companyId}`);
  return count;
};

/** Whether name and e-mail contain a text, or the name all of several words in any order: both are found by the index of `search`. */
const matching = (text: string) => {
  const search = sql.fragment`u.search`;
  const whole = contains(search, text);
  if (searchWords(text).length < 2) return whole;
  return sql.fragment`(${whole} or (${containsWords(search, text)} and ${containsWords(sql.fragment`u.name_order`, text)}))`;
};

const AskerRow = z.object({
  userId: z.string(),
  companyId: z.string(),
  profile: ProfileName,
  super: z.boolean(),
  queueIds: z.array(z.string()),
  seesGrey: z.boolean(),
  version: z.number(),
  ended: EndReason.nullable(),
  deleted: z.boolean(),
  status: z.boolean(),
});

/**
 * Returns the caller with their existing queues and the version of their newest session; null if the user is not known yet. Throws Refused
 * ERR_UNAUTHENTICATED if the user was deleted, and ERR_COMPANY_STOPPED if their company was stopped.
 */
export const findAsker: FindAsker = async (db, { userId, companyId }) => {
  const row = await db.maybe(sql.type(AskerRow)`
    select u.id as "userId", u.company_id as "companyId", u.profile, u.super, coalesce(s.version, 0) as version, s.ended, u.deleted,
      coalesce(c.status, true) as status,
      coalesce(c.settings ->> 'VerFilaCinza' = 'enabled', false) as "seesGrey",
      array(select q.id from ${db.table(queueRows)} q where q.id = any(u.queue_ids) and not q.deleted) as "queueIds"
    from ${db.table(userRows)} u
    left join ${db.table(sessionRows)} s on s.id = u.id
    left join ${db.table(companyRows)} c on c.id = u.company_id
    where u.id = ${userId} and u.company_id = ${companyId}`);
  if (!row) return null;
  const { deleted, status, ...asker } = row;
  if (deleted || !mayBelong(companyId, asker)) throw new Refused('ERR_UNAUTHENTICATED');
  if (isStopped({ status }, asker)) throw new Refused('ERR_COMPANY_STOPPED');
  return asker;
};
