import { type Decoded, inTransaction, together } from '@prosa/infra/runtime';
import { type Batch, BY_KEYS, type Committed, commitBatch, END_IF_IDLE, PLANNED_ONCE, stillAfter } from '../frames/commit.ts';
import { foldFacts, sweeps, type Unwritten } from '../tables/batch.ts';
import type { Checkpoint, Still } from '../tables/generation.ts';

/** A batch that was folded ahead; `parked`: before it. */
type Last = { unwritten: Unwritten; parked: Still };

/**
 * Folds and commits batches, one after another, each in a transaction of its own: while Postgres writes one, the next is folded, over the
 * rows that the first leaves. What was folded so is dropped if the commit before it fails, and is fenced as any other. `committed` is called
 * with the number of events after each commit.
 */
export const foldingAhead = (batch: Batch, from: Checkpoint, committed: (events: number) => void) => {
  const { pool, generation } = batch;
  let writing: Promise<Pick<Committed, 'checkpoint' | 'whole'>> = Promise.resolve({ checkpoint: from, whole: true });
  /** The batch that is being written; null if the tables must be read after it. */
  let last: Last | null = null;

  const fold = async (facts: readonly Decoded[]): Promise<Last | null> => {
    if (sweeps(generation, facts)) return null;
    const parked = last ? stillAfter(last.parked, last.unwritten.parked) : (await writing).checkpoint.parked;
    const before = last?.unwritten.cells;
    const unwritten = await inTransaction(pool, async (client) => {
      const set = client.query(`${END_IF_IDLE}; ${BY_KEYS}; ${PLANNED_ONCE}`);
      const [, folded] = await together([set, foldFacts(client, generation, facts, parked, before)]);
      return folded;
    });
    return { unwritten, parked };
  };

  return {
    /** Resolves when the batch before is committed, and this one is being written. */
    take: async (facts: readonly Decoded[], position: bigint): Promise<void> => {
      const folded = await fold(facts);
      const { checkpoint, whole } = await writing;
      last = whole ? folded : null;
      writing = commitBatch(batch, checkpoint, facts, position, last?.unwritten).then((done) => {
        committed(facts.length);
        return done;
      });
      // The next call that waits for it gets the failure.
      writing.catch(() => undefined);
    },
    /** Resolves when all that was taken is committed. */
    written: async (): Promise<void> => {
      await writing;
    },
  };
};
