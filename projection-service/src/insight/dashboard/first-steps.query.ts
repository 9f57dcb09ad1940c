import { FirstSteps } from '@prosa/contracts';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { rowsOf } from './dashboard.queries.ts';

/** Which of the first steps the company has taken. */
export const firstSteps = (db: Db): Promise<FirstSteps> => {
  const connections = sql.fragment`
    select c.kind, c.status, c.greeting_message from ${db.table(connectionRows)} c where c.company_id = ${db.companyId} and not c.deleted`;
  const queues = sql.fragment`
    select q.greeting_message from ${db.table(queueRows)} q where q.company_id = ${db.companyId} and not q.deleted`;
  const users = sql.fragment`select 1 from ${db.table(userRows)} u where u.company_id = ${db.companyId} and not u.deleted limit 2`;
  return db.one(sql.type(FirstSteps)`
    select exists (select 1 from (${connections}) c where c.status = 'CONNECTED' and c.kind <> 'sample')
        or exists (select 1 from (${rowsOf(db, 'opened')}) t) as channel,
      exists (${queues}) as queue,
      (select count(*) from (${users}) u) > 1 as people,
      exists (select 1 from (${connections}) c where c.greeting_message <> '' and c.kind <> 'sample')
        or exists (select 1 from (${queues}) q where q.greeting_message <> '') as greeting,
      exists (select 1 from (${rowsOf(db, 'accepted')}) t) as answered,
      exists (select 1 from (${connections}) c where c.kind = 'sample') as sample`);
};
