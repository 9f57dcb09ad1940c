import { type Decoded, inTransaction, type Logger, type Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Projection } from '../../kernel/projections.ts';
import { BY_KEYS, END_IF_IDLE, Fenced, park } from '../frames/commit.ts';
import { foldBatch } from '../tables/batch.ts';
import { readRange } from '../tables/event-range.ts';
import { checkpointOf, type GenerationRow, generationOf, liveRow, ROW } from '../tables/generation.ts';
import { foldingAhead } from './ahead.ts';
import { holdLive } from './arrange.ts';

export type ShadowBuild = { pool: pg.Pool; store: Store; projections: readonly Projection[]; log: Logger; signal: AbortSignal };

/** Fewer events than this are folded quickly: the generation is close enough to catch up completely while the live projector waits. */
const NEAR = 5_000;

/**
 * Folds a generation that is built alongside up to the live generation's position (up to the end if there is no live one), with its own
 * checkpoint. If another process folds it too, continues from the position reached. Returns how many events it has folded.
 */
export const catchUp = async (
  { pool, store, projections, log, signal }: ShadowBuild,
  generation: number,
  { batchSize = 2_000, onProgress }: { batchSize?: number | undefined; onProgress?: ((events: number) => void) | undefined } = {},
): Promise<number> => {
  let events = 0;
  for (;;) {
    const row = await rowOf(pool, generation);
    const tables = generationOf(projections, generation, row.projections);
    const at = await checkpointOf(pool, row);
    const live = await liveRow(pool);
    const before = events;
    const folding = foldingAhead({ pool, generation: tables, pushes: [], state: 'beside', log }, at, (folded) => {
      events += folded;
      onProgress?.(folded);
    });
    try {
      await readRange({
        store,
        from: at.position,
        ...(live && { to: BigInt(live.position) }),
        batchSize,
        signal,
        onBatch: folding.take,
      }).finally(folding.written);
    } catch (error) {
      if (!(error instanceof Fenced)) throw error;
      continue;
    }
    if (events - before < NEAR) return events;
  }
};

const rowOf = async (pool: pg.Pool, generation: number): Promise<GenerationRow> => {
  const { rows } = await pool.query<GenerationRow>(
    `select ${ROW} from read.generation where generation = $1 and state <> 'live'`,
    [generation],
  );
  if (!rows[0]) throw new Fenced(`Generation ${generation} is gone.`);
  return rows[0];
};

type Met = { live: GenerationRow | null; beside: GenerationRow[]; events: number };

/**
 * Brings generations that are built alongside to the live one's position, in one transaction that blocks the live projector; `finish` runs
 * at its end. Returns null without any change if another process is doing so and `patient` is false.
 */
export const meet = <Result>(
  { pool, store, projections, signal }: ShadowBuild,
  generations: readonly number[],
  patient: boolean,
  finish: (client: pg.ClientBase, met: Met) => Promise<Result>,
): Promise<Result | null> =>
  inTransaction(pool, async (client) => {
    await client.query(`${END_IF_IDLE}; ${BY_KEYS}`);
    // Every process locks these rows first and the live one last, so no deadlock can occur.
    const { rows: beside } = await client.query<GenerationRow>(
      `select ${ROW} from read.generation where generation = any($1) and state <> 'live' order by generation
       for update ${patient ? '' : 'skip locked'}`,
      [generations],
    );
    if (beside.length < generations.length) {
      if (patient) throw new Fenced('A generation is gone.');
      return null;
    }
    const live = await holdLive(client, patient ? 'update' : 'share');
    let events = 0;
    for (const row of beside) {
      if (!live) continue;
      const tables = generationOf(projections, row.generation, row.projections);
      let { parked } = await checkpointOf(client, row);
      const onBatch = async (facts: Decoded[]): Promise<void> => {
        const folded = await foldBatch(client, tables, facts, parked);
        await park(client, row.generation, folded.parked, folded);
        ({ parked } = await checkpointOf(client, row));
        events += facts.length;
      };
      const to = BigInt(live.position);
      await readRange({ store, from: BigInt(row.position), to, signal, onBatch });
      await client.query('update read.generation set position = $2 where generation = $1', [row.generation, live.position]);
    }
    return finish(client, { live, beside, events });
  });
