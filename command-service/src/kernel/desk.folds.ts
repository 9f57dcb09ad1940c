import {
  type CompanyFact,
  type companyEvents,
  type connectionEvents,
  type Fact,
  type queueEvents,
  type SettingKey,
  settingDefaults,
  type userEvents,
} from '@prosa/contracts';
import type { z } from 'zod';

/** What the desk adds to each record. A deleted one stays, marked. */
export type Stamped = { id: string; createdAt: Date; updatedAt: Date; deleted: boolean };
export type DeskQueue = z.output<(typeof queueEvents)['QueueCreated']['data']> & Stamped;
export type DeskConnection = z.output<(typeof connectionEvents)['ConnectionCreated']['data']> & Stamped;
/** `name` and `email` are null where the person was forgotten. */
export type DeskUser = Omit<z.output<(typeof userEvents)['UserCreated']['data']>, 'name' | 'email'> &
  Stamped & { name: string | null; email: string | null };
export type DeskCompany = z.output<(typeof companyEvents)['CompanyRegistered']['data']> & {
  id: string;
  createdAt: Date;
  settings: Record<SettingKey, string>;
};

/** The records of a set's stream by id: made by `...Created`, changed by the fields that later events name, marked by `...Deleted`. */
export const recordsOf = <Item extends Stamped>(facts: readonly Fact[], idField: string): Map<string, Item> => {
  const records = new Map<string, Item>();
  for (const { type, data, meta } of facts) {
    const fields = data as Record<string, unknown>;
    const id = fields[idField] as string;
    const before = records.get(id);
    if (type.endsWith('Created'))
      records.set(id, { ...fields, id, createdAt: meta.at, updatedAt: meta.at, deleted: false } as unknown as Item);
    else if (before)
      records.set(id, { ...before, ...fields, updatedAt: meta.at, deleted: before.deleted || type.endsWith('Deleted') });
  }
  return records;
};

/** A company as its stream tells; null where there is none. */
export const companyOf = (facts: readonly Fact[]): DeskCompany | null => {
  let company: DeskCompany | null = null;
  for (const { type, data, meta } of facts as readonly CompanyFact[]) {
    if (type === 'CompanyRegistered') {
      company = { ...data, id: data.companyId, createdAt: meta.at, settings: { ...settingDefaults } };
    } else if (company && type === 'CompanyChanged') {
      Object.assign(company, data);
    } else if (company && type === 'SettingChanged') {
      company.settings[data.key] = data.value;
    }
  }
  return company;
};
