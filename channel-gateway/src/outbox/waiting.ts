import type pg from 'pg';
import { BY_CAMPAIGN } from '../kernel/priority.ts';

/**
 * Since when the oldest message waits that a connection sends before those of campaigns; null: none does. What is written now waits about as
 * long as that one has, since each conversation's messages leave in order and the oldest of all first.
 */
export const oldestWaiting =
  (pool: pg.Pool) =>
  async (connectionId: string): Promise<Date | null> => {
    const { rows } = await pool.query<{ since: Date | null }>({
      name: 'gateway-oldest-waiting',
      text: `select min(created_at) as since from gateway.outbox
        where connection_id = $1 and not told and state in ('waiting', 'handed') and kind = 'send' and priority < ${BY_CAMPAIGN}`,
      values: [connectionId],
    });
    return rows[0]!.since;
  };
