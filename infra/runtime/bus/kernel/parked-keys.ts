import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Received } from './bus.ts';
import { type Arrived, cleaned, parse, type Row, reader } from './parked.rows.ts';

/** A message that waits in the table, in the order of its key. */
export type Held = { id: string; message: Arrived; attempts: number };

/**
 * Messages of keys that were set aside, of one group and partition: they wait in `bus.parked` (`held`), in order per key, so that the
 * partition is read further and its offset committed. The first message of a key may have a time at which it is retried.
 */
export type ParkedKeys = {
  /** The keys that have waiting messages. */
  keys(): Promise<string[]>;
  /**
   * Stores the messages in order; a message that is already stored stays unchanged. `error` is why the first message waits; null if it
   * waits behind others.
   */
  put(messages: Arrived[], error: string | null): Promise<void>;
  /** The first messages of a key. */
  next(key: string, limit: number): Promise<Held[]>;
  /** Deletes messages that were handled. */
  done(ids: string[]): Promise<void>;
  doneAt(message: Received): Promise<void>;
  failed(id: string, error: Error, pauseMs: number): Promise<void>;
  /** The keys whose first message is due. */
  due(): Promise<string[]>;
};

const BEHIND = 'It waits behind an earlier one of its key.';

export const parkedKeysOf = (pool: pg.Pool, group: string, topic: string, partition: number): ParkedKeys => {
  const mine = `group_name = $1 and topic = $2 and partition = $3 and held`;
  const me = [group, topic, partition];
  return {
    keys: async () => {
      const { rows } = await pool.query<{ key: string }>(`select distinct key from bus.parked where ${mine}`, me);
      return rows.map(({ key }) => key);
    },
    put: async (messages, error) => {
      await pool.query(
        `insert into bus.parked (id, group_name, topic, partition, "offset", key, value, headers, at, error, attempts, held)
         select m.id, $1, $2, $3, m."offset", m.key, m.value, m.headers, m.at, m.error, 0, true
         from unnest($4::uuid[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::text[])
           as m(id, "offset", key, value, headers, at, error)
         on conflict on constraint parked_message do nothing`,
        [
          ...me,
          messages.map(() => randomUUID()),
          messages.map(({ offset }) => offset),
          messages.map(({ key }) => key),
          messages.map(({ value }) => JSON.stringify(value)),
          messages.map(({ headers }) => JSON.stringify(headers)),
          messages.map(({ at }) => at),
          messages.map((_, index) => (index === 0 && error !== null ? cleaned(error) : BEHIND)),
        ],
      );
    },
    next: async (key, limit) => {
      const { rows } = await pool.query<Row>(`${reader} where ${mine} and key = $4 order by "offset", at limit $5`, [
        ...me,
        key,
        limit,
      ]);
      return rows.map((row) => ({ id: row.id, message: parse(row), attempts: row.attempts }));
    },
    done: async (ids) => {
      // One that turned out to be poison is held no more, and stays.
      if (ids.length > 0) await pool.query('delete from bus.parked where id = any($1::uuid[]) and held', [ids]);
    },
    doneAt: async ({ offset, at }) => {
      await pool.query(`delete from bus.parked where ${mine} and "offset" = $4 and at = $5`, [...me, offset, at]);
    },
    failed: async (id, error, pauseMs) => {
      await pool.query(
        `update bus.parked set attempts = attempts + 1, error = $2, due_at = clock_timestamp() + $3 * interval '1 ms' where id = $1`,
        [id, cleaned(error.message), pauseMs],
      );
    },
    due: async () => {
      const { rows } = await pool.query<{ key: string }>(
        `select distinct key from bus.parked where ${mine} and due_at <= clock_timestamp()`,
        me,
      );
      return rows.map(({ key }) => key);
    },
  };
};
