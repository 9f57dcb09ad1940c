import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { listRoutes } from '../../kernel/record.ts';
import { AccountView, billingFields, CompanyView, companyChanges, companyFields } from '../companies/companies.contract.ts';

/** A time, or a day: then that day is the last one. */
const due = z.union([f.at, f.day], { error: 'Invalid date' }).refine(f.isWithinCalendar, 'Invalid date');
/** What a platform-level user sets beside the company's fields. Whether there are campaigns is a setting, which the platform alone sets. */
const further = { dueDate: due.optional(), trialExpiration: due.nullish(), campaignsEnabled: z.boolean().optional() };

const created = companyFields.extend({
  email: f.email,
  /** Older clients send `t`. */
  status: z
    .union([z.boolean(), z.literal('t')])
    .default(true)
    .transform((value) => value !== false),
  ...billingFields.partial().shape,
  ...further,
  /** Of its first administrator; without it they are invited by mail. */
  password: z
    .union([z.literal(''), f.password])
    .nullish()
    .transform((value) => value || undefined),
});

const one = { may: 'companies:write', company: { param: 'id' }, params: f.idParam, missing: 'ERR_NO_COMPANY_FOUND' } as const;

export const accountRoutes = {
  ...listRoutes(
    { name: 'companies', base: '/companies', may: { read: 'companies:write', write: 'companies:write' } },
    z.object({ companies: z.array(AccountView), count: z.number(), hasMore: z.boolean() }),
  ),
  create: route({
    call: 'POST /companies',
    may: 'companies:write',
    company: 'new',
    summary: 'Creates a company with its first administrator, due in a month unless `dueDate` says otherwise.',
    body: created,
    refuses: [
      'ERR_COMPANY_NAME_ALREADY_EXISTS',
      'ERR_DUPLICATED_EMAIL',
      'ERR_MAIL_OFF',
      'ERR_NO_PLAN_FOUND',
      'ERR_PASSWORD_COMMON',
      'ERR_PASSWORD_IS_EMAIL',
    ],
    reply: CompanyView,
    status: 201,
  }),
  change: route({
    ...one,
    call: 'PUT /companies/:id',
    summary: 'Changes a company, whether it is served, to whom its invoices go, and whether it has campaigns.',
    body: companyChanges.extend(further),
    refuses: ['ERR_COMPANY_DELETED', 'ERR_COMPANY_NAME_ALREADY_EXISTS', 'ERR_NO_PLAN_FOUND'],
    reply: CompanyView,
  }),
  renew: route({
    ...one,
    call: 'POST /companies/:id/renew',
    summary: 'Renews a company by a month, from the due date that the caller has seen: whoever is second changes nothing.',
    body: z.object({ dueDate: f.at }),
    reply: CompanyView,
  }),
  delete: route({
    ...one,
    call: 'DELETE /companies/:id',
    summary: 'Stops a company at once, and destroys its data after 30 days unless it is restored.',
    refuses: ['ERR_OWN_COMPANY'],
    reply: CompanyView,
  }),
  restore: route({
    ...one,
    call: 'POST /companies/:id/restore',
    summary: 'Takes the deletion of a company back.',
    reply: CompanyView,
  }),
};

/** The companies as platform-level users keep them. Their events are those of the company. */
export const accounts = manifest({
  name: 'accounts',
  routes: accountRoutes,
  permissions: { 'companies:write': ['super'] },
  errors: {
    ERR_COMPANY_DELETED: { status: 409, message: 'Esta empresa foi excluída. Desfaça a exclusão primeiro.' },
    ERR_OWN_COMPANY: { status: 409, message: 'Ninguém exclui a própria empresa.' },
  },
});
