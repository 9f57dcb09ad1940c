import type pg from 'pg';
import type { Log } from '../../log.ts';
import type { Received } from '../bus.ts';
import type { Places } from '../key-batch.ts';
import { runBatch } from '../key-batch.ts';
import { pause, waker } from '../wake.ts';
import { readLog } from './log.ts';

/** A partition that a member owns, by the epoch of its taking. */
export type Owned = { topic: string; partition: number; epoch: string };

export type PartitionReader = {
  epoch: string;
  /** The offset that it reads next. */
  next(): bigint;
  wake(): void;
  /** Lets running handlers finish and commits what is done. */
  drain(): Promise<void>;
  /** As drain(), but commits nothing: another owns it now. */
  abandon(): Promise<void>;
};

/** Reads one partition for a group, batch after batch, until it is drained or another has taken it. */
export const readPartition = (context: {
  pool: pg.Pool;
  group: string;
  member: number;
  owned: Owned;
  from: bigint;
  places: Places;
  deliver(message: Received): Promise<void>;
  /** The commit was refused: another owner took over. */
  onLost(): void;
  log: Log;
}): PartitionReader => {
  const { pool, group, member, owned, deliver, places, onLost } = context;
  const { topic, partition, epoch } = owned;
  const log = context.log.child({ group, topic, partition });
  const stop = new AbortController();
  const lost = new AbortController();
  const bell = waker();
  let next = context.from;

  /** Whether the offset was moved; false when another is the owner. While Postgres is away it waits, except at the end. */
  const commit = async (): Promise<boolean> => {
    for (let wait = 100; !lost.signal.aborted; wait = Math.min(wait * 2, 2000)) {
      try {
        const { rowCount } = await pool.query(
          `update bus.assignment set next = $1 where group_name = $2 and topic = $3 and partition = $4 and owner = $5 and epoch = $6`,
          [next, group, topic, partition, member, epoch],
        );
        return rowCount === 1;
      } catch (error) {
        log.warn({ err: error }, 'an offset could not be committed');
        if (stop.signal.aborted) return true; // what is not committed comes again, to whoever reads it next
        await pause(wait, AbortSignal.any([stop.signal, lost.signal]));
      }
    }
    return false;
  };

  const round = async (): Promise<void> => {
    const messages = await readLog(pool, topic, partition, next);
    if (messages.length === 0) return bell.wait(60_000, stop.signal);
    const count = await runBatch(messages, { deliver, places, signal: stop.signal, log });
    if (count === 0) return;
    next = BigInt(messages[count - 1]!.offset) + 1n;
    if (!(await commit()) && !lost.signal.aborted) {
      lost.abort();
      stop.abort();
      onLost();
    }
  };

  const run = async (): Promise<void> => {
    for (let wait = 100; !stop.signal.aborted; ) {
      try {
        await round();
        wait = 100;
      } catch (error) {
        log.warn({ err: error }, 'a partition could not be read, trying again');
        await pause(wait, stop.signal);
        wait = Math.min(wait * 2, 2000);
      }
    }
  };

  const running = run();
  return {
    epoch,
    next: () => next,
    wake: bell.wake,
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
