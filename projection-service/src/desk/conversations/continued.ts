import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { continuedRows } from './continued.rows.ts';

/** The conversation and those that it continues, because their contacts were merged into its own; a contact is merged only once. */
export const continuedBy = async (db: Db, conversation: string): Promise<string[]> => {
  const found = await db.many(sql.type(z.object({ key: z.string() }))`
    with recursive earlier(key) as (
      select ${conversation}::text
      union select c.id from earlier join ${db.table(continuedRows)} c on c.company_id = ${db.companyId} and c.continued_in = earlier.key
    ) select key from earlier`);
  return found.map(({ key }) => key);
};
