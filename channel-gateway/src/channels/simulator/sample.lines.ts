import type pg from 'pg';
import type { Migrations } from '../provider.port.ts';

/** `answers`: the message of the team that the line answers; null for what the customer writes first. */
const table = `
create table gateway.sample_line (
  connection_id uuid not null, nth int not null, answers uuid, due_at timestamptz not null, said boolean not null default false,
  primary key (connection_id, nth), unique (connection_id, answers)
);
`;

export const sampleMigrations: Migrations = [{ name: 'sample-lines', sql: table }];

/** Of connections that are no more. */
export const sampleSweeps = [
  'delete from gateway.sample_line l using gateway.connection c where c.connection_id = l.connection_id and c.deleted',
];

/** How long the customer takes to begin, and to answer. */
const TYPES_MS = 1_500;

/** A line that is to be written `inMs` from now. */
export type DueLine = { nth: number; at: Date; inMs: number };

/**
 * Which lines of the script the test customer of a connection has written, and which they will. A line's place in it is its id for good, so that
 * it may be written again after a crash.
 */
export const sampleLines = (pool: pg.Pool) => ({
  /** The first `count` lines, unless they are there already. */
  begin: async (connectionId: string, count: number): Promise<void> => {
    await pool.query(
      `insert into gateway.sample_line (connection_id, nth, due_at)
       select $1, n, clock_timestamp() + n * $3 * interval '1 ms' from generate_series(0, $2 - 1) n on conflict do nothing`,
      [connectionId, count, TYPES_MS],
    );
  },

  /** The next line, of `count`, as the answer to a message of the team: none to a message that has one, nor while another is being written. */
  answer: async (connectionId: string, messageId: string, count: number): Promise<void> => {
    await pool.query(
      `insert into gateway.sample_line (connection_id, nth, answers, due_at)
       select $1, max(nth) + 1, $2, clock_timestamp() + $4 * interval '1 ms' from gateway.sample_line where connection_id = $1
       having max(nth) + 1 < $3 and bool_and(said) and coalesce(bool_and(answers is distinct from $2), true) on conflict do nothing`,
      [connectionId, messageId, count, TYPES_MS],
    );
  },

  /** The next line to be written; undefined if there is none. */
  next: async (connectionId: string): Promise<DueLine | undefined> => {
    const { rows } = await pool.query<DueLine>(
      `select nth, due_at as at, ceil(extract(epoch from due_at - clock_timestamp()) * 1000)::int as "inMs"
       from gateway.sample_line where connection_id = $1 and not said order by nth limit 1`,
      [connectionId],
    );
    return rows[0];
  },

  said: async (connectionId: string, nth: number): Promise<void> => {
    await pool.query('update gateway.sample_line set said = true where connection_id = $1 and nth = $2', [connectionId, nth]);
  },
});
export type SampleLines = ReturnType<typeof sampleLines>;
