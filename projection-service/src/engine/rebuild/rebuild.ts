import { advisoryLocks, inTransaction, type Logger, READ_COMMITS, type Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import { MEETINGS } from '../../kernel/commits.ts';
import { type Made, type Projection, projectionsOf } from '../../kernel/projections.ts';
import type { Table } from '../../kernel/table.ts';
import { type GenerationRow, ROW } from '../tables/generation.ts';
import { createIndexes, createTables, dropGeneration } from '../tables/tables.ts';
import { join } from './arrange.ts';
import { catchUp, meet, type ShadowBuild } from './shadow.ts';

export type RebuildOptions = {
  pool: pg.Pool;
  store: Store;
  tables: readonly Table[];
  log: Logger;
  signal?: AbortSignal;
  batchSize?: number;
  /** Called after each batch with the number of events folded so far. */
  onProgress?: (events: number) => void;
};

/** `generation`: the number at the end of the new tables' names. */
export type Rebuilt = { generation: number; events: number; seconds: number };

/**
 * Folds all events into new tables (only those named in `only`, each with the rest of its projection; default all) alongside the live ones,
 * which are still read and written; then, in one transaction that blocks the projector, brings them to its position and joins them to the
 * live generation. Continues a rebuild that was killed. Returns null if another process is rebuilding. Throws if there is no table with
 * such a name.
 */
export const rebuild = ({ only, ...options }: RebuildOptions & { only?: readonly string[] }): Promise<Rebuilt | null> => {
  const all = projectionsOf(options.tables);
  for (const name of only ?? [])
    if (!options.tables.some(({ table }) => table === name)) throw new Error(`There is no read table ${name}.`);
  const wanted = only ? all.filter(({ tables }) => tables.some(({ table }) => only.includes(table))) : all;
  return fold(options, async () => ({ wanted, left: [] }));
};

/** Projections to fold; generations in `left`, which contain some of them, are continued instead of built again. */
export type Plan = { wanted: readonly Projection[]; left: readonly GenerationRow[] };

/**
 * The same for the projections of `tables` that `plan` names once no other process is rebuilding: whatever was read earlier may have been
 * built since. Returns null if another process is rebuilding, or if there is no plan.
 */
export const fold = async (options: RebuildOptions, plan: () => Promise<Plan | null>): Promise<Rebuilt | null> => {
  const lock = await options.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await lock.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [advisoryLocks.rebuilding]);
    if (!rows[0]?.mine) return null;
    try {
      const planned = await plan();
      return planned && (await foldAlone(options, planned));
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [advisoryLocks.rebuilding]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    lock.release(broken);
  }
};

const foldAlone = async (options: RebuildOptions, { wanted, left }: Plan): Promise<Rebuilt> => {
  const { pool, store, tables, log, signal = new AbortController().signal, batchSize, onProgress } = options;
  const began = performance.now();
  const besides: ShadowBuild = { pool, store, projections: projectionsOf(tables), log, signal };
  const there = new Set(left.flatMap(({ projections }) => Object.keys(projections)));
  const building = wanted.filter(({ name }) => !there.has(name));
  const names = wanted.map(({ name }) => name);
  let events = 0;
  const told = (more: number): void => {
    events += more;
    onProgress?.(events);
  };
  const caughtUp = (generation: number) => catchUp(besides, generation, { batchSize, onProgress: told });
  const shadowGenerations = left.map(({ generation }) => generation);
  for (const generation of shadowGenerations) await caughtUp(generation);
  let made = shadowGenerations.at(-1) ?? 0;
  if (building.length > 0) {
    made = await begin(pool, building);
    log.info({ generation: made, projections: names }, 'rebuilding');
    shadowGenerations.push(made);
    await caughtUp(made);
    await createIndexes(
      pool,
      building.flatMap((one) => one.tables),
      made,
    );
    await caughtUp(made);
  }
  events += await goLive(besides, shadowGenerations);
  const seconds = (performance.now() - began) / 1_000;
  log.info({ generation: made, projections: names, events, seconds }, 'the new tables are live');
  return { generation: made, events, seconds };
};

/** Continues a generation that was begun for exactly these projections, otherwise starts a new one. Returns its number. */
const begin = (pool: pg.Pool, building: readonly Projection[]): Promise<number> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<GenerationRow>(
      `select ${ROW} from read.generation where state = 'building' order by generation desc`,
    );
    const isMine = ({ projections }: GenerationRow): boolean =>
      Object.keys(projections).length === building.length && building.every(({ name }) => projections[name] !== undefined);
    const mine = rows.find(isMine);
    for (const row of rows) if (row !== mine) await dropGeneration(client, row.generation);
    if (mine) return mine.generation;
    const inserted = await client.query<{ generation: number }>(
      `insert into read.generation (state) values ('building') returning generation`,
    );
    const { generation } = inserted.rows[0]!;
    const made: Made = Object.fromEntries(building.map(({ name }) => [name, generation]));
    await client.query('update read.generation set projections = $2 where generation = $1', [generation, made]);
    await createTables(
      client,
      building.flatMap((one) => one.tables),
      generation,
    );
    return generation;
  });

/** Folds the last events and switches the tables in one transaction. Returns how many events those were. */
const goLive = async (besides: ShadowBuild, generations: readonly number[]): Promise<number> => {
  const events = await meet(besides, generations, true, async (client, met) => {
    const position = (met.live ?? met.beside[0]!).position;
    if (met.live) await join(client, met.live, met.beside);
    else {
      await client.query(`update read.generation set state = 'live', turn = turn + 1 where generation = $1`, [
        met.beside[0]!.generation,
      ]);
      // These are the first tables: no screen has seen anything earlier, so nothing before them needs to be sent.
      await client.query('update read.pushed set position = $1', [position]);
    }
    await client.query(`select pg_notify('${READ_COMMITS}', $1), pg_notify('${MEETINGS}', '')`, [position]);
    return met.events;
  });
  return events ?? 0;
};
