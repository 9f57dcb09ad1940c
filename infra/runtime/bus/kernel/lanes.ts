import type { LimitFunction } from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { backOff } from '../../kernel/retry.ts';
import { Standstill } from './bus.ts';
import type { HeldTable } from './held.ts';
import { alarm, drain, type HeldLane } from './lanes.held.ts';
import type { Arrived } from './parked.rows.ts';
import type { Deliver } from './parked.ts';

export type LanesContext = {
  /** Rejects with `Standstill` or with a transient error; poison messages are parked inside. */
  deliver: Deliver;
  held: HeldTable;
  /** Concurrency limit for handlers, shared by all partitions of a consumer. */
  places: LimitFunction;
  /** When aborted, no further handler starts; running handlers finish. */
  signal: AbortSignal;
  /** Settles when the earlier lanes of the same partition have ended; these lanes start after that. */
  after?: Promise<unknown> | undefined;
  /** Called when more may be committed or there is room again. */
  onProgress(): void;
  log: Logger;
};

/** The messages of one partition that are being handled: keys concurrently, each key in order. */
export type Lanes = {
  /** Resolves when the lanes can take messages, or when they are stopped. */
  ready: Promise<void>;
  /** Takes the messages that were read; always all of them, even if there is no room. */
  take(messages: Arrived[]): void;
  isFull(): boolean;
  /** Resolves when there is room, or when the lanes are stopped. */
  room(): Promise<void>;
  /** The offset before which every message is handled or held; null before any message was taken. */
  reached(): bigint | null;
  /** After a stop: resolves when nothing runs any more. */
  over(): Promise<void>;
};

/** Limits per partition: messages and bytes in memory before reading pauses, and how far it may read ahead of the committed offset. */
const LIMITS = { messages: 500, bytes: 4_000_000, ahead: 2_000 };
/** A key with at least this much in memory holds back other keys: its messages wait in the table instead. */
const SHARE = { messages: 64, bytes: 500_000 };
const WAITS = { firstMs: 50, mostMs: 5_000 };

/** A position in the partition. `message` is null when it was handled or stored in the table. */
type Entry = { message: Arrived | null; offset: bigint; bytes: number };
type Lane = HeldLane & { entries: Entry[]; bytes: number; failing: boolean; interrupt: AbortController };

/**
 * Handles the keys of a partition concurrently. A slow or failing key does not hold back other keys: the partition is read past it, and
 * when the room is used up the key's messages move to the table `bus.parked`, where they wait in order; later messages of that key are
 * added behind them. If a server that all handlers need is unavailable, all keys fail: then setting keys aside would not help, and the
 * partition waits.
 */
export const lanes = (context: LanesContext): Lanes => {
  const { deliver, held, places, signal, onProgress, log } = context;
  const due = alarm(held, log);
  const byKey = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  const waiting = new Set<() => void>();
  let line: Entry[] = [];
  /** How much of `line` is in memory. */
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

  /**
   * Sets aside the key that uses most of the room, if it uses more than its share, is the oldest, or fails while later messages succeed.
   */
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

  /** Moves the in-memory messages of a key that is set aside into the table, behind those already there. */
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

  /** Retries `work` until it succeeds; returns false if stopped before. */
  const stubborn = async (work: () => Promise<unknown>): Promise<boolean> => {
    for (const waiting = backOff(WAITS); ; ) {
      try {
        await work();
        return true;
      } catch (err) {
        log.warn({ err }, 'the table of held messages does not answer');
        await waiting.wait(signal);
        if (signal.aborted) return false;
      }
    }
  };

  /** Tries a message once, within the concurrency limit; returns false if stopped before. Rejects if the handler does. */
  const attempt = (message: Arrived, later?: () => Arrived[]): Promise<boolean> =>
    places(async () => {
      if (signal.aborted) return false;
      await deliver(message, later);
      return true;
    });

  /** Delivers the first message of a lane, and retries until it succeeds; returns false if the lane is set aside or stopped. */
  const settle = async (lane: Lane, message: Arrived): Promise<boolean> => {
    for (const waiting = backOff(WAITS); ; ) {
      try {
        const done = await attempt(message, () =>
          lane.entries.flatMap((entry) => (entry.message === message ? [] : (entry.message ?? []))),
        );
        lane.failing = false;
        return done;
      } catch (error) {
        if (error instanceof Standstill) setAside(lane, error.message);
        else log.warn({ err: error, offset: message.offset }, 'a message failed, retrying');
      }
      lane.failing = true;
      if (isFull()) relieve();
      // The slot is free during the wait: a key that backs off does not occupy one.
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
        // The key was set aside while its handler ran.
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
