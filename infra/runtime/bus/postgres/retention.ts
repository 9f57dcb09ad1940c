import type pg from 'pg';
import type { Logger } from '../../kernel/log.ts';
import { pause } from '../../kernel/wake-signal.ts';
import type { Topics } from '../kernel/topics.ts';

const CHUNK = 2000;
/** How long a compacted topic keeps superseded messages, for readers that are behind. */
const SUPERSEDED_MS = 3_600_000;

const trimPartition = async (pool: pg.Pool, topic: string, partition: number, retentionMs: number): Promise<number> => {
  let total = 0;
  for (;;) {
    // Oldest first and in small steps: the transactions are short, and no gap appears in the middle.
    const { rowCount } = await pool.query(
      `delete from bus.log l using (
         select topic, partition, "offset" from bus.log where topic = $1 and partition = $2 order by "offset" limit ${CHUNK}
       ) old
       where l.topic = old.topic and l.partition = old.partition and l."offset" = old."offset"
         and l.at < clock_timestamp() - $3::bigint * interval '1 ms'`,
      [topic, partition, retentionMs],
    );
    total += rowCount ?? 0;
    if ((rowCount ?? 0) < CHUNK) return total;
  }
};

const compact = async (pool: pg.Pool, topic: string, supersededMs: number): Promise<number> => {
  const { rowCount } = await pool.query(
    `delete from bus.log l using (select partition, key, max("offset") as newest from bus.log where topic = $1 group by 1, 2) k
     where l.topic = $1 and l.partition = k.partition and l.key = k.key and l."offset" < k.newest
       and l.at < clock_timestamp() - $2::bigint * interval '1 ms'`,
    [topic, supersededMs],
  );
  return rowCount ?? 0;
};

/** Deletes messages older than the retention of their topic; returns how many were deleted. */
export const trimLog = async (pool: pg.Pool, topics: Topics, supersededMs = SUPERSEDED_MS): Promise<number> => {
  let total = 0;
  for (const [name, topic] of Object.entries(topics)) {
    if (topic.compact) total += await compact(pool, name, supersededMs);
    else
      for (let partition = 0; partition < topic.partitions; partition += 1)
        total += await trimPartition(pool, name, partition, topic.retentionMs);
  }
  return total;
};

/** Trims once a minute, on one instance at a time. Returns a function that stops it. */
export const keepTrimming = (pool: pg.Pool, topics: Topics, log: Logger): (() => Promise<void>) => {
  const stop = new AbortController();
  const once = async (): Promise<void> => {
    const client = await pool.connect();
    try {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock(7250, 0) as got');
      if (!rows[0]?.got) return;
      try {
        const count = await trimLog(pool, topics);
        if (count > 0) log.debug({ count }, 'old messages deleted');
      } finally {
        await client.query('select pg_advisory_unlock(7250, 0)');
      }
    } finally {
      client.release();
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await pause(50_000 + Math.random() * 20_000, stop.signal);
      if (stop.signal.aborted) return;
      await once().catch((error: Error) => log.warn({ err: error }, 'old messages could not be deleted'));
    }
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
};
