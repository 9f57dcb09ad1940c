import type { LimitFunction } from 'p-limit';
import type { Logger } from '../../kernel/log.ts';
import { backOff } from '../../kernel/retry.ts';
import { pause, wakeSignal } from '../../kernel/wake-signal.ts';
import { lanes } from '../kernel/key-queues.ts';
import type { Deliver } from '../kernel/parked.ts';
import type { ParkedKeys } from '../kernel/parked-keys.ts';
import { mayHaveMore, type ReadLog } from './log.ts';
import type { MoveOffset, Owned } from './offsets.ts';

/**
 * Time between two offset commits: after a crash what was handled since the last one is delivered again. All partitions of a process commit
 * at the same moments, so that their commits are one statement.
 */
const COMMIT_MS = 300;
const WAITS = { firstMs: 100, mostMs: 2_000 };

export type PartitionReader = {
  epoch: string;
  /** The offset that is read next. */
  next(): bigint;
  wake(): void;
  /** Waits for running handlers and commits what is done. */
  drain(): Promise<void>;
  /** Like drain(), but commits nothing: another member owns the partition now. */
  abandon(): Promise<void>;
};

/** Reads one partition for a group, past slow keys, until it is drained or another member has taken it. */
export const readPartition = (context: {
  read: ReadLog;
  moveOffset: MoveOffset;
  group: string;
  owned: Owned;
  from: bigint;
  places: LimitFunction;
  held: ParkedKeys;
  deliver: Deliver;
  /** The commit was refused: another member owns the partition. */
  onLost(): void;
  log: Logger;
}): PartitionReader => {
  const { moveOffset, group, owned, deliver, held, places, onLost } = context;
  const { topic, partition, epoch } = owned;
  const log = context.log.child({ group, topic, partition });
  const stop = new AbortController();
  const lost = new AbortController();
  const arrival = wakeSignal();
  const progress = wakeSignal();
  let next = context.from;
  let committed = context.from;
  const line = lanes({ deliver, held, places, signal: stop.signal, onProgress: progress.wake, log });

  /**
   * Returns whether the offset was moved; false if another member is the owner. Retries while Postgres is unavailable, except during the
   * shutdown.
   */
  const move = async (reached: bigint): Promise<boolean> => {
    for (const waiting = backOff(WAITS); !lost.signal.aborted; ) {
      try {
        return await moveOffset({ ...owned, reached });
      } catch (error) {
        log.warn({ err: error }, 'an offset could not be committed');
        if (stop.signal.aborted) return true; // uncommitted messages are delivered again to the next reader
        await waiting.wait(AbortSignal.any([stop.signal, lost.signal]));
      }
    }
    return false;
  };

  const commit = async (): Promise<void> => {
    const reached = line.reached() ?? committed;
    if (reached === committed || lost.signal.aborted) return;
    if (await move(reached)) committed = reached;
    else if (!lost.signal.aborted) {
      lost.abort();
      stop.abort();
      onLost();
    }
  };
  const commitAlong = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await progress.wait(60_000, stop.signal);
      await commit();
      await pause(COMMIT_MS - (performance.now() % COMMIT_MS), stop.signal);
    }
  };

  const round = async (): Promise<void> => {
    await line.room();
    if (stop.signal.aborted) return;
    const messages = await context.read({ topic, partition, from: next });
    const last = messages.at(-1);
    if (last) {
      line.take(messages);
      next = BigInt(last.offset) + 1n;
    }
    if (mayHaveMore(messages)) return;
    await arrival.wait(60_000, stop.signal);
  };

  const read = async (): Promise<void> => {
    await line.ready;
    for (const waiting = backOff(WAITS); !stop.signal.aborted; ) {
      try {
        await round();
        waiting.reset();
      } catch (error) {
        log.warn({ err: error }, 'a partition could not be read, trying again');
        await waiting.wait(stop.signal);
      }
    }
  };

  const run = async (): Promise<void> => {
    await Promise.all([read(), commitAlong()]);
    await line.over();
    await commit();
  };

  const running = run();
  return {
    epoch,
    next: () => next,
    wake: arrival.wake,
    drain: () => {
      stop.abort();
      return running;
    },
    abandon: () => {
      lost.abort();
      stop.abort();
      return running;
    },
  };
};
