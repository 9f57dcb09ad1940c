import type pg from 'pg';
import { gathered } from '../../kernel/gathered.ts';

/** A partition that a member owns, and the epoch in which it was taken. */
export type Owned = { topic: string; partition: number; epoch: string };

/** Returns whether the offset was moved; false if another member owns the partition. */
export type MoveOffset = (owned: Owned & { reached: bigint }) => Promise<boolean>;

/** Moves the committed offsets of a member's partitions; those that are to be moved at the same time in one statement. */
export const offsetsOf = (pool: pg.Pool, group: string, member: number): MoveOffset =>
  gathered(async (moves) => {
    const { rows } = await pool.query<{ topic: string; partition: number }>({
      name: 'bus-commit',
      text: `update bus.assignment a set next = m.reached
        from unnest($3::text[], $4::int[], $5::bigint[], $6::bigint[]) as m(topic, partition, epoch, reached)
        where a.group_name = $1 and a.owner = $2 and a.topic = m.topic and a.partition = m.partition and a.epoch = m.epoch
        returning a.topic, a.partition`,
      values: [
        group,
        member,
        moves.map(({ topic }) => topic),
        moves.map(({ partition }) => partition),
        moves.map(({ epoch }) => epoch),
        moves.map(({ reached }) => reached),
      ],
    });
    return moves.map((move) => rows.some(({ topic, partition }) => topic === move.topic && partition === move.partition));
  });
