import type { DatabaseSync } from 'node:sqlite';
import { boundedCache } from '../../runtime/kernel/bounded-cache.ts';

export type WrittenEvent = { stream: number; revision: number; position: number };

const MAX_ENTRIES = 50_000;

/** Where the last 50,000 events are, by their ids: this detects repeated appends with ANY. Filled from the end of the log. */
export const recentIds = (sql: DatabaseSync) => {
  const newest = sql.prepare('SELECT id, stream, revision, position FROM event ORDER BY position DESC LIMIT ?');
  const known = boundedCache<string, WrittenEvent>({ max: MAX_ENTRIES });
  const add = (id: string, event: WrittenEvent) => known.set(id, event);
  const reload = () => {
    known.clear();
    for (const row of newest.all(MAX_ENTRIES).reverse()) {
      add(String(row.id), { stream: Number(row.stream), revision: Number(row.revision), position: Number(row.position) });
    }
  };
  reload();
  return { add, reload, find: (id: string) => known.peek(id) };
};
