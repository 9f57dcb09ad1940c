import type { Decoded, Store } from '@prosa/infra/runtime';

export type EventRange = {
  store: Store;
  /** Events after this position; -1: from the first event. */
  from: bigint;
  /** Up to and including this position; without it, until everything that exists was read. */
  to?: bigint;
  batchSize?: number;
  onBatch: (facts: Decoded[], position: bigint) => Promise<void>;
  signal: AbortSignal;
};

/** Batches that are read and decoded while one is handled: then the next one is always there when Postgres has taken the last. */
const MAX_BATCHES_AHEAD = 3;

/**
 * Passes the events between two positions of $all to `onBatch`, in batches, one after another; resolves at the end, rejects with what
 * `onBatch` threw. The next batches are read while one is handled.
 */
export const readRange = async ({ store, from, to, batchSize = 2_000, onBatch, signal }: EventRange): Promise<void> => {
  if (to !== undefined && to <= from) return;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  let failure: { error: unknown } | null = null;
  let handled = from;
  const ahead: Promise<void>[] = [];
  let working: Promise<void> = Promise.resolve();
  const work = async (facts: Decoded[], position: bigint): Promise<void> => {
    if (failure || signal.aborted) return;
    try {
      await onBatch(facts, position);
    } catch (error) {
      failure = { error };
      end();
    }
  };
  try {
    await store.subscribeAll({
      from: async () => (handled < 0n ? 'start' : handled),
      batchSize,
      whole: true,
      signal: ending.signal,
      onBatch: async (facts, position) => {
        if (ending.signal.aborted) return;
        const reached = to !== undefined && position >= to;
        const wanted = reached ? facts.filter(({ meta }) => meta.position <= to) : facts;
        const upTo = reached ? to : position;
        handled = upTo;
        working = working.then(() => work(wanted, upTo));
        ahead.push(working);
        if (reached) end();
        else if (ahead.length > MAX_BATCHES_AHEAD) await ahead.shift();
      },
      onLive: () => {
        // `to` may be the position of a range without events: the read ends when it has caught up.
        end();
      },
    });
    await working;
  } finally {
    signal.removeEventListener('abort', end);
  }
  if (failure) throw (failure as { error: unknown }).error;
  signal.throwIfAborted();
};
