import { ConfigError } from '@prosa/infra/runtime';
import type pg from 'pg';

/**
 * Throws ConfigError if row-level security would not restrict the reader role: a role belongs to the whole server, and somebody may have
 * created or changed it there. It must not bypass policies or have the rights of a table's owner, and everything it may read in `read`
 * except the checkpoints must have policies.
 */
export const assertGuarded = async (pool: pg.Pool, role = 'prosa_reader'): Promise<void> => {
  const { rows } = await pool.query<{ above: boolean; owner: boolean; open: string[] }>(
    `with read_table as (
       select c.oid, c.relname, c.relowner, c.relrowsecurity from pg_class c where c.relnamespace = 'read'::regnamespace and c.relkind = 'r')
     select r.rolsuper or r.rolbypassrls as above,
       pg_has_role(r.oid, current_user, 'usage') or exists (select from read_table t where pg_has_role(r.oid, t.relowner, 'usage')) as owner,
       array(select relname::text from read_table t
         where t.relname <> 'generation' and not t.relrowsecurity and has_table_privilege(r.oid, t.oid, 'select')) as open
     from pg_roles r where r.rolname = $1`,
    [role],
  );
  const [found] = rows;
  const refuse = (why: string) => new ConfigError(`The Postgres role ${role} ${why}: companies would not be kept apart.`);
  if (!found) throw refuse('is not there');
  if (found.above) throw refuse('is a superuser or has BYPASSRLS');
  if (found.owner) throw refuse('has the rights of the owner of the read tables');
  if (found.open.length > 0) throw refuse(`may read ${found.open.join(', ')} without row-level security`);
};
