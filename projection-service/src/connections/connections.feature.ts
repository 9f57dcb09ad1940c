import { ConnectionView, Refused, routes } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { definePush } from '../kernel/push.ts';
import { connectionTicketCounts } from '../tickets/tickets.rows.ts';
import { connectionRows } from './connections.rows.ts';

const Connection = z.object({ ...ConnectionView.shape, createdAt: z.date(), updatedAt: z.date() });

/** Connections that are not deleted: all of the company, or those of `ids`. */
const readConnections = async (db: Db, ids?: readonly string[]): Promise<ConnectionView[]> => {
  const rows = await db.many(sql.type(Connection)`
    select id, company_id as "companyId", name, channel, is_default as "isDefault", queue_ids as "queueIds", status, provider,
      greeting_message as "greetingMessage", complation_message as "complationMessage", out_of_hours_message as "outOfHoursMessage",
      rating_message as "ratingMessage", created_at as "createdAt", updated_at as "updatedAt"
    from ${db.table(connectionRows)} where company_id = ${db.companyId} and not deleted
    ${ids ? sql.fragment`and id = any(${sql.array(ids, 'uuid')})` : sql.fragment``} order by name, id`);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }));
};
const connectionRecords = async (db: Db, ids: readonly string[]) =>
  new Map((await readConnections(db, ids)).map((connection) => [connection.id, connection]));

export const connections: Feature = {
  name: 'connections',
  tables: [connectionRows],
  pushes: [
    definePush(connectionRows, {
      channel: 'whatsapp',
      rooms: (row) => (row.deleted ? [] : [`company:${row.companyId}`]),
      records: connectionRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.connections.list, ({ db }) => readConnections(db));
    readRoute(app, reader, routes.connections.show, async ({ db, params: { id } }) => {
      const connection = (await connectionRecords(db, [id])).get(id);
      if (!connection) throw new Refused('ERR_NO_WAPP_FOUND');
      const { unfinishedTickets } = await db.one(sql.type(z.object({ unfinishedTickets: z.number() }))`
        select coalesce(sum(count), 0)::int as "unfinishedTickets" from ${db.table(connectionTicketCounts)}
        where company_id = ${db.companyId} and connection_id = ${id}`);
      return { ...connection, unfinishedTickets };
    });
  },
};
