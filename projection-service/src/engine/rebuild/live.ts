import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '@prosa/infra/runtime';
import type pg from 'pg';
import { MEETINGS } from '../../kernel/commits.ts';
import { type Projection, projectionsOf } from '../../kernel/projections.ts';
import type { Reader } from '../../kernel/reader.ts';
import { isRefusedValue } from '../frames/commit.ts';
import { differences, type GenerationRow, liveRow, ROW } from '../tables/generation.ts';
import { adopt } from './arrange.ts';
import { fold, type Plan, type RebuildOptions } from './rebuild.ts';
import { catchUp, meet } from './shadow.ts';

type Until = RebuildOptions & { signal: AbortSignal };

const LOOK_MS = 300;

/**
 * Resolves when some generation is live, from whichever release: if there is none, folds everything, or waits for the process that does.
 */
export const untilAny = (options: Until): Promise<void> =>
  again(options, async () => {
    const projections = projectionsOf(options.tables);
    await inTransaction(options.pool, (client) => adopt(client, projections));
    const isLive = async () => (await liveRow(options.pool)) !== null;
    return (
      (await isLive()) ||
      (await fold(options, async () => ((await isLive()) ? null : { wanted: projections, left: [] }))) !== null
    );
  });

/** Resolves when all projections of this code are live: folds the missing ones, or waits for the process that does. */
export const untilLive = async (options: Until): Promise<void> => {
  await untilAny(options);
  await again(options, async () => {
    const plan = async (): Promise<Plan | null> => {
      const { missing } = await lookAt(options);
      return missing.length === 0 ? null : { wanted: missing, left: await leftOf(options.pool, missing) };
    };
    return (await plan()) === null || (await fold(options, plan)) !== null;
  });
};

const again = async ({ log, signal }: Until, attempt: () => Promise<boolean>): Promise<void> => {
  while (!signal.aborted) {
    try {
      if (await attempt()) return;
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, 'cannot build the tables, retrying');
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
};

const lookAt = async ({ pool, tables }: RebuildOptions): Promise<ReturnType<typeof differences>> =>
  differences(projectionsOf(tables), (await liveRow(pool))?.projections ?? {});

/** Generations that were detached from the live one and contain only some of these projections. */
const leftOf = async (pool: pg.Pool, missing: readonly Projection[]): Promise<GenerationRow[]> => {
  const { rows } = await pool.query<GenerationRow>(
    `select ${ROW} from read.generation where state = 'retired' and projections <> '{}' order by generation desc`,
  );
  const wanted = new Set(missing.map(({ name }) => name));
  return rows.filter(({ projections }) => {
    const names = Object.keys(projections);
    if (!names.every((name) => wanted.has(name))) return false;
    for (const name of names) wanted.delete(name);
    return true;
  });
};

export type Keeping = Until & {
  /** Whether this process is the active projector. */
  leads: () => boolean;
  reader: Pick<Reader, 'next' | 'meeting'>;
  wantedMs?: number;
};

/** How often this process records that it still reads detached generations: far more often than they are dropped. */
const WANTED_MS = 5_000;
/** How often the state is checked if there is no notification. */
const REST_MS = 1_000;

/**
 * Keeps all projections of this code readable until `signal` is aborted. Projections that are in no generation are folded and joined to the
 * live one. Projections that newer code has detached are kept up to date alongside it while this process needs them; they are joined again
 * only if this process becomes the active projector, which means that the newer code is gone.
 */
export const keepReadable = async (options: Keeping): Promise<void> => {
  const { pool, tables, log, signal, leads, reader, wantedMs = WANTED_MS } = options;
  const besides = { pool, store: options.store, projections: projectionsOf(tables), log, signal };
  let wereLive = false;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let caughtUp = '';
  /** `rest`: nothing to do; `wait`: for the next commit; `met`: it has just caught up with the live generation. */
  const lookAround = async (): Promise<Plan & { isTurn: boolean }> => {
    const { missing, unknown } = await lookAt(options);
    const left = await leftOf(pool, missing);
    const isAllLeft = left.flatMap(({ projections }) => Object.keys(projections)).length === missing.length;
    // Live projections that this code does not know mean that other code has taken over: they are not detached while any process folds
    // them.
    const isTurn = missing.length > 0 && ((leads() && unknown.length === 0) || (!wereLive && !isAllLeft));
    return { wanted: missing, left, isTurn };
  };
  const look = async (): Promise<'rest' | 'wait' | 'met'> => {
    const { wanted, left, isTurn } = await lookAround();
    if (wanted.length === 0) {
      wereLive = true;
      return 'rest';
    }
    if (isTurn) {
      const plan = async () => {
        const found = await lookAround();
        return found.isTurn ? found : null;
      };
      if (await fold(options, plan)) log.info({ projections: wanted.map(({ name }) => name) }, 'all tables are live');
      return 'wait';
    }
    const generations = left.map(({ generation }) => generation);
    if (generations.length === 0) return 'wait';
    if (performance.now() - wantedAt > wantedMs) {
      await pool.query(`update read.generation set wanted_at = now() where generation = any($1) and state = 'retired'`, [
        generations,
      ]);
      wantedAt = performance.now();
    }
    // After a long pause, catch up first, so that the live projector is not blocked for long by meet().
    if (caughtUp !== generations.join()) for (const generation of generations) await catchUp(besides, generation);
    caughtUp = generations.join();
    const live = await liveRow(pool);
    if (left.every(({ position }) => position === live?.position)) return 'wait';
    try {
      const met = await meet(besides, generations, false, (client) => client.query(`select pg_notify('${MEETINGS}', '')`));
      return met === null ? 'wait' : 'met';
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      caughtUp = '';
      return 'met';
    }
  };
  while (!signal.aborted) {
    const began = performance.now();
    const found = await look().catch((err: unknown) => {
      if (!signal.aborted) log.warn({ err }, 'cannot keep tables readable, retrying');
      return 'rest' as const;
    });
    // Blocks the live projector at most half of the time.
    const passed = performance.now() - began;
    if (found === 'met') await pause(Math.min(passed, LOOK_MS), undefined, { signal }).catch(() => undefined);
    else await Promise.race([found === 'wait' ? reader.next(LOOK_MS) : reader.meeting(REST_MS), aborted(signal)]);
  }
};

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
