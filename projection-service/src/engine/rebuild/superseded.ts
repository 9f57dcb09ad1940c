import { inTransaction } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Projection } from '../../kernel/projections.ts';
import { END_IF_IDLE } from '../frames/commit.ts';
import { differences, liveRow } from '../tables/generation.ts';
import { adopt, holdLive, leave, setLive } from './arrange.ts';

/** The lease of the process that folds. */
export const LEASE = 'projector';
/** If no process that can fold everything live has taken the lease within this time, there is none. */
export const VACANT_MS = 2_000;

/** Other code has joined projections to the live generation that this code cannot fold. */
export class Superseded extends Error {
  override name = 'Superseded';

  constructor(unknown: readonly string[]) {
    super(`Only other code can fold ${unknown.join(', ')}.`);
  }
}

/** The projections that only other code can fold; null if nothing was folded yet. */
export const unknownIn = async (pool: pg.Pool, projections: readonly Projection[]): Promise<string[] | null> => {
  const live = await liveRow(pool);
  return live && differences(projections, live.projections).unknown;
};

/** Whether no process has held the lease for a while. */
export const isVacant = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ vacant: boolean }>(
    `select not exists (select from lease.lease where name = $1 and until > clock_timestamp() - $2 * interval '1 ms') as vacant`,
    [LEASE, VACANT_MS],
  );
  return rows[0]?.vacant === true;
};

/** Detaches projections that this code cannot fold. Throws Superseded if it may not. */
export const takeOver = (pool: pg.Pool, projections: readonly Projection[], may: boolean): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(END_IF_IDLE);
    await adopt(client, projections);
    const live = await holdLive(client, 'update');
    const unknown = live ? differences(projections, live.projections).unknown : [];
    if (!live || unknown.length === 0) return;
    if (!may) throw new Superseded(unknown);
    await setLive(client, live.generation, await leave(client, live, unknown));
  });
