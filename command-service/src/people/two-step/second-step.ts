import { type Actor, newId, Refused } from '@prosa/contracts';
import { derivedKey, inTransaction, seal, unseal } from '@prosa/infra/runtime';
import type { Pool, PoolClient } from 'pg';
import type { Deps } from '../../kernel/deps.ts';
import { recoveryCodes } from './recovery-codes.ts';
import { sealedSetUps } from './sealed-set-ups.ts';
import { newSecret, stepOf } from './totp.ts';
import { twoStep } from './two-step.decider.ts';

/** A set-up that was begun can be confirmed for this long. */
const SETUP_SECONDS = 15 * 60;

export type Owner = { userId: string; companyId: string };
/** `since`: when it was turned on. */
export type SecondStepState = { on: boolean; since: Date | null; recoveryCodes: number };

/** The second step of the sign-in, by user: secrets sealed, recovery codes as hashes, both only in Postgres. */
export type SecondStep = {
  of: (userId: string) => Promise<SecondStepState>;
  /** A new secret, for the set-up of one who is signed in. Throws ERR_TOTP_ON. */
  begin: (userId: string) => Promise<string>;
  /**
   * A new secret for one attempt to sign in: `setUp` is the secret itself, sealed, which the attempt carries back. Nothing is stored, so
   * nobody else who knows the password gets the same.
   */
  beginOnce: (userId: string) => { secret: string; setUp: string };
  /**
   * Turns it on by a first code of the begun set-up, or of an attempt's `setUp`. Returns the recovery codes, or null if the code is wrong.
   * Throws ERR_TOTP_ON, ERR_TOTP_NOT_BEGUN.
   */
  confirm: (owner: Owner, code: string, setUp?: string) => Promise<string[] | null>;
  /** Whether this is a good code, which is used up by that: of two calls with the same one, one is true. */
  takeCode: (userId: string, code: string) => Promise<boolean>;
  /** The same for a recovery code. */
  takeRecoveryCode: (userId: string, code: string) => Promise<boolean>;
  /** Replaces the recovery codes of one who has it on. */
  renewCodes: (userId: string) => Promise<string[]>;
  /** Turns it off. `before`: only if it was turned on before that time. */
  turnOff: (userId: string, before?: Date) => Promise<void>;
  /** Appends what the stored state is, unless that is known: a crash may have come between the two. */
  tell: (owner: Owner, actor?: Actor) => Promise<bigint>;
};

type Row = { sealed: Buffer | null; pending: Buffer | null; turned_on_at: Date | null };

export const secondStep = ({ pool, handle, clock, config }: Pick<Deps, 'pool' | 'handle' | 'clock' | 'config'>): SecondStep => {
  const key = derivedKey(config.PROSA_KEYS, 'second step');
  const codes = recoveryCodes(config.PROSA_KEYS);
  const attempts = sealedSetUps(derivedKey(config.PROSA_KEYS, 'second step of an attempt'), SETUP_SECONDS);
  const opened = (sealed: Buffer, userId: string) => unseal(key, sealed, userId).toString();

  const fresh = `case when pending_at > now() - interval '${SETUP_SECONDS} seconds' then pending end as pending`;
  const rowOf = async (client: Pool | PoolClient, userId: string, lock = ''): Promise<Row | undefined> => {
    const { rows } = await client.query<Row>(
      `select sealed, ${fresh}, turned_on_at from command.second_step where user_id = $1 ${lock}`,
      [userId],
    );
    return rows[0];
  };

  const newCodes = async (client: PoolClient, userId: string): Promise<string[]> => {
    const made = codes.make();
    await client.query('delete from command.recovery_code where user_id = $1', [userId]);
    await client.query('insert into command.recovery_code (user_id, hash) select $1, unnest($2::bytea[])', [
      userId,
      made.map((code) => codes.hashOf(userId, code)),
    ]);
    return made;
  };

  return {
    of: async (userId) => {
      const { rows } = await pool.query<{ since: Date; left: number }>(
        `select turned_on_at as since, (select count(*) from command.recovery_code r where r.user_id = s.user_id)::int as left
         from command.second_step s where user_id = $1 and sealed is not null`,
        [userId],
      );
      const [row] = rows;
      return { on: row !== undefined, since: row?.since ?? null, recoveryCodes: row?.left ?? 0 };
    },

    begin: (userId) =>
      inTransaction(pool, async (client) => {
        await client.query('insert into command.second_step (user_id) values ($1) on conflict do nothing', [userId]);
        const row = await rowOf(client, userId, 'for update');
        if (row?.sealed) throw new Refused('ERR_TOTP_ON');
        const secret = newSecret();
        await client.query('update command.second_step set pending = $2, pending_at = now() where user_id = $1', [
          userId,
          seal(key, secret, userId),
        ]);
        return secret;
      }),

    beginOnce: (userId) => {
      const secret = newSecret();
      return { secret, setUp: attempts.seal(userId, secret, clock()) };
    },

    confirm: ({ userId }, code, setUp) =>
      inTransaction(pool, async (client) => {
        await client.query('insert into command.second_step (user_id) values ($1) on conflict do nothing', [userId]);
        const row = await rowOf(client, userId, 'for update');
        if (row?.sealed) throw new Refused('ERR_TOTP_ON');
        const pending = row?.pending ? opened(row.pending, userId) : null;
        const secret = setUp === undefined ? pending : attempts.open(userId, setUp, clock());
        if (secret === null) throw new Refused('ERR_TOTP_NOT_BEGUN');
        const step = stepOf(secret, code, clock());
        if (step === null) return null;
        await client.query(
          `update command.second_step set sealed = $4, pending = null, pending_at = null, last_step = $2, turned_on_at = $3
           where user_id = $1`,
          [userId, step, clock(), seal(key, secret, userId)],
        );
        return newCodes(client, userId);
      }),

    takeCode: async (userId, code) => {
      const row = await rowOf(pool, userId);
      const step = row?.sealed ? stepOf(opened(row.sealed, userId), code, clock()) : null;
      if (step === null) return false;
      const { rowCount } = await pool.query(
        'update command.second_step set last_step = $2 where user_id = $1 and sealed = $3 and last_step < $2',
        [userId, step, row!.sealed],
      );
      return rowCount === 1;
    },

    takeRecoveryCode: async (userId, code) => {
      const { rowCount } = await pool.query('delete from command.recovery_code where user_id = $1 and hash = $2', [
        userId,
        codes.hashOf(userId, code),
      ]);
      return rowCount === 1;
    },

    renewCodes: (userId) =>
      inTransaction(pool, async (client) => {
        const row = await rowOf(client, userId, 'for update');
        if (!row?.sealed) throw new Refused('ERR_TOTP_OFF');
        return newCodes(client, userId);
      }),

    turnOff: (userId, before) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          'delete from command.second_step where user_id = $1 and ($2::timestamptz is null or turned_on_at < $2)',
          [userId, before ?? null],
        );
        if (rowCount === 1) await client.query('delete from command.recovery_code where user_id = $1', [userId]);
      }),

    tell: async ({ userId, companyId }, actor = { kind: 'user', id: userId }) => {
      const { position } = await handle({
        decider: twoStep,
        stream: `two-step-${userId}`,
        command: async () => {
          const row = await rowOf(pool, userId);
          return { do: 'tell two-step' as const, userId, on: Boolean(row?.sealed) };
        },
        commandId: newId(),
        actor,
        companyId,
        missing: 'ERR_NO_USER_FOUND',
      });
      return position;
    },
  };
};
