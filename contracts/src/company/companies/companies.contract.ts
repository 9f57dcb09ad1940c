import { z } from 'zod';
import { event, type FactOf, route, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';

/** Settings of a company by key, with their defaults. */
export const settingDefaults = {
  userRating: 'disabled',
  scheduleType: 'disabled',
  call: 'enabled',
  /** Whether a customer is told the number of their new ticket. */
  sendProtocol: 'disabled',
  CheckMsgIsGroup: 'enabled',
  VerFilaCinza: 'disabled',
  chatBotType: 'text',
  campaignsEnabled: 'true',
  /** Whether nobody signs in without the second step. */
  twoStepRequired: 'disabled',
  /** Where the company is: typed numbers without a country's code are of this one. */
  country: 'BR',
} as const;
export type SettingKey = keyof typeof settingDefaults;
export const SettingKey = z.enum(Object.keys(settingDefaults) as [SettingKey, ...SettingKey[]]);

/** Addresses and keys of other systems (IXC, MK-AUTH, Asaas): secrets that Prosa keeps for its administrators, and settings to the API. */
export const IntegrationKey = z.enum(['ipixc', 'tokenixc', 'ipmkauth', 'clientidmkauth', 'clientsecretmkauth', 'asaas']);
export type IntegrationKey = z.output<typeof IntegrationKey>;
const HIDDEN = '*'.repeat(8);
/** Masks an integration key, except the last four of twelve or more characters; '' if none. Sent back, it changes nothing. */
export const shownKey = (value: string): string => (value === '' ? '' : HIDDEN + (value.length >= 12 ? value.slice(-4) : ''));
export const isShownKey = (value: string): boolean => value.startsWith(HIDDEN);

/** A company's own fields, with those of its subscription. */
export const companyFields = z.object({
  name: f.name,
  email: f.optionalEmail,
  phone: f.text(50).default(''),
  planId: f.id.nullable().default(null),
  status: z.boolean().default(true),
  /** The subscription, and with it sign-in, ends at this instant. */
  dueDate: f.at,
  recurrence: z.literal('MENSAL').default('MENSAL'),
  tagForce: z.boolean().default(false),
  /** IANA time zone: determines "today", opening hours and day buckets. */
  timeZone: f.text(60).default('America/Sao_Paulo'),
});

/** To whom and where invoices go. */
export const billingFields = z.object({
  billingName: f.text(200),
  addressZipCode: f.text(20),
  addressStreet: f.text(200),
  addressDistrict: f.text(100),
  addressCity: f.text(100),
  addressState: f.text(50),
});
export type Billing = z.output<typeof billingFields>;

const hours = {
  schedules: f.schedules,
  /** Days without hours. */
  holidays: z.array(f.day).max(limits.holidays, 'Too many'),
};

/** Changes contain only the changed fields, so there are no defaults. */
export const companyChanges = z
  .object({
    ...companyFields.shape,
    email: z
      .union([z.literal(''), f.email])
      .nullable()
      .transform((value) => value || null),
    phone: f.text(50),
    planId: f.id.nullable(),
    status: z.boolean(),
    recurrence: z.literal('MENSAL'),
    tagForce: z.boolean(),
    timeZone: f.text(60),
    ...billingFields.shape,
    /** When the trial ends; null: there is none any more. */
    trialExpiration: f.at.nullable(),
  })
  .partial();

/** Stream `company-{companyId}`. */
export const companyEvents = {
  CompanyRegistered: event('CompanyRegistered', companyFields.extend({ companyId: f.id })),
  /** `by`: the company whose link led to the sign-up. */
  CompanyReferred: event('CompanyReferred', z.object({ companyId: f.id, by: f.id })),
  CompanyChanged: event('CompanyChanged', companyChanges.extend({ companyId: f.id }), 3, [unchanged, unchanged]),
  /**
   * The subscription was renewed by a month. `day`: on which day of the month it is due, in the months that have it. `invoiceId`: what was
   * paid; null if a platform-level user renewed it. `planId`: the plan that was paid, if it is another one.
   */
  CompanyRenewed: event(
    'CompanyRenewed',
    z.object({
      companyId: f.id,
      dueDate: f.at,
      day: z.number().int().min(1).max(31),
      invoiceId: f.id.nullable(),
      planId: f.id.optional(),
    }),
  ),
  /** It was stopped, and its data are destroyed at `erasesAt` unless somebody takes it back before. `wasActive`: whether it was served. */
  CompanyDeleted: event('CompanyDeleted', z.object({ companyId: f.id, erasesAt: f.at, wasActive: z.boolean() })),
  CompanyRestored: event('CompanyRestored', z.object({ companyId: f.id })),
  /** Its keys are destroyed with this event: there is no way back. */
  CompanyErased: event('CompanyErased', z.object({ companyId: f.id })),
  /** The company's own opening hours, complete. */
  CompanyHoursChanged: event('CompanyHoursChanged', z.object({ companyId: f.id, ...hours })),
  SettingChanged: event('SettingChanged', z.object({ companyId: f.id, key: SettingKey, value: f.text(500) }), 4, [
    unchanged,
    unchanged,
    unchanged,
  ]),
  /** `shown`: what is shown of it; the key itself is in no event. */
  IntegrationKeySet: event('IntegrationKeySet', z.object({ companyId: f.id, key: IntegrationKey, shown: f.text(20) })),
};
export type CompanyFact = FactOf<typeof companyEvents>;

export const Setting = z.object({ key: z.string(), value: z.string() });
export const CompanyView = companyFields.extend({
  id: f.id,
  email: z.string().nullable(),
  campaignsEnabled: z.boolean(),
  ...billingFields.shape,
  /** Null after the first payment. */
  trialExpiration: f.at.nullable(),
  /** When the data of a deleted company are destroyed; null if it is not deleted. */
  erasesAt: f.at.nullable(),
  createdAt: f.at,
  settings: z.array(Setting),
  ...hours,
});
export type CompanyView = z.output<typeof CompanyView>;
/** The fields of a company that all its users may see. */
export const CompanyOwn = CompanyView.pick({
  id: true,
  name: true,
  planId: true,
  status: true,
  dueDate: true,
  tagForce: true,
  timeZone: true,
  settings: true,
  schedules: true,
  holidays: true,
});

/** How much of its plan a company uses, and how much the plan allows; null without a plan. */
const amounts = z.object({ users: z.number(), connections: z.number(), queues: z.number() });
/** A company with its plan and how much of that it uses, as platform-level users and its administrators see it. */
export const AccountView = CompanyView.extend({ plan: z.string().nullable(), usage: amounts, limits: amounts.nullable() });
export type AccountView = z.output<typeof AccountView>;
const CompanyShown = AccountView.partial().extend(CompanyOwn.shape);

const AnyKey = z.enum([...SettingKey.options, ...IntegrationKey.options]);

const signUp = z.object({
  name: f.name,
  email: f.email,
  password: f.password,
  planId: z.uuid({ error: 'Required' }).toLowerCase(),
  /** What the first administrator is called; left out: by the company's name. */
  userName: f.name.optional(),
  /** Older clients send this field and the next three; Prosa decides them itself, except `campaignsEnabled`. */
  recurrence: z.literal('MENSAL').optional(),
  dueDate: f.text(50).optional(),
  status: z.union([z.boolean(), z.literal('t')]).optional(),
  campaignsEnabled: z.boolean().default(true),
  /** The company that referred this one. */
  companyId: f.id.nullish(),
});
const SignedUp = CompanyView.pick({ id: true, name: true, planId: true, status: true, dueDate: true, recurrence: true });

export const companyRoutes = {
  signUp: route({
    call: 'POST /companies/cadastro',
    may: 'public',
    summary: 'Registers a company with its first administrator, who signs in next; due tomorrow.',
    body: signUp,
    refuses: [
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_DUPLICATED_EMAIL',
      'ERR_PASSWORD_COMMON',
      'ERR_PASSWORD_IS_EMAIL',
      'ERR_NO_PLAN_FOUND',
      'ERR_TOO_MANY_REQUESTS',
      'ERR_IDEMPOTENCY_MISMATCH',
    ],
    reply: SignedUp,
    status: 201,
  }),
  show: route({
    call: 'GET /companies/:id',
    may: 'signed-in',
    overlook: 'companies:write',
    summary: 'The own company, for administrators with all its fields; any company for platform-level users.',
    params: f.idParam,
    missing: 'ERR_NO_COMPANY_FOUND',
    query: f.after,
    reply: CompanyShown,
  }),
  changeHours: route({
    call: 'PUT /companies/:id/schedules',
    may: 'settings:write',
    summary: 'Sets the opening hours of the own company; without `holidays` or `timeZone` those stay.',
    params: f.idParam,
    missing: 'ERR_NO_COMPANY_FOUND',
    body: z.object({ schedules: hours.schedules, holidays: hours.holidays.optional(), timeZone: f.text(60).optional() }),
    reply: z.object({ id: f.id, ...hours, timeZone: z.string() }),
  }),
  settings: route({
    call: 'GET /settings',
    may: 'signed-in',
    summary:
      'All settings of the own company, also those that were never set; its integration keys, masked, only to administrators.',
    query: f.after,
    refuses: ['ERR_NO_COMPANY_FOUND'],
    reply: z.array(Setting),
  }),
  setting: route({
    call: 'GET /settings/:key',
    may: 'signed-in',
    summary: 'One setting of the own company.',
    params: z.object({ key: f.text(60) }),
    missing: 'ERR_NO_SETTING_FOUND',
    query: f.after,
    reply: Setting,
  }),
  changeSetting: route({
    call: 'PUT /settings/:key',
    may: 'settings:write',
    summary:
      'Sets one setting or integration key of the own company; of a key the answer shows the end. `campaignsEnabled` is the platform’s to set.',
    params: z.object({ key: AnyKey }),
    missing: 'ERR_NO_SETTING_FOUND',
    body: z.object({ key: AnyKey.optional(), value: f.text(limits.integrationKey) }),
    refuses: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_PERMISSION'],
    reply: Setting,
  }),
};

export const companies = manifest({
  name: 'companies',
  events: companyEvents,
  routes: companyRoutes,
  pushes: {
    setting: ['update'],
    company: ['update'],
  },
  permissions: {
    'settings:write': ['admin'],
  },
  errors: {
    ERR_NO_COMPANY_FOUND: { status: 404, message: 'Nenhuma empresa encontrada com este número.' },
    ERR_COMPANY_NAME_ALREADY_EXISTS: { status: 409, message: 'Já existe uma empresa com este nome.' },
    ERR_NO_SETTING_FOUND: { status: 404, message: 'Nenhuma configuração encontrada com este nome.' },
  },
});
