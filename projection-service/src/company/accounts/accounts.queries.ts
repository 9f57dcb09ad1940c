import { AccountView, plans, settingDefaults } from '@prosa/contracts';
import { z } from 'zod';
import type { Counter } from '../../kernel/counter.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { byText } from '../../kernel/order.ts';
import { contains } from '../../kernel/paging.ts';
import { inReach } from '../../kernel/reach.ts';
import { seatCounts } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { companyRows } from '../companies/companies.rows.ts';
import { connectionCounts, queueCounts } from './accounts.rows.ts';

const planRows = recordRows(plans);
const { shape } = AccountView;
const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string(),
  planId: z.string().nullable(),
  plan: z.string().nullable(),
  status: z.boolean(),
  dueDate: z.date(),
  recurrence: shape.recurrence,
  tagForce: z.boolean(),
  timeZone: z.string(),
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  trialExpiration: z.date().nullable(),
  erasesAt: z.date().nullable(),
  createdAt: z.date(),
  settings: z.record(z.string(), z.string()),
  schedules: shape.schedules,
  holidays: shape.holidays,
  usage: shape.usage,
  limits: shape.limits,
});
type Fragment = ReturnType<typeof sql.fragment>;

const numberOf = (db: Db, counter: Counter): Fragment => sql.fragment`
  (select coalesce(sum(n.count), 0)::int from ${db.table(counter)} n where n.company_id = c.id)`;

/** Also with a plan that is not offered any more: it still limits its companies. */
const from = (db: Db, where: Fragment): Fragment => sql.fragment`
  from ${db.table(companyRows)} c left join ${db.table(planRows)} p on p.id = c.plan_id
  where not c.erased ${where}`;

const read = async (db: Db, where: Fragment, rest = sql.fragment``): Promise<AccountView[]> => {
  const rows = await db.many(sql.type(Account)`
    select c.id, c.name, c.email, c.phone, c.plan_id as "planId", p.name as plan, c.status, c.due_date as "dueDate", c.recurrence,
      c.tag_force as "tagForce", c.time_zone as "timeZone", c.billing_name as "billingName", c.address_zip_code as "addressZipCode",
      c.address_street as "addressStreet", c.address_district as "addressDistrict", c.address_city as "addressCity",
      c.address_state as "addressState", c.trial_expiration as "trialExpiration", c.erases_at as "erasesAt",
      c.created_at as "createdAt", c.settings, c.schedules, c.holidays,
      jsonb_build_object('users', ${numberOf(db, seatCounts)}, 'connections', ${numberOf(db, connectionCounts)},
        'queues', ${numberOf(db, queueCounts)}) as usage,
      case when p.id is not null then
        jsonb_build_object('users', p.users, 'connections', p.connections, 'queues', p.queues) end as limits
    ${from(db, where)} order by ${byText('name', 'c')}, c.id ${rest}`);
  return rows.map(({ settings, dueDate, trialExpiration, erasesAt, createdAt, ...row }) => ({
    ...row,
    dueDate: dueDate.toISOString(),
    trialExpiration: trialExpiration?.toISOString() ?? null,
    erasesAt: erasesAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    campaignsEnabled: (settings.campaignsEnabled ?? settingDefaults.campaignsEnabled) === 'true',
    settings: Object.entries(settings).map(([key, value]) => ({ key, value })),
  }));
};

const listed = (db: Db, text: string): Fragment => {
  const all = sql.fragment`and ${inReach(db, companyRows, sql.fragment`c.company_id`)}`;
  return text === '' ? all : sql.fragment`${all} and ${contains(sql.fragment`c.search`, text)}`;
};

/** Companies by name, those whose name, e-mail or phone contains a text; all of them, or a page. */
export const listAccounts = (db: Db, text: string, page?: { limit: number; offset: number }): Promise<AccountView[]> =>
  read(db, listed(db, text), page ? sql.fragment`limit ${page.limit} offset ${page.offset}` : sql.fragment``);

export const countAccounts = async (db: Db, text: string): Promise<number> => {
  const Counted = z.object({ count: z.number() });
  return (await db.one(sql.type(Counted)`select count(*)::int as count ${from(db, listed(db, text))}`)).count;
};

/** One company: the own one, or any for those who see all. */
export const oneAccount = async (db: Db, id: string): Promise<AccountView | null> => {
  const seen = sql.fragment`(c.id = ${db.companyId} or ${inReach(db, companyRows, sql.fragment`c.company_id`)})`;
  const [one] = await read(db, sql.fragment`and c.id = ${id} and ${seen}`);
  return one ?? null;
};
