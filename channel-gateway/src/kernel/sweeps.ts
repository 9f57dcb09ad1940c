import { type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Files pushed by channels: `sweep` deletes some of those that are no longer needed, and returns how many. */
type Parcels = { sweep: () => Promise<number> };

const EVERY_MS = 3_600_000;

/**
 * Deletes data that is kept only for a time. Outbox rows are kept much longer than the bus's 72 hours, so that no message is delivered
 * again after its row is gone and late receipts still find their message: a row is deleted by the time of its last change, but found by its
 * creation time. Early receipts are kept 7 days. How to fetch a file is kept until the file is stored, for 7 days after it was
 * given up, or for 30 days if nobody requests it. Providers add their own.
 */
const own = [
  `delete from gateway.outbox where told and created_at < now() - interval '90 days' and changed_at < now() - interval '90 days'`,
  `delete from gateway.early_ack where kept_at < now() - interval '7 days'`,
  `delete from gateway.inbound_media where kept_at < now() - interval '30 days'`,
  `delete from gateway.inbound_media m where exists (
     select from gateway.inbound_fetch f where f.media_id = m.media_id and f.told and f.state = 'stored')
   or exists (select from gateway.inbound_fetch f where f.media_id = m.media_id) and not exists (
     select from gateway.inbound_fetch f where f.media_id = m.media_id and (not f.told or f.changed_at > now() - interval '7 days'))`,
  `delete from gateway.inbound_fetch where told and created_at < now() - interval '90 days' and changed_at < now() - interval '90 days'`,
];

/** Sweeps once an hour; any number of instances may do so. Returns a function that stops it. */
export const keepSweeping = (pool: pg.Pool, sweeps: readonly string[], log: Logger, parcels: Parcels): (() => Promise<void>) => {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      for (const sweep of [...own, ...sweeps])
        await pool.query(sweep).catch((err: unknown) => log.warn({ err }, 'old rows could not be deleted'));
      await sweepParcels(parcels, stop.signal).catch((err: unknown) => log.warn({ err }, 'old files could not be deleted'));
      await pause(EVERY_MS * (0.9 + Math.random() * 0.2), stop.signal);
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
};

const sweepParcels = async (parcels: Parcels, stopped: AbortSignal): Promise<void> => {
  while (!stopped.aborted && (await parcels.sweep()) > 0);
};
