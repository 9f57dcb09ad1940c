import { type QueueView, queueEvents } from '@prosa/contracts';
import { flag, json, text, time, uuid } from '../kernel/columns.ts';
import { defineRows } from '../kernel/rows.ts';

/** Queues; a deleted one keeps its row for the history. */
export const queueRows = defineRows({
  table: 'queue',
  version: 1,
  events: queueEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: text(),
    color: text(),
    greetingMessage: text(),
    outOfHoursMessage: text(),
    isDefault: flag(),
    schedules: json<QueueView['schedules']>(),
    deleted: flag(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id)'],
  ignores: [],
  key: ({ data }) => data.queueId,
  begins: {
    QueueCreated: ({ data: { queueId, ...queue }, meta }) => ({
      ...queue,
      id: queueId,
      companyId: meta.companyId,
      deleted: false,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    QueueChanged: (row, { data: { queueId: _, ...changed }, meta }) => ({ ...row, ...changed, updatedAt: meta.at }),
    QueueDeleted: (row, { meta }) => ({ ...row, deleted: true, updatedAt: meta.at }),
  },
});
