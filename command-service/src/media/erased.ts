import type { Logger, MediaVault } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { sweeping } from '../kernel/sweeping.ts';

const EVERY_MS = 5 * 60_000;
const BATCH = 200;

/**
 * Deletes the files of persons whose key was destroyed: nobody can read them any more, and they would stay in the store for ever. Returns
 * how many were deleted, and how many the store could not delete now: the next call retries those. Skips files that are still being
 * written, because their upload would continue after the deletion.
 */
export const deleteErased = async ({
  pool,
  vault,
  log,
}: {
  pool: Pool;
  vault: MediaVault;
  log: Logger;
}): Promise<{ deleted: number; failed: number }> => {
  let [deleted, failed] = [0, 0];
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      `select m.id from command.media m join keys.subject s on s.id = m.subject
       where s.destroyed_at is not null and m.state <> 'coming' and m.id > $1 order by m.id limit ${BATCH}`,
      [after],
    );
    for (const { id } of rows) {
      after = id;
      try {
        // The row is deleted last: if the process dies in between, the file is still known.
        await vault.remove(id);
        await pool.query(`delete from command.media where id = $1 and state <> 'coming'`, [id]);
        deleted += 1;
      } catch (err) {
        failed += 1;
        log.warn({ err, mediaId: id }, 'cannot delete a file of an erased person, retrying later');
      }
    }
    if (rows.length < BATCH) return { deleted, failed };
  }
};

/** Runs `deleteErased` every five minutes, until `signal` is aborted. */
export const keepDeletingErased = (deps: Parameters<typeof deleteErased>[0], signal: AbortSignal): Promise<void> =>
  sweeping(
    { everyMs: EVERY_MS, log: deps.log, failed: 'cannot search for files of erased persons' },
    () => deleteErased(deps),
    signal,
  );
