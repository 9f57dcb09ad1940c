import { type InvoiceView, limits, type SubscriptionView } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { contains, pageOf } from '../../kernel/paging.ts';
import { type ChargeOfRow, invoiceRows, subscriptionRows } from './invoices.rows.ts';

const Invoice = z.object({
  id: z.string(),
  companyId: z.string(),
  number: z.number(),
  detail: z.string(),
  planId: z.string(),
  cents: z.number(),
  dueDate: z.date(),
  status: z.enum(['open', 'paid']),
  paidAt: z.date().nullable(),
  renewedUntil: z.date().nullable(),
  refundedCents: z.number(),
  charge: z.custom<ChargeOfRow>().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** Those that are to be paid or were paid. */
const selectInvoices = (db: Db) => sql.fragment`
  select i.id, i.company_id as "companyId", i.serial as number, i.detail, i.plan_id as "planId", i.cents, i.due_date as "dueDate",
    i.status, i.paid_at as "paidAt", i.renewed_until as "renewedUntil", i.refunded_cents as "refundedCents", i.charge,
    i.created_at as "createdAt", i.updated_at as "updatedAt"
  from ${db.table(invoiceRows)} i where i.company_id = ${db.companyId} and i.status <> 'withdrawn'`;

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const chargeOf = (charge: ChargeOfRow | null): InvoiceView['charge'] => {
  if (charge?.code == null) return null;
  const { cents, code, ...rest } = charge;
  return { ...rest, qrcode: { qrcode: code }, valor: { original: (cents / 100).toFixed(2) } };
};

const invoiceOf = ({ cents, refundedCents, charge, ...row }: z.output<typeof Invoice>): InvoiceView => ({
  ...row,
  value: cents / 100,
  refunded: refundedCents / 100,
  paid: row.status === 'paid',
  charge: chargeOf(charge),
  dueDate: row.dueDate.toISOString(),
  paidAt: isoOf(row.paidAt),
  renewedUntil: isoOf(row.renewedUntil),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** Invoices of the own company by id. */
export const invoiceRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, InvoiceView>> => {
  const rows = await db.many(sql.type(Invoice)`${selectInvoices(db)} and i.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, invoiceOf(row)]));
};

/** A page of the own company's invoices, the latest due date first. There is one a month, so that pages by number are quick. */
export const listInvoices = async (db: Db, { searchParam, pageNumber }: { searchParam: string; pageNumber: number }) => {
  const found = searchParam === '' ? sql.fragment`true` : contains(sql.fragment`i.search`, searchParam);
  const rows = await db.many(sql.type(Invoice)`
    ${selectInvoices(db)} and ${found} order by i.due_date desc, i.id desc
    limit ${limits.pageSize + 1} offset ${(pageNumber - 1) * limits.pageSize}`);
  const { count } = await db.one(sql.type(z.object({ count: z.number() }))`
    select count(*)::int as count from ${db.table(invoiceRows)} i
    where i.company_id = ${db.companyId} and i.status <> 'withdrawn' and ${found}`);
  const { records, hasMore } = pageOf(rows, limits.pageSize);
  return { invoices: records.map(invoiceOf), count, hasMore };
};

const Subscription = z.object({
  companyId: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  planId: z.string().nullable(),
  dueDate: z.date(),
  renewalDay: z.number(),
  timeZone: z.string(),
  trialExpiration: z.date().nullable(),
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
});

/** The subscription of the own company, with the open invoice that is due first; null if the company is not there. */
export const readSubscription = async (db: Db): Promise<SubscriptionView | null> => {
  const row = await db.maybe(sql.type(Subscription)`
    select company_id as "companyId", name, email, plan_id as "planId", due_date as "dueDate", renewal_day as "renewalDay", time_zone as "timeZone",
      trial_expiration as "trialExpiration", billing_name as "billingName", address_zip_code as "addressZipCode",
      address_street as "addressStreet", address_district as "addressDistrict", address_city as "addressCity",
      address_state as "addressState"
    from ${db.table(subscriptionRows)} where id = ${db.companyId}`);
  if (!row) return null;
  const invoice = await db.maybe(sql.type(Invoice)`
    ${selectInvoices(db)} and i.status = 'open' order by i.due_date, i.id limit 1`);
  const { dueDate, trialExpiration, ...rest } = row;
  return {
    ...rest,
    dueDate: dueDate.toISOString(),
    trialExpiration: isoOf(trialExpiration),
    invoice: invoice && invoiceOf(invoice),
  };
};
