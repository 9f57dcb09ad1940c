import { PLATFORM, type PushChange, type PushMessage } from '@prosa/contracts';
import { boundedCache } from '@prosa/infra/runtime';

/** A stored change: its record as the JSON that is sent. */
export type Change = Omit<PushChange, 'record'> & { record: Buffer | null };
export type Entry = {
  position: bigint;
  companyId: string | null;
  changes: readonly Change[] | 'refetch';
  /** How much memory it holds. */
  bytes: number;
};

/**
 * Memory used by the engine for each, besides the characters: measured (`ring.memory.int.test.ts`), so that the count matches the memory
 * held.
 */
const OF_ENTRY = 560;
const OF_CHANGE = 300;
const OF_LIST = 100;
const OF_TEXT = 32;

/** Lists of rooms that occur repeatedly, such as a company's queue, are stored once. */
const SHARED = 2_000;

/**
 * Builds entries from messages with as little memory as possible: the records of an entry share one buffer of their exact size (a small
 * Buffer would keep a whole slab of the pool alive), and rooms and names are shared with other entries.
 */
export const entryMaker = () => {
  const lists = boundedCache<string, readonly string[]>({ max: SHARED });

  /** Returns the same list for the same rooms, if used recently; `fresh` receives the size of a new one. */
  const shared = (rooms: readonly string[], fresh: (bytes: number) => void): readonly string[] => {
    const name = rooms.join('\n');
    const known = lists.get(name);
    if (known !== undefined) return known;
    fresh(OF_LIST + rooms.reduce((sum, room) => sum + OF_TEXT + room.length, 0));
    lists.set(name, rooms);
    return rooms;
  };

  /** Converts a bus message to an entry; null for a tick. */
  return (message: PushMessage): Entry | null => {
    if (message.kind === 'tick') return null;
    const position = BigInt(message.position);
    const { companyId } = message;
    // A refetch for PLATFORM may stand for pushes to everyone, so everyone may have missed something.
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
