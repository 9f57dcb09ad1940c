import { boundedCache } from '../../runtime/kernel/bounded-cache.ts';

export type WrittenEvent = { stream: number; revision: number; position: number };

const MAX_ENTRIES = 50_000;

/**
 * Where the last 50,000 events of this process are, by their ids: this detects repeated appends with ANY. As in EventStoreDB, a restart
 * forgets them: only an expected revision makes a repetition safe.
 */
export const recentIds = () => {
  const known = boundedCache<string, WrittenEvent>({ max: MAX_ENTRIES });
  let fresh: string[] = [];
  return {
    add: (id: string, event: WrittenEvent) => {
      known.set(id, event);
      fresh.push(id);
    },
    /** Records that the ids added since the last call are on disk. */
    keep: () => {
      fresh = [];
    },
    /** Forgets what was added since then, because it was not written. */
    undo: () => {
      for (const id of fresh) known.delete(id);
      fresh = [];
    },
    find: (id: string) => known.peek(id),
  };
};
