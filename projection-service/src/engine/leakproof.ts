import { inTransaction, type Logger } from '@prosa/infra/runtime';
import type pg from 'pg';

/** An arbitrary number used by nothing else: a lock, so that instances that start at the same time take turns. */
const DECLARING = 7_247_183_054;
const NOT_ALLOWED = '42501';

/**
 * Lets searches use their trigram indexes: under row-level security Postgres uses an index only with leakproof functions. `like` is
 * leakproof except for its error about a pattern that ends in an escape, which names no row (and our patterns never do). Declaring it
 * leakproof in this database needs a superuser. Without that right a search reads all rows of the company: correct, but slower with each
 * hundred thousand rows.
 */
export const allowIndexedSearch = async (pool: pg.Pool, log: Logger): Promise<void> => {
  try {
    await inTransaction(pool, async (client) => {
      await client.query('select pg_advisory_xact_lock($1)', [DECLARING]);
      const { rows } = await client.query<{ known: boolean }>(
        `select proleakproof as known from pg_proc where oid = 'pg_catalog.textlike(text, text)'::regprocedure`,
      );
      if (!rows[0]?.known) await client.query('alter function pg_catalog.textlike(text, text) leakproof');
    });
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    log.info('searches read whole tables: only a superuser may declare `like` leakproof');
  }
};
