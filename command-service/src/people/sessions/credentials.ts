import { createHmac } from 'node:crypto';
import { Refused, visible } from '@prosa/contracts';
import { derivedKey, inTransaction, keyedMutex } from '@prosa/infra/runtime';
import type { Pool, PoolClient } from 'pg';
import { hashPassword, type Turn, verifyPassword } from './passwords.ts';

export type Owner = { userId: string; companyId: string };
/** Whether the holder of an e-mail exists as a user, and has confirmed it. */
export type Holding = 'confirmed' | 'unconfirmed' | 'absent';

/** The result of a command that was carried out, now or the first time. */
type Done = { revision: bigint; repeated: boolean };

/**
 * E-mails and passwords of all companies, stored only as hashes. An e-mail belongs to one user (decisions 2 and 16); while that one has not
 * confirmed it, users who are invited wait for it, and cannot sign in.
 */
export type Credentials = {
  /** The e-mail's hash with a key of this installation, independent of case and surrounding spaces. */
  hashOf: (email: string) => Buffer;
  /**
   * Claims the e-mail for a user who is about to be created (an existing user's claim is valid, and so is any claim for its first 60 s).
   * `mayWait`: if its holder, of another company, has not confirmed it, this user waits for it. Returns true if the claim is new, false if
   * this user had it already. Throws ERR_DUPLICATED_EMAIL, and ERR_IDEMPOTENCY_MISMATCH if this user, whose id derives from the command,
   * has claimed another e-mail.
   */
  claim: (
    owner: Owner & { email: string; password: string; mayWait?: boolean },
    holdingOf: (holder: Owner) => Promise<Holding>,
  ) => Promise<boolean>;
  /**
   * Gives the e-mail to a user who waits for it and proves it: a holder who has not confirmed it cannot sign in any more. Returns false if it
   * is not proved, or has been confirmed by somebody; true also for a user who does not wait.
   */
  takeOver: (
    userId: string,
    by: { isProved: () => Promise<boolean>; holdingOf: (holder: Owner) => Promise<Holding> },
  ) => Promise<boolean>;
  /** Whether a user waits for their e-mail. */
  isWaiting: (userId: string) => Promise<boolean>;
  /** Makes a claim safe for 60 s more, for a user who is about to be created. Returns that user; null if the company has no such claim. */
  renew: (companyId: string, email: string) => Promise<string | null>;
  /**
   * Changes e-mail, password or both together with the command that `work` carries out; if `work` calls `keep`, the e-mail stays. On a
   * repeat the password replaces only one that was set by an earlier event of the stream: an old password never comes back, and what a
   * crash left undone is done. `changed` runs in the same transaction if the password was set. Throws ERR_DUPLICATED_EMAIL, and
   * ERR_MAILED_LINK_ONLY for the password of a user who waits for their e-mail.
   */
  change: <Result extends Done>(
    owner: Owner,
    to: { email?: string | undefined; password?: string | undefined },
    work: (keep: () => void) => Promise<Result>,
    changed?: (client: PoolClient) => Promise<void>,
  ) => Promise<Result>;
  /** Sets the password that a user was created with, by the same rule. */
  settle: (userId: string, password: string, done: Done) => Promise<void>;
  isPassword: (userId: string, password: string) => Promise<boolean>;
  remove: (userId: string) => Promise<void>;
  /** The company of a user who can sign in; null if there is no credential. */
  companyOf: (userId: string) => Promise<string | null>;
  /** Returns the owner of the credentials; null for a wrong password and, after the same time, for an unknown e-mail. */
  verify: (email: string, password: string, turn: Turn) => Promise<Owner | null>;
};

type Row = { user_id: string; company_id: string; argon2: string; waiting: boolean };
const put = 'insert into command.credential (user_id, company_id, email_hash, argon2, waiting) values ($1, $2, $3, $4, $5)';
const ABANDONED = `interval '60 seconds'`;

export const credentials = ({ pool, masterKey }: { pool: Pool; masterKey: Buffer }): Credentials => {
  const key = derivedKey(masterKey, 'credential e-mail');
  // Each change holds a connection of the pool while `work` may need another, so they run one at a time.
  const inTurn = keyedMutex();
  const hashOf = (email: string) => createHmac('sha256', key).update(canonical(email)).digest();

  const claim: Credentials['claim'] = async ({ userId, companyId, email, password, mayWait = false }, holdingOf) => {
    const hash = hashOf(email);
    const argon2 = await hashPassword(password);
    let waits = false;
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const { rowCount } = await pool.query(`${put} on conflict do nothing`, [userId, companyId, hash, argon2, waits]);
      if (rowCount === 1) return true;
      const { rows } = await pool.query<Row & { same: boolean }>(
        'select user_id, company_id, waiting, email_hash = $1 as same from command.credential where email_hash = $1 or user_id = $2',
        [hash, userId],
      );
      const own = rows.find(({ user_id }) => user_id === userId);
      if (own?.same) return false;
      if (own) throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
      const holder = rows.find(({ waiting }) => !waiting);
      // The holder has released it just now.
      if (!holder) continue;
      const holding = await holdingOf({ userId: holder.user_id, companyId: holder.company_id });
      waits = mayWait && holding === 'unconfirmed' && holder.company_id !== companyId;
      if (waits) continue;
      if (holding !== 'absent' || !(await removeAbandoned(pool, holder.user_id, hash))) break;
    }
    throw duplicated();
  };

  const removeAbandoned = async (client: Pool | PoolClient, userId: string, hash: Buffer) => {
    const { rowCount } = await client.query(
      `delete from command.credential where user_id = $1 and email_hash = $2 and made_at < now() - ${ABANDONED}`,
      [userId, hash],
    );
    return rowCount === 1;
  };

  const takeOver: Credentials['takeOver'] = async (userId, { isProved, holdingOf }) => {
    const carryOut = async (client: PoolClient) => {
      // The lock puts those who wait for the same e-mail in order: the first to prove it gets it.
      const { rows } = await client.query<Row & { email_hash: Buffer }>(
        `select user_id, company_id, email_hash, waiting from command.credential where email_hash = (
           select email_hash from command.credential where user_id = $1 and waiting) order by user_id for update`,
        [userId],
      );
      if (!rows.some(({ user_id, waiting }) => user_id === userId && waiting)) return true;
      if (!(await isProved())) return false;
      const holder = rows.find(({ waiting }) => !waiting);
      if (holder) {
        const { user_id, company_id, email_hash } = holder;
        const holding = await holdingOf({ userId: user_id, companyId: company_id });
        if (holding === 'confirmed') return false;
        if (holding === 'unconfirmed') await client.query('delete from command.credential where user_id = $1', [user_id]);
        else if (!(await removeAbandoned(client, user_id, email_hash))) return false;
      }
      await client.query('update command.credential set waiting = false where user_id = $1', [userId]);
      return true;
    };
    return inTurn('change', () => inTransaction(pool, carryOut));
  };

  const isWaiting = async (client: Pool | PoolClient, userId: string) => {
    const { rows } = await client.query<Row>('select waiting from command.credential where user_id = $1', [userId]);
    return rows[0]?.waiting ?? false;
  };

  /** Checks whether the password must be set before hashing it: a repeat costs nothing. */
  const setPassword = async (client: Pool | PoolClient, userId: string, password: string, { revision, repeated }: Done) => {
    const isDue = 'user_id = $1 and (password_revision < $2 or not $3)';
    const values = [userId, revision, repeated];
    const due = await client.query(`select from command.credential where ${isDue}`, values);
    if (due.rowCount === 0) return false;
    const set = `update command.credential set argon2 = $4, password_revision = $2 where ${isDue}`;
    const { rowCount } = await client.query(set, [...values, await hashPassword(password)]);
    return rowCount === 1;
  };

  const change: Credentials['change'] = async ({ userId, companyId }, { email, password }, work, changed) => {
    if (email === undefined && password === undefined) return work(() => {});
    const carryOut = async (client: PoolClient) => {
      let kept = false;
      // The lock puts concurrent changes in order: the first to lock the row also appends its event first.
      await client.query('select from command.credential where user_id = $1 for update', [userId]);
      await client.query('savepoint unchanged');
      if (email !== undefined) await changeEmail(client, email);
      // Whoever typed a password would be let in by an e-mail that nobody has proved.
      if (password !== undefined && (await isWaiting(client, userId))) throw new Refused('ERR_MAILED_LINK_ONLY');
      const result = await work(() => {
        kept = true;
      });
      if (kept) await client.query('rollback to savepoint unchanged');
      if (password !== undefined && (await setPassword(client, userId, password, result))) await changed?.(client);
      return result;
    };
    const changeEmail = async (client: PoolClient, to: string) => {
      const hash = hashOf(to);
      const values = [userId, companyId, hash];
      const told = (error: { code?: string }) => {
        throw error.code === '23505' ? duplicated() : error;
      };
      const update = `update command.credential set email_hash = $3, waiting = waiting and email_hash = $3
        where user_id = $1 and company_id = $2`;
      const { rowCount } = await client.query(update, values).catch(told);
      // A user without a row (lost database) gets a new one if e-mail and password are both given.
      if (rowCount === 0 && password !== undefined && (await companyOf(userId)) === null)
        await client.query(put, [...values, await hashPassword(password), false]).catch(told);
    };
    return inTurn('change', () => inTransaction(pool, carryOut));
  };

  const companyOf = async (userId: string) => {
    const { rows } = await pool.query<Row>('select company_id from command.credential where user_id = $1', [userId]);
    return rows[0]?.company_id ?? null;
  };

  return {
    hashOf,
    claim,
    takeOver,
    isWaiting: (userId) => isWaiting(pool, userId),
    renew: async (companyId, email) => {
      const { rows } = await pool.query<Row>(
        'update command.credential set made_at = now() where company_id = $1 and email_hash = $2 and not waiting returning user_id',
        [companyId, hashOf(email)],
      );
      return rows[0]?.user_id ?? null;
    },
    change,
    remove: async (userId) => {
      await pool.query('delete from command.credential where user_id = $1', [userId]);
    },
    companyOf,
    settle: async (userId, password, done) => {
      await setPassword(pool, userId, password, done);
    },
    isPassword: async (userId, password) => {
      const { rows } = await pool.query<Row>('select argon2 from command.credential where user_id = $1', [userId]);
      return verifyPassword(password, rows[0]?.argon2 ?? null);
    },
    verify: async (email, password, turn) => {
      const { rows } = await pool.query<Row>(
        'select user_id, company_id, argon2 from command.credential where email_hash = $1 and not waiting',
        [hashOf(email)],
      );
      const row = rows[0];
      const right = await verifyPassword(password, row?.argon2 ?? null, turn);
      return right && row ? { userId: row.user_id, companyId: row.company_id } : null;
    },
  };
};

const canonical = (email: string) => visible(email).normalize('NFC').toLowerCase();
const duplicated = () => new Refused('ERR_DUPLICATED_EMAIL', { fields: { email: 'Já existe um usuário com este e-mail.' } });
