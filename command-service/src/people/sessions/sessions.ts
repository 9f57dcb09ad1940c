import { randomBytes } from 'node:crypto';
import { type Actor, type EndReason, newId } from '@prosa/contracts';
import type { Pool, PoolClient } from 'pg';
import type { Deps } from '../../kernel/deps.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { type SessionCommand, session } from './sessions.decider.ts';

/** A refresh token is valid for this long after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
/** Several tabs may use the same refresh token at once, some of them a little later than the others. */
export const GRACE_SECONDS = 30;

type Owner = { userId: string; companyId: string };
export type Ending = EndReason | 'left';
export type Refreshed =
  | { version: number; refresh: string }
  /** The session is over: any of its tokens gets the reason. */
  | { ended: Ending }
  | null;

export type Sessions = {
  /** Begins the user's session and ends an older one. `refresh` is only for the cookie. */
  open: (owner: Owner) => Promise<{ version: number; refresh: string; position: bigint }>;
  /** The user whose session a refresh token belongs or belonged to, without using it up; null if there is none (any more). */
  userOf: (token: string) => Promise<string | null>;
  /** Returns the next token. If the token was used by two parties (stolen), the session ends. */
  refresh: (owner: Owner, token: string) => Promise<Refreshed>;
  /** Ends the session, if there is one (of `version`): its tokens are refused. Returns the position, null if nobody was signed in. */
  end: (owner: Owner, version?: number) => Promise<bigint | null>;
  /**
   * Runs in the transaction that sets a new password: if the user set it (`self`), their session continues with a new token family; if
   * somebody else did (`other`), their session ends.
   */
  passwordSet: (client: PoolClient, userId: string, by: 'self' | 'other') => Promise<void>;
  /** Runs after it: appends the event for a session that a new password has ended, unless it was appended already. */
  tellPasswordSet: (owner: Owner, actor: Actor) => Promise<void>;
  /** The newest refresh token of an active session; null if there is none of that version. */
  current: (userId: string, version: number) => Promise<string | null>;
};

type Row = { version: number; issued: number };
type Ended = { version: number; ended: Ending };

const isFresh = `rotated_at > now() - interval '${GRACE_SECONDS} seconds'`;
/**
 * A single statement, so that of two concurrent calls one decides and the other sees the result. The newest token advances the family. The
 * token used last, whose answer may have been lost, gets the same answer again while it is fresh, and so does the one used before it: a
 * slow tab.
 */
const move = `update command.session set
    used_before = case when $2 = issued then used else used_before end,
    used = case when $2 = issued then issued else used end,
    issued = case when $2 = issued then issued + 1 else issued end,
    rotated_at = case when $2 = issued then now() else rotated_at end,
    expires_at = now() + interval '${SESSION_SECONDS} seconds'
  where family = $1 and ended is null and expires_at > now()
    and ($2 = issued or ($2 in (used, used_before) and ${isFresh}))
  returning version, issued`;
/** Any other token that was issued: two parties have it. */
const theft = `update command.session set version = version + 1, ended = 'safety'
  where family = $1 and ended is null and expires_at > now() and $2 < issued`;

/** Sessions in Postgres, one per user; their versions are published through `session-{userId}` (decision 16). */
export const sessions = ({
  pool,
  handle,
  referenceData,
  config,
}: { pool: Pool } & Pick<Deps, 'handle' | 'referenceData' | 'config'>): Sessions => {
  const { read, write } = refreshTokens(config.PROSA_TOKEN_SECRET);

  /** Appending the same version twice has no further effect. */
  const tell = async (command: SessionCommand, companyId: string, actor?: Actor): Promise<bigint> => {
    const { position } = await handle({
      decider: session,
      stream: `session-${command.userId}`,
      command,
      commandId: newId(),
      actor: actor ?? { kind: 'user', id: command.userId },
      companyId,
      missing: 'ERR_NO_USER_FOUND',
    });
    return position;
  };

  return {
    open: async ({ userId, companyId }) => {
      const family = randomBytes(16);
      // A database restored from a backup may be behind the version that was published.
      const { version: told } = await referenceData.session(userId);
      const { rows } = await pool.query<{ version: number }>(
        `insert into command.session as kept (user_id, version, family, expires_at)
         values ($1, $2::integer + 1, $3, now() + $4 * interval '1 second')
         on conflict (user_id) do update set version = greatest(kept.version, $2::integer) + 1, family = excluded.family, issued = 0,
           used = -1, used_before = -1, ended = null, rotated_at = now(), expires_at = excluded.expires_at
         returning version`,
        [userId, told, family, SESSION_SECONDS],
      );
      const { version } = rows[0]!;
      const position = await tell({ do: 'sign in', userId, version }, companyId);
      return { version, refresh: write({ family, serial: 0 }), position };
    },

    userOf: async (token) => {
      const named = read(token);
      if (!named) return null;
      const { rows } = await pool.query<{ user_id: string }>(
        'select user_id from command.session where family = $1 and expires_at > now()',
        [named.family],
      );
      return rows[0]?.user_id ?? null;
    },

    refresh: async ({ userId, companyId }, token) => {
      const named = read(token);
      if (!named) return null;
      const { family, serial } = named;
      const moved = await pool.query<Row>(move, [family, serial]);
      if (moved.rows[0]) return { version: moved.rows[0].version, refresh: write({ family, serial: moved.rows[0].issued }) };
      await pool.query(theft, [family, serial]);
      const over = await pool.query<Ended>('select version, ended from command.session where family = $1 and ended is not null', [
        family,
      ]);
      if (!over.rows[0]) return null;
      const { version, ended } = over.rows[0];
      // Every call appends it again: the process that ended the session may have died before it could.
      const actor = { kind: 'system', id: 'sessions' } as const;
      if (ended === 'left') await tell({ do: 'sign out', userId, version }, companyId);
      else await tell({ do: 'end', userId, version, reason: ended }, companyId, actor);
      return { ended };
    },

    passwordSet: async (client, userId, by) => {
      await client.query(
        by === 'self'
          ? `update command.session set family = $2, issued = 0, used = -1, used_before = -1, rotated_at = now()
             where user_id = $1 and ended is null`
          : `update command.session set version = version + 1, ended = 'password' where user_id = $1 and ended is null`,
        by === 'self' ? [userId, randomBytes(16)] : [userId],
      );
    },

    tellPasswordSet: async ({ userId, companyId }, actor) => {
      const { rows } = await pool.query<Ended>(
        `select version, ended from command.session where user_id = $1 and ended = 'password'`,
        [userId],
      );
      if (rows[0]) await tell({ do: 'end', userId, version: rows[0].version, reason: 'password' }, companyId, actor);
    },

    current: async (userId, version) => {
      const { rows } = await pool.query<{ family: Buffer | null; issued: number }>(
        'select family, issued from command.session where user_id = $1 and version = $2 and ended is null and expires_at > now()',
        [userId, version],
      );
      const { family, issued } = rows[0] ?? {};
      return family && issued !== undefined ? write({ family, serial: issued }) : null;
    },

    end: async ({ userId, companyId }, version) => {
      const { rows } = await pool.query<{ version: number }>(
        `with over as (update command.session set version = version + 1, ended = 'left'
           where user_id = $1 and ended is null and version = coalesce($2::integer, version) returning version)
         select version from over
         union all select version from command.session where user_id = $1 and ended = 'left' and version = coalesce($2::integer + 1, version)`,
        [userId, version ?? null],
      );
      return rows[0] ? tell({ do: 'sign out', userId, version: rows[0].version }, companyId) : null;
    },
  };
};
