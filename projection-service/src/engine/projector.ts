import { setTimeout as pause } from 'node:timers/promises';
import { newId, type PushMessage } from '@prosa/contracts';
import { type Bus, type Decoded, inTransaction, type Lease, type Log, lease, type Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Table } from '../kernel/feature.ts';
import type { Push } from '../kernel/push.ts';
import { commitBatch } from './commit.ts';
import { type Generation, generationOf, liveStanding, type Standing } from './generation.ts';
import { retryParked } from './parked.ts';
import { type Publisher, publisherOf, teller } from './publisher.ts';
import { readStretch } from './stretch.ts';
import { dropGeneration, versionsOf } from './tables.ts';

export type ProjectorOptions = {
  pool: pg.Pool;
  store: Store;
  bus: Bus;
  tables: readonly Table[];
  pushes: readonly Push[];
  log: Log;
  /** Milliseconds: of the lease, between two ticks, and for how long the tables of a generation that was replaced are kept. */
  leaseMs?: number;
  tickMs?: number;
  retiredMs?: number;
  batchSize?: number;
};

export type Projector = {
  /** Whether this process folds now. */
  holds(): boolean;
  /** Finishes the batch at hand, and gives the lease to another. */
  stop(): Promise<void>;
};

/** More companies than this to tell, or more events to look through: all are told. */
const MOST_TOLD = 5_000;
const SENDING_MS = 5_000;
const RETIRED_MS = 60_000;
const RETRY = { firstMs: 100, mostMs: 5_000 };

/** Newer code has made its own tables the live ones. */
class Superseded extends Error {
  override name = 'Superseded';
}

/**
 * Folds all events into all tables of the live generation, in one order with one checkpoint, while it holds the lease `projector`; tells
 * the screens after each commit. Whatever goes wrong, it looks where the checkpoint is and goes on from there. While the live tables are
 * another code's, it leaves the lease to that.
 */
export const startProjector = (options: ProjectorOptions): Projector => {
  const { pool, tables, log } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let holds = (): boolean => false;
  const running = (async () => {
    while (!signal.aborted) {
      const mine = await liveStanding(pool, versionsOf(tables)).catch(() => null);
      if (!mine) {
        await pause(500, undefined, { signal }).catch(() => undefined);
        continue;
      }
      const over = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => over.resolve(), { once: true });
      const held = folding(options, over.resolve);
      holds = held.held;
      await over.promise;
      await held.stop();
    }
  })();
  running.catch((err: unknown) => log.error({ err }, 'the projector ended'));
  return {
    holds: () => holds(),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};

/** Folds whenever it has the lease; `superseded` is called when its tables are no longer the live ones. */
const folding = (options: ProjectorOptions, superseded: () => void): Lease => {
  const { pool, log, leaseMs = 8_000 } = options;
  const held: Lease = lease({
    pool,
    name: 'projector',
    owner: newId(),
    ttlMs: leaseMs,
    renewMs: leaseMs / 4,
    log,
    onGained: async (epoch, lost) => {
      log.info({ epoch }, 'folding');
      let delay = RETRY.firstMs;
      while (!lost.aborted) {
        const began = Date.now();
        try {
          await session(
            options,
            lost,
            () => held.held(),
            () => {
              delay = RETRY.firstMs;
            },
          );
        } catch (err) {
          if (lost.aborted) return;
          log.warn({ err }, 'the projector looks anew where it stands');
          if (err instanceof Superseded) return superseded();
        }
        if (Date.now() - began > 10_000) delay = RETRY.firstMs;
        await pause(delay * (0.5 + Math.random() / 2), undefined, { signal: lost }).catch(() => undefined);
        delay = Math.min(delay * 2, RETRY.mostMs);
      }
    },
  });
  return held;
};

/** From one look at the checkpoint to the first error. `progressed` hears of each batch that was committed. */
const session = async (
  options: ProjectorOptions,
  lost: AbortSignal,
  held: () => boolean,
  progressed: () => void,
): Promise<void> => {
  const { pool, store, bus, tables, pushes, log, tickMs = 1_000, retiredMs = RETIRED_MS, batchSize = 1_000 } = options;
  const tell = teller(bus);
  await dropRetired(options);
  await retryParked({ pool, store, tables, faults: ['unknown'], tell, log });
  const looked = await liveStanding(pool, versionsOf(tables));
  if (!looked) throw new Superseded('The live tables are those of other code.');
  let standing: Standing = looked;
  const generation = generationOf(tables, standing.generation);
  await tellWhatWasLost(options, standing, lost, tell);

  const publisher = publisherOf({ bus, pool, held, from: standing.position, log });
  const ending = new AbortController();
  const end = (): void => ending.abort();
  lost.addEventListener('abort', end);
  let failure: unknown;
  const fail = (error: unknown): void => {
    failure ??= error;
    end();
  };
  publisher.failed.catch(fail);
  const ticking = setInterval(() => held() && publisher.tick(), tickMs);
  publisher.tick();
  const sweeping = setInterval(() => dropRetired(options).catch(fail), Math.max(retiredMs, 1_000));
  try {
    await store.subscribeAll({
      from: async () => (standing.position < 0n ? 'start' : standing.position),
      batchSize,
      signal: ending.signal,
      onBatch: async (facts, position) => {
        if (ending.signal.aborted) return;
        try {
          standing = await fold({ pool, generation, pushes, publisher, log }, standing, facts, position);
          progressed();
        } catch (error) {
          fail(error);
        }
      },
    });
  } finally {
    clearInterval(ticking);
    clearInterval(sweeping);
    lost.removeEventListener('abort', end);
    // What it has begun to send comes before what its next turn sends; a bus that is away is not waited for.
    await Promise.race([publisher.settled().catch(() => undefined), pause(SENDING_MS, undefined, { ref: false })]);
  }
  if (failure !== undefined) throw failure;
};

type Folding = { pool: pg.Pool; generation: Generation; pushes: readonly Push[]; publisher: Publisher; log: Log };

const fold = async (
  { publisher, log, ...batch }: Folding,
  standing: Standing,
  facts: readonly Decoded[],
  position: bigint,
): Promise<Standing> => {
  const committed = await commitBatch({ ...batch, log, state: 'live' }, standing, facts, position);
  const parked = committed.standing.parked.size - standing.parked.size;
  if (parked > 0) log.error({ parked }, 'streams were parked: see read.parked');
  await publisher.tell(committed.messages, position);
  return committed.standing;
};

/** Companies of which something was committed and perhaps not told fetch anew. */
const tellWhatWasLost = async (
  { pool, store }: ProjectorOptions,
  { position }: Standing,
  signal: AbortSignal,
  tell: (messages: PushMessage[]) => Promise<void>,
): Promise<void> => {
  const { rows } = await pool.query<{ position: string }>('select position from read.pushed');
  const pushed = BigInt(rows[0]?.position ?? -1);
  if (pushed === position) return;
  if (pushed < position) {
    const companies = new Set<string>();
    let seen = 0;
    const enough = new AbortController();
    const both = AbortSignal.any([signal, enough.signal]);
    await readStretch({
      store,
      from: pushed,
      to: position,
      signal: both,
      onBatch: async (facts) => {
        for (const { meta } of facts) if (meta.companyId) companies.add(meta.companyId);
        seen += facts.length;
        if (seen > MOST_TOLD) enough.abort();
      },
    }).catch((error: unknown) => {
      if (!enough.signal.aborted) throw error;
    });
    const whom = enough.signal.aborted ? [null] : [...companies];
    if (whom.length > 0) await tell(whom.map((companyId) => ({ kind: 'refetch', companyId, position: position.toString() })));
  }
  await pool.query('update read.pushed set position = $1', [position]);
};

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Tables that nobody reads any more: queries that began before they were replaced are over. Where somebody does read them (a backup), they
 * go another time: it may take hours, and folding waits for nobody.
 */
const dropRetired = async ({ pool, retiredMs = RETIRED_MS }: ProjectorOptions): Promise<void> => {
  const { rows } = await pool.query<{ generation: number }>(
    `select generation from read.generation where state = 'retired' and retired_at < now() - $1 * interval '1 ms'`,
    [retiredMs],
  );
  for (const { generation } of rows)
    await inTransaction(pool, async (client) => {
      await client.query('set local lock_timeout = 500');
      await dropGeneration(client, generation);
    }).catch((error: { code?: string }) => {
      if (error.code !== LOCK_NOT_AVAILABLE) throw error;
    });
};
