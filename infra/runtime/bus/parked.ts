import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Bus, Parked, Received } from './bus.ts';
import { Unprocessable } from './bus.ts';

/** Headers of a parked message that is sent again. They never reach a handler. */
const PARKED_ID = 'prosa-parked';
const PARKED_GROUP = 'prosa-parked-group';

/** A message whose JSON could not be read: `value` is the text as it came. */
export type Arrived = Received & { unreadable?: true };

/** Whether the message is a retry, meant for one group alone: those who read everything pass over it. */
export const isRetry = (message: Received): boolean => PARKED_ID in message.headers;

type Row = {
  id: string;
  group: string;
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: string;
  headers: string | null;
  at: Date;
  error: string;
  attempts: number;
  parkedAt: Date;
};

const reader = `select id, group_name as "group", topic, partition, "offset", key, value, headers, at, error, attempts, parked_at as "parkedAt"
  from bus.parked`;

const parse = (row: Row): Parked => ({
  ...row,
  value: JSON.parse(row.value),
  headers: row.headers ? JSON.parse(row.headers) : {},
});

/** Postgres holds no U+0000. */
const cleaned = (error: Error): string => error.message.replaceAll('\0', '');

/** The table `bus.parked`, the same for both adapters. */
export const parkedTable = (pool: pg.Pool, publish: Bus['publish']) => {
  const park = async (group: string, message: Received, error: Unprocessable): Promise<void> => {
    const { topic, partition, offset, key, value, headers, at } = message;
    await pool.query(
      `insert into bus.parked (id, group_name, topic, partition, "offset", key, value, headers, at, error)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict on constraint parked_message do nothing`,
      [randomUUID(), group, topic, partition, offset, key, JSON.stringify(value), JSON.stringify(headers), at, cleaned(error)],
    );
  };

  const failedAgain = (id: string, error: Unprocessable) =>
    pool.query('update bus.parked set attempts = attempts + 1, error = $2, parked_at = now() where id = $1', [
      id,
      cleaned(error),
    ]);

  return {
    /** The handler of a group, with poison parked instead of thrown, and retries of parked ones ended. */
    delivery:
      (group: string, handle: (message: Received) => Promise<void>) =>
      async (arrived: Arrived): Promise<void> => {
        const { [PARKED_ID]: id, [PARKED_GROUP]: wanted, ...headers } = arrived.headers;
        if (id !== undefined && wanted !== group) return;
        const { unreadable, ...message } = { ...arrived, headers };
        try {
          if (unreadable) throw new Unprocessable('The message is not JSON.');
          await handle(message);
        } catch (error) {
          if (!(error instanceof Unprocessable)) throw error;
          await (id === undefined ? park(group, message, error) : failedAgain(id, error));
          return;
        }
        if (id !== undefined) await pool.query('delete from bus.parked where id = $1', [id]);
      },

    list: async (): Promise<Parked[]> => (await pool.query<Row>(`${reader} order by parked_at, id limit 500`)).rows.map(parse),

    retry: async (id: string): Promise<void> => {
      const { rows } = await pool.query<Row>(`${reader} where id::text = $1`, [id]);
      const [row] = rows;
      if (!row) throw new Error(`No parked message has the id ${id}.`);
      const { topic, key, value, headers, group } = parse(row);
      await publish([{ topic, key, value, headers: { ...headers, [PARKED_ID]: id, [PARKED_GROUP]: group } }]);
    },
  };
};

export type ParkedTable = ReturnType<typeof parkedTable>;
