import type { DatabaseSync } from 'node:sqlite';
import type { Entry, EventFeed } from './feed.ts';
import { oldestVisible, type StreamState } from './stream-states.ts';

/** A page is read in one go, so it is bounded in events and in bytes. */
export const PAGE = 500;
const PAGE_BYTES = 1024 * 1024;

export type StreamEntry = { position: number; revision: number; record: Uint8Array };
type AllRow = [position: number, record: Uint8Array, stream: string, type: string];
type StreamRow = [position: number, revision: number, created: number, record: Uint8Array];

/** Pages of committed events. `from` is inclusive in both directions; an empty page is the end. */
export const eventReader = (sql: DatabaseSync, feed: EventFeed) => {
  const prepare = (text: string) => {
    const statement = sql.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const plain = 'SELECT position, record FROM event WHERE position';
  const named = 'SELECT position, record, stream.name, type FROM event JOIN stream ON stream.id = event.stream WHERE position';
  const allForwards = prepare(`${plain} >= ? ORDER BY position LIMIT ?`);
  const allBackwards = prepare(`${plain} <= ? ORDER BY position DESC LIMIT ?`);
  const namedForwards = prepare(`${named} >= ? ORDER BY position LIMIT ?`);
  const namedBackwards = prepare(`${named} <= ? ORDER BY position DESC LIMIT ?`);
  const ofStream = 'SELECT position, revision, created, record FROM event WHERE stream = ? AND revision';
  const streamForwards = prepare(`${ofStream} >= ? ORDER BY revision LIMIT ?`);
  const streamBackwards = prepare(`${ofStream} <= ? ORDER BY revision DESC LIMIT ?`);

  return {
    /** A page of $all. Without `names` an entry's `stream` and `type` are empty: only filters need them, and they cost a join. */
    all(from: number, backwards: boolean, limit: number, names: boolean): Entry[] {
      const most = Math.min(limit, PAGE);
      const recent = backwards ? undefined : feed.after(from - 1, most);
      if (recent) return recent;
      const statement = names ? (backwards ? namedBackwards : namedForwards) : backwards ? allBackwards : allForwards;
      const page: Entry[] = [];
      let bytes = 0;
      for (const row of statement.iterate(from, most)) {
        const [position, record, stream = '', type = ''] = row as unknown as AllRow;
        page.push({ position, record, stream, type });
        bytes += record.length;
        if (bytes >= PAGE_BYTES) break;
      }
      return page;
    },
    /** A page of one stream, and the revision to go on from. Events that are too old are left out. */
    stream(
      state: StreamState,
      from: number,
      backwards: boolean,
      limit: number,
    ): { page: StreamEntry[]; next: number; more: boolean } {
      const oldest = oldestVisible(state);
      const page: StreamEntry[] = [];
      let bytes = 0;
      let next = from;
      let more = false;
      const statement = backwards ? streamBackwards : streamForwards;
      for (const row of statement.iterate(state.id, from, Math.min(limit, PAGE))) {
        const [position, revision, created, record] = row as unknown as StreamRow;
        more = true;
        next = backwards ? revision - 1 : revision + 1;
        if (created >= oldest) page.push({ position, revision, record });
        bytes += record.length;
        if (bytes >= PAGE_BYTES) break;
      }
      return { page, next, more };
    },
  };
};
export type EventReader = ReturnType<typeof eventReader>;
