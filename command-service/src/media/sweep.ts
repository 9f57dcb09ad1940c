import type { MediaVault, Store } from '@prosa/infra/runtime';
import type { Pool } from 'pg';

/** How long an uploaded file can wait to be sent. */
export const LEFT_MS = 7 * 24 * 3_600_000;
/** The reactor that records which files events name. */
export const KEEPER = 'media';
const BATCH = 200;

/**
 * Deletes files older than `leftMs` that no event names; returns their number. Runs only if the reactor that records the named files has
 * passed all present events and has parked none: an event that it has not seen may name a claimed file.
 */
export const sweepMedia = async (
  { pool, store, vault }: { pool: Pool; store: Pick<Store, 'head'>; vault: MediaVault },
  leftMs = LEFT_MS,
): Promise<number> => {
  const { rows: old } = await pool.query<{ id: string }>(
    `select id from command.media where state <> 'kept' and at < now() - $1 * interval '1 ms' order by at limit ${BATCH}`,
    [leftMs],
  );
  if (old.length === 0) return 0;
  const { rowCount: hasPassed } = await pool.query(
    `select from command.checkpoint where name = $1 and position >= $2
       and not exists (select from command.deferred_work where reactor = $1)`,
    [KEEPER, await store.head()],
  );
  if (hasPassed === 0) return 0;
  const { rows: left } = await pool.query<{ id: string }>(
    `update command.media set state = 'dropped' where id = any($1) and state <> 'kept' and at < now() - $2 * interval '1 ms' returning id`,
    [old.map(({ id }) => id), leftMs],
  );
  for (const { id } of left) {
    await vault.remove(id);
    await pool.query(`delete from command.media where id = $1 and state = 'dropped'`, [id]);
  }
  return left.length;
};
