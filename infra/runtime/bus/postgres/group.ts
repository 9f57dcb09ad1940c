import pLimit from 'p-limit';
import type pg from 'pg';
import type { Logger } from '../../kernel/log.ts';
import { pause, wakeSignal } from '../../kernel/wake-signal.ts';
import type { ConsumeOptions, Consumer } from '../kernel/bus.ts';
import type { Deliver } from '../kernel/parked.ts';
import type { ParkedKeys } from '../kernel/parked-keys.ts';
import type { Listener } from './listener.ts';
import type { ReadLog } from './log.ts';
import { offsetsOf } from './offsets.ts';
import type { PartitionReader } from './partition.ts';
import { readPartition } from './partition.ts';

type Seat = { topic: string; partition: number; epoch: string; next: string; head: string; wanted: boolean };

/** A member that did not renew for this long is considered dead, even if its connection is open. */
const TTL_MS = 8000;
/** How often a member renews, and polls for messages whose notification was lost. */
const TICK_MS = 2000;
/** close() waits at most this long for a handler that hangs; its message is delivered again. */
const CLOSE_MS = 15_000;

/** Joins a consumer group. Resolves after the first sync with the group. */
export const joinGroup = async (context: {
  pool: pg.Pool;
  read: ReadLog;
  listener: Listener;
  options: ConsumeOptions;
  deliver: Deliver;
  held(topic: string, partition: number): ParkedKeys;
  log: Logger;
}): Promise<Consumer> => {
  const { pool, read, listener, options, deliver, held, log } = context;
  const { group, topics, concurrency = 32, fromBeginning = true, onAssigned } = options;
  const stop = new AbortController();
  const change = wakeSignal();
  const slots = pLimit(concurrency);
  const readers = new Map<string, PartitionReader>();
  const unsubscribe = new Map<string, () => void>();
  /** Partitions that are being drained, or were lost and whose handlers still finish: they are not read again before that. */
  const ending = new Map<string, Promise<void>>();
  let drained: { topic: string; partition: number }[] = [];

  const { rows } = await pool.query<{ id: number }>(`select nextval('bus.member_id')::int as id`);
  const member = rows[0]!.id;
  await listener.hold(member);
  const moveOffset = offsetsOf(pool, group, member);

  const drop = (id: string, end: (reader: PartitionReader) => Promise<void>, after: () => void): void => {
    const reader = readers.get(id);
    if (!reader) return;
    readers.delete(id);
    unsubscribe.get(id)?.();
    unsubscribe.delete(id);
    const finished = end(reader).then(() => {
      ending.delete(id);
      after();
      change.wake();
    });
    ending.set(id, finished);
  };
  const abandon = (id: string) =>
    drop(
      id,
      (reader) => reader.abandon(),
      () => undefined,
    );

  const begin = (id: string, seat: Seat): void => {
    const { topic, partition, epoch } = seat;
    const reader = readPartition({
      read,
      moveOffset,
      group,
      owned: { topic, partition, epoch },
      from: BigInt(seat.next),
      places: slots,
      held: held(topic, partition),
      deliver,
      onLost: () => abandon(id),
      log,
    });
    readers.set(id, reader);
    unsubscribe.set(id, listener.on(id, reader.wake));
  };

  const sync = async (): Promise<void> => {
    const released = drained;
    const { rows: seats } = await pool.query<Seat>({
      name: 'bus-sync',
      text: 'select topic, partition, epoch, next, head, wanted from bus.sync($1, $2, $3, $4, $5, $6, $7)',
      values: [
        member,
        group,
        topics,
        fromBeginning,
        TTL_MS,
        released.map(({ topic }) => topic),
        released.map(({ partition }) => partition),
      ],
    });
    drained = drained.filter((one) => !released.includes(one));
    const mine = new Map(seats.map((seat) => [`${seat.topic}/${seat.partition}`, seat]));
    let changed = false;
    for (const [id, reader] of readers) {
      if (mine.get(id)?.epoch === reader.epoch) continue;
      abandon(id);
      changed = true;
    }
    for (const [id, seat] of mine) {
      const reader = readers.get(id);
      if (reader && !seat.wanted) {
        drop(
          id,
          (one) => one.drain(),
          () => drained.push(seat),
        );
        changed = true;
      } else if (reader) {
        if (BigInt(seat.head) > reader.next()) reader.wake();
      } else if (seat.wanted && !ending.has(id)) {
        begin(id, seat);
        changed = true;
      } else if (!seat.wanted && !ending.has(id)) {
        drained.push(seat); // assigned to this member and taken away again before it began
        change.wake();
      }
    }
    if (changed) onAssigned?.();
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await change.wait(TICK_MS, stop.signal);
      if (stop.signal.aborted) return;
      try {
        await sync();
      } catch (error) {
        log.warn({ err: error, group }, 'a member could not renew itself');
        await pause(250, stop.signal);
      }
    }
  };

  const leave = async (): Promise<void> => {
    for (const id of [...readers.keys()])
      drop(
        id,
        (reader) => reader.drain(),
        () => undefined,
      );
    const timeout = new AbortController();
    await Promise.race([Promise.all(ending.values()), pause(CLOSE_MS, timeout.signal)]);
    timeout.abort();
    // If Postgres is unavailable, the group notices by itself that this member is gone.
    await pool
      .query('select bus.leave($1, $2)', [member, group])
      .catch((error: Error) => log.warn({ err: error, group }, 'a member could not sign off from its group'));
    await listener.release(member).catch((error: Error) => log.debug({ err: error }, 'a lock was released with its connection'));
  };

  const unlisten = listener.on(`group/${group}`, change.wake);
  try {
    await sync();
  } catch (error) {
    unlisten();
    await leave();
    throw error;
  }
  const running = run();
  let closing: Promise<void> | undefined;
  return {
    close: () => {
      closing ??= (async () => {
        stop.abort();
        unlisten();
        await running;
        await leave();
      })();
      return closing;
    },
  };
};
