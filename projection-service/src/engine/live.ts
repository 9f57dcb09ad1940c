import { setTimeout as pause } from 'node:timers/promises';
import { liveStanding } from './generation.ts';
import { type RebuildOptions, rebuild } from './rebuild.ts';
import { versionsOf } from './tables.ts';

/** Resolves once the live tables are those of this code: if they are not, folds them, or waits for the process that does. */
export const untilLive = async (options: RebuildOptions & { signal: AbortSignal }): Promise<void> => {
  const { pool, tables, log, signal } = options;
  while (!signal.aborted) {
    try {
      if (await liveStanding(pool, versionsOf(tables))) return;
      if (await rebuild(options)) return;
    } catch (err) {
      if (signal.aborted) return;
      log.warn({ err }, 'the tables could not be folded; another try follows');
    }
    await pause(300, undefined, { signal }).catch(() => undefined);
  }
};
