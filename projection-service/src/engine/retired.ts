import { inTransaction } from '@prosa/infra/runtime';
import type pg from 'pg';
import { dropGeneration } from './tables.ts';

/** How long what was replaced is kept for queries that began before, unless told. */
export const RETIRED_MS = 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Tables that nobody reads any more: queries that began before they were replaced are over, and no process of older code says that it
 * still reads them. Where somebody does read them (a backup), they go another time: it may take hours, and folding waits for nobody.
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
