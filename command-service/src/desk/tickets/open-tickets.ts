import type { ConversationFact, Fact } from '@prosa/contracts';
import type pg from 'pg';
import type { RowBatch } from '../../kernel/reactor.ts';

/** An unfinished ticket, kept to find the tickets of a deleted queue, user or connection. No command is decided from it. */
export type OpenTicket = { id: string; companyId: string; queueId: string | null; userId: string | null; connectionId: string };

/** The changes of a range of events to the table: the final state of each ticket in it. `undefined` fields stay as they are. */
type TicketChanges = Map<string, null | (Partial<OpenTicket> & { id: string })>;

/**
 * Returns the table's row changes for a range of events. `connectionOf` finds the connection of a reopened ticket, because its event does
 * not name it.
 */
export const openTickets = (connectionOf: (stream: string) => Promise<string>): RowBatch<Fact> => {
  const changes: TicketChanges = new Map();
  return {
    fold: (fact) => foldTicket(changes, fact, connectionOf),
    isEmpty: () => changes.size === 0,
    write: (client) => writeTickets(client, changes),
  };
};

const foldTicket = async (
  changes: TicketChanges,
  fact: Fact,
  connectionOf: (stream: string) => Promise<string>,
): Promise<void> => {
  const { type, data, meta } = fact as ConversationFact;
  const change = (id: string, more: Partial<OpenTicket>) => {
    const before = changes.get(id);
    if (before !== null) changes.set(id, { ...before, ...more, id });
  };
  switch (type) {
    case 'TicketOpened': {
      const { ticketId: id, queueId, userId, connectionId } = data;
      changes.set(id, { id, companyId: meta.companyId, queueId, userId, connectionId });
      return;
    }
    case 'TicketReopened':
    case 'ClosingUndone': {
      const { ticketId: id, queueId, userId } = data;
      changes.set(id, { id, companyId: meta.companyId, queueId, userId, connectionId: await connectionOf(meta.stream) });
      return;
    }
    case 'TicketQueued':
      return change(data.ticketId, { queueId: data.queueId });
    case 'TicketAccepted':
      return change(data.ticketId, { userId: data.userId });
    case 'TicketReturned':
      return change(data.ticketId, { userId: null });
    case 'TicketTransferred':
      return change(data.ticketId, { queueId: data.queueId, userId: data.userId });
    case 'TicketLeftQueue':
      return change(data.ticketId, { queueId: null });
    case 'TicketClosed':
    case 'TicketDeleted':
      changes.set(data.ticketId, null);
  }
};

const writeTickets = async (client: pg.ClientBase, changes: TicketChanges): Promise<void> => {
  const closed = [...changes].flatMap(([id, change]) => (change === null ? [id] : []));
  const open = [...changes.values()].filter((change) => change !== null);
  if (closed.length > 0) await client.query('delete from command.open_ticket where id = any($1::uuid[])', [closed]);
  const whole = open.filter(({ connectionId }) => connectionId !== undefined);
  if (whole.length > 0)
    await client.query(
      `insert into command.open_ticket (id, company_id, queue_id, user_id, connection_id)
       select id, "companyId", "queueId", "userId", "connectionId" from json_to_recordset($1::json)
         as t(id uuid, "companyId" uuid, "queueId" uuid, "userId" uuid, "connectionId" uuid)
       on conflict (id) do update set queue_id = excluded.queue_id, user_id = excluded.user_id`,
      [JSON.stringify(whole)],
    );
  const parts = open.filter(({ connectionId }) => connectionId === undefined);
  if (parts.length > 0)
    await client.query(
      `update command.open_ticket o set
         queue_id = case when t."setsQueue" then t."queueId" else o.queue_id end,
         user_id = case when t."setsUser" then t."userId" else o.user_id end
       from json_to_recordset($1::json) as t(id uuid, "queueId" uuid, "userId" uuid, "setsQueue" boolean, "setsUser" boolean)
       where o.id = t.id`,
      [
        JSON.stringify(
          parts.map((part) => ({ ...part, setsQueue: part.queueId !== undefined, setsUser: part.userId !== undefined })),
        ),
      ],
    );
};

/** The unfinished tickets of a queue, user or connection, as of the checkpoint. */
export const ticketsOf = async (
  pool: pg.Pool,
  owner: 'queue_id' | 'user_id' | 'connection_id',
  id: string,
): Promise<string[]> => {
  const { rows } = await pool.query<{ id: string }>(`select id from command.open_ticket where ${owner} = $1`, [id]);
  return rows.map((row) => row.id);
};
