import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '@prosa/infra/runtime';
import type pg from 'pg';
import { MEETINGS } from '../kernel/commits.ts';
import { type Projection, projectionsOf } from '../kernel/projections.ts';
import type { Reader } from '../kernel/reader.ts';
import { adopt } from './arrange.ts';
import { catchUp, meet } from './beside.ts';
import { isRefusedValue } from './commit.ts';
import { differences, type GenerationRow, liveRow, ROW } from './generation.ts';
import { fold, type RebuildOptions } from './rebuild.ts';

type Until = RebuildOptions & { signal: AbortSignal };

const LOOK_MS = 300;

/** Resolves once something is live, whichever code's: where nothing is, folds all, or waits for the process that does. */
export const untilAny = (options: Until): Promise<void> =>
  again(options, async () => {
    const projections = projectionsOf(options.tables);
    await inTransaction(options.pool, (client) => adopt(client, projections));
    return (await liveRow(options.pool)) !== null || (await fold(options, projections, [])) !== null;
  });

/** Resolves once all projections of this code are live: those that are not are folded, or the process that does so is waited for. */
export const untilLive = async (options: Until): Promise<void> => {
  await untilAny(options);
  await again(options, async () => {
    const { missing } = await lookAt(options);
    return missing.length === 0 || (await fold(options, missing, await leftOf(options.pool, missing))) !== null;
  });
};

const again = async ({ log, signal }: Until, attempt: () => Promise<boolean>): Promise<void> => {
  while (!signal.aborted) {
    try {
      if (await attempt()) return;
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, 'the tables could not be folded; another try follows');
    }
    await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
};

const lookAt = async ({ pool, tables }: RebuildOptions): Promise<ReturnType<typeof differences>> =>
  differences(projectionsOf(tables), (await liveRow(pool))?.projections ?? {});

/** Generations that were left by the live one and hold nothing but some of these. */
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
  /** Whether this process folds the live generation now. */
  leads: () => boolean;
  reader: Pick<Reader, 'next' | 'meeting'>;
  wantedMs?: number;
};

/** How often it is said that what the live generation has left is still read: far more often than such is dropped. */
const WANTED_MS = 5_000;
/** How often it is looked whether all is as it should be, if nobody tells. */
const REST_MS = 1_000;

/**
 * Keeps all projections of this code readable, until `signal`. What is in no generation is folded and joined to the live one. What newer
 * code has put aside is folded on beside it, for as long as this process is there to read it; it is joined again only if this process has
 * come to fold the live generation, as the newer code is gone.
 */
export const keepReadable = async (options: Keeping): Promise<void> => {
  const { pool, tables, log, signal, leads, reader, wantedMs = WANTED_MS } = options;
  const besides = { pool, store: options.store, projections: projectionsOf(tables), log, signal };
  let wereLive = false;
  let wantedAt = Number.NEGATIVE_INFINITY;
  let caughtUp = '';
  /** `rest`: all is as it should be; `wait`: for the next commit; `met`: it has just come up with the live generation. */
  const look = async (): Promise<'rest' | 'wait' | 'met'> => {
    const { missing, unknown } = await lookAt(options);
    if (missing.length === 0) {
      wereLive = true;
      return 'rest';
    }
    const left = await leftOf(pool, missing);
    const isAllLeft = left.flatMap(({ projections }) => Object.keys(projections)).length === missing.length;
    // Where there is what only other code can fold, that has taken over: it is not put aside as long as anybody folds it.
    if ((leads() && unknown.length === 0) || (!wereLive && !isAllLeft)) {
      if (await fold(options, missing, left)) log.info({ projections: missing.map(({ name }) => name) }, 'all tables are live');
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
    // What waits since long is not folded while the live generation's projector stands still for it.
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
      if (!signal.aborted) log.warn({ err }, 'tables could not be kept readable; another try follows');
      return 'rest' as const;
    });
    // The projector stands still for it half of the time at most.
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
