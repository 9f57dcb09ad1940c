import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from './log.ts';

type PoolOptions = {
  max?: number;
  log?: Logger;
  applicationName?: string;
  connectTimeoutMs?: number;
  /** A connection sends statements that nobody waits between one after another, without the answers in between (ADR 241). */
  pipeline?: boolean;
};

/**
 * A part of the database: its Postgres schema (made if missing) and its migrations in their order. What is `derived` can be folded
 * anew and may be left out of a backup: where its schema is not there, its migrations are applied again.
 */
export type Part = { schema: string; migrations: readonly { name: string; sql: string }[]; derived?: boolean };

/** A server that vanished without a word is missed after 20 s: by itself the system asks after two hours of silence, and a listener is silent. */
export const watchful = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * A pool of connections. A connection that breaks, idle or in use, is logged and replaced; it never ends the process. Who gets none for
 * `connectTimeoutMs` hears an error that `isPostgresUnavailable`.
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
  // Without a listener of its own a connection that breaks while it is lent out throws where nobody can catch it.
  pool.on('connect', (client) => client.on('error', broken));
  return pool;
};

/** What the network says where there is no Postgres, or no way to it. */
const unreachable = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'];
/** And what Postgres says while it is starting, ending, full (of connections, or its disk) or too slow (a statement's time is up). */
const away = new Set([...unreachable, '57P01', '57P02', '57P03', '57014', '53100', '53300', '08006', '08003', '08001']);
/** What pg says without a code: nobody gave a connection back in time, it could not be made in time, or it broke meanwhile. */
const awayWords =
  /^(timeout exceeded when trying to connect|Connection terminated (unexpectedly|due to connection timeout)|timeout expired|Client has encountered a connection error and is not queryable)$/;

/** Whether Postgres, or a free connection to it, was not to be had: the next try may find one. */
export const isPostgresUnavailable = (error: unknown): boolean => {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return code === undefined ? awayWords.test(String(message)) : away.has(String(code));
};

/** What Postgres answers to whatever comes after the statement that made a transaction fail. */
const ABORTED = '25P02';

/**
 * The results of statements that were sent together, once all are answered. Where some fail: the error of the one that made the
 * transaction fail, not of those behind it.
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
    // In a pipeline it goes together with what comes first.
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

/** Any number that nobody else uses: the key of the lock under which migrations run. */
const MIGRATING = 7_247_183_052;

/**
 * Applies what is not applied yet, each migration in a transaction of its own, and gives the names (`schema/name`) applied now.
 * Processes that start together take turns. Throws if an applied migration's text was changed.
 */
export const migrate = async (pool: pg.Pool, parts: readonly Part[]): Promise<string[]> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATING]);
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
    await client.query('select pg_advisory_unlock($1)', [MIGRATING]).catch((failure: Error) => {
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
