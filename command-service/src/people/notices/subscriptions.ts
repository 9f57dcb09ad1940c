import { createHmac } from 'node:crypto';
import type { NoticeLanguage } from '@prosa/contracts';
import { derivedKey, inTransaction, seal, unseal } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Device } from './push-service.ts';

export type Owner = { userId: string; companyId: string; version: number };
export type Subscription = { device: Device; language: NoticeLanguage };

/** SQL condition: the session of subscription `s` has not ended. */
const LIVES = `exists (select from command.session e
  where e.user_id = s.user_id and e.version = s.version and e.ended is null and e.expires_at > now())`;

export type Subscriptions = {
  /**
   * Stores the session's device. Replaces the device of another session of the user, and deletes another user's subscription of the device.
   */
  put: (owner: Owner, subscription: Subscription) => Promise<void>;
  remove: (userId: string, version: number) => Promise<void>;
  /** Deletes a device that its push service reports as gone. */
  removeDevice: (userId: string, device: Device) => Promise<void>;
  /** The users of a company who have a device. */
  usersOf: (companyId: string) => Promise<string[]>;
  /** The user's device; null if there is none, or its session is over. */
  of: (userId: string) => Promise<Subscription | null>;
  /** Deletes the devices whose sessions are over. */
  sweep: () => Promise<void>;
};

/** The devices of sessions, encrypted with a key of the installation: anybody who knows an endpoint can send to its device. */
export const subscriptions = ({ pool, masterKey }: { pool: pg.Pool; masterKey: Buffer }): Subscriptions => {
  const sealing = derivedKey(masterKey, 'push subscription');
  const hashing = derivedKey(masterKey, 'push endpoint');
  const hashOf = ({ endpoint }: Device) => createHmac('sha256', hashing).update(endpoint).digest();

  return {
    put: ({ userId, companyId, version }, { device, language }) =>
      inTransaction(pool, async (client) => {
        const hash = hashOf(device);
        // Two sessions may claim one device concurrently.
        await client.query(`select pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, [hash]);
        await client.query('delete from command.push_subscription where endpoint_hash = $1 and user_id <> $2', [hash, userId]);
        await client.query(
          `insert into command.push_subscription as s (user_id, company_id, version, endpoint_hash, origin, sealed, language)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (user_id) do update set company_id = excluded.company_id, version = excluded.version,
             endpoint_hash = excluded.endpoint_hash, origin = excluded.origin, sealed = excluded.sealed, language = excluded.language
           where s.version <= excluded.version`,
          [
            userId,
            companyId,
            version,
            hash,
            new URL(device.endpoint).origin,
            seal(sealing, JSON.stringify(device), userId),
            language,
          ],
        );
      }),
    remove: async (userId, version) => {
      await pool.query('delete from command.push_subscription where user_id = $1 and version = $2', [userId, version]);
    },
    removeDevice: async (userId, device) => {
      await pool.query('delete from command.push_subscription where user_id = $1 and endpoint_hash = $2', [
        userId,
        hashOf(device),
      ]);
    },
    usersOf: async (companyId) => {
      const { rows } = await pool.query<{ user_id: string }>(
        `select user_id from command.push_subscription s where company_id = $1 and ${LIVES}`,
        [companyId],
      );
      return rows.map(({ user_id }) => user_id);
    },
    of: async (userId) => {
      const { rows } = await pool.query<{ sealed: Buffer; language: NoticeLanguage }>(
        `select sealed, language from command.push_subscription s where user_id = $1 and ${LIVES}`,
        [userId],
      );
      const [row] = rows;
      if (!row) return null;
      return { device: JSON.parse(unseal(sealing, row.sealed, userId).toString()) as Device, language: row.language };
    },
    sweep: async () => {
      await pool.query(`delete from command.push_subscription s where not ${LIVES}`);
    },
  };
};
