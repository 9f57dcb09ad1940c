import type { PushChange, PushMessage } from '@prosa/contracts';

/** A change as it is kept: its record as the JSON that goes out, so that 32 MB are 32 MB. */
export type Change = Omit<PushChange, 'record'> & { record: Buffer | null };
export type Entry = { position: bigint; companyId: string | null; changes: readonly Change[] | 'refetch' };

export type RingOptions = { maxMs?: number; maxBytes?: number };
export type Ring = {
  /** The newest position known; null before the first tick. */
  head: () => bigint | null;
  /** The oldest position that a client may ask for is above this one. */
  floor: () => bigint | null;
  tick: (position: bigint, now: number) => void;
  /** False before the first tick: what came before it is not held. */
  add: (entry: Entry, now: number) => boolean;
  /** All from a position on, itself included as its batch may have been cut; null when that is no longer held. */
  from: (position: bigint) => Entry[] | null;
  /** All after a position that is still held. */
  after: (position: bigint) => Entry[];
  /** All that came at or after a time (milliseconds since 1970) and is still held. */
  since: (time: number) => Entry[];
  clear: () => void;
  bytes: () => number;
};

/** What was pushed lately: 5 minutes or 32 MB of it, whichever is less. It begins at the first tick (decisions.md 23). */
export const pushRing = ({ maxMs = 5 * 60_000, maxBytes = 32 * 1024 * 1024 }: RingOptions = {}): Ring => {
  let kept: { entry: Entry; at: number; bytes: number }[] = [];
  let first = 0;
  let bytes = 0;
  let floor: bigint | null = null;
  let head: bigint | null = null;

  const forget = (now: number): void => {
    while (first < kept.length && (bytes > maxBytes || kept[first]!.at < now - maxMs)) {
      const { entry, bytes: size } = kept[first]!;
      bytes -= size;
      if (floor === null || entry.position > floor) floor = entry.position;
      first += 1;
    }
    // The array's head is given back now and then, not at each step.
    if (first > 1_000 && first * 2 > kept.length) {
      kept = kept.slice(first);
      first = 0;
    }
  };
  const rise = (position: bigint): void => {
    if (head === null || position > head) head = position;
  };
  const where = (isWanted: (position: bigint) => boolean): Entry[] => {
    const found: Entry[] = [];
    for (let index = first; index < kept.length; index += 1)
      if (isWanted(kept[index]!.entry.position)) found.push(kept[index]!.entry);
    return found;
  };

  return {
    head: () => head,
    floor: () => floor,
    tick: (position, now) => {
      floor ??= position;
      rise(position);
      forget(now);
    },
    add: (entry, now) => {
      if (floor === null) return false;
      const size = sizeOf(entry);
      kept.push({ entry, at: now, bytes: size });
      bytes += size;
      rise(entry.position);
      forget(now);
      return true;
    },
    from: (position) => (floor === null || position <= floor ? null : where((one) => one >= position)),
    after: (position) => where((one) => one > position),
    since: (time) => {
      let start = kept.length;
      while (start > first && kept[start - 1]!.at >= time) start -= 1;
      return kept.slice(start).map(({ entry }) => entry);
    },
    clear: () => {
      [kept, first, bytes, floor, head] = [[], 0, 0, null, null];
    },
    bytes: () => bytes,
  };
};

/** A message of the bus as an entry; null for a tick. */
export const entryOf = (message: PushMessage): Entry | null => {
  if (message.kind === 'tick') return null;
  const position = BigInt(message.position);
  if (message.kind === 'refetch') return { position, companyId: message.companyId, changes: 'refetch' };
  return {
    position,
    companyId: message.companyId,
    changes: message.changes.map((change) => ({
      ...change,
      record: change.record && Buffer.from(JSON.stringify(change.record)),
    })),
  };
};

const OVERHEAD = 300;
const sizeOf = ({ changes }: Entry): number => {
  if (changes === 'refetch') return OVERHEAD;
  return changes.reduce(
    (sum, { record, before, after }) => sum + OVERHEAD + (record?.length ?? 0) + 60 * (before.length + after.length),
    OVERHEAD,
  );
};
