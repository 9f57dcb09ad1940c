import { Refused } from '@prosa/contracts';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type CommandIdentity, idempotencyKey } from './command-identity.ts';

const written = 'select hash from command.asked where command_id = $1';

/**
 * Refuses a command whose key was used with another body. A stream notices that by itself, but where the body chooses the stream (a
 * contact by its number, a ticket by its contact) another one under the same key would pass for a new command. It is kept for 7 days;
 * each command that is new drops a few of the older ones.
 */
export const assertSameAsFirst = async (
  pool: Pool,
  request: FastifyRequest,
  { commandId, commandHash }: CommandIdentity,
): Promise<void> => {
  if (idempotencyKey(request) === null) return;
  const { rows } = await pool.query<{ hash: string }>(
    `with mine as (insert into command.asked (command_id, hash) values ($1, $2) on conflict do nothing returning hash),
       old as (select command_id from command.asked where at < now() - interval '7 days' order by at limit 10 for update skip locked),
       dropped as (delete from command.asked where command_id in (select command_id from old) and command_id <> $1)
     select hash from mine union all ${written}`,
    [commandId, commandHash],
  );
  // None where another one under the same key was written this very moment.
  const first = rows[0] ?? (await pool.query<{ hash: string }>(written, [commandId])).rows[0];
  if (first && first.hash !== commandHash) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
};
