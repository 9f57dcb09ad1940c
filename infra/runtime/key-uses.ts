import type pg from 'pg';
import { boundedCache } from './kernel/bounded-cache.ts';
import type { Logger } from './kernel/log.ts';

export const keyUsesMigration = {
  name: '3-key-uses',
  sql: `
    create table live.key_use (key_id uuid primary key, company_id uuid not null, used_at timestamptz not null);
    create index key_use_company on live.key_use (company_id);`,
};

/** How often a process notes that a key is used, in milliseconds. */
const EACH_MS = 60_000;
const MAX_KEYS = 10_000;

/** Returns a function that notes that an API key was used just now, at most once a minute; nobody waits for it. */
export const noteKeyUse = ({ pool, log }: { pool: pg.Pool; log: Logger }) => {
  const noted = boundedCache<string, true>({ max: MAX_KEYS, ttl: EACH_MS });
  return ({ keyId, companyId }: { keyId: string; companyId: string }): void => {
    if (noted.has(keyId)) return;
    noted.set(keyId, true);
    pool
      .query({
        name: 'live-key-use-note',
        text: `insert into live.key_use as k (key_id, company_id, used_at) values ($1, $2, now())
          on conflict (key_id) do update set used_at = excluded.used_at`,
        values: [keyId, companyId],
      })
      .catch((error: unknown) => {
        noted.delete(keyId);
        log.warn({ err: error }, 'the use of an API key could not be noted');
      });
  };
};

/** When the API keys of a company were used last, by id. */
export const readKeyUses = async (pool: pg.Pool, companyId: string): Promise<ReadonlyMap<string, Date>> => {
  const { rows } = await pool.query<{ keyId: string; usedAt: Date }>({
    name: 'live-key-use-read',
    text: 'select key_id as "keyId", used_at as "usedAt" from live.key_use where company_id = $1',
    values: [companyId],
  });
  return new Map(rows.map(({ keyId, usedAt }) => [keyId, usedAt]));
};
