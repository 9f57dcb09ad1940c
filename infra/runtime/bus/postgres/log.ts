import type pg from 'pg';
import { gathered } from '../../kernel/gathered.ts';
import type { Arrived } from '../kernel/parked.rows.ts';
import type { Outgoing } from '../kernel/publish-queue.ts';

type Row = { offset: string; key: string; value: string; headers: string | null; at: Date };

/** FNV-1a: maps a key to the same partition on every instance, permanently. */
export const partitionOf = (key: string, partitions: number): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
};

/**
 * Appends in one statement, which is one transaction if the caller has begun none, and returns the partition of each message. Sends no
 * notification. Throws for an unknown topic or partition.
 */
export const appendToLog = async (
  client: pg.Pool | pg.ClientBase,
  messages: Outgoing[],
  partitions: (topic: string) => number,
): Promise<number[]> => {
  const chosen = messages.map(({ topic, key }) => partitionOf(key, partitions(topic)));
  const isOne = messages.every(({ topic }, nth) => topic === messages[0]!.topic && chosen[nth] === chosen[0]);
  if (isOne) await appendToPartition(client, messages, chosen[0]!);
  else await appendToMany(client, messages, chosen);
  return chosen;
};

/** Nearly all appends: without the sorting and locking of the others they cost a fraction of theirs. */
const appendToPartition = async (client: pg.Pool | pg.ClientBase, messages: Outgoing[], partition: number): Promise<void> => {
  const { rowCount } = await client.query({
    name: 'bus-append-one',
    text: `with taken as (
        update bus.partition set next = next + cardinality($3::text[]) where topic = $1 and partition = $2
        returning topic, partition, next - cardinality($3::text[]) as first
      )
      insert into bus.log (topic, partition, "offset", key, value, headers)
      select taken.topic, taken.partition, taken.first + m.nth - 1, m.key, m.value, m.headers
      from taken, unnest($3::text[], $4::text[], $5::text[]) with ordinality as m (key, value, headers, nth)`,
    values: [messages[0]!.topic, partition, ...written(messages)],
  });
  if (rowCount !== messages.length) throw new Error(`The bus has no partition ${messages[0]!.topic}/${partition}.`);
};

const appendToMany = async (client: pg.Pool | pg.ClientBase, messages: Outgoing[], chosen: number[]): Promise<void> => {
  await client.query({
    name: 'bus-append',
    text: 'select bus.append($1, $2, $3, $4, $5)',
    values: [messages.map(({ topic }) => topic), chosen, ...written(messages)],
  });
};

const written = (messages: Outgoing[]) => [
  messages.map(({ key }) => key),
  messages.map(({ value }) => value),
  messages.map(({ headers }) => (headers ? JSON.stringify(headers) : null)),
];

const MAX_MESSAGES = 200;
const MAX_BYTES = 4_000_000;
/** Maximum number of bytes per character. */
const CHARACTER_BYTES = 4;

/** Whether a read of a partition may have been cut off. If not, nothing is left to read until the next notification. */
export const mayHaveMore = (messages: readonly Arrived[]): boolean =>
  messages.length >= MAX_MESSAGES || messages.reduce((sum, { bytes = 0 }) => sum + bytes, 0) * CHARACTER_BYTES >= MAX_BYTES;

/** Where to read on in a partition. */
type Place = { topic: string; partition: number; from: bigint };

export type ReadLog = (place: Place) => Promise<Arrived[]>;

/** How many partitions are read in one statement: each may return 4 MB. */
const MAX_PLACES = 12;

/**
 * Returns the next messages of a partition from an offset on: at most 200 messages and about 4 MB, but at least one message if there is
 * one. Reads that are waiting at the same time are one statement.
 */
export const readLog = (pool: pg.Pool): ReadLog => {
  const rowsOf = gathered(
    async (places: Place[]): Promise<Row[][]> => {
      const { rows } = await pool.query<Row & { nth: string }>({
        name: 'bus-read',
        text: `select place.nth, m.* from unnest($1::text[], $2::int[], $3::bigint[]) with ordinality as place(topic, partition, start, nth)
        cross join lateral (
          select "offset", key, value, headers, at from (
            select l.*, sum(octet_length(value)) over (order by "offset") - octet_length(value) as before
            from (
              select * from bus.log where topic = place.topic and partition = place.partition and "offset" >= place.start
              order by "offset" limit $4
            ) l
          ) n where before < ${MAX_BYTES}
        ) m order by place.nth, m."offset"`,
        values: [
          places.map(({ topic }) => topic),
          places.map(({ partition }) => partition),
          places.map(({ from }) => from),
          MAX_MESSAGES,
        ],
      });
      const byPlace = Map.groupBy(rows, ({ nth }) => Number(nth));
      return places.map((_, index) => byPlace.get(index + 1) ?? []);
    },
    { atMost: MAX_PLACES },
  );
  return async (place) => {
    const { topic, partition } = place;
    return (await rowsOf(place)).map(({ offset, key, value, headers, at }) => ({
      topic,
      partition,
      offset,
      key,
      value: JSON.parse(value) as unknown,
      headers: headers ? (JSON.parse(headers) as Record<string, string>) : {},
      at,
      bytes: value.length,
    }));
  };
};
