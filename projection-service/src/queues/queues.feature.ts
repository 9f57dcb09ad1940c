import { QueueView, Refused, routes } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { definePush } from '../kernel/push.ts';
import { queueRows } from './queues.rows.ts';

const Queue = z.object({ ...QueueView.shape, color: z.string(), createdAt: z.date(), updatedAt: z.date() });

/** Queues that are not deleted: all of the company, or those of `ids`. */
const readQueues = async (db: Db, ids?: readonly string[]): Promise<QueueView[]> => {
  const rows = await db.many(sql.type(Queue)`
    select id, company_id as "companyId", name, color, greeting_message as "greetingMessage", out_of_hours_message as "outOfHoursMessage",
      is_default as "isDefault", schedules, created_at as "createdAt", updated_at as "updatedAt"
    from ${db.table(queueRows)} where company_id = ${db.companyId} and not deleted
    ${ids ? sql.fragment`and id = any(${sql.array(ids, 'uuid')})` : sql.fragment``} order by name, id`);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }));
};
const queueRecords = async (db: Db, ids: readonly string[]) =>
  new Map((await readQueues(db, ids)).map((queue) => [queue.id, queue]));

export const queues: Feature = {
  name: 'queues',
  tables: [queueRows],
  pushes: [
    definePush(queueRows, {
      channel: 'queue',
      rooms: (row) => (row.deleted ? [] : [`company:${row.companyId}`]),
      records: queueRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.queues.list, ({ db }) => readQueues(db));
    readRoute(app, reader, routes.queues.show, async ({ db, params: { id } }) => {
      const queue = (await queueRecords(db, [id])).get(id);
      if (!queue) throw new Refused('ERR_NO_QUEUE_FOUND');
      return queue;
    });
  },
};
