import { companyEvents, dayOfMonth, invoiceEvents, type PixCharge } from '@prosa/contracts';
import { integer, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';
import { noBilling, timeOf } from '../companies/companies.rows.ts';

/** A charge as its row has it. `code` is null until the bank has answered. */
export type ChargeOfRow = Pick<PixCharge, 'txid' | 'status' | 'planId' | 'expiresAt'> & { cents: number; code: string | null };

/** The text that searches match. */
const sought = (serial: number, detail: string): string => searchable(`${serial} ${detail}`);

/** Invoices, each with its newest charge or the one that was paid; those of other due dates are kept as withdrawn. */
export const invoiceRows = defineRows({
  table: 'invoice',
  version: 1,
  events: invoiceEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    serial: integer(),
    detail: text(),
    search: text(),
    planId: uuid(),
    cents: integer(),
    dueDate: time(),
    status: text<'open' | 'withdrawn' | 'paid'>(),
    paidAt: nullable(time()),
    renewedUntil: nullable(time()),
    refundedCents: integer(),
    charge: nullable(json<ChargeOfRow>()),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, due_date, id)'],
  key: ({ data }) => data.invoiceId,
  begins: {
    InvoiceIssued: ({ data: { invoiceId: id, serial, detail, planId, cents, dueDate }, meta }) => ({
      id,
      companyId: meta.companyId,
      serial,
      detail,
      search: sought(serial, detail),
      planId,
      cents,
      dueDate: new Date(dueDate),
      status: 'open' as const,
      paidAt: null,
      renewedUntil: null,
      refundedCents: 0,
      charge: null,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    InvoiceIssued: (row, { data: { detail, planId, cents }, meta }) => ({
      ...row,
      detail,
      search: sought(row.serial, detail),
      planId,
      cents,
      status: 'open' as const,
      updatedAt: meta.at,
    }),
    InvoiceWithdrawn: (row, { meta }) => ({ ...row, status: 'withdrawn' as const, updatedAt: meta.at }),
    ChargeRequested: (row, { data: { txid, planId, cents, expiresAt }, meta }) => ({
      ...row,
      charge: { txid, planId, cents, expiresAt, status: 'ATIVA' as const, code: null },
      updatedAt: meta.at,
    }),
    ChargeCreated: (row, { data: { txid, code, expiresAt }, meta }) =>
      row.charge?.txid === txid ? { ...row, charge: { ...row.charge, code, expiresAt }, updatedAt: meta.at } : row,
    ChargeExpired: (row, { data: { txid }, meta }) =>
      row.charge?.txid === txid ? { ...row, charge: { ...row.charge, status: 'EXPIRADA' as const }, updatedAt: meta.at } : row,
    PaymentRefunded: (row, { data: { cents }, meta }) => ({
      ...row,
      refundedCents: row.refundedCents + cents,
      updatedAt: meta.at,
    }),
    InvoicePaid: (row, { data: { txid, planId, detail, cents, paidAt, renewedUntil }, meta }) => {
      const last = row.charge?.txid === txid ? row.charge : { txid, planId, cents, code: '', expiresAt: paidAt };
      return {
        ...row,
        detail,
        search: sought(row.serial, detail),
        planId,
        cents,
        status: 'paid' as const,
        paidAt: new Date(paidAt),
        renewedUntil: new Date(renewedUntil),
        charge: { ...last, status: 'CONCLUIDA' as const },
        updatedAt: meta.at,
      };
    },
  },
});
export type InvoiceRow = ReturnType<typeof invoiceRows.fold> & {};

/** What the checkout needs of a company, for its administrators: to whom its invoices go is in no row that others read. */
export const subscriptionRows = defineRows({
  table: 'subscription',
  version: 2,
  events: companyEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    email: nullable(text()),
    planId: nullable(uuid()),
    dueDate: time(),
    renewalDay: integer(),
    timeZone: text(),
    trialExpiration: nullable(time()),
    billingName: text(),
    addressZipCode: text(),
    addressStreet: text(),
    addressDistrict: text(),
    addressCity: text(),
    addressState: text(),
  },
  key: ({ data }) => data.companyId,
  mayEnd: true,
  begins: {
    CompanyRegistered: ({ data: { companyId, name, email, planId, dueDate, timeZone } }) => ({
      id: companyId,
      companyId,
      name,
      email,
      planId,
      dueDate: new Date(dueDate),
      renewalDay: dayOfMonth(new Date(dueDate), timeZone),
      timeZone,
      trialExpiration: new Date(dueDate),
      ...noBilling,
    }),
  },
  changes: {
    CompanyChanged: (row, { data }) => ({
      ...row,
      name: data.name ?? row.name,
      email: data.email === undefined ? row.email : data.email,
      planId: data.planId === undefined ? row.planId : data.planId,
      dueDate: data.dueDate === undefined ? row.dueDate : new Date(data.dueDate),
      renewalDay: data.dueDate === undefined ? row.renewalDay : dayOfMonth(new Date(data.dueDate), data.timeZone ?? row.timeZone),
      timeZone: data.timeZone ?? row.timeZone,
      trialExpiration: data.trialExpiration === undefined ? row.trialExpiration : timeOf(data.trialExpiration),
      billingName: data.billingName ?? row.billingName,
      addressZipCode: data.addressZipCode ?? row.addressZipCode,
      addressStreet: data.addressStreet ?? row.addressStreet,
      addressDistrict: data.addressDistrict ?? row.addressDistrict,
      addressCity: data.addressCity ?? row.addressCity,
      addressState: data.addressState ?? row.addressState,
    }),
    CompanyRenewed: (row, { data: { dueDate, day, planId, invoiceId } }) => ({
      ...row,
      dueDate: new Date(dueDate),
      renewalDay: day,
      planId: planId ?? row.planId,
      trialExpiration: invoiceId === null ? row.trialExpiration : null,
    }),
    CompanyErased: () => null,
  },
});
