import type { LimitFunction } from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { backOff } from '../../kernel/retry.ts';
import { Standstill } from './bus.ts';
import {
  ASIDE,
  EMPTY,
  type Entry,
  entryOf,
  finished,
  isFull,
  type KeyQueueEffect,
  type KeyQueueEvent,
  type Lane,
  laneOf,
  reduceKeyQueue,
  taken,
  worstOf,
} from './key-queues.machine.ts';
import { alarm, drain } from './key-queues.parked.ts';
import type { Arrived } from './parked.rows.ts';
import type { Deliver } from './parked.ts';
import type { ParkedKeys } from './parked-keys.ts';

export type KeyQueuesContext = {
  /** Rejects with `Standstill` or with a transient error; poison messages are parked inside. */
  deliver: Deliver;
  held: ParkedKeys;
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
export type KeyQueues = {
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

const WAITS = { firstMs: 50, mostMs: 5_000 };

/** The work of a key. `interrupt` ends its wait between two tries when it is set aside. */
type Work = { lane: Lane; storing: Promise<void> | null; interrupt: AbortController };

/**
 * Handles the keys of a partition concurrently. A slow or failing key does not hold back other keys: the partition is read past it, and
 * when the room is used up the key's messages move to the table `bus.parked`, where they wait in order; later messages of that key are
 * added behind them. If a server that all handlers need is unavailable, all keys fail: then setting keys aside would not help, and the
 * partition waits.
 */
export const lanes = (context: KeyQueuesContext): KeyQueues => {
  const { deliver, held, places, signal, onProgress, log } = context;
  const due = alarm(held, log);
  const byKey = new Map<string, Work>();
  const running = new Set<Promise<void>>();
  const room = roomOf(() => !isFull(ledger), signal);
  let ledger = EMPTY;

  const happened = (work: Work, event: KeyQueueEvent): void => {
    const [next, effects] = reduceKeyQueue(work.lane, event);
    work.lane = next;
    for (const effect of effects) carryOut(work, effect);
  };
  const carryOut = (work: Work, effect: KeyQueueEffect): void => {
    if (effect.do === 'store') store(work, effect);
    else if (effect.do === 'finish') finish(effect.entries);
    else {
      log.warn({ count: effect.count, reason: effect.why }, 'a key is set aside');
      work.interrupt.abort();
    }
  };

  const finish = (entries: Entry[]): void => {
    ledger = finished(ledger, entries);
    relieve();
    room.look();
    onProgress();
  };
  const relieve = (): void => {
    if (!isFull(ledger)) return;
    const worst = worstOf(
      ledger,
      [...byKey.values()].map(({ lane }) => lane),
    );
    if (worst) happened(byKey.get(worst.key)!, { is: 'set aside', why: 'It holds back others.' });
  };

  /** Moves messages of a key that is set aside into the table, behind those already there. */
  const store = (work: Work, { entries, why }: Extract<KeyQueueEffect, { do: 'store' }>): void => {
    const messages = entries.map(({ message }) => message);
    const storing: Promise<void> = stubborn(() => held.put(messages, why)).then((isDone) => {
      if (isDone) happened(work, { is: 'stored', count: entries.length });
      if (work.storing === storing) work.storing = null;
    });
    work.storing = storing;
  };

  const stubborn = (work: () => Promise<unknown>): Promise<boolean> => untilDone(work, signal, log);

  /** Tries a message once, within the concurrency limit; returns false if stopped before. Rejects if the handler does. */
  const attempt = (message: Arrived, later?: () => Arrived[]): Promise<boolean> =>
    places(async () => {
      if (signal.aborted) return false;
      await deliver(message, later);
      return true;
    });

  /** Delivers the first message of a lane, and retries until it succeeds; returns false if the lane is set aside or stopped. */
  const settle = async (work: Work, message: Arrived): Promise<boolean> => {
    for (const waiting = backOff(WAITS); ; ) {
      try {
        return await attempt(message, () =>
          work.lane.waiting.flatMap((entry) => (entry.message === message ? [] : entry.message)),
        );
      } catch (error) {
        const standstill = error instanceof Standstill ? error.message : null;
        if (standstill === null) log.warn({ err: error, offset: message.offset }, 'a message failed, retrying');
        happened(work, { is: 'failed', standstill });
      }
      relieve();
      // The slot is free during the wait: a key that backs off does not occupy one.
      const pausing = AbortSignal.any([signal, work.interrupt.signal]);
      await waiting.wait(pausing);
      if (pausing.aborted) return false;
    }
  };

  const stored = async (work: Work): Promise<void> => {
    while (work.storing) await work.storing;
  };
  /** Handles what the table has of the key. */
  const drained = async (work: Work): Promise<void> => {
    await stored(work);
    happened(work, { is: 'reading' });
    if (!(await drain(work.lane.key, { held, attempt, stubborn, due, signal, log }))) return;
    happened(work, { is: 'emptied' });
    if (!isAside(work)) work.interrupt = new AbortController();
  };
  const run = async (work: Work): Promise<void> => {
    while (!signal.aborted) {
      if (isAside(work)) {
        await drained(work);
        continue;
      }
      const message = work.lane.waiting[0]?.message;
      // In the same tick, before another one is taken.
      if (!message) return void byKey.delete(work.lane.key);
      if (!(await settle(work, message))) continue;
      if (isAside(work)) {
        // The key was set aside while its handler ran.
        await stored(work);
        await stubborn(() => held.doneAt(message));
      } else happened(work, { is: 'handled' });
    }
    await stored(work);
  };

  const begin = (lane: Lane): Work => {
    const work: Work = { lane, storing: null, interrupt: new AbortController() };
    byKey.set(lane.key, work);
    return work;
  };
  const start = (work: Work): void => {
    const done: Promise<void> = run(work)
      .catch((err: unknown) => log.error({ err }, 'a lane ended'))
      .finally(() => running.delete(done));
    running.add(done);
  };

  const take = (messages: Arrived[]): void => {
    const entries = messages.map(entryOf);
    ledger = taken(ledger, entries);
    for (const [key, mine] of Map.groupBy(entries, ({ message }) => message.key)) {
      const before = byKey.get(key);
      const work = before ?? begin(laneOf(key));
      happened(work, { is: 'taken', entries: mine });
      if (!before) start(work);
    }
    relieve();
  };

  const ready = (async () => {
    await context.after;
    let keys: string[] = [];
    await stubborn(async () => {
      keys = await held.keys();
    });
    if (!signal.aborted) for (const key of keys) start(begin(laneOf(key, ASIDE)));
  })();

  return {
    ready,
    take,
    isFull: () => isFull(ledger),
    room: room.wait,
    reached: () => ledger.reached,
    over: async () => {
      await ready;
      while (running.size > 0) await Promise.all(running);
    },
  };
};

const isAside = ({ lane }: Work): boolean => lane.now.is === 'aside';

/** Lets callers wait until there is room, or `signal` is aborted; `look` is called when there may be. */
const roomOf = (isThere: () => boolean, signal: AbortSignal): { wait: () => Promise<void>; look: () => void } => {
  const waiting = new Set<() => void>();
  return {
    wait: () =>
      new Promise((resolve) => {
        if (isThere() || signal.aborted) return resolve();
        const go = () => {
          waiting.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener('abort', go);
      }),
    look: () => {
      if (isThere() || signal.aborted) for (const go of waiting) go();
    },
  };
};

/** Retries `work` until it succeeds; returns false if stopped before. */
const untilDone = async (work: () => Promise<unknown>, signal: AbortSignal, log: Logger): Promise<boolean> => {
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
