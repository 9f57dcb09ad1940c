import { Refused } from '@prosa/contracts';
import type { MediaLinks, PgListener } from '@prosa/infra/runtime';
import type pg from 'pg';
import { commitsOf } from './commits.ts';
import { type Db, dbOf } from './db.ts';
import { Apart, placesIn, projectionsOf, type Seen } from './projections.ts';
import type { Table } from './table.ts';

export type Asking = {
  companyId: string;
  /** For a platform-level user, in a call whose permission they hold as such. */
  super?: boolean;
  /** The answer must be at least as new as this position (a decimal string). */
  after?: string;
};

/** Runs all queries on the read tables. */
export type Reader = {
  /**
   * Runs `work` in one read-only REPEATABLE READ transaction that sees one company (decision 31); also returns the position, at which all
   * tables that `work` uses are. Throws Refused ERR_BEHIND if `after` is not reached within 2 s, or if a table of this code is not there
   * (yet).
   */
  query<Result>(asking: Asking, work: (db: Db) => Promise<Result>): Promise<{ result: Result; position: bigint }>;
  /** Resolves at the projector's next commit, or after `ms`. */
  next(ms: number): Promise<void>;
  /** Resolves when tables have caught up with or joined the live ones, or after `ms`. */
  meeting(ms: number): Promise<void>;
  /** Rejects unless all tables of this code are there, or no older code could answer in the meantime. */
  ready(): Promise<void>;
  close(): void;
};

/** How long a caller waits for its own write, in milliseconds. */
const TIMEOUT_MS = 2_000;
const STATEMENT_MS = 10_000;
/** Maximum wait before checking again whether all tables are at one position, in case the notification was lost. */
const MEETING_MS = 100;
/** The notification of a commit may get lost: maximum wait before querying again. */
const UNHEARD_MS = 500;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Reads the tables that this code's projections fill. Create one per process. */
export const connectReader = ({
  pool,
  listener,
  tables,
  links,
  hasHumanAgent,
  timeoutMs = TIMEOUT_MS,
}: {
  pool: pg.Pool;
  listener: PgListener;
  tables: readonly Table[];
  links?: MediaLinks;
  hasHumanAgent?: boolean | undefined;
  timeoutMs?: number;
}): Reader => {
  const commits = commitsOf(listener);
  const { names, place } = placesIn(projectionsOf(tables));

  /** Returns the result, or what to wait for before the next try: a position, or that tables built alongside catch up. */
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
      const db = dbOf(client, { ...asking, position: asOf, place: place(live, left), links, hasHumanAgent });
      return { result: await work(db), position: asOf };
    } catch (error) {
      if (error instanceof Apart) return 'meeting';
      throw error;
    } finally {
      // A read-only transaction has nothing to commit.
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
      // While older code can answer what this code cannot yet, the calls should go to the older code.
      const isOlderThere = live?.state !== 'live' || Object.keys(live.projections).some((name) => !mine.has(name));
      if (isOlderThere && [...mine].some((name) => !there.has(name)))
        throw new Error('The tables of this code are not folded yet.');
      await commits.listening();
    },
    close: () => commits.close(),
  };
};

/** The live generation, then those that were detached from it, newest first. */
const SEEN = `select position, state, projections from read.generation where state <> 'building' order by state, generation desc`;

/** All in one round trip. Throws Refused ERR_BEHIND if nothing was folded yet. */
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
