import type { ConnectionStatus } from '@prosa/contracts';
import type pg from 'pg';
import type { SessionState } from '../channels/provider.port.ts';

/** A session's reported state, as it is published to the command side. */
export type Reported = {
  status: ConnectionStatus;
  reason: string | null;
  until: Date | null;
  account: string | null;
  sequence: number;
  at: Date;
};

/** `gateway.session` of one connection: the session's last reported state, and whether it was published to the command side. */
export const sessionTable = (pool: pg.Pool, connectionId: string) => ({
  /**
   * Runs in the transaction of `client`. Each new state has a higher number, across owners and databases: it is never lower than the clock.
   */
  write: async (client: pg.ClientBase, { status, reason = null, until = null, account = null }: SessionState): Promise<void> => {
    await client.query(
      `insert into gateway.session as s (connection_id, status, reason, until, account, sequence)
       values ($1, $2, $3, $4, $5, (extract(epoch from clock_timestamp()) * 1000)::bigint)
       on conflict (connection_id) do update set status = excluded.status, reason = excluded.reason, until = excluded.until,
         account = excluded.account, sequence = greatest(s.sequence + 1, excluded.sequence), told = false, changed_at = now()
       where (s.status, s.reason, s.until, s.account) is distinct from
         (excluded.status, excluded.reason, excluded.until, excluded.account)`,
      [connectionId, status, reason, until, account],
    );
  },
  untold: async (): Promise<Reported | null> => {
    const { rows } = await pool.query<Omit<Reported, 'sequence'> & { sequence: string }>(
      `select status, reason, until, account, sequence::text, changed_at as at from gateway.session
       where connection_id = $1 and not told`,
      [connectionId],
    );
    return rows[0] ? { ...rows[0], sequence: Number(rows[0].sequence) } : null;
  },
  told: async (sequence: number): Promise<void> => {
    await pool.query('update gateway.session set told = true where connection_id = $1 and sequence = $2', [
      connectionId,
      sequence,
    ]);
  },
});
