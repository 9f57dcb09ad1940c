import type pg from 'pg';

export const watchedMigration = {
  name: '2-watched',
  sql: 'create unlogged table live.watched (company_id uuid primary key, seen_at timestamptz not null);',
};

/** The channel on which a company's id is told when its first screen opens. */
export const WATCHED = 'live_watched';
/** How often the gateways note the companies of their sockets, in milliseconds. */
export const WATCHED_EACH_MS = 60_000;

/** Notes that screens of these companies are open now. */
export const noteOpenScreens = async (pool: pg.Pool, companyIds: readonly string[]): Promise<void> => {
  await pool.query({
    name: 'live-watched-note',
    // In one order, so that two instances do not wait for each other.
    text: `insert into live.watched as w (company_id, seen_at) select id, now() from unnest($1::uuid[]) as u(id) order by id
      on conflict (company_id) do update set seen_at = excluded.seen_at`,
    values: [companyIds],
  });
};

/** How many milliseconds ago a screen of each company was open; those for whom that is longer ago than `withinMs` are not returned. */
export const readOpenScreens = async (pool: pg.Pool, withinMs: number): Promise<{ companyId: string; agoMs: number }[]> => {
  const { rows } = await pool.query<{ companyId: string; agoMs: number }>({
    name: 'live-watched-read',
    text: `select company_id as "companyId", (extract(epoch from now() - seen_at) * 1000)::float8 as "agoMs"
      from live.watched where seen_at > now() - $1 * interval '1 ms'`,
    values: [withinMs],
  });
  return rows;
};
