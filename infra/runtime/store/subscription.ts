import { setImmediate } from 'node:timers/promises';
import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import type { Decoded } from '../events/codec.ts';
import type { Logger } from '../kernel/log.ts';
import { backOff } from '../kernel/retry.ts';
import { type Answers, cancel, readErrorOf } from './client.ts';
import { StoreUnavailable } from './errors.ts';
import { readPatiently } from './reading.ts';
import type { Answer } from './wire.ts';

export type From = bigint | 'start' | 'end';

/** Events are handed over as `One`: decoded, unless the subscription is one to the stored bytes. */
export type SubscribeOptions<One = Decoded> = {
  /** Events after this position. A function is called at each (re)subscription: the caller's checkpoint may be newer than this loop's. */
  from: From | (() => Promise<From>);
  /** Streams by name prefix; if left out, all but the store's own events. */
  prefixes?: string[];
  /** The types whose personal fields are decrypted; if left out, all. Those of other events stay encrypted. */
  opens?: ReadonlySet<string>;
  /** Maximum number of events per batch: a batch contains what has arrived since the last one was handled. */
  batchSize?: number;
  /** Waits for full batches until the subscription has caught up: for consumers that read everything. */
  whole?: boolean;
  /**
   * Batches are handled one after another. `position` is where to resume the next subscription; a call without facts means that a range of
   * other events was skipped.
   */
  onBatch: (facts: One[], position: bigint) => Promise<void> | void;
  /** Everything that existed when it subscribed has been handled; called again after each subscription. */
  onLive?: () => void;
  /** The subscription broke or a batch failed: until the next `onLive` newer events may be missing. */
  onGap?: () => void;
  signal: AbortSignal;
};

type Tools<One> = {
  follow: (from: bigint | 'start', prefixes: readonly string[] | undefined, checkpointInterval: number) => Promise<Answers>;
  readBackwards: () => Promise<Answers>;
  decode: (events: readonly AllStreamResolvedEvent[], opens?: ReadonlySet<string>) => Promise<One[]>;
  timeoutMs: number;
  log?: Logger;
};

const BATCH = 500;
const RETRY = { firstMs: 100, mostMs: 5_000 };
/** The server sends a checkpoint for each 256 events skipped (this value times the server's window of 32). */
const CHECKPOINT_INTERVAL = 8;

/**
 * Follows $all: subscribes and hands over batches; if the connection breaks or a batch fails, subscribes again after the last position
 * handled, with exponential back-off. Ends only by `signal`.
 */
export const subscribe = async <One>(tools: Tools<One>, options: SubscribeOptions<One>): Promise<void> => {
  const { signal, onGap } = options;
  let handled: From | null = null;
  const waiting = backOff(RETRY);
  const start = async (): Promise<From> => {
    if (typeof options.from === 'function') return options.from();
    handled ??= options.from === 'end' ? await end(tools) : options.from;
    return handled;
  };
  while (!signal.aborted) {
    try {
      const from = await start();
      await follow(tools, options, from === 'end' ? await end(tools) : from, (position) => {
        handled = position;
        waiting.reset();
      });
    } catch (err) {
      if (signal.aborted) return;
      tools.log?.warn({ err }, 'the subscription to all streams broke, resubscribing');
      onGap?.();
      await waiting.wait(signal);
    }
  }
};

/**
 * The current end of all streams, as a position to subscribe after: the store's `end` would skip events that are written while a connection
 * breaks.
 */
const end = async ({ readBackwards, timeoutMs }: Tools<unknown>): Promise<bigint | 'start'> => {
  for await (const [newest] of readPatiently(readBackwards(), timeoutMs, 1))
    if (newest?.event) return newest.event.position.commit;
  return 'start';
};

/** A report of the server between two events: it applies once the `after` events before it are handled. */
type Mark = { after: number; passed?: bigint; live?: true };

const follow = async <One>(
  tools: Tools<One>,
  options: SubscribeOptions<One>,
  from: bigint | 'start',
  done: (position: bigint) => void,
): Promise<void> => {
  const { onBatch, onLive, signal, batchSize = BATCH, whole = false } = options;
  const waiting: AllStreamResolvedEvent[] = [];
  const marks: Mark[] = [];
  let arrived = 0;
  let handled = 0;
  let position = from === 'start' ? -1n : from;
  let broken: Error | null = null;
  let wake = (): void => undefined;
  let filling = whole;
  const mark = (more: Omit<Mark, 'after'>): void => {
    if (more.live) filling = false;
    marks.push({ after: arrived, ...more });
    wake();
  };
  const breakOff = (error: Error): void => {
    broken ??= error;
    filling = false;
    wake();
  };

  const answers = await tools.follow(from, options.prefixes, CHECKPOINT_INTERVAL);
  const unanswered = setTimeout(
    () => breakOff(new StoreUnavailable('The event store does not confirm a subscription.')),
    tools.timeoutMs,
  );
  answers
    .on('data', (answer: Answer) => {
      if (answer.kind === 'event') {
        arrived += 1;
        waiting.push(answer.resolved);
        if (waiting.length >= batchSize) answers.pause();
        if (waiting.length >= batchSize || !filling) wake();
      } else if (answer.kind === 'checkpoint') mark({ passed: answer.commit });
      else if (answer.kind === 'caught up') mark({ live: true });
      else if (answer.kind === 'confirmation') clearTimeout(unanswered);
    })
    .on('error', (error: Error) => breakOff(readErrorOf(error) ?? new StoreUnavailable('A subscription was ended.')))
    .on('end', () => breakOff(new StoreUnavailable('The event store ended a subscription.')));
  const stop = () => wake();
  signal.addEventListener('abort', stop);

  const more = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      if (signal.aborted) resolve();
    });
  const handOver = async (facts: One[], upTo: bigint): Promise<void> => {
    await onBatch(facts, upTo);
    position = upTo;
    done(upTo);
  };
  const reached = (): Mark[] => marks.splice(0, marks.findLastIndex(({ after }) => after <= handled) + 1);

  try {
    while (!signal.aborted) {
      if (filling && waiting.length < batchSize) {
        await more();
        continue;
      }
      // Waits one turn of the event loop, so that everything that arrived together with the first event is in the batch.
      if (waiting.length < batchSize) await setImmediate();
      const batch = waiting.splice(0, batchSize);
      if (answers.isPaused() && !broken) answers.resume();
      const last = batch.at(-1)?.event;
      if (last) await handOver(await tools.decode(batch, options.opens), last.position.commit);
      handled += batch.length;
      const met = reached();
      const passed = met.findLast((one) => one.passed !== undefined)?.passed;
      if (passed !== undefined && passed > position && waiting.length === 0 && !signal.aborted) await handOver([], passed);
      if (met.some((one) => one.live)) onLive?.();
      if (waiting.length > 0 || met.length > 0) continue;
      if (broken) throw broken;
      await more();
    }
  } finally {
    clearTimeout(unanswered);
    signal.removeEventListener('abort', stop);
    cancel(answers);
  }
};
