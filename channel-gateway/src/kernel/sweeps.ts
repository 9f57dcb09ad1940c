import { type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';

const EVERY_MS = 3_600_000;

/**
 * What is kept for a while only. The outbox outlives the bus's 72 hours by far, so that nothing comes again after its row is gone
 * and late receipts still find their message: it goes by when it last changed, found by when it came. Early receipts live 7 days
 * (ADR 13), and 30 those by which a file could be fetched. Providers bring their own.
 */
const own = [
  `delete from gateway.outbox where told and created_at < now() - interval '90 days' and changed_at < now() - interval '90 days'`,
  `delete from gateway.early_ack where kept_at < now() - interval '7 days'`,
  `delete from gateway.inbound_media where kept_at < now() - interval '30 days'`,
];

/** Sweeps once an hour; any number of instances may. Gives the way to end it. */
export const keepSweeping = (pool: pg.Pool, sweeps: readonly string[], log: Logger): (() => Promise<void>) => {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const sweep of [...own, ...sweeps])
        await pool.query(sweep).catch((err: unknown) => log.warn({ err }, 'old rows could not be deleted'));
      await pause(EVERY_MS * (0.9 + Math.random() * 0.2), stop.signal);
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
};
