import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { isLasting } from '../../kernel/lasting.ts';
import type { Bus, ConsumeOptions, Parked, Received } from './bus.ts';
import { NotParked, Unprocessable } from './bus.ts';
import { type Arrived, cleaned, parse, type Row, reader } from './parked.rows.ts';
import { type ParkedKeys, parkedKeysOf } from './parked-keys.ts';

export type { Arrived } from './parked.rows.ts';

/** Headers of a parked message that is published again. Handlers never see them. */
const PARKED_ID = 'prosa-parked';
const PARKED_GROUP = 'prosa-parked-group';

/** Whether the message is a retry, which is meant for one group only; tail readers skip it. */
export const isRetry = (message: Received): boolean => PARKED_ID in message.headers;

/** Handles a message; `later` returns those of its key that are known to follow. */
export type Deliver = (message: Arrived, later?: () => Arrived[]) => Promise<void>;

/**
 * The table `bus.parked`, the same for both adapters: poison messages, which wait for an operator, and messages of keys that were set
 * aside, in order.
 */
export const parkedTable = (pool: pg.Pool, publish: Bus['publish']) => {
  const park = async (group: string, message: Received, error: Unprocessable): Promise<void> => {
    const { topic, partition, offset, key, value, headers, at } = message;
    await pool.query(
      `insert into bus.parked as p (id, group_name, topic, partition, "offset", key, value, headers, at, error)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict on constraint parked_message do update
         set held = false, due_at = null, error = excluded.error, attempts = p.attempts + 1 where p.held`,
      [
        randomUUID(),
        group,
        topic,
        partition,
        offset,
        key,
        JSON.stringify(value),
        JSON.stringify(headers),
        at,
        cleaned(error.message),
      ],
    );
  };

  const failedAgain = (id: string, error: Unprocessable) =>
    pool.query('update bus.parked set attempts = attempts + 1, error = $2, parked_at = now() where id = $1', [
      id,
      cleaned(error.message),
    ]);

  return {
    /**
     * Wraps the handler of a group: poison messages are parked instead of thrown, and handled retries are removed from the table. A message
     * that fails twice by an error that lies in it is poison as well.
     */
    delivery: ({ group, handle, isOvertaken }: Pick<ConsumeOptions, 'group' | 'handle' | 'isOvertaken'>): Deliver => {
      const failedOnce = new Set<string>();
      /** The error to throw: the first lasting one as it is, so that the message is tried again, the second as poison. */
      const judged = (error: unknown, of: string): unknown => {
        if (error instanceof Unprocessable || !isLasting(error)) return error;
        if (failedOnce.delete(of)) return new Unprocessable(`It failed twice: ${faultOf(error)}.`, { cause: error });
        failedOnce.add(of);
        return error;
      };
      return async (arrived, later = () => []) => {
        const { [PARKED_ID]: id, [PARKED_GROUP]: wanted, ...headers } = arrived.headers;
        if (id !== undefined && wanted !== group) return;
        const { topic, partition, offset, key, value, at } = arrived;
        const message: Received = { topic, partition, offset, key, value, headers, at };
        // A retry may be meant for another group.
        if (
          id === undefined &&
          isOvertaken?.(
            message,
            later().filter((one) => !isRetry(one)),
          )
        )
          return;
        const place = `${topic} ${partition} ${offset}`;
        try {
          if (arrived.unreadable) throw new Unprocessable('The message is not JSON.');
          await handle(message);
          failedOnce.delete(place);
        } catch (thrown) {
          const error = judged(thrown, place);
          if (!(error instanceof Unprocessable)) throw error;
          await (id === undefined ? park(group, message, error) : failedAgain(id, error));
          return;
        }
        if (id !== undefined) await pool.query('delete from bus.parked where id = $1', [id]);
      };
    },

    /** The table of waiting messages of a group's keys that were set aside in one partition. */
    held: (group: string, topic: string, partition: number): ParkedKeys => parkedKeysOf(pool, group, topic, partition),

    list: async (): Promise<Parked[]> => (await pool.query<Row>(`${reader} order by parked_at, id limit 500`)).rows.map(parse),

    retry: async (id: string): Promise<void> => {
      const { rows } = await pool.query<Row>(`${reader} where id::text = $1`, [id]);
      const [row] = rows;
      if (!row) throw new NotParked(`No parked message has the id ${id}.`);
      const { topic, partition, key, value, headers, group, held } = parse(row);
      if (!held) {
        await publish([{ topic, key, value, headers: { ...headers, [PARKED_ID]: id, [PARKED_GROUP]: group } }]);
        return;
      }
      // The key continues in order: its first message becomes due, whichever message was named.
      await pool.query(
        `update bus.parked set due_at = clock_timestamp() where id = (
           select id from bus.parked where group_name = $1 and topic = $2 and partition = $3 and key = $4 and held
           order by "offset", at limit 1)`,
        [group, topic, partition, key],
      );
    },
  };
};

/** An error without its message, which may contain what somebody wrote. */
const faultOf = (error: unknown): string => {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return [name, code].filter((part) => typeof part === 'string').join(' ');
};

export type ParkedTable = ReturnType<typeof parkedTable>;
