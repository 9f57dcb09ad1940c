import type pg from 'pg';

/**
 * Lets `fill` write many rows into tables of the read side. Their indexes are built once, from all rows, instead of being extended by each:
 * those of words cost most of the time otherwise. Afterwards the planner knows how many rows there are, and how frequent words are, from a sample
 * that is large enough: with the default one, a word of every hundredth row is now and then taken for one of every twentieth.
 */
export const filled = async (pool: pg.Pool, tables: readonly string[], fill: () => Promise<unknown>): Promise<void> => {
  const { rows: indexes } = await pool.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)`,
    [tables],
  );
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  await fill();
  for (const { made } of indexes) await pool.query(made);
  const client = await pool.connect();
  try {
    await client.query('set default_statistics_target = 1000');
    for (const table of tables) await client.query(`vacuum analyze ${table}`);
  } finally {
    client.release(true); // the setting ends with its connection
  }
};
