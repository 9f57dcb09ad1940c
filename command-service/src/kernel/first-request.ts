import { Refused } from '@prosa/contracts';
import { gathered } from '@prosa/infra/runtime';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type CommandIdentity, idempotencyKey } from './command-identity.ts';

/** A command's id, and the hash of the request that first used it. */
type Asked = { commandId: string; hash: string };

/** After every N statements old rows are deleted: up to ten times as many as were added since, so that they never pile up. */
const DROP_EVERY = 100;
/** `relaxed`: after a power failure the keys of the last moments could be used for another request; that is not worth a flush. */
const note = `
  with relaxed as (select set_config('synchronous_commit', 'off', true))
  insert into command.asked (command_id, hash) select a.id, a.hash from unnest($1::uuid[], $2::text[]) as a(id, hash), relaxed
  on conflict do nothing`;
const drop = `
  delete from command.asked where command_id in (
    select command_id from command.asked where at < now() - interval '7 days' order by at limit $1 for update skip locked)`;
const written = `select command_id as "commandId", hash from command.asked where command_id = any($1::uuid[])`;

const nothing: ReadonlyMap<string, string> = new Map();
/** An array as a Postgres literal. Ids and hashes need no quotes; the client would check each for characters to escape. */
const arrayOf = (texts: readonly string[]): string => `{${texts.join(',')}}`;

/** Records which request first used each id and returns it. Many ids share one statement, because every call with a key asks. */
const firstRequest = (pool: Pool) => {
  let statements = 0;
  let noted = 0;

  /** Returns the first hashes of a batch as a map. The map is empty if all ids of the batch are new. */
  const look = async (batch: Asked[]): Promise<ReadonlyMap<string, string>> => {
    const ids = arrayOf(batch.map(({ commandId }) => commandId));
    const { rowCount } = await pool.query({
      name: 'asked-note',
      text: note,
      values: [ids, arrayOf(batch.map(({ hash }) => hash))],
    });
    statements += 1;
    noted += rowCount ?? 0;
    if (rowCount === batch.length) return nothing;
    const { rows } = await pool.query<Asked>(written, [ids]);
    return new Map(rows.map(({ commandId, hash }) => [commandId, hash]));
  };

  /** Nobody waits for it. If it fails, the next one deletes the missed rows as well. */
  const dropOld = (): void => {
    const most = 10 * noted;
    noted = 0;
    pool.query(drop, [most]).catch(() => {
      noted += most / 10;
    });
  };

  return gathered(async (batch: Asked[]) => {
    const known = await look(batch);
    if (statements % DROP_EVERY === 1) dropOld();
    return batch.map(({ commandId, hash }) => known.get(commandId) ?? hash);
  });
};
const byPool = new WeakMap<Pool, ReturnType<typeof firstRequest>>();

/**
 * Refuses a command whose key was used with another call or body. A stream detects that by itself, but where the call or body selects the
 * stream (a ticket by its address, a contact by its number), another request under the same key would count as a new command. The record is
 * kept for 7 days.
 */
export const assertSameAsFirst = async (
  pool: Pool,
  request: FastifyRequest,
  { commandId, commandHash }: CommandIdentity,
): Promise<void> => {
  if (idempotencyKey(request) === null) return;
  const first = byPool.get(pool) ?? firstRequest(pool);
  byPool.set(pool, first);
  if ((await first({ commandId, hash: commandHash })) !== commandHash) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
};
