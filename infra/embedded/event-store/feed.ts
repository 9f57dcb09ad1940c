/** An event as subscriptions and reads of $all see it; `record` is its encoded RecordedEvent. */
export type Entry = { position: number; stream: string; type: string; record: Uint8Array };

const MAX_ENTRIES = 4096;
const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The newest committed events, kept in memory, and a signal for each reader that waits for more. Readers fetch events themselves: they have
 * no queue here, so a slow reader costs nothing, and a reader that has fallen behind reads from the database.
 */
export const eventFeed = (lastPosition: number) => {
  let kept: Entry[] = [];
  let bytes = 0;
  let last = lastPosition;
  const listeners = new Map<string, Set<() => void>>();
  const wakeAll = (key: string) => {
    for (const wake of listeners.get(key) ?? []) wake();
  };

  return {
    /** The position of the newest committed event, 0 if there is none. */
    last: () => last,
    /** Returns at most `limit` events after `position`; undefined if they are no longer kept. Positions have no gaps. */
    after(position: number, limit: number): Entry[] | undefined {
      if (position >= last) return [];
      const first = kept[0]?.position ?? last + 1;
      if (position + 1 < first) return undefined;
      return kept.slice(position + 1 - first, position + 1 - first + limit);
    },
    /** Calls `wake` after each commit to that stream, or to any stream if none is given. Returns a function that unsubscribes. */
    listen(stream: string | undefined, wake: () => void): () => void {
      const key = stream ?? '';
      const group = listeners.get(key) ?? new Set();
      listeners.set(key, group.add(wake));
      return () => {
        group.delete(wake);
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key);
      };
    },
    publish(entries: Entry[]) {
      if (entries.length === 0) return;
      for (const entry of entries) {
        kept.push(entry);
        bytes += entry.record.length;
        last = entry.position;
      }
      if (kept.length > MAX_ENTRIES * 2 || bytes > MAX_BYTES * 2) {
        let drop = 0;
        for (; kept.length - drop > MAX_ENTRIES || bytes > MAX_BYTES; drop++) bytes -= kept[drop]?.record.length ?? 0;
        kept = kept.slice(drop);
      }
      for (const stream of new Set(entries.map((entry) => entry.stream))) if (listeners.has(stream)) wakeAll(stream);
      wakeAll('');
    },
  };
};
export type EventFeed = ReturnType<typeof eventFeed>;
