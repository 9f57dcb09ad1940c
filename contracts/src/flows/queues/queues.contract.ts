import { z } from 'zod';
import { event, type FactOf, route, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { changesOf, recordOf } from '../../kernel/record.ts';

const minutes = z
  .number({ error: 'Invalid value' })
  .int('Invalid value')
  .min(1, 'Invalid value')
  .max(limits.waitMinutes, 'Invalid value')
  .nullable()
  .default(null);

/** How waiting tickets come to attendants: by hand, or `turns`: each to the one who is available and has the fewest open. */
export const Distribution = z.enum(['manual', 'turns'], { error: 'Invalid value' });
export type Distribution = z.output<typeof Distribution>;

/** The fault of a limit that is none. */
const limitFault = 'Invalid limit';

const fields = z.object({
  name: f.name,
  color: f.color,
  greetingMessage: f.automaticText,
  outOfHoursMessage: f.automaticText,
  isDefault: z.boolean().default(false),
  schedules: f.schedules.default([]),
  /** After so many minutes of opening hours a wait is near its limit, and after so many it is late. Null: never. */
  warnAfterMinutes: minutes,
  lateAfterMinutes: minutes,
  distribution: Distribution.default('manual'),
  /** With turns: who has so many open tickets, in all queues and without snoozed ones, is given none. Null: no limit. */
  maxPerUser: z
    .number({ error: limitFault })
    .int(limitFault)
    .min(1, limitFault)
    .max(limits.openTicketsPerUser, limitFault)
    .nullable()
    .default(null),
});

const noLimits = (data: object) => ({ warnAfterMinutes: null, lateAfterMinutes: null, ...data });
const byHand = (data: object) => ({ distribution: 'manual', maxPerUser: null, ...data });

/** The fault of limits of which the later comes first, at the later one. */
export const reversedLimits = 'Must be more than the warning';
export const areReversed = ({
  warnAfterMinutes: warn,
  lateAfterMinutes: late,
}: {
  warnAfterMinutes: number | null;
  lateAfterMinutes: number | null;
}): boolean => warn !== null && late !== null && warn >= late;

/** Stream `queues-{companyId}`: a colour is unique in the set, and at most one queue is the default. */
export const queueEvents = {
  QueueCreated: event('QueueCreated', fields.extend({ queueId: f.id }), 4, [unchanged, noLimits, byHand]),
  QueueChanged: event('QueueChanged', changesOf(fields).extend({ queueId: f.id }), 4, [unchanged, unchanged, unchanged]),
  QueueDeleted: event('QueueDeleted', z.object({ queueId: f.id })),
};
export type QueueFact = FactOf<typeof queueEvents>;

const queue = recordOf(
  {
    name: 'queues',
    kind: 'queue',
    version: 4,
    base: '/queue',
    fields,
    /** How many options its menu has, on all levels. */
    counted: z.object({ optionsCount: z.number().int() }),
    set: 'queues',
    orderBy: ['name'],
    unique: [{ field: 'color', code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' }],
    may: { read: 'signed-in', write: 'queues:write' },
    permissions: { 'queues:write': ['admin'] },
    missing: 'ERR_NO_QUEUE_FOUND',
    errors: {
      ERR_NO_QUEUE_FOUND: { status: 404, message: 'Nenhuma fila encontrada com este número.' },
      ERR_QUEUE_COLOR_ALREADY_EXISTS: { status: 409, message: 'Esta cor já está em uso. Escolha outra.' },
    },
  },
  {
    idField: 'queueId',
    events: { created: queueEvents.QueueCreated, changed: queueEvents.QueueChanged, deleted: queueEvents.QueueDeleted },
  },
);
export const QueueView = queue.view;
export type QueueView = z.output<typeof QueueView>;

/** Queues. Reactors handle the tickets of a deleted queue. */
export const queues = {
  ...queue,
  routes: {
    list: route({
      call: 'GET /queue',
      may: 'signed-in',
      summary: 'All queues of the own company.',
      query: f.after.extend({ companyId: f.id.optional() }),
      reply: z.array(QueueView),
    }),
    ...queue.routes,
    create: { ...queue.routes.create, refuses: ['ERR_PLAN_LIMIT', ...queue.routes.create.refuses] },
    delete: { ...queue.routes.delete, summary: 'Deletes a queue; its unfinished tickets stay, without a queue.' },
  },
};
