import { assertEpoch, inTransaction, type Lease, LeaseLost, pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Transaction } from '../channels/provider.port.ts';

/** How long it is waited until an epoch that was just taken is known here. */
const ADVANCED_MS = 20;

/** Transactions that count only while this process owns the connection, whichever of its epochs it is. */
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
          // Of a lease that ran out meanwhile and was taken again in this very process, another session writes by now.
          if (lost.aborted) throw new LeaseLost(`${name} was lost.`);
          return result;
        });
      } catch (error) {
        // An owner that takes over from itself: nothing was written, as the epoch is asked for first.
        if (!(error instanceof LeaseLost)) throw error;
        await pause(ADVANCED_MS, lost);
      }
    }
  };
