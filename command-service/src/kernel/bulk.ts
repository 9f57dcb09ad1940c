import type pg from 'pg';
import { fairly } from './fairly.ts';

/**
 * Sizes of the lane. `atOnce`: half of what a service's connections to the store and Postgres keep busy, so that people find the other half
 * free. `perCompany`: two companies fill it. `connections`: its own, as it must not wait for people's nor they for it; a piece holds one for a
 * moment only.
 */
export const bulkSizes = { atOnce: 8, perCompany: 4, connections: 4 };

/**
 * One projector serves all companies, so what the lane writes delays everybody's screens: behind it by more than this it stands still. It is as
 * long as a reader waits for what was just written (ADR 20).
 */
export const BEHIND_MS = 2_000;

/** The lane was closed before the piece of work began: it is to be done at the next start. */
export class BulkClosed extends Error {
  override name = 'BulkClosed';
}

/**
 * Does a piece of a company's work that nobody looks on at, when its turn has come (ADR 262). Companies take turns. Give it commands marked
 * `bulk`. The work is given connections of the lane's own.
 */
export type Bulk = <Result>(companyId: string, work: (pool: pg.Pool) => Promise<Result>) => Promise<Result>;

export type BulkLane = {
  bulk: Bulk;
  /** The projector may have caught up. */
  look: () => void;
  /** Pieces that have not begun. */
  waiting: () => number;
  /** Rejects what has not begun, and waits for what has. */
  close: () => Promise<void>;
};

export const bulkLane = ({
  pool,
  behindMs,
  sizes: { atOnce, perCompany } = bulkSizes,
}: {
  pool: pg.Pool;
  /** How far behind the projector is. */
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

/** Does the same with each of many, no more of them waiting at a time than may run. The first that fails ends it. */
export const inBulk = async <Item>(
  bulk: Bulk,
  companyId: string,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const next = Iterator.from(items);
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of next) {
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
