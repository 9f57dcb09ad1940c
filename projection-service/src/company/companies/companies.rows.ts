import { type Billing, companyEvents, type QueueView, settingDefaults } from '@prosa/contracts';
import { flag, json, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

/** Removes the billing fields: nobody who reads the company's row sees to whom its invoices go. */
const withoutBilling = <Changed extends Partial<Billing>>({
  billingName: _,
  addressZipCode: _zip,
  addressStreet: _street,
  addressDistrict: _district,
  addressCity: _city,
  addressState: _state,
  ...changed
}: Changed) => changed;

export const companyRows = defineRows({
  table: 'company',
  version: 5,
  events: companyEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    email: nullable(text()),
    phone: text(),
    planId: nullable(uuid()),
    status: flag(),
    dueDate: time(),
    recurrence: text(),
    tagForce: flag(),
    timeZone: text(),
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
      dueDate: new Date(dueDate),
      settings: { ...settingDefaults },
      schedules: [] as QueueView['schedules'],
      holidays: [] as string[],
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    CompanyChanged: (row, { data: { companyId: _, dueDate, ...changed }, meta }) => ({
      ...row,
      ...withoutBilling(changed),
      dueDate: dueDate === undefined ? row.dueDate : new Date(dueDate),
      updatedAt: meta.at,
    }),
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
