import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../log.ts';
import type { Received } from './bus.ts';

/** A bounded number of places for handlers, shared by all partitions of a consumer. */
export type Places = { take(): Promise<void>; free(): void };

export const places = (count: number): Places => {
  let left = count;
  const queue: (() => void)[] = [];
  return {
    take: async () => {
      if (left > 0) left -= 1;
      else await new Promise<void>((next) => queue.push(next));
    },
    free: () => {
      const next = queue.shift();
      if (next) next();
      else left += 1;
    },
  };
};

export type BatchContext = {
  /** Rejects only for what passes by itself: poison is parked inside. */
  deliver(message: Received): Promise<void>;
  places: Places;
  /** Aborted: no handler begins any more, those that run finish. */
  signal: AbortSignal;
  log: Log;
};

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5000;

/** Delivers one message, again and again until it succeeds; false when it was told to stop before. */
const settle = async (message: Received, { deliver, places, signal, log }: BatchContext): Promise<boolean> => {
  for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
    await places.take();
    try {
      if (signal.aborted) return false;
      await deliver(message);
      return true;
    } catch (error) {
      const { topic, partition, offset } = message;
      log.warn({ err: error, topic, partition, offset }, 'a message failed, it is tried again');
    } finally {
      places.free();
    }
    // The place is free meanwhile: a key that waits takes it from nobody.
    const waited = await sleep(pause * (0.75 + Math.random() / 2), true, { signal }).catch(() => false);
    if (!waited) return false;
  }
};

/**
 * Handles a batch of one partition: keys side by side, each key in order. Resolves with how many messages from its beginning are
 * done without a gap; fewer than all only when `signal` was aborted.
 */
export const runBatch = async (messages: Received[], context: BatchContext): Promise<number> => {
  const done = new Set<Received>();
  const lines = Map.groupBy(messages, ({ key }) => key);
  await Promise.all(
    [...lines.values()].map(async (line) => {
      for (const message of line) {
        if (!(await settle(message, context))) return;
        done.add(message);
      }
    }),
  );
  const gap = messages.findIndex((message) => !done.has(message));
  return gap === -1 ? messages.length : gap;
};
