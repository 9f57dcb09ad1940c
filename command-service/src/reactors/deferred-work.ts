import { setTimeout as pause } from 'node:timers/promises';
import type { Fact } from '@prosa/contracts';
import {
  type Decoded,
  inTransaction,
  isLasting,
  isPostgresUnavailable,
  type Logger,
  type Store,
  waitAfter,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import { fairly } from '../kernel/fairly.ts';
import type { RowBatch } from '../kernel/reactor.ts';

/**
 * Deferred work: what an event causes and its reactor does not wait for. `whole`: everything, in the order of its stream, which is the
 * lane. `effects`: only the commands, in a lane of their own.
 */
export type Deferred = { fact: Decoded; part: 'whole' | 'effects'; fault: string | null };

type Row = { event_id: string; lane: string; stream: string; revision: string; part: Deferred['part']; attempts: number };

export type DeferredWork = {
  /** Loads the work in the table, written by an earlier run or by another process, and starts it. May be repeated. */
  load(): Promise<void>;
  /** Whether work of the stream is pending, so that its later events must be deferred too. */
  isWaiting(stream: string): boolean;
  /** Counts the work as pending from now on. Call the returned function once it is written, or its write has failed. */
  expect(deferred: readonly Deferred[]): () => void;
  /** Writes the work in the transaction of the checkpoint. */
  write(client: pg.ClientBase, deferred: readonly Deferred[]): Promise<void>;
  over(): Promise<void>;
};

const CHUNK = 20;
const RETRY = { firstMs: 1_000, mostMs: 60_000 };

const laneOf = ({ fact: { meta }, part }: Deferred): string => (part === 'whole' ? meta.stream : meta.eventId);

/** The lane of work that waits alone. */
const asideOf = ({ stream, event_id, part }: Row): string => `${stream} ${event_id} ${part}`;

/**
 * Runs a reactor's deferred work beside its line, companies in turns, each lane in order. What fails is retried with back-off, at least
 * once a minute and at each start, and blocks only its lane; what fails twice by what is in it gets a lane of its own. `carryOut` may run twice for the same work; the rows that it returns are written
 * once, together with the work's end.
 */
export const deferredWorkOf = ({
  reactor,
  concurrency,
  pool,
  store,
  log,
  signal,
  carryOut,
}: {
  /** The reactor's name. */
  reactor: string;
  concurrency: { total: number; perCompany: number };
  pool: pg.Pool;
  store: Store;
  log: Logger;
  signal: AbortSignal;
  carryOut: (fact: Decoded, part: Deferred['part']) => Promise<RowBatch<Fact> | null>;
}): DeferredWork => {
  /** `coming`: number of batches that may be writing to the lane right now; `told`: number of times that something was added to it. */
  const waiting = new Map<string, { owner: string; coming: number; told: number }>();
  const enter = (lane: string, owner: string) => {
    const entry = waiting.get(lane) ?? { owner, coming: 0, told: 0 };
    waiting.set(lane, entry);
    entry.told += 1;
    return entry;
  };

  const run = async ({ event_id, part, stream, revision }: Row): Promise<void> => {
    const [fact] = await store.load(stream, { from: BigInt(revision), max: 1, faults: 'keep' });
    const rows = fact ? await carryOut(fact, part) : null;
    const end = (client: pg.ClientBase | pg.Pool) =>
      client.query('delete from command.deferred_work where reactor = $1 and event_id = $2 and part = $3', [
        reactor,
        event_id,
        part,
      ]);
    if (!rows || rows.isEmpty()) {
      await end(pool);
      return;
    }
    await inTransaction(pool, async (client) => {
      const { rowCount } = await end(client);
      // If another process was quicker, its rows are newer than these.
      if (rowCount === 1) await rows.write(client);
    });
    rows.written?.();
  };

  /** Returns whether the work waits in the way of what is behind it in its lane. */
  const tryAgain = async (row: Row, error: unknown): Promise<boolean> => {
    const isAside = row.attempts > 0 && isLasting(error);
    const lane = isAside ? asideOf(row) : row.lane;
    const wait = waitAfter(row.attempts, RETRY);
    log.warn(
      { err: error, reactor, stream: row.stream, revision: row.revision, wait },
      'what follows from an event failed, it waits',
    );
    await pool.query(
      `update command.deferred_work set attempts = attempts + 1, fault = $4, lane = $5 where reactor = $1 and event_id = $2 and part = $3`,
      [reactor, row.event_id, row.part, error instanceof Error ? error.message.replaceAll('\0', '') : 'unknown', lane],
    );
    if (isAside) enter(lane, waiting.get(row.lane)?.owner ?? '');
    later(lane, wait);
    return !isAside;
  };

  const later = (lane: string, ms: number): void => {
    void pause(ms, true, { signal, ref: false })
      .then(() => turns.add(waiting.get(lane)?.owner ?? '', lane))
      .catch(() => undefined);
  };

  const work = async (lane: string): Promise<void> => {
    try {
      for (;;) {
        const entry = waiting.get(lane);
        const told = entry?.told;
        const { rows } = await pool.query<Row>(
          `select event_id, lane, stream, revision, part, attempts from command.deferred_work where reactor = $1 and lane = $2
           order by position, part limit ${CHUNK}`,
          [reactor, lane],
        );
        for (const row of rows) {
          if (signal.aborted) return;
          try {
            await run(row);
          } catch (error) {
            if (isPostgresUnavailable(error)) throw error;
            if (await tryAgain(row, error)) return;
          }
        }
        if (rows.length === CHUNK || entry?.told !== told) continue;
        // While a batch may be writing to the lane, the entry stays: the lane is checked again after that write.
        if (entry?.coming === 0) waiting.delete(lane);
        return;
      }
    } catch (err) {
      log.warn({ err, reactor }, 'deferred work waits for Postgres');
      later(lane, RETRY.firstMs);
    }
  };
  const turns = fairly({ atOnce: concurrency.total, each: concurrency.perCompany, work });

  return {
    load: async () => {
      const { rows } = await pool.query<{ lane: string; owner: string }>(
        'select lane, min(company_id) as owner from command.deferred_work where reactor = $1 group by 1 order by min(position)',
        [reactor],
      );
      for (const { lane, owner } of rows) {
        enter(lane, owner);
        turns.add(owner, lane);
      }
    },
    isWaiting: (stream) => waiting.has(stream),
    expect: (deferred) => {
      const lanes = new Map(deferred.map((one) => [laneOf(one), one.fact.meta.companyId ?? '']));
      for (const [lane, owner] of lanes) enter(lane, owner).coming += 1;
      return () => {
        for (const [lane, owner] of lanes) {
          enter(lane, owner).coming -= 1;
          turns.add(owner, lane);
        }
      };
    },
    write: async (client, deferred) => {
      const metas = deferred.map(({ fact }) => fact.meta);
      await client.query(
        `insert into command.deferred_work (reactor, event_id, part, lane, company_id, stream, revision, position, fault)
         select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::bigint[], $9::text[])`,
        [
          reactor,
          metas.map(({ eventId }) => eventId),
          deferred.map(({ part }) => part),
          deferred.map(laneOf),
          metas.map(({ companyId }) => companyId ?? ''),
          metas.map(({ stream }) => stream),
          metas.map(({ revision }) => revision),
          metas.map(({ position }) => position),
          deferred.map(({ fault }) => fault),
        ],
      );
    },
    over: () => turns.over(),
  };
};
