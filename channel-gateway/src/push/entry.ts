import { PLATFORM, type PushChange, type PushMessage } from '@prosa/contracts';
import { LRUCache } from 'lru-cache';

/** A change as it is kept: its record as the JSON that goes out. */
export type Change = Omit<PushChange, 'record'> & { record: Buffer | null };
export type Entry = {
  position: bigint;
  companyId: string | null;
  changes: readonly Change[] | 'refetch';
  /** What it holds of memory. */
  bytes: number;
};

/** What the engine holds for each, beside the characters: measured (`ring.memory.int.test.ts`), so that what is counted is what is held. */
const OF_ENTRY = 560;
const OF_CHANGE = 300;
const OF_LIST = 100;
const OF_TEXT = 32;

/** Lists of rooms that are met again and again, as is a company's queue: kept once. */
const SHARED = 2_000;

/**
 * Makes entries of messages, in as little memory as they can be held in: the records of one lie in one piece of memory of their very
 * size (a small Buffer would hold a whole slab of the pool while it lives), rooms and names are shared with other entries.
 */
export const entryMaker = () => {
  const lists = new LRUCache<string, readonly string[]>({ max: SHARED });

  /** The same list for the same rooms, for those of late; `fresh` is told what a new one holds. */
  const shared = (rooms: readonly string[], fresh: (bytes: number) => void): readonly string[] => {
    const name = rooms.join('\n');
    const known = lists.get(name);
    if (known !== undefined) return known;
    fresh(OF_LIST + rooms.reduce((sum, room) => sum + OF_TEXT + room.length, 0));
    lists.set(name, rooms);
    return rooms;
  };

  /** A message of the bus as an entry; null for a tick. */
  return (message: PushMessage): Entry | null => {
    if (message.kind === 'tick') return null;
    const position = BigInt(message.position);
    const { companyId } = message;
    // What PLATFORM may have told everyone, everyone may have missed.
    if (message.kind === 'refetch')
      return { position, companyId: companyId === PLATFORM ? null : companyId, changes: 'refetch', bytes: OF_ENTRY };
    const records = message.changes.map(({ record }) => record && JSON.stringify(record));
    const size = records.reduce((sum, record) => sum + (record === null ? 0 : Buffer.byteLength(record)), 0);
    const memory = Buffer.allocUnsafeSlow(size);
    let [bytes, end] = [OF_ENTRY + size, 0];
    const fresh = (more: number) => {
      bytes += more;
    };
    const changes = message.changes.map(({ channel, id, before, after, action, narrow }, index): Change => {
      const record = records[index] ?? null;
      const start = end;
      if (record !== null) end += memory.write(record, start);
      bytes += OF_CHANGE + OF_TEXT + id.length;
      return {
        channel,
        id,
        record: record === null ? null : memory.subarray(start, end),
        before: shared(before, fresh) as string[],
        after: shared(after, fresh) as string[],
        ...(action && { action }),
        ...(narrow && { narrow }),
      };
    });
    return { position, companyId, changes, bytes };
  };
};
