import { fields, type SourceLead, SourceQuantity, socialMedias } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { byText } from '../../kernel/order.ts';
import { recordRows } from '../../records/record.rows.ts';
import { inMonths, limitsOf, type Period, periodOf } from '../dashboard/period.ts';
import { sourceLeadRows, sourceLeadTally } from './source-leads.rows.ts';

type Filter = { dateStart?: string | undefined; dateEnd?: string | undefined; mediaId?: string | undefined };
const sourceRows = recordRows(socialMedias);

/** The period of a filter: without any day, all of the company's time. */
export const marketingPeriod = (db: Db, { dateStart, dateEnd }: Filter): Promise<Period> =>
  periodOf(db, limitsOf({ date_from: dateStart, date_to: dateEnd }));

/** The rows of a table or tally `t` that are of the company, and of one source if the filter names one. */
const ofSource = (db: Db, { mediaId }: Filter) => {
  const only = mediaId === undefined ? sql.fragment`` : sql.fragment`and t.social_media_id = ${mediaId}`;
  return sql.fragment`t.company_id = ${db.companyId} ${only}`;
};

/** How many came from each source, the most first; deleted sources if any did. */
export const quantitiesOf = async (db: Db, period: Period, filter: Filter): Promise<SourceQuantity[]> => {
  const tally = sql.fragment`select t.* from ${db.table(sourceLeadTally)} t where ${ofSource(db, filter)}`;
  const only = filter.mediaId === undefined ? sql.fragment`` : sql.fragment`and m.id = ${filter.mediaId}`;
  const rows = await db.many(sql.type(SourceQuantity)`
    select m.id, m.name, m.color, coalesce(c.quantity, 0) as quantity
    from ${db.table(sourceRows)} m
      left join (select t.social_media_id as id, sum(t.count)::int as quantity from ${inMonths(tally, period)} t group by 1) c
        on c.id = m.id
    where m.company_id = ${db.companyId} ${only} and (not m.deleted or c.id is not null)
    order by 4 desc, ${byText('name', 'm')}, m.id`);
  return [...rows];
};

export const totalOf = (rows: readonly SourceQuantity[]): number => rows.reduce((sum, { quantity }) => sum + quantity, 0);

const Cursor = z.tuple([fields.at, z.string().refine(fields.storable)]);
const Lead = z.object({
  id: z.string(),
  ticketId: z.string(),
  contact_name: z.string().nullable(),
  number: z.string().nullable(),
  social_network: z.string(),
  color: z.string(),
  at: z.date(),
});

/** A page of the contacts who came, the newest first. */
export const leadsOf = async (
  db: Db,
  { from, to }: Period,
  { cursor, ...filter }: Filter & { cursor?: string | undefined },
  size: number,
): Promise<{ rows: SourceLead[]; cursor: string | null }> => {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(Cursor, cursor);
  const after = at === null ? sql.fragment`` : sql.fragment`and (t.at, t.id) < (${at}::timestamptz, ${id})`;
  const leads = await db.many(sql.type(Lead)`
    select t.id, t.ticket_id as "ticketId", c.name as contact_name, c.number, m.name as social_network, m.color, t.at
    from (
      select * from ${db.table(sourceLeadRows)} t
      where ${ofSource(db, filter)} and t.at >= ${from}::timestamptz and t.at < ${to}::timestamptz ${after}
      order by t.at desc, t.id desc limit ${size + 1}
    ) t
      join ${db.table(sourceRows)} m on m.id = t.social_media_id
      left join ${db.table(contactRows)} c on c.id = t.contact_id
    order by t.at desc, t.id desc`);
  const page = leads.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({ at: came, ...lead }) => ({ ...lead, data: came.toISOString() })),
    cursor: leads.length > size && last ? writeCursor([last.at.toISOString(), last.id]) : null,
  };
};
