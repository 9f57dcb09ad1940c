import pg from 'pg';
import { final, networkReason, type Reason } from './trouble.ts';

const OLDEST = 160_000;
const TOLD = {
  trust: 'Name the file of its authority in the address: sslrootcert=/path/to/ca.crt.',
  plain: 'If it is meant to be unencrypted, leave sslmode out of the address.',
};

/** Connects, and looks whether this database can hold what the services keep in it. */
export const tryPostgres = async (url: string, ms: number): Promise<Reason | null> => {
  // A path, or `socket:`, is a socket of this machine.
  if (!/^(postgres|postgresql|socket):$/.test(URL.parse(url)?.protocol ?? '') && !url.startsWith('/'))
    return final('This is no address of a database', 'Write it as postgres://user:password@host:port/database.');
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ms, query_timeout: ms });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return lackOf((await client.query<Found>(FOUND)).rows[0]!);
    } finally {
      // A server that does not answer does not answer to this either.
      void client.end().catch(() => undefined);
    }
  } catch (error) {
    return reasonOf(error);
  }
};

type Found = { version: number; creates: boolean; roles: boolean };
/** Existing schemas and roles need no right to create them. */
const FOUND = `select current_setting('server_version_num')::int as version,
  has_database_privilege(current_database(), 'create') or to_regnamespace('bus') is not null as creates,
  exists (select from pg_roles where rolname = 'prosa_reader')
    or (select rolcreaterole or rolsuper from pg_roles where rolname = current_user) as roles`;

const lackOf = ({ version, creates, roles }: Found): Reason | null => {
  if (version < OLDEST) return final('It is older than PostgreSQL 16', 'Use PostgreSQL 16 or later.');
  if (!creates) return final('The user may not create schemas there', 'Make the user the owner of the database.');
  if (!roles) return final('The user may not create roles', 'Give the user the right: alter role … createrole.');
  return null;
};

const refused = 'Put the right ones into the address: postgres://user:password@host:port/database.';
const reasonOf = (error: unknown): Reason => {
  const { code, message } = error as { code?: string; message?: string };
  if (code === '28P01' || code === '28000' || /password must be a string/.test(message ?? ''))
    return final('It refuses the user or the password', refused);
  if (code === '3D000') return final('There is no such database', 'Create it, or name another one in the address.');
  if (code === '42501') return final('The user may not use this database', 'Make the user the owner of the database.');
  if (code === 'ENOENT') return final('A file that the address names is not there', 'Correct sslrootcert, sslcert or sslkey.');
  if (/does not support SSL/.test(message ?? '')) return final('It does not speak TLS', TOLD.plain);
  return networkReason(error, TOLD);
};
