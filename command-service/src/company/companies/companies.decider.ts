import {
  type Billing,
  type CompanyFact,
  countryCodes,
  type IntegrationKey,
  Refused,
  type SettingKey,
  settingDefaults,
  type Unstored,
} from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import { keeps } from '../../kernel/reference-data.records.ts';
import { differing, withChanges } from '../../records/changes.ts';

type Event = Unstored<CompanyFact>;
type Registered = Extract<Event, { type: 'CompanyRegistered' }>['data'];

export type CompanyFields = Omit<Registered, 'companyId'>;
export type CompanyRecord = CompanyFields & Partial<Billing> & { id: string; createdAt: string; updatedAt: string };
/** Complete opening hours: those of the company, beside its queues' own. */
export type CompanyHours = Pick<Extract<Event, { type: 'CompanyHoursChanged' }>['data'], 'schedules' | 'holidays'>;
export type CompanyState = {
  company: CompanyRecord | null;
  hours: CompanyHours;
  settings: Partial<Record<SettingKey, string>>;
  /** The masked form of each integration key. */
  integrationKeys: Partial<Record<IntegrationKey, string>>;
};

export type CompanyCommand =
  | {
      do: 'register company';
      companyId: string;
      fields: CompanyFields;
      referredBy?: string | null;
      settings?: Partial<Record<SettingKey, string>>;
    }
  | {
      do: 'change company';
      companyId: string;
      changes: Partial<CompanyFields & Billing>;
      settings?: Partial<Record<SettingKey, string>>;
    }
  | { do: 'change hours'; companyId: string; hours: Partial<CompanyHours>; timeZone?: string | undefined }
  | { do: 'set setting'; companyId: string; key: SettingKey; value: string }
  /** The key itself is kept elsewhere. */
  | { do: 'set integration key'; companyId: string; key: IntegrationKey; shown: string };

/** A company and its settings: stream `company-{companyId}`. */
export const company: Decider<CompanyCommand, CompanyState, Event> = {
  initial: () => ({ company: null, hours: { schedules: [], holidays: [] }, settings: {}, integrationKeys: {} }),

  decide(command, { company, hours, settings }) {
    switch (command.do) {
      case 'register company': {
        if (company) return [];
        const { companyId, fields, referredBy = null, settings: chosen = {} } = command;
        return [
          { type: 'CompanyRegistered', data: { ...withinCalendar(fields), companyId } as Registered },
          ...(referredBy === null ? [] : [{ type: 'CompanyReferred' as const, data: { companyId, by: referredBy } }]),
          ...Object.entries(chosen).map(([key, value]) => settingOf(companyId, key as SettingKey, value)),
        ];
      }
      case 'change company': {
        const { companyId, changes } = command;
        const differ = differing(the(company), withinCalendar(changes));
        const set = Object.entries(differing(settings, command.settings ?? {}) ?? {});
        return [
          ...(differ ? [{ type: 'CompanyChanged' as const, data: { ...differ, companyId } }] : []),
          ...set.map(([key, value]) => settingOf(companyId, key as SettingKey, value)),
        ];
      }
      case 'change hours': {
        const { companyId, timeZone } = command;
        const changed = differing(the(company), withinCalendar({ timeZone }));
        const set = withChanges(hours, command.hours);
        return [
          ...(changed ? [{ type: 'CompanyChanged' as const, data: { ...changed, companyId } }] : []),
          ...(differing(hours, set) ? [{ type: 'CompanyHoursChanged' as const, data: { ...set, companyId } }] : []),
        ];
      }
      case 'set setting': {
        the(company);
        const { companyId, key, value } = command;
        return settings[key] === value ? [] : [settingOf(companyId, key, value)];
      }
      case 'set integration key': {
        the(company);
        const { companyId, key, shown } = command;
        // Another key may look the same.
        return [{ type: 'IntegrationKeySet', data: { companyId, key, shown } }];
      }
    }
  },

  evolve(state, event, meta) {
    const at = meta.at.toISOString();
    switch (event.type) {
      case 'CompanyRegistered': {
        const { companyId, ...fields } = event.data;
        return { ...state, company: { ...fields, id: companyId, createdAt: at, updatedAt: at } };
      }
      case 'CompanyChanged': {
        const { companyId: _, ...changes } = event.data;
        return state.company ? { ...state, company: { ...withChanges(state.company, changes), updatedAt: at } } : state;
      }
      case 'CompanyHoursChanged': {
        const { schedules, holidays } = event.data;
        return { ...state, hours: { schedules, holidays } };
      }
      case 'CompanyReferred':
        return state;
      case 'IntegrationKeySet':
        return { ...state, integrationKeys: { ...state.integrationKeys, [event.data.key]: event.data.shown } };
      case 'SettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.key]: event.data.value } };
      default:
        event satisfies never;
        return state;
    }
  },
};

const toggle = ['enabled', 'disabled'];
const settingValues: Record<SettingKey, readonly string[]> = {
  userRating: toggle,
  scheduleType: ['disabled', 'queue', 'company'],
  call: toggle,
  CheckMsgIsGroup: toggle,
  VerFilaCinza: toggle,
  chatBotType: ['text', 'button', 'list'],
  campaignsEnabled: ['true', 'false'],
  twoStepRequired: toggle,
  country: countryCodes,
};

const settingOf = (companyId: string, key: SettingKey, value: string): Event => {
  if (!settingValues[key].includes(value)) throw new Refused('ERR_VALIDATION', { fields: { value: 'Invalid value' } });
  return { type: 'SettingChanged', data: { companyId, key, value } };
};

const the = (company: CompanyRecord | null): CompanyRecord => {
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  return company;
};

/** An unknown time zone would break every day bucket of the company. */
const withinCalendar = <Fields extends { timeZone?: string | undefined }>(fields: Fields): Fields => {
  if (fields.timeZone === undefined || isTimeZone(fields.timeZone)) return fields;
  throw new Refused('ERR_VALIDATION', { fields: { timeZone: 'Invalid time zone' } });
};

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

export const keptCompany = keeps(
  'company',
  company,
  ({ company, hours, settings, integrationKeys }) =>
    company && { ...company, ...hours, settings: { ...settingDefaults, ...settings }, integrationKeys },
);
