import type { Decoded, Store } from '@prosa/infra/runtime';

export type EventRange = {
  store: Store;
  /** Events after this position; -1: from the first. */
  from: bigint;
  /** Up to and with this position, or until all that is there was read. */
  to?: bigint;
  batchSize?: number;
  onBatch: (facts: Decoded[], position: bigint) => Promise<void>;
  signal: AbortSignal;
};

/**
 * Hands over what stands between two positions of $all, in batches; resolves at its end, rejects with what `onBatch` threw. One batch is
 * worked on while the next is read.
 */
export const readRange = async ({ store, from, to, batchSize = 2_000, onBatch, signal }: EventRange): Promise<void> => {
  if (to !== undefined && to <= from) return;
  const ending = new AbortController();
  const end = (): void => ending.abort();
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  let failure: { error: unknown } | null = null;
  let handled = from;
  let working: Promise<void> = Promise.resolve();
  const work = (facts: Decoded[], position: bigint): Promise<void> =>
    onBatch(facts, position).catch((error: unknown) => {
      failure ??= { error };
      end();
    });
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
        await working;
        if (failure || ending.signal.aborted) return;
        handled = reached ? to : position;
        working = work(wanted, handled);
        if (reached) end();
      },
      onLive: () => {
        // A position may be that of a range without events: whatever there is was read.
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
