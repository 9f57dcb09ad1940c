import { decimalOf, FIRST_LANE, fields, type KanbanReport, limits, NO_LANE, tags } from '@prosa/contracts';
import { z } from 'zod';
import { type Period, periodOf } from '../../insight/dashboard/period.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { recordRows } from '../../records/record.rows.ts';
import { cardRows } from '../cards/cards.rows.ts';
import { contactRows } from '../contacts/contacts.rows.ts';

type Asked = { dateStart?: string | undefined; dateEnd?: string | undefined; tagId?: string | undefined };
const Row = z.object({
  id: z.string(),
  name: z.string().nullable(),
  number: z.string().nullable(),
  description: z.string().nullable(),
  tagId: z.string().nullable(),
  board: z.string(),
  budgetedCents: z.number().nullable(),
  negotiatedCents: z.number().nullable(),
  addedAt: z.date(),
});
export type ReportedCard = z.output<typeof Row>;
const Total = z.object({
  count: z.number(),
  budgeted: z.string().transform(Number),
  negotiated: z.string().transform(Number),
});
const Key = z.tuple([fields.at, fields.id]);

/** The cards `k` that were added in the company's days, of a lane or of all. */
const those = (db: Db, { from, to }: Pick<Period, 'from' | 'to'>, { tagId }: Asked) => sql.fragment`k.company_id = ${db.companyId}
  and k.added_at >= ${from}::timestamptz and k.added_at < ${to}::timestamptz
  ${
    tagId === undefined
      ? sql.fragment``
      : tagId === FIRST_LANE
        ? sql.fragment`and k.tag_id is null`
        : sql.fragment`and k.tag_id = ${tagId}`
  }`;

export const reportPeriodOf = (db: Db, { dateStart, dateEnd }: Asked): Promise<Period> =>
  periodOf(db, { from: dateStart, to: dateEnd });

/** The cards of the report, those added last first; `size` at most. */
export const reportedCards = async (
  db: Db,
  period: Pick<Period, 'from' | 'to'>,
  asked: Asked & { cursor?: string | undefined },
  size: number,
): Promise<{ rows: ReportedCard[]; cursor: string | null }> => {
  const [at, id] = asked.cursor === undefined ? [] : readCursor(Key, asked.cursor);
  const after = at === undefined ? sql.fragment`` : sql.fragment`and (k.added_at, k.id) < (${at}::timestamptz, ${id!}::uuid)`;
  const found = await db.many(sql.type(Row)`
    select k.id, c.name, c.number, k.description, k.tag_id as "tagId", coalesce(r.name, ${NO_LANE}) as board,
      k.budgeted_cents as "budgetedCents", k.negotiated_cents as "negotiatedCents", k.added_at as "addedAt"
    from ${db.table(cardRows)} k
      left join ${db.table(contactRows)} c on c.id = k.id
      left join ${db.table(recordRows(tags))} r on r.id = k.tag_id
    where ${those(db, period, asked)} ${after} order by k.added_at desc, k.id desc limit ${size + 1}`);
  const rows = found.slice(0, size);
  const last = found.length > size ? rows.at(-1)! : null;
  return { rows, cursor: last && writeCursor([last.addedAt.toISOString(), last.id]) };
};

/** The number of cards of the report, and the sums of their values in cents. */
export const reportTotal = (db: Db, period: Pick<Period, 'from' | 'to'>, asked: Asked): Promise<z.output<typeof Total>> =>
  db.one(sql.type(Total)`
    select count(*)::int as count, coalesce(sum(k.budgeted_cents), 0)::text as budgeted, coalesce(sum(k.negotiated_cents), 0)::text as negotiated
    from ${db.table(cardRows)} k where ${those(db, period, asked)}`);

/** A page of the report with the sums of all its pages. */
export const kanbanReport = async (db: Db, asked: Asked & { cursor?: string | undefined }): Promise<KanbanReport> => {
  const period = await reportPeriodOf(db, asked);
  const { rows, cursor } = await reportedCards(db, period, asked, limits.reportRows);
  const { count, budgeted, negotiated } = await reportTotal(db, period, asked);
  return {
    report: rows.map(({ budgetedCents, negotiatedCents, addedAt, ...row }) => ({
      ...row,
      budgetedValue: budgetedCents === null ? null : decimalOf(budgetedCents),
      negotiatedValue: negotiatedCents === null ? null : decimalOf(negotiatedCents),
      createdAt: addedAt.toISOString(),
    })),
    total: { count, budgetedValue: decimalOf(budgeted), negotiatedValue: decimalOf(negotiated) },
    hasMore: cursor !== null,
    cursor,
  };
};
