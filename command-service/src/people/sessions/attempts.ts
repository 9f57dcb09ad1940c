import { createHmac } from 'node:crypto';
import { mailLimits, Refused } from '@prosa/contracts';
import { derivedKey, networkOf } from '@prosa/infra/runtime';
import type { Pool } from 'pg';

/**
 * Number of attempts that may fail within `seconds`: by a known device (independent of all others), from one address at one account, from
 * one address at any account, and at one account from everywhere. A single address cannot use up an account's shared budget.
 * `signUp`: number of companies that sign up from one address, whether or not that fails. `forgot`: of forgotten passwords, whoever's.
 * `code`: number of wrong codes of the second step within an hour, by one known device, by all others together, or by whoever is signed in:
 * of a million codes three count at a time.
 */
export const ATTEMPTS = {
  seconds: 60,
  device: 10,
  pair: 10,
  address: 100,
  account: 50,
  signUp: 10,
  forgot: 10,
  code: 10,
  codeSeconds: 3_600,
};

type Budget = { key: Buffer; most: number; seconds?: number };
export type Attempt = {
  /** Call it after a successful attempt: it no longer counts, and the caller's own counter is reset. */
  forgive: () => Promise<void>;
  /** After the right password where a code is asked for: it counts only for the caller, who else could reset their counter by that. */
  release: () => Promise<void>;
};
export type SignInBy = { emailHash: Buffer; ip: string; device: Buffer | null };

/**
 * Counts failed sign-ins over all instances. Neither an e-mail nor an address can be read from the stored keys. Rows matter for a minute,
 * those of codes for an hour: each new row deletes some old ones, and an address that has used up its budget creates no more.
 */
export const loginAttempts = ({ pool, masterKey }: { pool: Pool; masterKey: Buffer }) => {
  const secret = derivedKey(masterKey, 'sign-in attempts');
  const keyOf = (kind: string, ...parts: (string | Buffer)[]) => {
    const hmac = createHmac('sha256', secret).update(`${kind}\n`);
    for (const part of parts) hmac.update(part).update('\n');
    return hmac.digest();
  };

  const count = async ({ key, most, seconds = ATTEMPTS.seconds }: Budget): Promise<void> => {
    const { rows } = await pool.query<{ count: number; wait: number }>(
      `insert into command.login_attempt as kept (key, count, since, seconds) values ($1, 1, now(), $2)
       on conflict (key) do update set
         count = case when kept.since < now() - $2 * interval '1 second' then 1 else kept.count + 1 end,
         since = case when kept.since < now() - $2 * interval '1 second' then now() else kept.since end
       returning count, ceil(extract(epoch from since + $2 * interval '1 second' - now()))::integer as wait`,
      [key, seconds],
    );
    const { count, wait } = rows[0]!;
    if (count === 1) await sweep();
    if (count > most) throw new Refused('ERR_TOO_MANY_REQUESTS', { details: { retryAfter: Math.max(1, wait) } });
  };
  const sweep = () =>
    pool.query(
      `delete from command.login_attempt where key in (select key from command.login_attempt
         where since < now() - 2 * seconds * interval '1 second' order by since limit 20 for update skip locked)`,
    );

  /**
   * Counts an attempt before it is made, so that concurrent ones all count. Throws ERR_TOO_MANY_REQUESTS with `details.retryAfter` in
   * seconds.
   */
  const begin = async (own: Budget, shared: readonly Budget[] = []): Promise<Attempt> => {
    const [address, ...others] = shared;
    for (const budget of [address, own, ...others]) if (budget) await count(budget);
    const release = async () => {
      for (const { key } of shared)
        await pool.query('update command.login_attempt set count = greatest(count - 1, 0) where key = $1', [key]);
    };
    return {
      release,
      forgive: async () => {
        await pool.query('delete from command.login_attempt where key = $1', [own.key]);
        await release();
      },
    };
  };

  return {
    signIn: ({ emailHash, ip, device }: SignInBy): Promise<Attempt> => {
      if (device) return begin({ key: keyOf('device', device), most: ATTEMPTS.device });
      const network = networkOf(ip);
      return begin({ key: keyOf('pair', network, emailHash), most: ATTEMPTS.pair }, [
        { key: keyOf('address', network), most: ATTEMPTS.address },
        { key: keyOf('account', emailHash), most: ATTEMPTS.account },
      ]);
    },
    /** A company signs up: argon2 and the new streams cost more than reading. */
    signUp: (ip: string): Promise<Attempt> => begin({ key: keyOf('sign-up', networkOf(ip)), most: ATTEMPTS.signUp }),
    /**
     * A code of the second step, by somebody who knows the password. Whoever guesses on unknown devices uses up the budget of those, but not
     * that of a device which is known, or of a session.
     */
    codeOf: (userId: string, by: Buffer | 'unknown device' | 'signed in'): Promise<Attempt> =>
      begin({ key: keyOf('code', userId, by), most: ATTEMPTS.code, seconds: ATTEMPTS.codeSeconds }),
    /** Somebody forgot a password. No account has a budget of its own, which a stranger could use up. */
    forgot: (ip: string): Promise<Attempt> => begin({ key: keyOf('forgot', networkOf(ip)), most: ATTEMPTS.forgot }),
    /** A user asks for another e-mail: each time a mail goes to whatever address they name. */
    newEmail: (userId: string): Promise<Attempt> =>
      begin({ key: keyOf('new e-mail', userId), most: mailLimits.perHour, seconds: 3_600 }),
    /** An attempt of a signed-in user who is asked for their current password. */
    ofUser: (userId: string): Promise<Attempt> => begin({ key: keyOf('user', userId), most: ATTEMPTS.pair }),
  };
};
