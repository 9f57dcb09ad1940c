import { z } from 'zod';
import { event, type FactOf, route } from '../kernel/contract.ts';
import * as f from '../kernel/fields.ts';

const queue = z.object({
  name: f.name,
  color: f.color,
  greetingMessage: f.automaticText,
  outOfHoursMessage: f.automaticText,
  isDefault: z.boolean().default(false),
  schedules: f.schedules.default([]),
});

/** Changes name only what they change: no default may fill in. */
const changes = z
  .object({
    ...queue.shape,
    greetingMessage: f.text(4096),
    outOfHoursMessage: f.text(4096),
    isDefault: z.boolean(),
    schedules: f.schedules,
  })
  .partial();

/** Stream `queues-{companyId}`: a colour is taken once in the set. */
export const queueEvents = {
  QueueCreated: event('QueueCreated', queue.extend({ queueId: f.id })),
  QueueChanged: event('QueueChanged', changes.extend({ queueId: f.id })),
  QueueDeleted: event('QueueDeleted', z.object({ queueId: f.id })),
};
export type QueueFact = FactOf<typeof queueEvents>;

export const QueueView = queue.extend({ id: f.id, companyId: f.id, createdAt: f.at, updatedAt: f.at });
export type QueueView = z.output<typeof QueueView>;

export const queueRoutes = {
  list: route({
    call: 'GET /queue',
    may: 'signed-in',
    summary: 'All queues of the own company.',
    query: f.after.extend({ companyId: f.id.optional() }),
    reply: z.array(QueueView),
  }),
  show: route({
    call: 'GET /queue/:id',
    may: 'signed-in',
    summary: 'One queue.',
    params: f.idParam,
    missing: 'ERR_NO_QUEUE_FOUND',
    query: f.after,
    reply: QueueView,
  }),
  create: route({
    call: 'POST /queue',
    may: 'queues:write',
    summary: 'Creates a queue.',
    body: queue,
    refuses: ['ERR_PLAN_LIMIT', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    reply: QueueView,
    status: 201,
  }),
  change: route({
    call: 'PUT /queue/:id',
    may: 'queues:write',
    summary: 'Changes a queue.',
    params: f.idParam,
    missing: 'ERR_NO_QUEUE_FOUND',
    body: changes,
    refuses: ['ERR_QUEUE_COLOR_ALREADY_EXISTS'],
    reply: QueueView,
  }),
  delete: route({
    call: 'DELETE /queue/:id',
    may: 'queues:write',
    summary: 'Deletes a queue; its unfinished tickets stay, without a queue.',
    params: f.idParam,
    missing: 'ERR_NO_QUEUE_FOUND',
    reply: z.null(),
  }),
};
