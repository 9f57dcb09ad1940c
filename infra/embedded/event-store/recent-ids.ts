import type { DatabaseSync } from 'node:sqlite';

export type WrittenEvent = { stream: number; revision: number; position: number };

const MOST = 50_000;

/** Where the last 50,000 events stand, by their ids: what makes a repeated append with ANY known. Filled from the end of the log. */
export const recentIds = (sql: DatabaseSync) => {
  const newest = sql.prepare('SELECT id, stream, revision, position FROM event ORDER BY position DESC LIMIT ?');
  const known = new Map<string, WrittenEvent>();
  const add = (id: string, event: WrittenEvent) => {
    known.delete(id);
    known.set(id, event);
    if (known.size > MOST) for (const oldest of known.keys().take(1)) known.delete(oldest);
  };
  const reload = () => {
    known.clear();
    for (const row of newest.all(MOST).reverse()) {
      add(String(row.id), { stream: Number(row.stream), revision: Number(row.revision), position: Number(row.position) });
    }
  };
  reload();
  return { add, reload, find: (id: string) => known.get(id) };
};
