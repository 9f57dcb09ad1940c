import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@prosa/contracts';
import {
  type Bus,
  backOff,
  type Decoded,
  type Lease,
  type Logger,
  lease,
  type MediaLinks,
  type Notifier,
  pause,
  READ_COMMITS,
  type Store,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import { type Projection, projectionsOf } from '../kernel/projections.ts';
import type { Push } from '../kernel/push.ts';
import type { Table } from '../kernel/table.ts';
import { commitBatch, Fenced } from './frames/commit.ts';
import type { Watched } from './frames/open-screens.ts';
import { type Publisher, publisherOf, teller } from './frames/publisher.ts';
import { createRates, type Rates } from './frames/rates.ts';
import { retryParked } from './rebuild/parked.ts';
import { dropRetired, RETIRED_MS } from './rebuild/retired.ts';
import { isVacant, LEASE, Superseded, takeOver, unknownIn, VACANT_MS } from './rebuild/superseded.ts';
import { refetchUnpublished } from './rebuild/unpublished.ts';
import {
  type Checkpoint,
  checkpointOf,
  differences,
  type Generation,
  type GenerationRow,
  generationOf,
  liveRow,
} from './tables/generation.ts';

export type ProjectorOptions = {
  pool: pg.Pool;
  store: Store;
  bus: Bus;
  /** Announces commits. */
  listener: Notifier;
  tables: readonly Table[];
  pushes: readonly Push[];
  /** Which companies have screens that hear of pushes; without it all. */
  watched?: Watched;
  /** For the addresses of files in pushes. */
  links?: MediaLinks;
  hasHumanAgent?: boolean | undefined;
  log: Logger;
  /** Milliseconds: term of the lease, interval between ticks, and how long replaced tables are kept that no process uses. */
  leaseMs?: number;
  tickMs?: number;
  retiredMs?: number;
  batchSize?: number;
};

export type Projector = {
  /** Whether this process is the active projector. */
  holds(): boolean;
  /** Finishes the current batch and releases the lease. */
  stop(): Promise<void>;
};

const SENDING_MS = 5_000;
const RETRY = { firstMs: 100, mostMs: 5_000 };
/** How often waiting processes try for the lease: while it is free, no process projects. */
const TRY_MS = 250;

/**
 * Folds all events into all projections of the live generation, in order and with one checkpoint, while it holds the lease `projector`;
 * sends the push messages after each commit. After any error it reads the checkpoint again and continues from there. While the live
 * generation contains projections that only other code can fold, it leaves the lease to that code; if no process holds the lease for a
 * while, it detaches those projections and continues.
 */
export const startProjector = (options: ProjectorOptions): Projector => {
  const { pool, tables, log } = options;
  const projections = projectionsOf(tables);
  const stopping = new AbortController();
  const { signal } = stopping;
  let holds = (): boolean => false;
  const running = (async () => {
    while (!signal.aborted) {
      const unknown = await unknownIn(pool, projections).catch(() => null);
      const takesOver = unknown !== null && unknown.length > 0 && (await isVacant(pool).catch(() => false));
      if (unknown === null || (unknown.length > 0 && !takesOver)) {
        await pause(TRY_MS, signal);
        continue;
      }
      const over = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => over.resolve(), { once: true });
      const held = folding(options, projections, takesOver, over.resolve);
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

/**
 * Competes for the lease and folds while it holds it; `superseded` is called if there are live projections that it cannot fold. With
 * `takesOver` it first detaches such projections.
 */
const folding = (
  options: ProjectorOptions,
  projections: readonly Projection[],
  takesOver: boolean,
  superseded: () => void,
): Lease => {
  const { pool, log, leaseMs = 8_000 } = options;
  const began = performance.now();
  // A process that gains the lease later has waited for another holder: the live projections are that one's.
  let mayPutAside = (): boolean => takesOver && performance.now() - began < VACANT_MS;
  const held: Lease = lease({
    pool,
    name: LEASE,
    owner: newId(),
    ttlMs: leaseMs,
    renewMs: leaseMs / 4,
    tryMs: Math.min(TRY_MS, leaseMs / 4),
    log,
    onGained: async (epoch, lost) => {
      log.info({ epoch }, 'folding');
      const waiting = backOff(RETRY);
      while (!lost.aborted) {
        const began = Date.now();
        try {
          await takeOver(pool, projections, mayPutAside());
          mayPutAside = () => false;
          await session(options, projections, lost, () => held.held(), waiting.reset);
        } catch (err) {
          if (lost.aborted) return;
          if (err instanceof Superseded) {
            log.info({ reason: err.message }, 'other code projects now');
            return superseded();
          }
          log.warn({ err }, 'the projector failed, reading its checkpoint again');
        }
        if (Date.now() - began > 10_000) waiting.reset();
        await waiting.wait(lost);
      }
    },
  });
  return held;
};

/** Runs from one read of the checkpoint until the first error. `progressed` is called after each committed batch. */
const session = async (
  options: ProjectorOptions,
  projections: readonly Projection[],
  lost: AbortSignal,
  held: () => boolean,
  progressed: () => void,
): Promise<void> => {
  const { pool, store, bus, listener, tables, pushes, watched, links, hasHumanAgent, log } = options;
  const { tickMs = 1_000, retiredMs = RETIRED_MS, batchSize = 1_000 } = options;
  const tell = teller(bus);
  await dropRetired(options);
  const retryUnknown = () => retryParked({ pool, store, tables, faults: ['unknown'], tell, log });
  const looked = await afterRetrying(retryUnknown, pool);
  if (!looked) throw new Error('Nothing is live any more.');
  const { missing, unknown } = differences(projections, looked.projections);
  if (unknown.length > 0) throw new Superseded(unknown);
  const generation = generationOf(projections, looked.generation, looked.projections);
  let checkpoint: Checkpoint = await checkpointOf(pool, looked);
  // While a table is built alongside, pushes that need it are not sent: the position noted as sent does not move until the table has
  // joined.
  const notes = missing.length === 0;
  await refetchUnpublished(options, checkpoint, lost, tell, notes);

  const publisher = publisherOf({ bus, pool, held, from: checkpoint.position, notes, log });
  const rates = createRates();
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
  // Even without events, notices soon if other code has taken over.
  const looking = setInterval(
    () => lookAgain(pool, checkpoint).catch((error: unknown) => error instanceof Fenced && fail(error)),
    Math.min(tickMs, 1_000),
  );
  const sweeping = setInterval(() => dropRetired(options).catch(fail), Math.max(retiredMs, 1_000));
  try {
    await store.subscribeAll({
      from: async () => (checkpoint.position < 0n ? 'start' : checkpoint.position),
      batchSize,
      signal: ending.signal,
      onBatch: async (facts, position) => {
        if (ending.signal.aborted) return;
        try {
          checkpoint = await fold(
            { pool, generation, pushes, rates, watched, links, hasHumanAgent, publisher, listener, log },
            checkpoint,
            facts,
            position,
          );
          progressed();
        } catch (error) {
          fail(error);
        }
      },
    });
  } finally {
    clearInterval(ticking);
    clearInterval(sweeping);
    clearInterval(looking);
    lost.removeEventListener('abort', end);
    // Messages already handed to the bus should come before those of the next session; an unavailable bus is waited for only for
    // SENDING_MS.
    const told = Promise.all([publisher.settled().catch(() => undefined), listener.idle()]);
    await Promise.race([told, sleep(SENDING_MS, undefined, { ref: false })]);
  }
  if (failure !== undefined) throw failure;
};

/**
 * The live generation, after `retry` has seen all that is parked in it: the last holder may be older code, and commits until it is fenced
 * by the first commit here. What it commits later than this fences the session, which then begins again.
 */
const afterRetrying = async (retry: () => Promise<unknown>, pool: pg.Pool): Promise<GenerationRow | null> => {
  for (let before = await liveRow(pool); ; ) {
    await retry();
    const live = await liveRow(pool);
    if (live?.position === before?.position) return live;
    before = live;
  }
};

/** Throws Fenced if another process changed the live generation. */
const lookAgain = async (pool: pg.Pool, { generation, turn }: Checkpoint): Promise<void> => {
  const live = await liveRow(pool);
  if (live?.generation !== generation || live.turn !== turn) throw new Fenced(`Generation ${generation} was changed by another.`);
};

type Folding = {
  pool: pg.Pool;
  generation: Generation;
  pushes: readonly Push[];
  rates: Rates;
  watched: Watched | undefined;
  links: MediaLinks | undefined;
  hasHumanAgent: boolean | undefined;
  publisher: Publisher;
  listener: Notifier;
  log: Logger;
};

const fold = async (
  { publisher, listener, log, ...batch }: Folding,
  checkpoint: Checkpoint,
  facts: readonly Decoded[],
  position: bigint,
): Promise<Checkpoint> => {
  batch.watched?.follow(facts);
  const committed = await commitBatch({ ...batch, log, state: 'live' }, checkpoint, facts, position);
  listener.notify(READ_COMMITS, position.toString());
  const { parked } = committed;
  if (parked > 0) log.error({ parked }, 'streams were parked: see read.parked');
  await publisher.tell(committed.messages, position);
  return committed.checkpoint;
};
