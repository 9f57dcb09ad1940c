import type { LimitFunction } from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { backOff } from '../../kernel/retry.ts';
import { Standstill } from './bus.ts';
import type { HeldTable } from './held.ts';
import { alarm, drain, type HeldLane } from './lanes.held.ts';
import type { Arrived } from './parked.rows.ts';

export type LanesContext = {
  /** Rejects with `Standstill`, or for what passes by itself: poison is parked inside. */
  deliver(message: Arrived): Promise<void>;
  held: HeldTable;
  /** Places for handlers, shared by all partitions of a consumer. */
  places: LimitFunction;
  /** Aborted: no handler begins any more, those that run finish. */
  signal: AbortSignal;
  /** What must be over before this begins: the same partition's lanes before. */
  after?: Promise<unknown> | undefined;
  /** More may be committed, or there is room again. */
  onProgress(): void;
  log: Logger;
};

/** The messages of one partition on their way: keys side by side, each key in order. */
export type Lanes = {
  /** Resolves once it may take messages, or was told to stop. */
  ready: Promise<void>;
  /** Takes what was read; all of it, however little room there is. */
  take(messages: Arrived[]): void;
  isFull(): boolean;
  /** Resolves once there is room, or it was told to stop. */
  room(): Promise<void>;
  /** The offset before which everything is handled or held; null before anything was taken. */
  reached(): bigint | null;
  /** Resolves, once told to stop, when nothing runs any more. */
  over(): Promise<void>;
};

/** So much of a partition is in memory at most before it is read on; and so far may it be read ahead of what is committed. */
const LIMITS = { messages: 500, bytes: 4_000_000, ahead: 2_000 };
/** A key that has so much of it holds back others, and waits in the table instead. */
const SHARE = { messages: 64, bytes: 500_000 };
const WAITS = { firstMs: 50, mostMs: 5_000 };

/** A place in the partition. Without its message it is done with: handled, or in the table. */
type Entry = { message: Arrived | null; offset: bigint; bytes: number };
type Lane = HeldLane & { entries: Entry[]; bytes: number; failing: boolean; interrupt: AbortController };

/**
 * Keys of a partition side by side. A key that is slow or fails holds back nobody: the partition is read on past it, and when the room
 * is used up what it has goes to the table `bus.parked`, where it waits in its order, and what comes of it goes behind. A server that is
 * away fails all keys: then nothing is gained by that, and the partition waits.
 */
export const lanes = (context: LanesContext): Lanes => {
  const { deliver, held, places, signal, onProgress, log } = context;
  const due = alarm(held, log);
  const byKey = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  let line: Entry[] = [];
  /** What is in memory of them. */
  const load = { messages: 0, bytes: 0 };
  let reached: bigint | null = null;
  let furthest = -1n;

  const isFull = (): boolean => load.messages >= LIMITS.messages || load.bytes >= LIMITS.bytes || line.length >= LIMITS.ahead;

  const finish = (entry: Entry): void => {
    if (entry.message === null) return;
    entry.message = null;
    load.messages -= 1;
    load.bytes -= entry.bytes;
    if (entry.offset > furthest) furthest = entry.offset;
  };

  const told = (): void => {
    const open = line.findIndex(({ message }) => message !== null);
    const done = open === -1 ? line.length : open;
    if (done > 0) {
      reached = line[done - 1]!.offset + 1n;
      line = line.slice(done);
    }
    if (isFull()) relieve();
    if (!isFull() || signal.aborted) for (const go of waiting) go();
    onProgress();
  };

  /** Sets aside the key that uses most of the room, if one uses much, or fails while others succeed. */
  const relieve = (): void => {
    const isFirst = ({ entries: [head] }: Lane) => line.length >= LIMITS.ahead && head === line[0];
    const [worst] = [...byKey.values()]
      .filter((lane) => !lane.held && lane.entries.length > 0)
      .filter(
        (lane) =>
          isFirst(lane) ||
          lane.entries.length >= SHARE.messages ||
          lane.bytes >= SHARE.bytes ||
          (lane.failing && furthest > lane.entries[0]!.offset),
      )
      .sort((a, b) => Number(isFirst(b)) - Number(isFirst(a)) || b.bytes - a.bytes || b.entries.length - a.entries.length);
    if (worst) setAside(worst, 'It holds back others.');
  };

  const setAside = (lane: Lane, error: string): void => {
    if (lane.held) return;
    lane.held = true;
    log.warn({ count: lane.entries.length, error }, 'a key is set aside');
    lane.interrupt.abort();
    store(lane, error);
  };

  /** Puts what a key that is set aside has in memory behind what it has in the table. */
  const store = (lane: Lane, error: string | null): void => {
    lane.storing ??= (async () => {
      let why = error;
      while (lane.entries.length > 0) {
        const entries = [...lane.entries];
        const messages = entries.map(({ message }) => message).filter((message) => message !== null);
        if (!(await stubborn(() => held.put(messages, why)))) return;
        why = null;
        lane.entries = lane.entries.slice(entries.length);
        for (const entry of entries) {
          lane.bytes -= entry.bytes;
          finish(entry);
        }
        told();
      }
    })().finally(() => {
      lane.storing = null;
    });
  };

  /** Tries it until it succeeds; false when it was told to stop before. */
  const stubborn = async (work: () => Promise<unknown>): Promise<boolean> => {
    for (const waiting = backOff(WAITS); ; ) {
      try {
        await work();
        return true;
      } catch (err) {
        log.warn({ err }, 'the table of what is set aside does not answer');
        await waiting.wait(signal);
        if (signal.aborted) return false;
      }
    }
  };

  /** One try of a message, in a place; false when it was told to stop before. Rejects where the handler does. */
  const attempt = (message: Arrived): Promise<boolean> =>
    places(async () => {
      if (signal.aborted) return false;
      await deliver(message);
      return true;
    });

  /** Delivers the first message of a lane, again and again until it succeeds; false when the lane is set aside or to stop. */
  const settle = async (lane: Lane, message: Arrived): Promise<boolean> => {
    for (const waiting = backOff(WAITS); ; ) {
      try {
        const done = await attempt(message);
        lane.failing = false;
        return done;
      } catch (error) {
        if (error instanceof Standstill) setAside(lane, error.message);
        else log.warn({ err: error, offset: message.offset }, 'a message failed, it is tried again');
      }
      lane.failing = true;
      if (isFull()) relieve();
      // The place is free meanwhile: a key that waits takes it from nobody.
      const pausing = AbortSignal.any([signal, lane.interrupt.signal]);
      await waiting.wait(pausing);
      if (pausing.aborted) return false;
    }
  };

  const run = async (lane: Lane): Promise<void> => {
    while (!signal.aborted) {
      if (lane.held) {
        await drain(lane, { held, attempt, stubborn, due, signal, log });
        if (!lane.held) lane.interrupt = new AbortController();
        continue;
      }
      const [entry] = lane.entries;
      const message = entry?.message;
      if (!entry || !message) break;
      if (!(await settle(lane, message))) continue;
      if (lane.held) {
        // It was set aside while its handler ran.
        await lane.storing;
        await stubborn(() => held.doneAt(message));
        continue;
      }
      lane.entries.shift();
      lane.bytes -= entry.bytes;
      finish(entry);
      told();
    }
    await lane.storing;
    byKey.delete(lane.key);
  };

  const begin = (key: string, isHeld: boolean): Lane => {
    const lane: Lane = {
      key,
      entries: [],
      bytes: 0,
      held: isHeld,
      failing: false,
      storing: null,
      interrupt: new AbortController(),
      isEmpty: () => lane.entries.length === 0 && lane.storing === null,
    };
    byKey.set(key, lane);
    return lane;
  };
  const start = (lane: Lane): void => {
    const work: Promise<void> = run(lane)
      .catch((err: unknown) => log.error({ err }, 'a lane ended'))
      .finally(() => running.delete(work));
    running.add(work);
  };

  const take = (messages: Arrived[]): void => {
    for (const message of messages) {
      const entry: Entry = { message, offset: BigInt(message.offset), bytes: message.bytes ?? 0 };
      line.push(entry);
      load.messages += 1;
      load.bytes += entry.bytes;
      const before = byKey.get(message.key);
      const lane = before ?? begin(message.key, false);
      lane.entries.push(entry);
      lane.bytes += entry.bytes;
      if (!before) start(lane);
    }
    for (const lane of byKey.values()) if (lane.held && lane.entries.length > 0) store(lane, null);
    if (isFull()) relieve();
  };

  const ready = (async () => {
    await context.after;
    let keys: string[] = [];
    await stubborn(async () => {
      keys = await held.keys();
    });
    if (!signal.aborted) for (const key of keys) start(begin(key, true));
  })();

  return {
    ready,
    take,
    isFull,
    room: () =>
      new Promise((resolve) => {
        if (!isFull() || signal.aborted) return resolve();
        const go = () => {
          waiting.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener('abort', go);
      }),
    reached: () => reached,
    over: async () => {
      await ready;
      while (running.size > 0) await Promise.all(running);
    },
  };
};
