import { inTransaction, type Logger, pause, type RawEvent, type Store } from '@prosa/infra/runtime';
import { leafHash, leafOf, nodeHasher } from '@prosa/infra/verify';
import type pg from 'pg';
import type { Leaf } from './tiles.ts';
import { grow } from './tree.rows.ts';

/** Events that are hashed and committed together. */
const BATCH = 2_000;
/** Each commit writes the last tile of a company anew, so small batches wait for more. */
const PACE_MS = 500;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The company that an event names, whatever else is wrong with it; null for what is none of ours. */
export const companyOf = ({ metadata }: Pick<RawEvent, 'metadata'>): string | null => {
  try {
    const { companyId } = JSON.parse(Buffer.from(metadata.buffer, metadata.byteOffset, metadata.length).toString()) as {
      companyId?: unknown;
    };
    return typeof companyId === 'string' && uuid.test(companyId) ? companyId : null;
  } catch {
    return null;
  }
};

export const leavesOf = (events: readonly RawEvent[]): Map<string, Leaf[]> => {
  const leaves = new Map<string, Leaf[]>();
  for (const event of events) {
    const companyId = companyOf(event);
    if (companyId === null) continue;
    const own = leaves.get(companyId) ?? [];
    own.push({ hash: leafHash(nodeHasher.sha256, leafOf(event)), position: event.position });
    leaves.set(companyId, own);
  }
  return leaves;
};

/** The position up to which all events have their leaves. */
export const grownTo = async (pool: Pick<pg.Pool, 'query'>): Promise<bigint> => {
  const { rows } = await pool.query<{ position: string }>('select position from audit.checkpoint');
  return BigInt(rows[0]!.position);
};

/**
 * Follows all events and appends their leaves to the trees of their companies, in the order of the store, each once: leaves and checkpoint are
 * committed together, and a process that is not where the checkpoint is begins there again. Nothing is decoded, so it needs no keys, and
 * events of newer code have leaves too.
 */
export const growTrees = async (
  { store, pool, log }: { store: Pick<Store, 'subscribeRaw'>; pool: pg.Pool; log: Logger },
  signal: AbortSignal,
): Promise<void> => {
  let at = -1n;
  await store.subscribeRaw({
    signal,
    whole: true,
    batchSize: BATCH,
    from: async () => {
      at = await grownTo(pool);
      return at < 0n ? 'start' : at;
    },
    onBatch: async (events, position) => {
      if (events.length === 0) return;
      const leaves = leavesOf(events);
      await inTransaction(pool, async (client) => {
        const moved = await client.query('update audit.checkpoint set position = $1 where position = $2', [position, at]);
        if (moved.rowCount !== 1) throw new Error('The trees of events grow elsewhere.');
        for (const [companyId, own] of leaves) await grow(client, companyId, own);
      });
      at = position;
      if (events.length < BATCH) await pause(PACE_MS, signal);
    },
    onGap: () => log.warn('the trees of events stand still'),
  });
};
