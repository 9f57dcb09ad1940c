import { createHash, randomBytes } from 'node:crypto';
import { newId } from '@prosa/contracts';
import type { Pool } from 'pg';
import type { Deps } from '../kernel/deps.ts';
import { session } from './sessions.decider.ts';

/** A refresh token is good for so long after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
/** Two tabs may come with the same refresh token; who comes with it later has stolen it, or lost it to a thief. */
const GRACE_SECONDS = 30;

export type Refreshed =
  /** `refresh` is the next token; null for the second tab, which has the cookie of the first. */
  | { version: number; refresh: string | null }
  /** The token is used up: whoever held it, the session is over. */
  | { theft: true }
  | null;

export type Sessions = {
  /** Begins the user's session and ends an older one. `refresh` is for the cookie alone. */
  open: (owner: { userId: string; companyId: string }) => Promise<{ version: number; refresh: string; position: bigint }>;
  /** Whose session a refresh token is or was of, without using it up; null where it is nobody's. */
  userOf: (token: string) => Promise<string | null>;
  refresh: (token: string) => Promise<Refreshed>;
  /** Ends the session, if there is one: its tokens are refused. Gives the position, null where nobody was signed in. */
  end: (owner: { userId: string; companyId: string }) => Promise<bigint | null>;
};

/** Sessions in Postgres, one a user; their versions are told by `session-{userId}` (decisions.md 26). */
export const sessions = ({ pool, handle, desk }: { pool: Pool } & Pick<Deps, 'handle' | 'desk'>): Sessions => {
  const tell = async (act: 'sign in' | 'sign out', userId: string, companyId: string, version: number): Promise<bigint> => {
    const { position } = await handle({
      decider: session,
      stream: `session-${userId}`,
      command: { do: act, userId, version },
      commandId: newId(),
      actor: { kind: 'user', id: userId },
      companyId,
      missing: 'ERR_NO_USER_FOUND',
    });
    return position;
  };

  return {
    open: async ({ userId, companyId }) => {
      const refresh = randomBytes(32).toString('base64url');
      // A database brought back from a backup may be behind what was told before.
      const told = await desk.sessionVersion(userId);
      const { rows } = await pool.query<{ version: number }>(
        `insert into command.session as kept (user_id, version, refresh_hash, expires_at)
         values ($1, $2::integer + 1, $3, now() + $4 * interval '1 second')
         on conflict (user_id) do update set version = greatest(kept.version, $2::integer) + 1, refresh_hash = excluded.refresh_hash,
           previous_hash = null, rotated_at = now(), expires_at = excluded.expires_at
         returning version`,
        [userId, told, hashOf(refresh), SESSION_SECONDS],
      );
      const { version } = rows[0]!;
      return { version, refresh, position: await tell('sign in', userId, companyId, version) };
    },

    userOf: async (token) => {
      const { rows } = await pool.query<{ user_id: string }>(
        'select user_id from command.session where (refresh_hash = $1 or previous_hash = $1) and expires_at > now()',
        [hashOf(token)],
      );
      return rows[0]?.user_id ?? null;
    },

    refresh: async (token) => {
      const next = randomBytes(32).toString('base64url');
      const hash = hashOf(token);
      const won = await pool.query<{ version: number }>(
        `update command.session set refresh_hash = $2, previous_hash = $1, rotated_at = now(),
           expires_at = now() + $3 * interval '1 second'
         where refresh_hash = $1 and expires_at > now() returning version`,
        [hash, hashOf(next), SESSION_SECONDS],
      );
      if (won.rows[0]) return { version: won.rows[0].version, refresh: next };
      const used = await pool.query<{ version: number; fresh: boolean }>(
        `select version, rotated_at > now() - $2 * interval '1 second' as fresh from command.session
         where previous_hash = $1 and expires_at > now()`,
        [hash, GRACE_SECONDS],
      );
      const row = used.rows[0];
      if (!row) return null;
      return row.fresh ? { version: row.version, refresh: null } : { theft: true };
    },

    end: async ({ userId, companyId }) => {
      const { rows } = await pool.query<{ version: number }>(
        `update command.session set version = version + 1, refresh_hash = null, previous_hash = null, expires_at = now()
         where user_id = $1 returning version`,
        [userId],
      );
      return rows[0] ? tell('sign out', userId, companyId, rows[0].version) : null;
    },
  };
};

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
