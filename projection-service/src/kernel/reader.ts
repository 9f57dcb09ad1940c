import { Refused } from '@prosa/contracts';
import type { Log } from '@prosa/infra/runtime';
import type pg from 'pg';
import { commitsOf } from './commits.ts';
import { type Db, dbOf } from './db.ts';

export type Asking = {
  companyId: string;
  /** A position that the answer must not be older than, a decimal string. */
  after?: string;
};

/** The way to the read tables for everything that is asked. */
export type Reader = {
  /**
   * Runs `work` in one REPEATABLE READ transaction that sees one company and changes nothing; gives what it is as of. Throws Refused
   * ERR_BEHIND where `after` is not reached in 2 s, or this code's tables are not there (yet).
   */
  query<Result>(asking: Asking, work: (db: Db) => Promise<Result>): Promise<{ result: Result; position: bigint }>;
  /** Resolves at the projector's next commit, or after `ms`. */
  next(ms: number): Promise<void>;
  /** Rejects unless this code's tables are live. */
  ready(): Promise<void>;
  close(): Promise<void>;
};

/** How long a caller waits for what it has just written, in milliseconds. */
const PATIENCE = 2_000;
const STATEMENT_MS = 10_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads what the code of `versions` (of all tables) has folded. One a process: it listens on one connection of its own. */
export const connectReader = ({
  pool,
  url,
  versions,
  log,
  patienceMs = PATIENCE,
}: {
  pool: pg.Pool;
  url: string;
  versions: string;
  log: Log;
  patienceMs?: number;
}): Reader => {
  const commits = commitsOf(url, log);

  const attempt = async <Result>(
    companyId: string,
    after: bigint | null,
    work: (db: Db) => Promise<Result>,
  ): Promise<{ result: Result; position: bigint } | null> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const live = await begin(client, companyId, versions);
      if (!live) throw new Refused('ERR_BEHIND');
      if (after !== null && live.position < after) return null;
      const db = dbOf(client, { companyId, ...live });
      return { result: await work(db), position: live.position };
    } finally {
      // It wrote nothing: there is nothing to commit.
      await client.query('rollback').catch((error: Error) => {
        broken = error;
      });
      client.release(broken);
    }
  };

  return {
    async query({ companyId, after }, work) {
      if (!UUID.test(companyId)) throw new Error('A company is named by a UUID.');
      const wanted = after === undefined ? null : BigInt(after);
      const end = Date.now() + patienceMs;
      for (;;) {
        const answered = await attempt(companyId, wanted, work);
        if (answered) return answered;
        const left = end - Date.now();
        if (wanted === null || left <= 0) throw new Refused('ERR_BEHIND');
        await commits.reaching(wanted, left);
      }
    },
    next: (ms) => commits.next(ms),
    async ready() {
      const { rows } = await pool.query('select versions from read.generation where state = $1', ['live']);
      if (rows[0]?.versions !== versions) throw new Error('The tables of this code are not folded yet.');
      await commits.listening();
    },
    close: () => commits.close(),
  };
};

/** All in one round trip. Null: the live tables are not those of this code. */
const begin = async (
  client: pg.PoolClient,
  companyId: string,
  versions: string,
): Promise<{ position: bigint; generation: number } | null> => {
  const results = (await client.query(
    `begin isolation level repeatable read read only; set local role prosa_reader; set local app.company = '${companyId}';
     set local statement_timeout = ${STATEMENT_MS};
     select generation, position, versions from read.generation where state = 'live'`,
  )) as unknown as pg.QueryResult<{ generation: number; position: string; versions: string }>[];
  const live = results.at(-1)?.rows[0];
  if (live?.versions !== versions) return null;
  const position = BigInt(live.position);
  return { generation: live.generation, position: position < 0n ? 0n : position };
};
