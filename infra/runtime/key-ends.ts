import type pg from 'pg';

export const keyEndsMigration = {
  name: '4-key-ends',
  sql: 'create table live.key_end (key_id uuid primary key, at timestamptz not null default now());',
};

/**
 * API keys that were revoked, for both services on all instances: from the answer to the revocation on, none of them accepts the key, however
 * far behind its own knowledge of the keys is. The event decides; this only says so earlier.
 */
export const keyEnds = (pool: pg.Pool) => ({
  note: async (keyId: string): Promise<void> => {
    await pool.query('insert into live.key_end (key_id) values ($1) on conflict do nothing', [keyId]);
  },
  isOver: async (keyId: string): Promise<boolean> => {
    const { rowCount } = await pool.query({
      name: 'live-key-end',
      text: 'select from live.key_end where key_id = $1',
      values: [keyId],
    });
    return rowCount === 1;
  },
});
export type KeyEnds = ReturnType<typeof keyEnds>;
