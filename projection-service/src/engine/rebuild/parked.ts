import type { PushMessage } from '@prosa/contracts';
import { inTransaction, isPostgresUnavailable, type Logger, type Store, StoreUnavailable } from '@prosa/infra/runtime';
import type pg from 'pg';
import { projectionsOf } from '../../kernel/projections.ts';
import type { Table } from '../../kernel/table.ts';
import { END_IF_IDLE, isRefusedValue, park } from '../frames/commit.ts';
import { type Fault, foldBatch } from '../tables/batch.ts';
import { differences, generationOf, type Still } from '../tables/generation.ts';
import { holdLive } from './arrange.ts';

/** A parked stream: from `revision` on, none of its events is in the rows of `tables`. */
export type ParkedStream = {
  stream: string;
  revision: bigint;
  tables: string[];
  type: string;
  companyId: string | null;
  fault: Fault;
  reason: string;
  waiting: number;
  parkedAt: Date;
};

export type Retried = { stream: string; outcome: 'folded' | 'parked'; events: number };

type Parked = { pool: pg.Pool; tables: readonly Table[] };

/** The parked streams of the live tables, oldest first. */
export const listParked = async ({ pool }: Pick<Parked, 'pool'>): Promise<ParkedStream[]> => {
  const { rows } = await pool.query<Omit<ParkedStream, 'revision'> & { revision: string }>(
    `select p.stream, p.revision, array(select unnest(p.tables) order by 1) as tables, p.type, p.company_id as "companyId", p.fault, p.reason, p.waiting, p.parked_at as "parkedAt"
     from read.parked p join read.generation g using (generation) where g.state = 'live' order by p.position, p.stream`,
  );
  return rows.map((row) => ({ ...row, revision: BigInt(row.revision) }));
};

/**
 * Folds the waiting events of the parked streams (of `faults`, or all). Any process may call it: it locks the checkpoint's row, and the
 * projector then reloads its state. `tell` receives a refetch for each company whose rows were brought up to date.
 */
export const retryParked = async ({
  pool,
  store,
  tables,
  faults,
  tell,
  log,
}: Parked & {
  store: Store;
  faults?: readonly Fault[];
  tell: (messages: PushMessage[]) => Promise<void>;
  log: Logger;
}): Promise<Retried[]> => {
  const retried: Retried[] = [];
  for (const parked of await listParked({ pool })) {
    const { stream, fault } = parked;
    if (faults && !faults.includes(fault)) continue;
    const told = async ({ companies, position }: Outcome): Promise<void> => {
      if (companies.length > 0)
        await tell(companies.map((companyId) => ({ kind: 'refetch', companyId, position: position.toString() })));
    };
    const retrying = retryStream(pool, store, tables, parked, told);
    const retriedOne = await retrying.catch((err: unknown) => {
      if (isPostgresUnavailable(err) || err instanceof StoreUnavailable) throw err;
      // One stream that fails in this way must not block the others.
      log.error({ err, stream }, 'cannot retry a parked stream');
      return nothing;
    });
    const { outcome, events } = retriedOne;
    log.info({ stream, outcome, events }, 'a parked stream was retried');
    retried.push({ stream, outcome, events });
    await told(retriedOne);
  }
  return retried;
};

type Outcome = Omit<Retried, 'stream'> & { companies: string[]; position: bigint };
const nothing: Outcome = { outcome: 'parked', events: 0, companies: [], position: 0n };

class OtherCode extends Error {}

const retryStream = async (
  pool: pg.Pool,
  store: Store,
  tables: readonly Table[],
  { stream, revision }: ParkedStream,
  told: (outcome: Outcome) => Promise<void>,
): Promise<Outcome> => {
  let folding = nothing;
  try {
    await inTransaction(pool, async (client) => {
      await client.query(END_IF_IDLE);
      const live = await holdLive(client, 'update');
      if (!live) return;
      const { generation } = live;
      const position = BigInt(live.position);
      const gone = await client.query<{ tables: string[] }>(
        'delete from read.parked where generation = $1 and stream = $2 and revision = $3 returning tables',
        [generation, stream, revision],
      );
      if (!gone.rows[0]) return;
      const projections = projectionsOf(tables);
      // Projections of other code cannot be folded here, nor may the rest be folded without them.
      if (differences(projections, live.projections).unknown.length > 0) throw new OtherCode();
      const whole = generationOf(projections, generation, live.projections);
      const waiting = new Set(gone.rows[0].tables);
      // The other tables have already applied the stream's events.
      const others: Still = new Map([[stream, new Set([...whole.names].filter((name) => !waiting.has(name)))]]);
      const facts = (await store.load(stream, { from: revision, faults: 'keep' })).filter(
        ({ meta }) => meta.position <= position,
      );
      const folded = await foldBatch(client, whole, facts, others);
      await park(client, generation, folded.parked, { waiting: new Map() });
      // The projector considers this stream parked until it has reloaded its state.
      await client.query('update read.generation set turn = turn + 1 where generation = $1', [generation]);
      const stopped = folded.parked.get(stream);
      const events = stopped ? facts.indexOf(stopped.fact) : facts.length;
      const companies = events > 0 ? [...new Set(facts.map(({ meta }) => meta.companyId).filter(Boolean))] : [];
      folding = { outcome: stopped ? 'parked' : 'folded', events, companies, position };
    });
  } catch (error) {
    // Postgres still refuses the rows: everything is unchanged.
    if (isRefusedValue(error) || error instanceof OtherCode) return nothing;
    // The commit may have succeeded with only the answer lost, and nothing would detect that later: send the refetch anyway.
    await told(folding);
    throw error;
  }
  return folding;
};
