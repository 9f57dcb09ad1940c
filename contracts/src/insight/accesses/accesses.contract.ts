import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { lookKinds } from '../../kernel/looks.ts';
import { manifest } from '../../kernel/manifest.ts';
import { accessEvents } from './accesses.events.ts';

export * from './accesses.events.ts';

const may = 'accesses:read';

/** Looks, and what the events of exports tell: one was asked for, one was taken away. */
export const accessKinds = [...lookKinds, 'export', 'download'] as const;
export type AccessKind = (typeof accessKinds)[number];

/** Who looked at what. Names are those of today; null: there is none (any more). */
export const AccessView = z.object({
  id: f.position,
  /** An `AccessKind`, or a later one. */
  kind: z.string(),
  at: f.at,
  /** `platform`: somebody of the platform, who is no user of the company; which of them is not told. */
  by: z.object({ id: f.id.nullable(), kind: z.enum(['user', 'integration', 'platform']), name: z.string().nullable() }),
  /** At which record; null: at several tickets. Of a ticket the name is its contact's. */
  subject: z
    .object({
      kind: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      /** Of a ticket; null of a deleted one. */
      protocol: z.string().nullable(),
      /** Whose the ticket is. */
      contactId: z.string().nullable(),
    })
    .nullable(),
  /** Of an export of tickets: how many; else null. */
  tickets: z.number().int().nullable(),
});
export type AccessView = z.output<typeof AccessView>;

const chosen = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .union([z.literal(''), schema])
    .optional()
    .transform((one) => one || undefined);

/** Days in the company's time zone, both included; without any, all of its time. */
const filter = z.object({
  dateStart: f.optionalDay,
  dateEnd: f.optionalDay,
  /** Who looked: a user, or an API key. */
  userId: chosen(f.id),
  kind: chosen(z.enum(accessKinds)),
  /** At this ticket, or at an export that has it. */
  ticketId: chosen(f.id),
  /** At this contact, or at one of its tickets. */
  contactId: chosen(f.id),
});
const ordered = <Fields extends z.ZodObject>(schema: Fields): Fields => f.inDayOrder(schema, 'dateStart', 'dateEnd');

/** The name of the list as a file. */
export const accessFile = 'quem_viu_o_que.csv';

export const accessRoutes = {
  list: route({
    call: 'GET /accesses',
    may,
    summary:
      'Who looked at what, the newest first: conversations that they do not serve, histories, what stood then, data of a person, exports. Each once for a person, record and hour. Reading this list is not listed.',
    query: ordered(filter.extend({ cursor: f.text(1_000).optional(), ...f.after.shape })),
    reply: z.object({
      accesses: z.array(AccessView),
      hasMore: z.boolean(),
      /** Where the next ones begin. */
      cursor: z.string().nullable(),
    }),
  }),
  file: route({
    call: 'GET /accesses/csv',
    may,
    summary: 'The same list, all of it, as a file for spreadsheets.',
    query: ordered(filter.extend(f.after.shape)),
    reply: z.string(),
    type: 'text/csv',
  }),
};

/** Who looked at what. */
export const accesses = manifest({
  name: 'accesses',
  events: accessEvents,
  routes: accessRoutes,
  permissions: { [may]: ['admin', 'auditor'] },
});
