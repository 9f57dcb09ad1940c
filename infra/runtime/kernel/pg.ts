import { createHash } from 'node:crypto';
import pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import type { Logger } from './log.ts';

type PoolOptions = {
  max?: number;
  log?: Logger;
  applicationName?: string;
  connectTimeoutMs?: number;
  /** A connection sends consecutive statements without waiting for the answers in between. */
  pipeline?: boolean;
};

/**
 * A part of the database: its Postgres schema (created if missing) and its migrations in order. A `derived` part can be rebuilt from the
 * events and may be left out of a backup: if its schema is missing, its migrations are applied again.
 */
export type Part = { schema: string; migrations: readonly { name: string; sql: string }[]; derived?: boolean };

/**
 * TCP keepalive: a server that vanished is noticed after 20 s. By default the system probes only after two hours of silence, and a
 * listening connection is silent.
 */
export const watchful = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Creates a connection pool. A connection that breaks, idle or in use, is logged and replaced; it never ends the process. If no connection
 * is available within `connectTimeoutMs`, the caller receives an error for which `isPostgresUnavailable` is true.
 */
export const connectPg = (
  url: string,
  { max = 10, log, applicationName, connectTimeoutMs = 10_000, pipeline = false }: PoolOptions = {},
): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 5_000,
    pipeline,
    ...watchful,
    ...(applicationName && { application_name: applicationName }),
  });
  const broken = (err: Error) => log?.warn({ err }, 'a Postgres connection broke');
  pool.on('error', broken);
  // Without a listener of its own, a connection that breaks while in use would emit an error that nothing can catch.
  pool.on('connect', (client) => client.on('error', broken));
  return pool;
};

/** Network error codes if there is no Postgres, or no route to it. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** Plus Postgres's codes while it is starting, shutting down, full (connections or disk) or too slow (statement timeout). */
const away = new Set([...unreachable, '57P01', '57P02', '57P03', '57014', '53100', '53300', '08006', '08003', '08001']);
/** Messages of pg errors without a code: no connection became free in time, connecting took too long, or the connection broke. */
const awayWords =
  /^(timeout exceeded when trying to connect|Connection terminated (unexpectedly|due to connection timeout)|timeout expired|Client has encountered a connection error and is not queryable)$/;

/** Whether Postgres, or a free connection to it, was unavailable: a retry may succeed. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  const { code, syscall, message } = (error ?? {}) as { code?: unknown; syscall?: unknown; message?: unknown };
  // A socket in the file system that is not there while its server is not running.
  if (code === 'ENOENT') return syscall === 'connect';
  return code === undefined ? awayWords.test(String(message)) : away.has(String(code));
};

/** Postgres's code for every statement after the one that made the transaction fail. */
const ABORTED = '25P02';

/**
 * Waits for statements that were sent together and returns their results. If some fail, throws the error of the statement that made the
 * transaction fail, not those of the later ones.
 */
export const together = async <const Results extends readonly unknown[]>(
  sent: readonly [...{ [Place in keyof Results]: Promise<Results[Place]> }],
): Promise<Results> => {
  const answers = await Promise.allSettled(sent);
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as { code?: unknown }] : []));
  if (errors.length > 0) throw errors.find((error) => error?.code !== ABORTED) ?? errors[0];
  return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as unknown as Results;
};

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

/** Runs `work` in one transaction: committed when it resolves, rolled back when it rejects. */
export const inTransaction = async <Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  { isolation = 'read committed', readOnly = false }: { isolation?: Isolation; readOnly?: boolean } = {},
): Promise<Result> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const begun = client.query(`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`);
    // In a pipeline, BEGIN is sent together with the first statement.
    begun.catch(() => undefined);
    if (!client.pipeline) await begun;
    const result = await work(client);
    await begun;
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
};

/**
 * Applies the pending migrations, each in a transaction of its own, and returns the names (`schema/name`) of those applied now. Processes
 * that start at the same time take turns. Throws if the text of an applied migration was changed.
 */
export const migrate = async (pool: pg.Pool, parts: readonly Part[]): Promise<string[]> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrating]);
    await client.query(`create table if not exists public.migration (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from public.migration');
    const known = new Map(rows.map(({ name, hash }) => [name, hash]));
    const applied: string[] = [];
    for (const { schema, migrations, derived } of parts) {
      if (derived && !(await exists(client, schema)))
        for (const { name } of migrations) await forget(client, known, `${schema}/${name}`);
      await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
      for (const { name, sql } of migrations)
        if (await apply(client, known, `${schema}/${name}`, sql)) applied.push(`${schema}/${name}`);
    }
    return applied;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [advisoryLocks.migrating]).catch((failure: Error) => {
      broken = failure;
    });
    client.release(broken);
  }
};

const exists = async (client: pg.PoolClient, schema: string): Promise<boolean> =>
  (await client.query('select 1 from pg_namespace where nspname = $1', [schema])).rowCount === 1;

const forget = async (client: pg.PoolClient, known: Map<string, string>, name: string): Promise<void> => {
  await client.query('delete from public.migration where name = $1', [name]);
  known.delete(name);
};

const apply = async (client: pg.PoolClient, known: Map<string, string>, name: string, sql: string): Promise<boolean> => {
  const hash = createHash('sha256').update(sql).digest('hex');
  const before = known.get(name);
  if (before === hash) return false;
  if (before !== undefined)
    throw new Error(`Migration ${name} was applied with another text: add a new one instead of changing it.`);
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into public.migration (name, hash) values ($1, $2)', [name, hash]);
    await client.query('commit');
    known.set(name, hash);
    return true;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed.`, { cause: error });
  }
};
