import { createHmac } from 'node:crypto';
import { Refused } from '@prosa/contracts';
import { inTransaction } from '@prosa/infra/runtime';
import type { Pool, PoolClient } from 'pg';
import { turns } from '../kernel/turns.ts';
import type { Turn } from './fair-turns.ts';
import { hashPassword, verifyPassword } from './passwords.ts';

export type Owner = { userId: string; companyId: string };

/** E-mails and passwords of all companies, by hashes alone. An e-mail is one user's (decisions.md 2 and 26). */
export type Credentials = {
  /** The e-mail's hash with a key of this installation, the same however it is written. */
  hashOf: (email: string) => Buffer;
  /**
   * Claims the e-mail for a user who is about to be created; `isThere` tells whether another user exists (their claim is good then,
   * and for its first 60 s). Gives true where the claim is new, false where it was this user's. Throws ERR_DUPLICATED_EMAIL, and
   * ERR_IDEMPOTENCY_MISMATCH where this user, whose id is the command's, has claimed another e-mail.
   */
  claim: (owner: Owner & { email: string; password: string }, isThere: (owner: Owner) => Promise<boolean>) => Promise<boolean>;
  /** Changes e-mail, password or both, if `work` succeeds and does not call `keep`. Throws ERR_DUPLICATED_EMAIL. */
  change: <Result>(
    owner: Owner,
    to: { email?: string | undefined; password?: string | undefined },
    work: (keep: () => void) => Promise<Result>,
  ) => Promise<Result>;
  remove: (userId: string) => Promise<void>;
  /** The company of a user who can sign in; null without a credential. */
  companyOf: (userId: string) => Promise<string | null>;
  /** Whose they are; null for a wrong password and, after the same time, for an unknown e-mail. */
  verify: (email: string, password: string, turn: Turn) => Promise<Owner | null>;
};

type Row = { user_id: string; company_id: string; argon2: string };
const put = `insert into command.credential (user_id, company_id, email_hash, argon2) values ($1, $2, $3, $4)
  on conflict (user_id) do update set email_hash = $3, argon2 = $4`;
const update = `update command.credential set email_hash = coalesce($3, email_hash), argon2 = coalesce($4, argon2)
  where user_id = $1 and company_id = $2`;
const ABANDONED = `interval '60 seconds'`;

export const credentials = ({ pool, masterKey }: { pool: Pool; masterKey: Buffer }): Credentials => {
  const key = createHmac('sha256', masterKey).update('credential e-mail').digest();
  // Each holds a connection of the pool while `work` may want another: one at a time.
  const inTurn = turns();
  const hashOf = (email: string) => createHmac('sha256', key).update(canonical(email)).digest();

  const claim: Credentials['claim'] = async ({ userId, companyId, email, password }, isThere) => {
    const hash = hashOf(email);
    const argon2 = await hashPassword(password);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { rowCount } = await pool.query(
        `insert into command.credential (user_id, company_id, email_hash, argon2) values ($1, $2, $3, $4) on conflict do nothing`,
        [userId, companyId, hash, argon2],
      );
      if (rowCount === 1) return true;
      const { rows } = await pool.query<Row & { same: boolean }>(
        'select user_id, company_id, email_hash = $1 as same from command.credential where email_hash = $1 or user_id = $2',
        [hash, userId],
      );
      const holder = rows.find(({ same }) => same);
      if (holder?.user_id === userId) return false;
      if (rows.some(({ user_id }) => user_id === userId)) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
      // Set free just now.
      if (!holder) continue;
      if (await isThere({ userId: holder.user_id, companyId: holder.company_id })) break;
      const abandoned = await pool.query(
        `delete from command.credential where user_id = $1 and email_hash = $2 and made_at < now() - ${ABANDONED}`,
        [holder.user_id, hash],
      );
      if (abandoned.rowCount === 0) break;
    }
    throw duplicated();
  };

  const change: Credentials['change'] = async ({ userId, companyId }, { email, password }, work) => {
    if (email === undefined && password === undefined) return work(() => {});
    const argon2 = password === undefined ? null : await hashPassword(password);
    const hash = email === undefined ? null : hashOf(email);
    const carryOut = async (client: PoolClient) => {
      let kept = false;
      await client.query('savepoint unchanged');
      await client
        // A user without a row (a lost database) gets one when both are told.
        .query(hash && argon2 ? `${put} where command.credential.company_id = $2` : update, [userId, companyId, hash, argon2])
        .catch((error: { code?: string }) => {
          throw error.code === '23505' ? duplicated() : error;
        });
      const result = await work(() => {
        kept = true;
      });
      if (kept) await client.query('rollback to savepoint unchanged');
      return result;
    };
    return inTurn('change', () => inTransaction(pool, carryOut));
  };

  return {
    hashOf,
    claim,
    change,
    remove: async (userId) => {
      await pool.query('delete from command.credential where user_id = $1', [userId]);
    },
    companyOf: async (userId) => {
      const { rows } = await pool.query<Row>('select company_id from command.credential where user_id = $1', [userId]);
      return rows[0]?.company_id ?? null;
    },
    verify: async (email, password, turn) => {
      const { rows } = await pool.query<Row>('select user_id, company_id, argon2 from command.credential where email_hash = $1', [
        hashOf(email),
      ]);
      const row = rows[0];
      const right = await verifyPassword(password, row?.argon2 ?? null, turn);
      return right && row ? { userId: row.user_id, companyId: row.company_id } : null;
    },
  };
};

const canonical = (email: string) => email.trim().normalize('NFC').toLowerCase();
const duplicated = () => new Refused('ERR_DUPLICATED_EMAIL', { fields: { email: 'Já existe um usuário com este e-mail.' } });
