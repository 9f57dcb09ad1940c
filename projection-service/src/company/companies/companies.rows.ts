import { type Billing, companyEvents, type QueueView, settingDefaults } from '@prosa/contracts';
import { flag, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { orderOf } from '../../kernel/order.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';

/** Of a company that has given none. */
export const noBilling: Billing = {
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
};
/** What lists are ordered by, and what searches match. */
const textsOf = ({ name, email, phone }: { name: string; email: string | null; phone: string }) => ({
  nameOrder: orderOf(name)!,
  search: searchable([name, email, phone].filter(Boolean).join(' ')),
});
export const timeOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Companies, which platform-level users see all. An erased one keeps its row, so that nobody is let in. */
export const companyRows = defineRows({
  table: 'company',
  version: 7,
  events: companyEvents,
  reach: 'super',
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    nameOrder: text(),
    search: text(),
    email: nullable(text()),
    phone: text(),
    planId: nullable(uuid()),
    status: flag(),
    dueDate: time(),
    recurrence: text(),
    tagForce: flag(),
    timeZone: text(),
    billingName: text(),
    addressZipCode: text(),
    addressStreet: text(),
    addressDistrict: text(),
    addressCity: text(),
    addressState: text(),
    trialExpiration: nullable(time()),
    erasesAt: nullable(time()),
    erased: flag(),
    settings: json<Record<string, string>>(),
    schedules: json<QueueView['schedules']>(),
    holidays: json<string[]>(),
    createdAt: time(),
    updatedAt: time(),
  },
  key: ({ data }) => data.companyId,
  begins: {
    CompanyRegistered: ({ data: { companyId, dueDate, ...company }, meta }) => ({
      ...company,
      id: companyId,
      companyId,
      ...textsOf(company),
      ...noBilling,
      dueDate: new Date(dueDate),
      trialExpiration: new Date(dueDate),
      erasesAt: null,
      erased: false,
      settings: { ...settingDefaults },
      schedules: [] as QueueView['schedules'],
      holidays: [] as string[],
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    CompanyChanged: (row, { data: { companyId: _, dueDate, trialExpiration, ...changed }, meta }) => {
      const after = {
        ...row,
        ...changed,
        dueDate: dueDate === undefined ? row.dueDate : new Date(dueDate),
        trialExpiration: trialExpiration === undefined ? row.trialExpiration : timeOf(trialExpiration),
        updatedAt: meta.at,
      };
      return { ...after, ...textsOf(after) };
    },
    CompanyRenewed: (row, { data: { dueDate, invoiceId, planId }, meta }) => ({
      ...row,
      dueDate: new Date(dueDate),
      trialExpiration: invoiceId === null ? row.trialExpiration : null,
      planId: planId ?? row.planId,
      updatedAt: meta.at,
    }),
    CompanyDeleted: (row, { data: { erasesAt }, meta }) => ({ ...row, erasesAt: new Date(erasesAt), updatedAt: meta.at }),
    CompanyRestored: (row, { meta }) => ({ ...row, erasesAt: null, updatedAt: meta.at }),
    CompanyErased: (row, { meta }) => ({ ...row, status: false, erased: true, updatedAt: meta.at }),
    CompanyHoursChanged: (row, { data: { schedules, holidays }, meta }) => ({ ...row, schedules, holidays, updatedAt: meta.at }),
    SettingChanged: (row, { data: { key, value } }) => ({ ...row, settings: { ...row.settings, [key]: value } }),
  },
});

/** One row for each setting that was ever set: pushed when it changes. */
export const settingRows = defineRows({
  table: 'setting',
  version: 1,
  events: companyEvents,
  columns: { id: text(), companyId: uuid(), key: text(), value: text() },
  key: ({ data }) => `${data.companyId}/${data.key}`,
  begins: { SettingChanged: ({ data }, id) => ({ id, companyId: data.companyId, key: data.key, value: data.value }) },
  changes: { SettingChanged: (row, { data }) => ({ ...row, value: data.value }) },
});

/** The shown part of each integration key that was ever set; only administrators read it. */
export const integrationKeyRows = defineRows({
  table: 'integration_key',
  version: 1,
  events: companyEvents,
  columns: { id: text(), companyId: uuid(), key: text(), value: text() },
  key: ({ data }) => `${data.companyId}/${data.key}`,
  begins: {
    IntegrationKeySet: ({ data }, id) => ({ id, companyId: data.companyId, key: data.key, value: data.shown }),
  },
  changes: { IntegrationKeySet: (row, { data }) => ({ ...row, value: data.shown }) },
});
