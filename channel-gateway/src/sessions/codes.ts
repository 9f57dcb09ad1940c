import type { ConnectionStatus, ShownSession } from '@prosa/contracts';
import { type ConnectionKeys, openCode, sealCode } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Code, Transaction } from '../channels/provider.port.ts';

type Named = { id: string; companyId: string };

/**
 * Codes that sessions show to link a device (`live.session`): encrypted, lost in a crash of Postgres, and never on the bus. Each
 * change sends a notification in the same transaction.
 */
export const sessionCodes = (pool: pg.Pool, keys: ConnectionKeys) => ({
  put: async (transaction: Transaction, connection: Named, epoch: number, code: Code): Promise<void> => {
    const sealed = await sealCode(keys, connection, code);
    await transaction((client) =>
      client.query(
        `with shown as (
           insert into live.session (connection_id, company_id, epoch, sealed) values ($1, $2, $3, $4)
           on conflict (connection_id) do update set epoch = excluded.epoch, sealed = excluded.sealed
         ) select pg_notify('gateway_code', $1::uuid::text)`,
        [connection.id, connection.companyId, epoch, sealed],
      ),
    );
  },

  /** Runs in the transaction of `client`; with an epoch as `before`, deletes only what earlier owners left. */
  clear: async (client: pg.ClientBase, { id }: Named, before: number | null = null): Promise<void> => {
    await client.query(
      `with gone as (delete from live.session where connection_id = $1 and ($2::bigint is null or epoch < $2) returning connection_id)
       select pg_notify('gateway_code', connection_id::text) from gone`,
      [id, before],
    );
  },

  /** The current state. */
  read: async (connection: Named & { status: ConnectionStatus }): Promise<ShownSession> => {
    const { id } = connection;
    const { rows } = await pool.query<{ status: ConnectionStatus | null; sealed: Buffer | null }>(
      `select s.status, l.sealed from (select $1::uuid as id) c left join gateway.session s on s.connection_id = c.id
       left join live.session l on l.connection_id = c.id`,
      [id],
    );
    const { status, sealed } = rows[0]!;
    return { id, status: status ?? connection.status, ...(await openCode(keys, connection, sealed)) };
  },

  /** Connections that currently show a code. */
  shown: async (): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>('select connection_id as id from live.session');
    return rows.map(({ id }) => id);
  },
});
export type SessionCodes = ReturnType<typeof sessionCodes>;
