import type { FragmentSqlToken } from 'slonik';
import { type Db, sql } from '../../kernel/db.ts';
import { byText } from '../../kernel/order.ts';
import { queueRows } from './queues.rows.ts';

/** The existing queues of a row as a JSON array of `QueueBrief`, by name. `ids`: the column with their ids. */
export const joinedQueues = (db: Db, ids: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  coalesce((select jsonb_agg(jsonb_build_object('id', q.id, 'name', q.name, 'color', q.color) order by ${byText('name', 'q')}, q.id)
    from ${db.table(queueRows)} q where q.id = any(${ids}) and not q.deleted), '[]')`;
