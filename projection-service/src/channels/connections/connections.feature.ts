import { type ConnectionView, connections as definition, Refused } from '@prosa/contracts';
import { z } from 'zod';
import { connectionTicketCounts } from '../../desk/conversations/tickets.counts.ts';
import { joinedQueues } from '../../flows/queues/queues.joined.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { recordBase } from '../../records/record.feature.ts';
import { recordQueries } from '../../records/record.queries.ts';
import { connectionRows } from './connections.rows.ts';

const counted = { queues: (db: Db) => joinedQueues(db, sql.fragment`r.queue_ids`) };
const { read, byIds } = recordQueries(definition, counted);

/** Connections: the list returns all of a company at once, because there are few. */
export const connections: Feature = {
  ...recordBase(definition, { counted, counters: [] }),
  tables: [connectionRows],
  routes: (app, reader, { codeOf }) => {
    readRoute(app, reader, definition.routes.list, async ({ db }) => (await read(db, null)) as unknown as ConnectionView[]);
    readRoute(app, reader, definition.routes.show, async ({ db, params: { id } }) => {
      const connection = (await byIds(db, [id])).get(id) as unknown as ConnectionView | undefined;
      if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
      const { unfinishedTickets } = await db.one(sql.type(z.object({ unfinishedTickets: z.number() }))`
        select coalesce(sum(count), 0)::int as "unfinishedTickets" from ${db.table(connectionTicketCounts)}
        where company_id = ${db.companyId} and connection_id = ${id}`);
      return { ...connection, unfinishedTickets, ...(await codeOf({ id, companyId: db.companyId })) };
    });
  },
};
