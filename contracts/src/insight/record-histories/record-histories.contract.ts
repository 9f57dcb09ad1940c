import { z } from 'zod';
import { HistoryEntry } from '../../desk/tickets/tickets.views.ts';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';

/**
 * What an event changed of a field: null is nothing, and lists have the form in which the record itself is answered. `field`: its name, or
 * the id of a field that the company's contacts have. The same value twice only says what was changed, such as the title of a menu's
 * option. `withheld`: why neither value is told: the person was forgotten, or nobody is shown it.
 */
export const RecordChange = z.object({
  field: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  withheld: z.enum(['erased', 'secret']).nullable(),
});
export type RecordChange = z.output<typeof RecordChange>;

/**
 * An event of a record. `actor`: `isPlatform` for a platform-level user of another company, whose id only their own company is told.
 * `about`: another record that it concerns, as the contact into which one was merged. Whose name may not be read here has none.
 */
export const RecordEntry = z.object({
  position: f.position,
  at: f.at,
  type: z.string(),
  actor: HistoryEntry.shape.actor.extend({ isPlatform: z.boolean() }),
  about: f.id.nullable(),
  changes: z.array(RecordChange),
});
export type RecordEntry = z.output<typeof RecordEntry>;

export const RecordHistory = z.object({
  /** Newest first. */
  entries: z.array(RecordEntry),
  hasMore: z.boolean(),
  /** What the record itself, and those that values and `about` name, are called today, also deleted ones; null: who was forgotten. */
  names: z.record(z.string(), z.string().nullable()),
});
export type RecordHistory = z.output<typeof RecordHistory>;

const may = 'history:read';
const mayOfCompany = 'company-history:read';
const query = f.after.extend({
  /** The position of the last entry of the page before. */
  before: f.position.optional(),
});
const told = { query, reply: RecordHistory } as const;

/** Who changed what of a record, also of a deleted one: 50 entries at once, newest first. */
export const recordHistoryRoutes = {
  contact: route({
    ...told,
    call: 'GET /contacts/:contactId/history',
    may,
    looks: { kind: 'history', at: 'contact' },
    summary: 'Who changed what of a contact, newest first. What was a forgotten person’s is withheld.',
    params: z.object({ contactId: f.id }),
    missing: 'ERR_NO_CONTACT_FOUND',
  }),
  user: route({
    ...told,
    call: 'GET /users/:userId/history',
    may,
    looks: { kind: 'history', at: 'user' },
    summary: 'Who changed what of a user, newest first. Of passwords it says only that they changed.',
    params: z.object({ userId: f.id }),
    missing: 'ERR_NO_USER_FOUND',
  }),
  queue: route({
    ...told,
    call: 'GET /queues/:queueId/history',
    may,
    looks: { kind: 'history', at: 'queue' },
    summary: 'Who changed what of a queue and its menu, newest first.',
    params: z.object({ queueId: f.id }),
    missing: 'ERR_NO_QUEUE_FOUND',
  }),
  settings: route({
    ...told,
    call: 'GET /settings/history',
    may,
    summary: 'Who changed which setting, newest first. Of integration keys it says only that they changed.',
  }),
  company: route({
    ...told,
    call: 'GET /companies/:companyId/history',
    may: mayOfCompany,
    looks: { kind: 'history', at: 'company' },
    summary:
      'What happened to a company, newest first: its data, plan and invoices, its users, and what platform-level users did in it. The own one for administrators, any for platform-level users, who are told no names of its people.',
    params: z.object({ companyId: f.id }),
    missing: 'ERR_NO_COMPANY_FOUND',
  }),
};

/** What happened to records that are not tickets. It is read from their streams: no value is stored twice. */
export const recordHistories = manifest({
  name: 'recordHistories',
  routes: recordHistoryRoutes,
  permissions: { [may]: ['admin', 'auditor'], [mayOfCompany]: ['admin', 'super'] },
});
