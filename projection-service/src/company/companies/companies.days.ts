import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { companyRows } from './companies.rows.ts';

/** The ends of what ISO 8601 can write: in some zones the first day begins before them, and the last one ends after them. */
const [FIRST, LAST] = [sql.fragment`'0001-01-01Z'::timestamptz`, sql.fragment`'9999-12-31Z'::timestamptz`];
const Times = z.object({ from: z.date().nullable(), to: z.date().nullable() });

/**
 * The times at which days begin and end (exclusive) in the company's time zone; null where no day is given. Asked before the query that needs
 * them: a conversion within its conditions could use no index under row-level security.
 */
export const timesOfDays = (db: Db, from: string | undefined, to: string | undefined): Promise<z.output<typeof Times>> =>
  db.one(sql.type(Times)`
    select case when ${from ?? null}::date is not null then greatest(${from ?? null}::date::timestamp at time zone z.zone, ${FIRST}) end as "from",
      case when ${to ?? null}::date is not null then least((${to ?? null}::date + 1)::timestamp at time zone z.zone, ${LAST}) end as "to"
    from (select coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC') as zone) z`);
