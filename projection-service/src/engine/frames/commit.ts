import type { PushMessage } from '@prosa/contracts';
import { type Decoded, inTransaction, type Logger, type MediaLinks, together } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Push } from '../../kernel/push.ts';
import { type Folded, foldBatch, movingIn, type Parking, type Unwritten } from '../tables/batch.ts';
import type { Checkpoint, Generation, Still } from '../tables/generation.ts';
import { changesForOpenScreens } from './for-open-screens.ts';
import { framesOf } from './frames.ts';
import type { Watched } from './open-screens.ts';
import type { Rates } from './rates.ts';

/**
 * The generation is not in the state in which this projector left it: another projector is active, or its rows were changed. The state must
 * be reloaded.
 */
export class Fenced extends Error {
  override name = 'Fenced';
}

/** `parked`: how many streams this batch has parked. `whole`: all at once; Postgres refused none of its rows. */
export type Committed = { checkpoint: Checkpoint; messages: PushMessage[]; folded: number; parked: number; whole: boolean };

/** How batches are committed. */
export type Batch = {
  pool: pg.Pool;
  generation: Generation;
  pushes: readonly Push[];
  /** `beside`: sends no frames, and after a lost connection the last events are folded again. */
  state: 'live' | 'beside';
  /** The maximum number of changes per channel and company that are pushed one by one; default `FLOOD`. */
  flood?: number;
  /** How often rows change, over all batches; without it their number in a batch alone counts. */
  rates?: Rates;
  /** Which companies have screens that hear of it; without it all. */
  watched?: Pick<Watched, 'has'> | undefined;
  links?: MediaLinks | undefined;
  hasHumanAgent?: boolean | undefined;
  log: Logger;
};

/** For a transaction that holds the checkpoint's row: a process that stalls in the middle must not hold the row for ever. */
export const END_IF_IDLE = `set local idle_in_transaction_session_timeout = 8000`;

/**
 * Folds facts and moves the checkpoint from `checkpoint` to `position` in one transaction. Throws Fenced if the checkpoint is not in the
 * expected state. An event whose rows Postgres refuses is found by bisecting the batch, and its stream is parked. `ahead`: the facts, folded
 * before (`foldFacts`).
 */
export const commitBatch = async (
  batch: Batch,
  checkpoint: Checkpoint,
  facts: readonly Decoded[],
  position: bigint,
  ahead?: Unwritten,
): Promise<Committed> => {
  try {
    return await attempt(batch, checkpoint, facts, position, new Map(), ahead);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    if (facts.length > 1) {
      const half = facts.length >> 1;
      const first = await commitBatch(batch, checkpoint, facts.slice(0, half), facts[half - 1]!.meta.position);
      const second = await commitBatch(batch, first.checkpoint, facts.slice(half), position);
      const sum = { folded: first.folded + second.folded, parked: first.parked + second.parked };
      return { ...second, ...sum, messages: [...first.messages, ...second.messages], whole: false };
    }
    const [fact] = facts;
    if (!fact) throw error;
    const tables = movingIn(batch.generation, checkpoint.parked.get(fact.meta.stream));
    const reason = `Postgres says ${(error as { code: string }).code}`;
    const parking: Parking = { fact, fault: 'write', reason, tables, waiting: 1 };
    return attempt(batch, checkpoint, [], position, new Map([[fact.meta.stream, parking]]));
  }
};

const attempt = (
  { pool, generation, pushes, state, flood, rates, watched, links, hasHumanAgent, log }: Batch,
  checkpoint: Checkpoint,
  facts: readonly Decoded[],
  position: bigint,
  refused: ReadonlyMap<string, Parking>,
  ahead?: Unwritten,
): Promise<Committed> =>
  inTransaction(pool, async (client) => {
    const [, folded] = await together([
      hold(client, checkpoint, state),
      foldBatch(client, generation, facts, checkpoint.parked, ahead),
    ]);
    const parked = new Map([...folded.parked, ...refused]);
    await park(client, generation.number, parked, folded);
    const live = state === 'live';
    const options = { place: generation.place, position, links, hasHumanAgent, rates, ...(flood !== undefined && { flood }) };
    const heard = watched ? changesForOpenScreens(folded, watched.has) : folded;
    const [, messages] = await together([
      client.query(
        `update read.generation set position = ${position} where generation = ${checkpoint.generation} and position = ${checkpoint.position}`,
      ),
      live ? framesOf(client, pushes, heard, options, log) : Promise.resolve([]),
    ]);
    return {
      checkpoint: {
        ...checkpoint,
        position,
        parked: parked.size > 0 ? stillAfter(checkpoint.parked, parked) : checkpoint.parked,
      },
      messages,
      folded: facts.length,
      parked: parked.size,
      whole: refused.size === 0,
    };
  });

/** The parked streams after a batch. */
export const stillAfter = (before: Still, parked: ReadonlyMap<string, Parking>): Still => {
  const still = new Map(before);
  for (const [stream, { tables }] of parked) still.set(stream, new Set([...(before.get(stream) ?? []), ...tables]));
  return still;
};

/** Rows are looked up by key only: a table that has grown since the planner's last statistics must not be scanned completely. */
export const BY_KEYS = 'set local enable_seqscan = off';
/** Prepared statements are planned once: a look-up by key has the same plan for any keys, and planning takes longer than executing it. */
export const PLANNED_ONCE = 'set local plan_cache_mode = force_generic_plan';

/** Locks the checkpoint's row until the end of the transaction, which fences off every other writer. All in one round trip. */
const hold = async (client: pg.ClientBase, { generation, position, turn }: Checkpoint, state: Batch['state']): Promise<void> => {
  const results = (await client.query(
    `${END_IF_IDLE}; ${BY_KEYS}; ${PLANNED_ONCE}; ${state === 'beside' ? 'set local synchronous_commit = off;' : ''}
     select 1 from read.generation
     where generation = ${generation} and position = ${position} and turn = ${turn} and (state = 'live') = ${state === 'live'}
     for update`,
  )) as unknown as pg.QueryResult[];
  const rowCount = results.at(-1)?.rowCount;
  if (rowCount !== 1) throw new Fenced(`Generation ${generation} is not at ${position} any more.`);
};

/** Records newly parked streams, and how many events wait behind already parked ones. */
export const park = async (
  client: pg.ClientBase,
  generation: number,
  parked: ReadonlyMap<string, Parking>,
  { waiting }: Pick<Folded, 'waiting'>,
): Promise<void> => {
  for (const [stream, more] of waiting)
    await client.query('update read.parked set waiting = waiting + $3 where generation = $1 and stream = $2', [
      generation,
      stream,
      more,
    ]);
  for (const [stream, { fact, fault, reason, tables, waiting }] of parked) {
    const { revision, position, companyId } = fact.meta;
    await client.query(
      `insert into read.parked (generation, stream, revision, position, type, company_id, fault, reason, tables, waiting)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (generation, stream, revision) do update set tables = read.parked.tables || excluded.tables`,
      [generation, stream, revision, position, fact.type, companyId ?? null, fault, reason, tables, waiting],
    );
  }
};

/** SQLSTATE class 22: an invalid value; class 23: a violated constraint. */
export const isRefusedValue = (error: unknown): boolean => /^2[23]/.test((error as { code?: unknown })?.code?.toString() ?? '');
