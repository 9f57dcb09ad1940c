import { Refused } from '@prosa/contracts';
import type { PgListener } from '@prosa/infra/runtime';
import type pg from 'pg';
import { commitsOf } from './commits.ts';
import { type Db, dbOf } from './db.ts';
import { Apart, placesIn, projectionsOf, type Seen } from './projections.ts';
import type { Table } from './table.ts';

export type Asking = {
  companyId: string;
  /** For a platform-level user, in a call whose permission they hold as such. */
  super?: boolean;
  /** A position that the answer must not be older than, a decimal string. */
  after?: string;
};

/** The way to the read tables for everything that is asked. */
export type Reader = {
  /**
   * Runs `work` in one REPEATABLE READ transaction that sees one company (ADR 271) and changes nothing; gives what it is as of: every table that
   * it asks for is as of that position. Throws Refused ERR_BEHIND where `after` is not reached in 2 s, or a table of this code is not
   * there (yet).
   */
  query<Result>(asking: Asking, work: (db: Db) => Promise<Result>): Promise<{ result: Result; position: bigint }>;
  /** Resolves at the projector's next commit, or after `ms`. */
  next(ms: number): Promise<void>;
  /** Resolves when tables have come up with or joined the live ones, or after `ms`. */
  meeting(ms: number): Promise<void>;
  /** Rejects unless all tables of this code are there, or what is still folded is all that there is to wait for. */
  ready(): Promise<void>;
  close(): void;
};

/** How long a caller waits for what it has just written, in milliseconds. */
const TIMEOUT_MS = 2_000;
const STATEMENT_MS = 10_000;
/** Nobody may have told of it: so long at most until it is looked again whether tables are as of one position. */
const MEETING_MS = 100;
/** The word of a commit may get lost (ADR 240): so long at most until it is looked again whether what is waited for is there. */
const UNHEARD_MS = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads what the code of `tables` folds. One a process. */
export const connectReader = ({
  pool,
  listener,
  tables,
  timeoutMs = TIMEOUT_MS,
}: {
  pool: pg.Pool;
  listener: PgListener;
  tables: readonly Table[];
  timeoutMs?: number;
}): Reader => {
  const commits = commitsOf(listener);
  const { names, place } = placesIn(projectionsOf(tables));

  /** What it gives; or what to wait for before it is tried again: a position, or that tables beside come up with all others. */
  const attempt = async <Result>(
    asking: Asking,
    after: bigint | null,
    work: (db: Db) => Promise<Result>,
  ): Promise<{ result: Result; position: bigint } | bigint | 'meeting'> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const { live, left } = await begin(client, asking);
      const position = BigInt(live.position);
      if (after !== null && position < after) return after;
      const asOf = position < 0n ? 0n : position;
      const db = dbOf(client, { ...asking, position: asOf, place: place(live, left) });
      return { result: await work(db), position: asOf };
    } catch (error) {
      if (error instanceof Apart) return 'meeting';
      throw error;
    } finally {
      // It wrote nothing: there is nothing to commit.
      await client.query('rollback').catch((error: Error) => {
        broken = error;
      });
      client.release(broken);
    }
  };

  return {
    async query(asking, work) {
      const { companyId, after } = asking;
      if (!UUID.test(companyId)) throw new Error('A company is named by a UUID.');
      const wanted = after === undefined ? null : BigInt(after);
      const end = Date.now() + timeoutMs;
      for (;;) {
        const answered = await attempt(asking, wanted, work);
        if (typeof answered === 'object') return answered;
        const left = end - Date.now();
        if (left <= 0) throw new Refused('ERR_BEHIND');
        if (answered === 'meeting') await commits.meeting(Math.min(left, MEETING_MS));
        else await commits.reaching(answered, Math.min(left, UNHEARD_MS));
      }
    },
    next: (ms) => commits.next(ms),
    meeting: (ms) => commits.meeting(ms),
    async ready() {
      const { rows } = await pool.query<Seen>(SEEN);
      const there = new Set(rows.flatMap(({ projections }) => Object.keys(projections)));
      const mine = new Set(names.values());
      const [live] = rows;
      // As long as older code is there to answer what this cannot yet, calls are that one's.
      const isOlderThere = live?.state !== 'live' || Object.keys(live.projections).some((name) => !mine.has(name));
      if (isOlderThere && [...mine].some((name) => !there.has(name)))
        throw new Error('The tables of this code are not folded yet.');
      await commits.listening();
    },
    close: () => commits.close(),
  };
};

/** The live generation, then those that it has left behind, newest first. */
const SEEN = `select position, state, projections from read.generation where state <> 'building' order by state, generation desc`;

/** All in one round trip. Throws Refused ERR_BEHIND where nothing is folded yet. */
const begin = async (client: pg.PoolClient, { companyId, super: isSuper }: Asking): Promise<{ live: Seen; left: Seen[] }> => {
  const results = (await client.query(
    `begin isolation level repeatable read read only; set local role prosa_reader; set local app.company = '${companyId}';
     ${isSuper === true ? `set local app.super = 'on';` : ''}
     set local statement_timeout = ${STATEMENT_MS};
     ${SEEN}`,
  )) as unknown as pg.QueryResult<Seen>[];
  const [live, ...left] = results.at(-1)?.rows ?? [];
  if (live?.state !== 'live') throw new Refused('ERR_BEHIND');
  return { live, left };
};
