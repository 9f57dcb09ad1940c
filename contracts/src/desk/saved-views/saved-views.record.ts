import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { record } from '../../kernel/record.ts';
import { TicketStatus } from '../tickets/tickets.views.ts';

const several = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item, { error: 'Required' })
    .max(limits.viewNames, 'Too many')
    .overwrite((all) => [...new Set(all)]);

/** The parts of the lists of open and of pending tickets to which a view may keep its list. */
export const viewChips = ['unanswered', 'snoozed', 'late', 'near', 'mentioned'] as const;

/** A queue's id, or `none`: "without a queue". */
const queueId = z
  .string({ error: 'Required' })
  .toLowerCase()
  .regex(/^(none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/, 'Invalid id');

const missing = 'ERR_NO_SAVED_VIEW_FOUND';
const full = 'ERR_TOO_MANY_SAVED_VIEWS';

/**
 * Named filters of the lists of tickets; with `userId` null they are the company's, which administrators make. All of a company's are in one
 * stream, because their number is limited.
 */
export const savedViews = record({
  name: 'savedViews',
  kind: 'saved-view',
  fields: z.object({
    name: f.name,
    userId: f.id.nullish(),
    /** The lists that it narrows; it is shown in the first of them. */
    states: several(TicketStatus).min(1, 'Required'),
    /** Null: every queue, also those that are made later. */
    queueIds: several(queueId).nullable().default(null),
    /** Tickets have all of them. */
    tagIds: several(f.id).default([]),
    /** The tickets of this one alone; null: everybody's. */
    attendantId: f.id.nullable().default(null),
    chip: z.enum(viewChips).nullable().default(null),
  }),
  owner: 'userId',
  set: 'saved-views',
  base: '/saved-views',
  orderBy: ['name'],
  searchIn: ['name'],
  may: { read: 'signed-in', write: 'saved-views:write' },
  permissions: { 'saved-views:write': ['admin', 'supervisor', 'user'] },
  refuses: [full, 'ERR_NO_PERMISSION', 'ERR_NO_TAG_FOUND', 'ERR_NO_QUEUE_FOUND', 'ERR_NO_USER_FOUND'],
  missing,
  errors: {
    [missing]: { status: 404, message: 'Nenhuma visão encontrada com este número.' },
    [full]: { status: 409, message: `São no máximo ${limits.savedViews} visões de uma pessoa, e tantas da empresa.` },
  },
});

/** A view as those see it who may use it. */
export const SavedView = savedViews.view;
export type SavedView = z.output<typeof SavedView>;
