import { setTimeout as pause } from 'node:timers/promises';
import { newId, type PushMessage } from '@prosa/contracts';
import {
  type Bus,
  backOff,
  type Decoded,
  inTransaction,
  type Lease,
  type Logger,
  lease,
  type Notifier,
  notifier,
  READ_COMMITS,
  type Store,
} from '@prosa/infra/runtime';
import type pg from 'pg';
import { type Projection, projectionsOf } from '../kernel/projections.ts';
import type { Push } from '../kernel/push.ts';
import type { Table } from '../kernel/table.ts';
import { adopt, holdLive, leave, setLive } from './arrange.ts';
import { commitBatch, Fenced, IMPATIENCE } from './commit.ts';
import { readRange } from './event-range.ts';
import { type Checkpoint, checkpointOf, differences, type Generation, generationOf, liveRow } from './generation.ts';
import { retryParked } from './parked.ts';
import { type Publisher, publisherOf, teller } from './publisher.ts';
import { dropRetired, RETIRED_MS } from './retired.ts';

export type ProjectorOptions = {
  pool: pg.Pool;
  store: Store;
  bus: Bus;
  tables: readonly Table[];
  pushes: readonly Push[];
  log: Logger;
  /** Milliseconds: of the lease, between two ticks, and for how long tables are kept that were replaced and that nobody wants. */
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
const MAX_TOLD = 5_000;
const SENDING_MS = 5_000;
const RETRY = { firstMs: 100, mostMs: 5_000 };
/** Who waits for the lease tries for it this often: while it is free nobody folds. */
const TRY_MS = 250;
/** Nobody who can fold all that is live has taken the lease in this time: there is none. */
const VACANT_MS = 2_000;

/** Other code has joined projections to the live ones that this code cannot fold. */
class Superseded extends Error {
  override name = 'Superseded';

  constructor(unknown: readonly string[]) {
    super(`Only other code can fold ${unknown.join(', ')}.`);
  }
}

/**
 * Folds all events into all projections of the live generation, in one order with one checkpoint, while it holds the lease `projector`;
 * tells the screens after each commit. Whatever goes wrong, it looks where the checkpoint is and goes on from there. While there are
 * projections among them that only other code can fold, it leaves the lease to that; once nobody else wants it, it puts those aside.
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
        await pause(TRY_MS, undefined, { signal }).catch(() => undefined);
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

/** What only other code can fold; null: nothing is folded yet. */
const unknownIn = async (pool: pg.Pool, projections: readonly Projection[]): Promise<string[] | null> => {
  const live = await liveRow(pool);
  return live && differences(projections, live.projections).unknown;
};

/** Whether nobody has held the lease for a while. */
const isVacant = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ vacant: boolean }>(
    `select not exists (select from lease.lease where name = $1 and until > clock_timestamp() - $2 * interval '1 ms') as vacant`,
    [LEASE, VACANT_MS],
  );
  return rows[0]?.vacant === true;
};

const LEASE = 'projector';

/**
 * Folds whenever it has the lease; `superseded` is called when there are live projections that it cannot fold. With `takesOver` it first
 * puts those aside that it finds.
 */
const folding = (
  options: ProjectorOptions,
  projections: readonly Projection[],
  takesOver: boolean,
  superseded: () => void,
): Lease => {
  const { pool, log, leaseMs = 8_000 } = options;
  const began = performance.now();
  // Who gains it later has waited behind somebody: what is live then is that one's.
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
            log.info({ reason: err.message }, 'folding is left to other code');
            return superseded();
          }
          log.warn({ err }, 'the projector looks anew where it stands');
        }
        if (Date.now() - began > 10_000) waiting.reset();
        await waiting.wait(lost);
      }
    },
  });
  return held;
};

/** Puts projections aside that this code cannot fold. Throws Superseded if it may not. */
const takeOver = (pool: pg.Pool, projections: readonly Projection[], may: boolean): Promise<void> =>
  inTransaction(pool, async (client) => {
    await client.query(IMPATIENCE);
    await adopt(client, projections);
    const live = await holdLive(client, 'update');
    const unknown = live ? differences(projections, live.projections).unknown : [];
    if (!live || unknown.length === 0) return;
    if (!may) throw new Superseded(unknown);
    await setLive(client, live.generation, await leave(client, live, unknown));
  });

/** From one look at the checkpoint to the first error. `progressed` hears of each batch that was committed. */
const session = async (
  options: ProjectorOptions,
  projections: readonly Projection[],
  lost: AbortSignal,
  held: () => boolean,
  progressed: () => void,
): Promise<void> => {
  const { pool, store, bus, tables, pushes, log, tickMs = 1_000, retiredMs = RETIRED_MS, batchSize = 1_000 } = options;
  const tell = teller(bus);
  await dropRetired(options);
  await retryParked({ pool, store, tables, faults: ['unknown'], tell, log });
  const looked = await liveRow(pool);
  if (!looked) throw new Error('Nothing is live any more.');
  const { missing, unknown } = differences(projections, looked.projections);
  if (unknown.length > 0) throw new Superseded(unknown);
  const generation = generationOf(projections, looked.generation, looked.projections);
  let checkpoint: Checkpoint = await checkpointOf(pool, looked);
  // While a table is folded beside, pushes that need it are not told: what is noted as told stays where it is until the table has joined.
  const notes = missing.length === 0;
  await tellWhatWasLost(options, checkpoint, lost, tell, notes);

  const notices = notifier(pool, log);
  const publisher = publisherOf({ bus, pool, held, from: checkpoint.position, notes, log });
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
  // Also where nothing happens it is soon seen that other code has taken over.
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
          checkpoint = await fold({ pool, generation, pushes, publisher, notices, log }, checkpoint, facts, position);
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
    // What it has begun to send comes before what its next turn sends; a bus that is away is not waited for.
    const told = Promise.all([publisher.settled().catch(() => undefined), notices.idle()]);
    await Promise.race([told, pause(SENDING_MS, undefined, { ref: false })]);
  }
  if (failure !== undefined) throw failure;
};

/** Throws Fenced where the live generation was changed by another. */
const lookAgain = async (pool: pg.Pool, { generation, turn }: Checkpoint): Promise<void> => {
  const live = await liveRow(pool);
  if (live?.generation !== generation || live.turn !== turn) throw new Fenced(`Generation ${generation} was changed by another.`);
};

type Folding = {
  pool: pg.Pool;
  generation: Generation;
  pushes: readonly Push[];
  publisher: Publisher;
  notices: Notifier;
  log: Logger;
};

const fold = async (
  { publisher, notices, log, ...batch }: Folding,
  checkpoint: Checkpoint,
  facts: readonly Decoded[],
  position: bigint,
): Promise<Checkpoint> => {
  const committed = await commitBatch({ ...batch, log, state: 'live' }, checkpoint, facts, position);
  notices.notify(READ_COMMITS, position.toString());
  const { parked } = committed;
  if (parked > 0) log.error({ parked }, 'streams were parked: see read.parked');
  await publisher.tell(committed.messages, position);
  return committed.checkpoint;
};

/** Companies of which something was committed and perhaps not told fetch anew. */
const tellWhatWasLost = async (
  { pool, store }: ProjectorOptions,
  { position }: Checkpoint,
  signal: AbortSignal,
  tell: (messages: PushMessage[]) => Promise<void>,
  notes: boolean,
): Promise<void> => {
  const { rows } = await pool.query<{ position: string }>('select position from read.pushed');
  const pushed = BigInt(rows[0]?.position ?? -1);
  if (pushed === position) return;
  if (pushed < position) {
    const companies = new Set<string>();
    let seen = 0;
    const enough = new AbortController();
    const both = AbortSignal.any([signal, enough.signal]);
    await readRange({
      store,
      from: pushed,
      to: position,
      signal: both,
      onBatch: async (facts) => {
        for (const { meta } of facts) if (meta.companyId) companies.add(meta.companyId);
        seen += facts.length;
        if (seen > MAX_TOLD) enough.abort();
      },
    }).catch((error: unknown) => {
      if (!enough.signal.aborted) throw error;
    });
    const whom = enough.signal.aborted ? [null] : [...companies];
    if (whom.length > 0) await tell(whom.map((companyId) => ({ kind: 'refetch', companyId, position: position.toString() })));
  }
  if (notes) await pool.query('update read.pushed set position = $1', [position]);
};
