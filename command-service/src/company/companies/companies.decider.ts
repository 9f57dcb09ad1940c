import {
  type Billing,
  type CompanyFact,
  countryCodes,
  dayOfMonth,
  fields,
  type IntegrationKey,
  monthOn,
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
/** Fields that a change sets beside those that a company begins with. */
export type FurtherFields = Partial<Billing & { trialExpiration: string | null }>;
/** `renewalDay`: on which day of the month it is due, in the months that have it. `erasesAt`: set while it is deleted. */
export type CompanyRecord = CompanyFields &
  Partial<Billing> & {
    id: string;
    trialExpiration: string | null;
    renewalDay: number;
    erasesAt: string | null;
    /** Whether it was served before it was deleted. */
    wasActive: boolean;
    createdAt: string;
    updatedAt: string;
  };
/** Complete opening hours: those of the company, beside its queues' own. */
export type CompanyHours = Pick<Extract<Event, { type: 'CompanyHoursChanged' }>['data'], 'schedules' | 'holidays'>;
export type CompanyState = {
  company: CompanyRecord | null;
  /** There was one, and its data were destroyed. */
  isErased: boolean;
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
      further?: FurtherFields;
    }
  | {
      do: 'change company';
      companyId: string;
      changes: Partial<CompanyFields> & FurtherFields;
      settings?: Partial<Record<SettingKey, string>>;
    }
  /** By a month. `from`: only if it is still due then. */
  | ({ do: 'renew company'; companyId: string; now: Date; invoiceId: string | null; planId?: string | undefined } & {
      from?: string;
    })
  | { do: 'delete company'; companyId: string; erasesAt: string }
  | { do: 'restore company'; companyId: string }
  /** If the deletion that is to be carried out at that time was not taken back. */
  | { do: 'erase company'; companyId: string; erasesAt: string }
  | { do: 'change hours'; companyId: string; hours: Partial<CompanyHours>; timeZone?: string | undefined }
  | { do: 'set setting'; companyId: string; key: SettingKey; value: string }
  /** The key itself is kept elsewhere. */
  | { do: 'set integration key'; companyId: string; key: IntegrationKey; shown: string };

/** A company and its settings: stream `company-{companyId}`. */
export const company: Decider<CompanyCommand, CompanyState, Event> = {
  initial: () => ({ company: null, isErased: false, hours: { schedules: [], holidays: [] }, settings: {}, integrationKeys: {} }),

  decide(command, { company, isErased, hours, settings }) {
    switch (command.do) {
      case 'register company': {
        if (company || isErased) return [];
        const { companyId, fields, referredBy = null, settings: chosen = {}, further = {} } = command;
        return [
          { type: 'CompanyRegistered', data: { ...withinCalendar(fields), companyId } as Registered },
          ...(Object.keys(further).length > 0 ? [{ type: 'CompanyChanged' as const, data: { ...further, companyId } }] : []),
          ...(referredBy === null ? [] : [{ type: 'CompanyReferred' as const, data: { companyId, by: referredBy } }]),
          ...Object.entries(chosen).map(([key, value]) => settingOf(companyId, key as SettingKey, value)),
        ];
      }
      case 'change company': {
        const { companyId, changes } = command;
        if (changes.status && the(company).erasesAt !== null) throw new Refused('ERR_COMPANY_DELETED');
        const differ = differing(the(company), withinCalendar(changes));
        const set = Object.entries(differing(settings, command.settings ?? {}) ?? {});
        return [
          ...(differ ? [{ type: 'CompanyChanged' as const, data: { ...differ, companyId } }] : []),
          ...set.map(([key, value]) => settingOf(companyId, key as SettingKey, value)),
        ];
      }
      case 'renew company': {
        const { companyId, now, invoiceId, planId, from } = command;
        const { dueDate, renewalDay, timeZone } = the(company);
        if (from !== undefined && Date.parse(from) !== Date.parse(dueDate)) return [];
        const next = monthOn(new Date(dueDate), timeZone, renewalDay);
        // It was past due for more than a month: it is paid from today on.
        const due = next > now ? next : monthOn(now, timeZone);
        if (!fields.isWithinCalendar(due.toISOString()))
          throw new Refused('ERR_VALIDATION', { fields: { dueDate: 'Invalid date' } });
        const day = next > now ? renewalDay : dayOfMonth(now, timeZone);
        const renewed = { companyId, dueDate: due.toISOString(), day, invoiceId };
        return [{ type: 'CompanyRenewed', data: planId === undefined ? renewed : { ...renewed, planId } }];
      }
      case 'delete company': {
        const { companyId, erasesAt } = command;
        const { status, erasesAt: before } = the(company);
        if (before !== null) return [];
        return [
          { type: 'CompanyDeleted', data: { companyId, erasesAt, wasActive: status } },
          ...(status ? [statusOf(companyId, false)] : []),
        ];
      }
      case 'restore company': {
        const { companyId } = command;
        const { erasesAt, wasActive } = the(company);
        if (erasesAt === null) return [];
        return [{ type: 'CompanyRestored', data: { companyId } }, ...(wasActive ? [statusOf(companyId, true)] : [])];
      }
      case 'erase company': {
        const { companyId, erasesAt } = command;
        return company?.erasesAt === erasesAt ? [{ type: 'CompanyErased', data: { companyId } }] : [];
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
        const { dueDate: trialExpiration } = fields;
        const begun = { id: companyId, trialExpiration, renewalDay: 1, erasesAt: null, wasActive: false };
        return { ...state, company: dueFrom({ ...fields, ...begun, createdAt: at, updatedAt: at }) };
      }
      case 'CompanyChanged': {
        const { companyId: _, ...changes } = event.data;
        if (!state.company) return state;
        const company = { ...withChanges(state.company, changes), updatedAt: at };
        return { ...state, company: changes.dueDate === undefined ? company : dueFrom(company) };
      }
      case 'CompanyRenewed': {
        const { dueDate, day: renewalDay, invoiceId, planId } = event.data;
        const { company } = state;
        if (!company) return state;
        const trialExpiration = invoiceId === null ? company.trialExpiration : null;
        const renewed = { dueDate, renewalDay, trialExpiration, planId: planId ?? company.planId, updatedAt: at };
        return { ...state, company: { ...company, ...renewed } };
      }
      case 'CompanyDeleted': {
        const { erasesAt, wasActive } = event.data;
        return state.company ? { ...state, company: { ...state.company, erasesAt, wasActive, updatedAt: at } } : state;
      }
      case 'CompanyRestored':
        return state.company ? { ...state, company: { ...state.company, erasesAt: null, updatedAt: at } } : state;
      case 'CompanyErased':
        return { ...state, company: null, isErased: true };
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
  sendProtocol: toggle,
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

const statusOf = (companyId: string, status: boolean): Event => ({ type: 'CompanyChanged', data: { companyId, status } });

/** Due on that day of each month from now on. */
const dueFrom = (company: CompanyRecord): CompanyRecord => ({
  ...company,
  renewalDay: dayOfMonth(new Date(company.dueDate), company.timeZone),
});

const the = (company: CompanyRecord | null): CompanyRecord => {
  if (!company) throw new Refused('ERR_NO_COMPANY_FOUND');
  return company;
};

/** Throws Refused for an unknown time zone, which would break every day bucket of the company. */
export const withinCalendar = <Fields extends { timeZone?: string | undefined }>(fields: Fields): Fields => {
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
