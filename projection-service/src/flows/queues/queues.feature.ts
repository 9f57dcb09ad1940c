import { queues as definition, type QueueView, Refused } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { recordBase } from '../../records/record.feature.ts';
import { recordQueries } from '../../records/record.queries.ts';
import { queueCounting } from './queues.counters.ts';

const { read, byIds } = recordQueries(definition, queueCounting.counted);

/** Queues: the list returns all of a company at once, because there are few. */
export const queues: Feature = {
  ...recordBase(definition, queueCounting),
  routes: (app, reader) => {
    readRoute(app, reader, definition.routes.list, async ({ db }) => (await read(db, null)) as unknown as QueueView[]);
    readRoute(app, reader, definition.routes.show, async ({ db, params: { id } }) => {
      const queue = (await byIds(db, [id])).get(id);
      if (!queue) throw new Refused('ERR_NO_QUEUE_FOUND');
      return queue as unknown as QueueView;
    });
  },
};
