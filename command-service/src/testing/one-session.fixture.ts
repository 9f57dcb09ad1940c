import { connectPg } from '@prosa/infra/runtime';
import { startWorld } from './world.fixture.ts';

/**
 * The command side's tables, and one session of Postgres that reads them, so that all calls share its prepared statements. With few rows at
 * first and many later, `rowsRead` shows a statement whose plan was made for few. Close it in `afterAll`.
 */
export const startOneSession = async () => {
  const world = await startWorld();
  await world.instance({ idle: true });
  const pool = connectPg(world.databaseUrl, { max: 1 });

  const readSoFar = async (table: string): Promise<number> => {
    await pool.query('select pg_stat_force_next_flush()');
    const { rows } = await pool.query<{ read: string }>(
      'select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables where relid = $1::regclass',
      [table],
    );
    return Number(rows[0]!.read);
  };
  return {
    pool,
    /** Counts the rows of a table that the session reads during `work`. */
    rowsRead: async (table: string, work: () => Promise<void>): Promise<number> => {
      const before = await readSoFar(table);
      await work();
      return (await readSoFar(table)) - before;
    },
    close: async (): Promise<void> => {
      await pool.end();
      await world.close();
    },
  };
};
