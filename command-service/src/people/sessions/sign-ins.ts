import { type Language, newId, type SignIn, SignInDevice } from '@prosa/contracts';
import { KeyDestroyed, type KeyRing, seal, unseal } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import { z } from 'zod';

/** Number of a user's sign-ins that are kept. */
export const KEPT_SIGN_INS = 50;

type Owner = { userId: string; companyId: string };
const Seen = z.object({ address: z.string(), device: SignInDevice });
type Seen = z.output<typeof Seen>;
type Row = { id: string; version: number; at: Date; sealed: Buffer };

/**
 * The sign-ins of each user: when, from which address and with what device. That is personal data, sealed with the user's own key: it ends
 * with their credential, and cannot be read once they are forgotten. Failed attempts are not kept.
 */
export const signIns = ({ pool, keys }: { pool: Pool; keys: KeyRing }) => ({
  /** Keeps one, and forgets those beyond the last 50. Of a user who is being forgotten nothing is kept. */
  keep: async (
    { userId, companyId }: Owner,
    version: number,
    { language, ...seen }: Seen & { language: Language },
    at: Date,
  ): Promise<void> => {
    try {
      const key = await keys.create(userId, companyId);
      const id = newId();
      await pool.query(
        `with kept as (insert into command.sign_in (id, user_id, version, at, sealed, language) values ($1, $2, $3, $4, $5, $7))
         delete from command.sign_in where user_id = $2 and id in (
           select id from command.sign_in where user_id = $2 order by at desc, version desc offset $6)`,
        [id, userId, version, at, seal(key, JSON.stringify(seen), id), KEPT_SIGN_INS - 1, language],
      );
    } catch (error) {
      if (!(error instanceof KeyDestroyed)) throw error;
    }
  },
  /** The newest first; `isCurrent` is the one of the session with that version. */
  of: async (userId: string, current: number): Promise<SignIn[]> => {
    const { rows } = await pool.query<Row>(
      'select id, version, at, sealed from command.sign_in where user_id = $1 order by at desc, version desc limit $2',
      [userId, KEPT_SIGN_INS],
    );
    const key = (await keys.load([userId])).get(userId);
    if (!key) return [];
    return rows.map(({ id, version, at, sealed }) => ({
      ...Seen.parse(JSON.parse(unseal(key, sealed, id).toString())),
      id,
      at: at.toISOString(),
      isCurrent: version === current,
    }));
  },
});
