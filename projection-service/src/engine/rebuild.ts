import { type Decoded, inTransaction, type Log, type Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import { COMMITS } from '../kernel/commits.ts';
import type { Table } from '../kernel/feature.ts';
import { foldBatch } from './batch.ts';
import { commitBatch, IMPATIENCE, park } from './commit.ts';
import { type Generation, generationOf, type Standing, standing } from './generation.ts';
import { readStretch } from './stretch.ts';
import { createIndexes, createTables, dropGeneration, versionsOf } from './tables.ts';

export type RebuildOptions = {
  pool: pg.Pool;
  store: Store;
  tables: readonly Table[];
  log: Log;
  signal?: AbortSignal;
  batchSize?: number;
  /** Told after each batch: events folded so far. */
  onProgress?: (events: number) => void;
};

export type Rebuilt = { generation: number; events: number; seconds: number };

/** Any number that nobody else uses: the key of the lock of those who rebuild. */
const REBUILDING = 7_247_183_053;

/**
 * Folds everything into new tables beside the live ones, which go on being read and written; then, in one transaction in which the
 * projector stands still, brings them to its position and makes them the live ones. What a killed one left is taken up again. Gives null
 * where another process rebuilds.
 */
export const rebuild = async (options: RebuildOptions): Promise<Rebuilt | null> => {
  const lock = await options.pool.connect();
  let broken: Error | undefined;
  try {
    const { rows } = await lock.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [REBUILDING]);
    if (!rows[0]?.mine) return null;
    try {
      return await rebuildAlone(options);
    } finally {
      await lock.query('select pg_advisory_unlock($1)', [REBUILDING]).catch((error: Error) => {
        broken = error;
      });
    }
  } finally {
    lock.release(broken);
  }
};

const rebuildAlone = async (options: RebuildOptions): Promise<Rebuilt> => {
  const { pool, store, tables, log, signal = new AbortController().signal, batchSize = 2_000, onProgress } = options;
  const began = performance.now();
  let at = await begin(pool, tables);
  const generation = generationOf(tables, at.generation);
  log.info({ generation: at.generation, from: at.position.toString() }, 'folding all tables anew');
  let events = 0;
  const catchUp = (): Promise<void> =>
    readStretch({
      store,
      from: at.position,
      batchSize,
      signal,
      onBatch: async (facts, position) => {
        const committed = await commitBatch({ pool, generation, pushes: [], state: 'building', log }, at, facts, position);
        at = committed.standing;
        events += facts.length;
        onProgress?.(events);
      },
    });
  await catchUp();
  await inTransaction(pool, (client) => createIndexes(client, tables, at.generation));
  await catchUp();
  const last = await goLive(options, generation, at, signal);
  const seconds = (performance.now() - began) / 1_000;
  log.info({ generation: at.generation, events: events + last, seconds, parked: at.parked.size }, 'the new tables are live');
  return { generation: at.generation, events: events + last, seconds };
};

/** Goes on with what was begun for these very tables, else begins anew. */
const begin = (pool: pg.Pool, tables: readonly Table[]): Promise<Standing> =>
  inTransaction(pool, async (client) => {
    const versions = versionsOf(tables);
    const { rows } = await client.query<{ generation: number; position: string; turn: number; versions: string }>(
      `select generation, position, turn, versions from read.generation where state = 'building' order by generation desc`,
    );
    const [newest] = rows;
    const mine = newest?.versions === versions ? newest : undefined;
    for (const row of rows) if (row !== mine) await dropGeneration(client, row.generation);
    if (mine) return standing(client, mine);
    const made = await client.query<{ generation: number }>(
      `insert into read.generation (versions, state) values ($1, 'building') returning generation`,
      [versions],
    );
    const { generation } = made.rows[0]!;
    await createTables(client, tables, generation);
    return { generation, position: -1n, turn: 0, parked: new Set<string>() };
  });

/** The last events and the change of tables in one transaction. Gives how many events those were. */
const goLive = ({ pool, store }: RebuildOptions, generation: Generation, at: Standing, signal: AbortSignal): Promise<number> =>
  inTransaction(pool, async (client) => {
    await client.query(IMPATIENCE);
    const { rows } = await client.query<{ generation: number; position: string }>(
      `select generation, position from read.generation where state = 'live' for update`,
    );
    const live = rows[0] ? BigInt(rows[0].position) : at.position;
    let parked = at.parked;
    let events = 0;
    const fold = async (facts: Decoded[]): Promise<void> => {
      const folded = await foldBatch(client, generation, facts, parked);
      await park(client, generation.number, folded.parked, folded);
      parked = new Set([...parked, ...folded.parked.keys()]);
      events += facts.length;
    };
    await readStretch({ store, from: at.position, to: live, signal, onBatch: fold });
    const position = live > at.position ? live : at.position;
    await client.query(`update read.generation set state = 'retired', retired_at = now() where state = 'live'`);
    const mine = await client.query(
      `update read.generation set state = 'live', position = $2 where generation = $1 and state = 'building' and position = $3`,
      [generation.number, position, at.position],
    );
    if (mine.rowCount !== 1) throw new Error(`Generation ${generation.number} was taken from under its rebuild.`);
    // The very first tables: there is nobody to tell of what was before them.
    if (!rows[0]) await client.query('update read.pushed set position = $1', [position]);
    await client.query(`select pg_notify('${COMMITS}', $1)`, [position.toString()]);
    return events;
  });
