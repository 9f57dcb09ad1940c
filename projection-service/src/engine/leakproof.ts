import { advisoryLocks, inTransaction, type Logger } from '@prosa/infra/runtime';
import type pg from 'pg';

const NOT_ALLOWED = '42501';

/** `like`, whether an array contains another (`@>`), and the rest of a text. */
const SEARCHING = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.arraycontains(anyarray, anyarray)',
  'pg_catalog.substr(text, integer)',
];

/**
 * Lets searches by text, by tags and by digits use their indexes: under row-level security Postgres uses an index only with leakproof functions.
 * `like` is leakproof except for its error about a pattern that ends in an escape, which names no row (and our patterns never do); `@>` is as
 * leakproof as the equality of what the arrays contain, here ids and digits; `substr` without a length has no error. Declaring them leakproof in
 * this database needs a superuser. Without that right a search reads all rows of the company: correct, but slower with each hundred thousand rows.
 */
export const allowIndexedSearch = async (pool: pg.Pool, log: Logger): Promise<void> => {
  try {
    await inTransaction(pool, async (client) => {
      // Instances that start at the same time take turns.
      await client.query('select pg_advisory_xact_lock($1)', [advisoryLocks.declaring]);
      for (const searching of SEARCHING) {
        const { rows } = await client.query<{ known: boolean }>(
          `select proleakproof as known from pg_proc where oid = '${searching}'::regprocedure`,
        );
        if (!rows[0]?.known) await client.query(`alter function ${searching} leakproof`);
      }
    });
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    log.info('searches read whole tables: only a superuser may declare `like`, `@>` and `substr` leakproof');
  }
};
