import type { PushMessage } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import { readRange } from '../tables/event-range.ts';
import type { Checkpoint } from '../tables/generation.ts';

/** If there are more events than this to check, all companies are told to fetch. */
const MAX_LOOKED = 5_000;

/** Tells companies whose committed changes may not have been pushed to fetch everything again. */
export const refetchUnpublished = async (
  { pool, store }: { pool: pg.Pool; store: Store },
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
        if (seen > MAX_LOOKED) enough.abort();
      },
    }).catch((error: unknown) => {
      if (!enough.signal.aborted) throw error;
    });
    const whom = enough.signal.aborted ? [null] : [...companies];
    if (whom.length > 0) await tell(whom.map((companyId) => ({ kind: 'refetch', companyId, position: position.toString() })));
  }
  if (notes) await pool.query('update read.pushed set position = $1', [position]);
};
