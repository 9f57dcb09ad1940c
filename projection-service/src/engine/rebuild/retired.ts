import { inTransaction } from '@prosa/infra/runtime';
import type pg from 'pg';
import { dropGeneration } from '../tables/tables.ts';

/** Default time that replaced tables are kept for queries that began earlier. */
export const RETIRED_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Drops tables that no process reads any more: queries that began before they were replaced have ended, and no process of older code
 * records that it still reads them. If a table is in use (by a backup), it is dropped later: the backup may take hours, and the projector
 * never waits for it.
 */
export const dropRetired = async ({
  pool,
  retiredMs = RETIRED_MS,
}: {
  pool: pg.Pool;
  retiredMs?: number | undefined;
}): Promise<void> => {
  const { rows } = await pool.query<{ generation: number }>(`select generation from read.generation where ${UNWANTED}`, [
    retiredMs,
  ]);
  for (const { generation } of rows)
    await inTransaction(pool, async (client) => {
      await client.query('set local lock_timeout = 500');
      const { rowCount } = await client.query(`select from read.generation where ${UNWANTED} and generation = $2 for update`, [
        retiredMs,
        generation,
      ]);
      if (rowCount === 1) await dropGeneration(client, generation);
    }).catch((error: { code?: string }) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    });
};

const UNWANTED = `state = 'retired' and greatest(retired_at, wanted_at) < now() - $1 * interval '1 ms'`;
