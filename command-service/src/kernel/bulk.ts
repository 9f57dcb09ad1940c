import type pg from 'pg';
import { fairly } from './fairly.ts';

/**
 * Limits of the bulk lane. `atOnce`: half of the work that the service's connections to the store and Postgres can carry; the other half
 * stays free for interactive calls. `perCompany`: two companies fill the lane. `connections`: the lane has its own, so that bulk work and
 * interactive calls do not wait for each other's connections; a piece holds one only briefly.
 */
export const bulkSizes = { atOnce: 8, perCompany: 4, connections: 4 };

/**
 * One projector serves all companies, so what the lane writes delays every screen: the lane pauses while the projector is behind by more
 * than this. It is the same time that a reader waits for its own write (decision 32).
 */
export const BEHIND_MS = 2_000;

/** The lane was closed before the piece of work began: the next start must do it. */
export class BulkClosed extends Error {
  override name = 'BulkClosed';
}

/**
 * Runs a piece of a company's background work when its turn comes. Companies take turns. Mark its commands as `bulk`. The work
 * gets the lane's own connection pool.
 */
export type Bulk = <Result>(companyId: string, work: (pool: pg.Pool) => Promise<Result>) => Promise<Result>;

export type BulkLane = {
  bulk: Bulk;
  /** Call it when the projector may have caught up. */
  look: () => void;
  /** Number of pieces that have not begun. */
  waiting: () => number;
  /** Rejects the pieces that have not begun and waits for those that have. */
  close: () => Promise<void>;
};

export const bulkLane = ({
  pool,
  behindMs,
  sizes: { atOnce, perCompany } = bulkSizes,
}: {
  pool: pg.Pool;
  /** How far the projector is behind, in milliseconds. */
  behindMs: () => number;
  sizes?: { atOnce: number; perCompany: number };
}): BulkLane => {
  const pieces = new Map<string, () => Promise<void>>();
  let closed = false;
  let count = 0;
  const turns = fairly({
    atOnce,
    each: perCompany,
    mayBegin: () => closed || behindMs() <= BEHIND_MS,
    work: async (name) => {
      const piece = pieces.get(name);
      pieces.delete(name);
      await piece?.();
    },
  });

  return {
    bulk: (companyId, work) =>
      new Promise((resolve, reject) => {
        count += 1;
        const name = String(count);
        pieces.set(name, async () => {
          if (closed) return reject(new BulkClosed('The lane of bulk work is closed.'));
          await work(pool).then(resolve, reject);
        });
        turns.add(companyId, name);
      }),
    look: turns.look,
    waiting: () => pieces.size,
    close: async () => {
      closed = true;
      turns.look();
      await turns.over();
    },
  };
};

/**
 * Does the same work with each of many items. At most as many items are queued at a time as may run, each once `mayQueue` has resolved. The
 * first failure ends it.
 */
export const inBulk = async <Item>(
  bulk: Bulk,
  companyId: string,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
  mayQueue?: (item: Item) => Promise<void>,
): Promise<void> => {
  const next = Iterator.from(items);
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of next) {
      await mayQueue?.(item);
      if (failed) return;
      await bulk(companyId, () => work(item));
    }
  };
  const workers = Array.from({ length: bulkSizes.perCompany }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
};
