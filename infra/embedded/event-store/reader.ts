import type { DatabaseSync } from 'node:sqlite';
import type { EventFilter } from './event-filter.ts';
import type { Entry, EventFeed } from './feed.ts';
import { oldestVisible, type StreamState } from './stream-states.ts';

/** A page is read synchronously, so it is limited in events and in bytes. */
export const PAGE = 500;
const PAGE_BYTES = 1024 * 1024;

export type StreamEntry = { position: number; revision: number; record: Uint8Array };
type AllRow = [position: number, record: Uint8Array, type: string, stream?: string];
type StreamRow = [position: number, revision: number, created: number, record: Uint8Array];

/** Pages of committed events. `from` is inclusive in both directions; an empty page is the end. */
export const eventReader = (sql: DatabaseSync, feed: EventFeed) => {
  const prepare = (text: string) => {
    const statement = sql.prepare(text);
    statement.setReturnArrays(true);
    return statement;
  };
  const columns = 'position, record, type';
  const from = {
    type: `SELECT ${columns} FROM event`,
    stream: `SELECT ${columns}, stream.name FROM event JOIN stream ON stream.id = event.stream`,
  };
  const pages = (text: string) => ({
    forwards: prepare(`${text} WHERE position >= ? ORDER BY position LIMIT ?`),
    backwards: prepare(`${text} WHERE position <= ? ORDER BY position DESC LIMIT ?`),
  });
  const all = { type: pages(from.type), stream: pages(from.stream) };
  const ofStream = 'SELECT position, revision, created, record FROM event WHERE stream = ? AND revision';
  const streamForwards = prepare(`${ofStream} >= ? ORDER BY revision LIMIT ?`);
  const streamBackwards = prepare(`${ofStream} <= ? ORDER BY revision DESC LIMIT ?`);

  return {
    /** A page of $all. Entries have the name of their stream only if `told` is 'stream': it costs a join. */
    all(from: number, backwards: boolean, limit: number, told: EventFilter['on'] = 'type'): Entry[] {
      const most = Math.min(limit, PAGE);
      const recent = backwards ? undefined : feed.after(from - 1, most);
      if (recent) return recent;
      const statement = all[told][backwards ? 'backwards' : 'forwards'];
      const page: Entry[] = [];
      let bytes = 0;
      for (const row of statement.iterate(from, most)) {
        const [position, record, type, stream = ''] = row as unknown as AllRow;
        page.push({ position, record, stream, type });
        bytes += record.length;
        if (bytes >= PAGE_BYTES) break;
      }
      return page;
    },
    /** The event at a revision; undefined if there is none. */
    at(state: StreamState, revision: number): Uint8Array | undefined {
      const row = streamForwards.get(state.id, revision, 1) as unknown as StreamRow | undefined;
      return row?.[1] === revision ? row[3] : undefined;
    },
    /**
     * A page of one stream, and the revision to continue from. Events created before `oldest` (ms) are left out; by default those that the
     * stream's maximum age hides.
     */
    stream(
      state: StreamState,
      from: number,
      backwards: boolean,
      limit: number,
      oldest = oldestVisible(state),
    ): { page: StreamEntry[]; next: number; more: boolean } {
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
