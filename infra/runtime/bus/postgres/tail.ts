import type pg from 'pg';
import type { Logger } from '../../kernel/log.ts';
import { pause, wakeSignal } from '../../kernel/wake-signal.ts';
import type { Consumer, Received, TailOptions } from '../kernel/bus.ts';
import { isRetry } from '../kernel/parked.ts';
import type { Listener } from './listener.ts';
import { mayHaveMore, type ReadLog } from './log.ts';

/** Poll interval, in case a notification was lost. */
const POLL_MS = 1000;

/**
 * Reads the partitions of a topic from their current ends. A gap in the offsets means that the reader was slower than the retention:
 * `onHole` is called.
 */
export const tailLog = async (context: {
  pool: pg.Pool;
  read: ReadLog;
  listener: Listener;
  options: TailOptions;
  log: Logger;
}): Promise<Consumer> => {
  const { pool, listener, options, log } = context;
  const { topic, handle, onHole } = options;
  const stop = new AbortController();

  const deliver = async (message: Received): Promise<void> => {
    if (isRetry(message)) return;
    try {
      await handle(message);
    } catch (error) {
      log.error({ err: error, topic, offset: message.offset }, 'a reader failed on a message, continuing');
      onHole();
    }
  };

  const read = async (partition: number, from: bigint): Promise<void> => {
    const arrival = wakeSignal();
    const unlisten = listener.on(`${topic}/${partition}`, arrival.wake);
    let next = from;
    while (!stop.signal.aborted) {
      try {
        const messages = await context.read({ topic, partition, from: next });
        for (const message of messages) {
          if (stop.signal.aborted) break;
          const offset = BigInt(message.offset);
          if (offset > next) onHole();
          await deliver(message);
          next = offset + 1n;
        }
        if (!mayHaveMore(messages)) await arrival.wait(POLL_MS, stop.signal);
      } catch (error) {
        log.warn({ err: error, topic, partition }, 'a topic could not be read, trying again');
        await pause(250, stop.signal);
      }
    }
    unlisten();
  };

  const { rows } = await pool.query<{ partition: number; next: string }>(
    'select partition, next from bus.partition where topic = $1',
    [topic],
  );
  const running = Promise.all(rows.map(({ partition, next }) => read(partition, BigInt(next))));
  return {
    close: async () => {
      stop.abort();
      await running;
    },
  };
};
