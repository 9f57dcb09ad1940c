import { type Logger, pause } from '@prosa/infra/runtime';

/**
 * Work that a reactor does beside its events again and again, at once and then each `everyMs`, as long as it leads: to delete what nobody
 * needs. A failure is logged with `failed`, and the work tried again the next time.
 */
export const sweeping = async (
  { everyMs, log, failed }: { everyMs: number; log: Pick<Logger, 'warn'>; failed: string },
  sweep: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> => {
  while (!signal.aborted) {
    await sweep().catch((err: unknown) => log.warn({ err }, `${failed}, retrying later`));
    await pause(everyMs, signal);
  }
};
