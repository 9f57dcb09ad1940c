import {
  type CampaignReport,
  type CampaignSettings,
  type CampaignView,
  campaignSettingsDefaults,
  contactLists,
  Refused,
  CampaignSettings as SettingsForm,
  type Shipping,
  SkipReason,
} from '@prosa/contracts';
import { z } from 'zod';
import { listItemRows } from '../../contacts/contact-lists/contact-lists.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { contains } from '../../kernel/paging.ts';
import { recordRows } from '../../records/record.rows.ts';
import { connectionRows } from '../connections/connections.rows.ts';
import {
  campaignMessageRows,
  campaignRows,
  campaignSettingsRows,
  campaignTally,
  recipientRows,
  recipientTally,
} from './campaigns.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const contactListRows = recordRows(contactLists);
const Named = z.object({ id: z.string(), name: z.string() }).nullable();
const Row = z.object({
  id: z.string(),
  companyId: z.string(),
  fields: z.record(z.string(), z.unknown()),
  status: z.string(),
  completedAt: z.date().nullable(),
  pauseReason: z.string().nullable(),
  pausedUntil: z.date().nullable(),
  mediaId: z.string().nullable(),
  mediaName: z.string().nullable(),
  whatsapp: Named,
  contactList: Named,
  validContacts: z.number(),
  delivered: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
  now: z.number(),
});

/** Campaigns as GET returns them, the latest first. */
export const readCampaigns = async (db: Db, where: Fragment, rest: Fragment = sql.fragment``): Promise<CampaignView[]> => {
  const rows = await db.many(sql.type(Row)`
    select r.id, r.company_id as "companyId", r.fields, r.status, r.completed_at as "completedAt", r.pause_reason as "pauseReason",
      r.paused_until as "pausedUntil", r.media_id as "mediaId", r.media_name as "mediaName",
      (select jsonb_build_object('id', c.id, 'name', c.name) from ${db.table(connectionRows)} c where c.id = r.whatsapp_id and not c.deleted) as whatsapp,
      (select jsonb_build_object('id', l.id, 'name', l.name) from ${db.table(contactListRows)} l where l.id = r.contact_list_id and not l.deleted) as "contactList",
      (select coalesce(sum(t.count), 0)::int from ${db.table(recipientTally)} t
        where t.company_id = ${db.companyId} and t.campaign_id = r.id and t.skipped = '') as "validContacts",
      (select coalesce(sum(t.count), 0)::int from ${db.table(campaignTally)} t
        where t.company_id = ${db.companyId} and t.campaign_id = r.id and t.phase = 'message' and t.reach in ('delivered', 'read')) as delivered,
      r.created_at as "createdAt", r.updated_at as "updatedAt", extract(epoch from now())::float8 * 1000 as now
    from ${db.table(campaignRows)} r where r.company_id = ${db.companyId} and ${where} order by r.created_at desc, r.id ${rest}`);
  return rows.map(({ fields, mediaId, now, ...row }) => ({
    ...(fields as unknown as CampaignView),
    ...(row as unknown as CampaignView),
    mediaPath: mediaId ? db.mediaUrl(mediaId, now) : null,
    completedAt: row.completedAt?.toISOString() ?? null,
    pausedUntil: row.pausedUntil?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
};

export const campaignsByIds = async (db: Db, ids: readonly string[]): Promise<Map<string, CampaignView>> =>
  new Map((await readCampaigns(db, sql.fragment`r.id = any(${sql.array(ids, 'uuid')})`)).map((one) => [one.id, one]));

/** Throws Refused. */
export const theCampaign = async (db: Db, id: string): Promise<CampaignView> => {
  const found = (await campaignsByIds(db, [id])).get(id);
  if (!found) throw new Refused('ERR_NO_CAMPAIGN_FOUND');
  return found;
};

export const matchingCampaigns = (text: string): Fragment =>
  text === '' ? sql.fragment`true` : contains(sql.fragment`r.search`, text);
export const countCampaigns = async (db: Db, where: Fragment): Promise<number> =>
  (
    await db.one(sql.type(z.object({ count: z.number() }))`
      select count(*)::int as count from ${db.table(campaignRows)} r where r.company_id = ${db.companyId} and ${where}`)
  ).count;

/** The figures of a campaign. */
export const reportOf = async (db: Db, id: string): Promise<CampaignReport> => {
  const Tallied = z.object({ phase: z.string(), reach: z.string(), answer: z.string(), count: z.number() });
  const tally = await db.many(sql.type(Tallied)`
    select phase, reach, answer, count from ${db.table(campaignTally)} where company_id = ${db.companyId} and campaign_id = ${id}`);
  const recipients = await db.many(sql.type(z.object({ skipped: z.string(), count: z.number() }))`
    select skipped, count from ${db.table(recipientTally)} where company_id = ${db.companyId} and campaign_id = ${id} order by skipped`);
  const sum = (which: (one: z.output<typeof Tallied>) => boolean): number =>
    tally.filter(which).reduce((all, { count }) => all + count, 0);
  const reached = (...reaches: string[]) => sum(({ phase, reach }) => phase === 'message' && reaches.includes(reach));
  const failures = new Map<string, number>();
  for (const { reach, count } of tally)
    if (reach.startsWith('failed ')) failures.set(reach.slice(7), (failures.get(reach.slice(7)) ?? 0) + count);
  const skipped = recipients.filter(({ skipped: reason }) => reason !== '');
  return {
    id,
    validContacts: recipients.find(({ skipped: reason }) => reason === '')?.count ?? 0,
    skipped: skipped.map(({ skipped: reason, count }) => ({ reason: SkipReason.parse(reason), count })),
    confirmationsRequested: sum(({ phase, reach }) => phase === 'confirmation' && ['sent', 'delivered', 'read'].includes(reach)),
    confirmations: sum(({ answer }) => answer === 'yes'),
    sent: reached('sent', 'delivered', 'read'),
    delivered: reached('delivered', 'read'),
    read: reached('read'),
    answered: sum(({ phase, answer }) => answer !== '' && !(phase === 'confirmation' && answer === 'yes')),
    failed: [...failures].sort().map(([reason, count]) => ({ reason, count })),
    unsure: sum(({ reach }) => reach === 'unsure'),
    optedOut:
      sum(({ answer }) => answer === 'stop') + (skipped.find(({ skipped: reason }) => reason === 'opted-out')?.count ?? 0),
  };
};

const time = z.date().nullable();
const Shipped = z.object({
  id: z.string(),
  messageId: z.string().nullable(),
  contactId: z.string().nullable(),
  name: z.string().nullable(),
  number: z.string().nullable(),
  confirmationRequestedAt: time,
  confirmedAt: time,
  sentAt: time,
  deliveredAt: time,
  readAt: time,
  answeredAt: time,
  state: z.enum(['failed', 'unsure']).nullable(),
  failure: z.string().nullable(),
  ticketId: z.string().nullable(),
  skipped: z.string(),
  at: time,
});
export type ShippedRow = z.output<typeof Shipped>;

/** What became of a recipient `r`: `c` is the request for confirmation, `m` the message, each null if there is none. */
const shippedColumns = sql.fragment`r.id, coalesce(m.id, c.id) as "messageId", case when m.contact_id is not null then m.contact_id else c.contact_id end as "contactId",
  r.name, r.number, c.sent_at as "confirmationRequestedAt", case when c.answer = 'yes' then c.answered_at end as "confirmedAt",
  m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.read_at as "readAt",
  case when m.answered_at is not null then m.answered_at when c.answer <> 'yes' then c.answered_at end as "answeredAt",
  case when m.id is not null then m.state else c.state end as state, case when m.id is not null then m.failure else c.failure end as failure,
  case when m.ticket_id is not null then m.ticket_id else c.ticket_id end as "ticketId", r.skipped, case when m.id is not null then m.at else c.at end as at`;
const messageOf = (db: Db, phase: string): Fragment => sql.fragment`
  left join lateral (select * from ${db.table(campaignMessageRows)} x
    where x.recipient_id = r.id and x.company_id = ${db.companyId} and x.phase = ${phase} order by x.at desc limit 1 offset 0)`;

export const toShipping = ({ messageId: _, skipped: __, at, ...row }: ShippedRow): Shipping => {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    confirmationRequestedAt: iso(row.confirmationRequestedAt),
    confirmedAt: iso(row.confirmedAt),
    sentAt: iso(row.sentAt),
    deliveredAt: iso(row.deliveredAt),
    readAt: iso(row.readAt),
    answeredAt: iso(row.answeredAt),
    at: iso(at)!,
  };
};

/** The recipients that were sent to last, from a place on: by the time of their last message, the latest first. */
export const shippedOf = async (
  db: Db,
  campaignId: string,
  { before, size }: { before: { at: string; id: string } | null; size: number },
): Promise<ShippedRow[]> => {
  const from = before ? sql.fragment`and (x.at, x.id) < (${before.at}::timestamptz, ${before.id}::uuid)` : sql.fragment``;
  return [
    ...(await db.many(sql.type(Shipped)`
      select ${shippedColumns} from (
        select x.recipient_id, x.at, x.id from ${db.table(campaignMessageRows)} x
        where x.company_id = ${db.companyId} and x.campaign_id = ${campaignId} ${from}
          and (x.phase = 'message' or not exists (select from ${db.table(campaignMessageRows)} y
            where y.recipient_id = x.recipient_id and y.company_id = ${db.companyId} and y.phase = 'message'))
        order by x.at desc, x.id desc limit ${size}
      ) last join ${db.table(recipientRows)} r on r.id = last.recipient_id
      ${messageOf(db, 'confirmation')} c on true ${messageOf(db, 'message')} m on true
      order by last.at desc, last.id desc`)),
  ];
};

/** Recipients in the order of their ids, for the file. */
export const recipientsAfter = async (db: Db, campaignId: string, after: string | null, size: number): Promise<ShippedRow[]> => {
  const from = after ? sql.fragment`and r.id > ${after}` : sql.fragment``;
  return [
    ...(await db.many(sql.type(Shipped)`
      select ${shippedColumns} from (
        select * from ${db.table(recipientRows)} r where r.company_id = ${db.companyId} and r.campaign_id = ${campaignId} ${from}
        order by r.id limit ${size}
      ) r ${messageOf(db, 'confirmation')} c on true ${messageOf(db, 'message')} m on true order by r.id`)),
  ];
};

export const settingsOf = async (db: Db): Promise<CampaignSettings> => {
  const found = await db.maybe(sql.type(z.object({ settings: SettingsForm }))`
    select settings from ${db.table(campaignSettingsRows)} where id = ${db.companyId} and company_id = ${db.companyId}`);
  return found?.settings ?? campaignSettingsDefaults;
};

const Listed = z.object({ itemId: z.string(), name: z.string(), number: z.string(), email: z.string().nullable() });
/** The first item of a list that a campaign is sent to, or the one that is named. Null: there is none. */
export const previewedItem = (
  db: Db,
  { contactListId, itemId }: { contactListId?: string | undefined; itemId?: string | undefined },
): Promise<z.output<typeof Listed> | null> => {
  const which =
    itemId === undefined
      ? sql.fragment`i.contact_list_id = ${contactListId ?? null}::uuid and i.is_whatsapp_valid is distinct from false`
      : sql.fragment`i.id = ${itemId}`;
  return db.maybe(sql.type(Listed)`
    select i.id as "itemId", i.name, i.number, i.email from ${db.table(listItemRows)} i
    where i.company_id = ${db.companyId} and ${which} and i.name is not null and i.number is not null
    order by i.name_order collate "C", i.name collate "C", i.id limit 1`);
};
