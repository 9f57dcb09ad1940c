import { z } from 'zod';
import { type Db, sql } from '../kernel/db.ts';
import { companyRows } from './companies.rows.ts';

const Times = z.object({ from: z.date().nullable(), to: z.date().nullable() });

/**
 * The times at which days begin and end (exclusive) in the company's time zone; null where no day is given. Asked before the query that needs
 * them: a conversion within its conditions could use no index under row-level security.
 */
export const timesOfDays = (db: Db, from: string | undefined, to: string | undefined): Promise<z.output<typeof Times>> =>
  db.one(sql.type(Times)`
    select ${from ?? null}::date::timestamp at time zone z.zone as "from", (${to ?? null}::date + 1)::timestamp at time zone z.zone as "to"
    from (select coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC') as zone) z`);
