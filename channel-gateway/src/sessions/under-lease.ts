import { assertEpoch, inTransaction, type Lease, LeaseLost, pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Transaction } from '../channels/provider.port.ts';

/** How long to wait for a newly taken epoch to become known here. */
const ADVANCED_MS = 20;

/** Runs transactions that take effect only while this process owns the connection, in whichever of its epochs. */
export const underLease =
  (pool: pg.Pool, name: string, held: () => Pick<Lease, 'epoch'>, lost: AbortSignal): Transaction =>
  async (work) => {
    for (;;) {
      const epoch = lost.aborted ? null : held().epoch();
      if (epoch === null) throw new LeaseLost(`${name} is not held.`);
      try {
        return await inTransaction(pool, async (client) => {
          await assertEpoch(client, name, epoch);
          const result = await work(client);
          // The lease expired and this process has taken it again: another session writes now.
          if (lost.aborted) throw new LeaseLost(`${name} was lost.`);
          return result;
        });
      } catch (error) {
        // The owner takes over from itself: nothing was written, because the epoch is checked first.
        if (!(error instanceof LeaseLost)) throw error;
        await pause(ADVANCED_MS, lost);
      }
    }
  };
