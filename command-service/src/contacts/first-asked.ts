import { Refused } from '@prosa/contracts';
import type { Pool } from 'pg';

/** How long another body under the same key is noticed. */
const KEPT = '7 days';

/**
 * Refuses a command whose id was used with another body. A stream notices that by itself, but a contact's number chooses the
 * stream: another number under the same key would pass for a new command.
 */
export const assertSameAsFirst = async (pool: Pool, { commandId, commandHash }: { commandId: string; commandHash?: string }) => {
  if (commandHash === undefined) return;
  const { rows } = await pool.query<{ hash: string }>(
    `with mine as (insert into command.asked (command_id, hash) values ($1, $2) on conflict do nothing returning hash)
     select hash from mine union all select hash from command.asked where command_id = $1`,
    [commandId, commandHash],
  );
  if (rows[0] && rows[0].hash !== commandHash) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
};

export const forgetAsked = async (pool: Pool): Promise<void> => {
  await pool.query('delete from command.asked where at < now() - $1::interval', [KEPT]);
};
