import type { Arrived } from './parked.rows.ts';

/** Limits per partition: messages and bytes in memory before reading pauses, and how far it may read ahead of the committed offset. */
export const LIMITS = { messages: 500, bytes: 4_000_000, ahead: 2_000 };
/** A key with at least this much in memory holds back other keys: its messages wait in the table instead. */
export const SHARE = { messages: 64, bytes: 500_000 };

/** A message in memory, and its position in the partition. */
export type Entry = { message: Arrived; offset: bigint; bytes: number };
export const entryOf = (message: Arrived): Entry => ({ message, offset: BigInt(message.offset), bytes: message.bytes ?? 0 });

/** The messages of one key that are in memory, the first one being delivered unless the key is set aside: then they go to the table. */
export type Lane = {
  key: string;
  waiting: Entry[];
  bytes: number;
  /** `hasMore`: messages were written to the table since it was last read. */
  now: { is: 'handling'; isFailing: boolean } | { is: 'aside'; isStoring: boolean; hasMore: boolean };
};
/** The state of a key that an earlier reader of the partition has set aside. */
export const ASIDE: Lane['now'] = { is: 'aside', isStoring: false, hasMore: true };

export type KeyQueueEvent =
  | { is: 'taken'; entries: Entry[] }
  /** The first message was handled. */
  | { is: 'handled' }
  /** A handler has failed; `standstill`: why trying again soon does not help, if so. */
  | { is: 'failed'; standstill: string | null }
  | { is: 'set aside'; why: string }
  /** So many are in the table now. */
  | { is: 'stored'; count: number }
  /** The table is being read. */
  | { is: 'reading' }
  /** It had no message of the key. */
  | { is: 'emptied' };

export type KeyQueueEffect =
  /** Interrupts a wait between two tries. */
  | { do: 'set aside'; count: number; why: string }
  | { do: 'store'; entries: Entry[]; why: string | null }
  /** These positions hold back the partition no longer. */
  | { do: 'finish'; entries: Entry[] };

type Step = [lane: Lane, effects: KeyQueueEffect[]];

export const laneOf = (key: string, now: Lane['now'] = { is: 'handling', isFailing: false }): Lane => ({
  key,
  waiting: [],
  bytes: 0,
  now,
});

/** Decides where the messages of a key wait: pure. Only one write to the table runs at a time, so that they stay in order. */
export const reduceKeyQueue = (lane: Lane, event: KeyQueueEvent): Step => {
  const { now, waiting, bytes } = lane;
  switch (event.is) {
    case 'taken': {
      const { entries } = event;
      const more = { ...lane, waiting: [...waiting, ...entries], bytes: bytes + bytesOf(entries) };
      return now.is === 'aside' && !now.isStoring ? store(more, now.hasMore, null) : [more, []];
    }
    case 'handled': {
      const [head, ...rest] = waiting;
      if (now.is === 'aside' || !head) return [lane, []];
      const next: Lane = { ...lane, waiting: rest, bytes: bytes - head.bytes, now: { is: 'handling', isFailing: false } };
      return [next, [{ do: 'finish', entries: [head] }]];
    }
    case 'failed':
      if (now.is === 'aside') return [lane, []];
      if (event.standstill !== null) return setAside(lane, event.standstill);
      return [{ ...lane, now: { is: 'handling', isFailing: true } }, []];
    case 'set aside':
      return now.is === 'aside' ? [lane, []] : setAside(lane, event.why);
    case 'stored': {
      const stored = waiting.slice(0, event.count);
      const left = waiting.slice(event.count);
      const [next, effects] = store({ ...lane, waiting: left, bytes: bytesOf(left) }, true, null);
      return [next, [{ do: 'finish', entries: stored }, ...effects]];
    }
    case 'reading':
      return [now.is === 'aside' ? { ...lane, now: { ...now, hasMore: false } } : lane, []];
    case 'emptied':
      if (now.is === 'handling' || now.isStoring || now.hasMore) return [lane, []];
      return [{ ...lane, now: { is: 'handling', isFailing: false } }, []];
  }
};

const setAside = (lane: Lane, why: string): Step => {
  const [next, effects] = store(lane, true, why);
  return [next, [{ do: 'set aside', count: lane.waiting.length, why }, ...effects]];
};
const store = (lane: Lane, hasMore: boolean, why: string | null): Step => {
  const isStoring = lane.waiting.length > 0;
  return [{ ...lane, now: { is: 'aside', isStoring, hasMore } }, isStoring ? [{ do: 'store', entries: lane.waiting, why }] : []];
};
const bytesOf = (entries: Entry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);

/** The positions of a partition that were read, from the first one that is neither handled nor in the table. */
export type Ledger = {
  line: { offset: bigint; isDone: boolean }[];
  /** The size of what is in memory. */
  load: { messages: number; bytes: number };
  /** The offset before which all is done; null before any message was taken. */
  reached: bigint | null;
  /** The highest offset that is done. */
  furthest: bigint;
};
export const EMPTY: Ledger = { line: [], load: { messages: 0, bytes: 0 }, reached: null, furthest: -1n };

export const taken = (ledger: Ledger, entries: Entry[]): Ledger => ({
  ...ledger,
  line: [...ledger.line, ...entries.map(({ offset }) => ({ offset, isDone: false }))],
  load: { messages: ledger.load.messages + entries.length, bytes: ledger.load.bytes + bytesOf(entries) },
});

export const finished = ({ line, load, reached, furthest }: Ledger, entries: Entry[]): Ledger => {
  const after = line.slice();
  // Offsets may begin anew where a topic was made again: nothing relies on their order.
  for (const { offset } of entries) {
    const place = after.findIndex((one) => !one.isDone && one.offset === offset);
    after[place] = { offset, isDone: true };
  }
  const open = after.findIndex(({ isDone }) => !isDone);
  const done = open === -1 ? after.length : open;
  let latest = furthest;
  for (const { offset } of entries) if (offset > latest) latest = offset;
  return {
    line: after.slice(done),
    load: { messages: load.messages - entries.length, bytes: load.bytes - bytesOf(entries) },
    reached: done > 0 ? after[done - 1]!.offset + 1n : reached,
    furthest: latest,
  };
};

export const isFull = ({ load, line }: Ledger): boolean =>
  load.messages >= LIMITS.messages || load.bytes >= LIMITS.bytes || line.length >= LIMITS.ahead;

/**
 * The key to set aside when it is full: the one that uses most of the room, if it uses more than its share, is the oldest, or fails while
 * later messages succeed. Undefined if there is none: then setting keys aside would not help.
 */
export const worstOf = ({ line, furthest }: Ledger, lanes: Iterable<Lane>): Lane | undefined => {
  const isFirst = ({ waiting: [head] }: Lane): boolean => line.length >= LIMITS.ahead && head?.offset === line[0]?.offset;
  return [...lanes]
    .filter(
      (lane) =>
        lane.now.is === 'handling' &&
        lane.waiting.length > 0 &&
        (isFirst(lane) ||
          lane.waiting.length >= SHARE.messages ||
          lane.bytes >= SHARE.bytes ||
          (lane.now.isFailing && furthest > lane.waiting[0]!.offset)),
    )
    .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || b.bytes - a.bytes || b.waiting.length - a.waiting.length)[0];
};
