import { createHmac } from 'node:crypto';
import { Refused } from '@prosa/contracts';
import type { Pool } from 'pg';

export const ATTEMPTS = { most: 10, seconds: 60 };

/** Sign-ins that failed, by e-mail and address, over all instances. Neither can be read from what is kept. */
export const loginAttempts = (pool: Pool) => {
  const keyOf = (emailHash: Buffer, ip: string) => createHmac('sha256', emailHash).update(ip).digest();
  return {
    /** Counts one before it is tried, so that many at once count as many. Throws ERR_TOO_MANY_REQUESTS with `details.retryAfter` in seconds. */
    count: async (emailHash: Buffer, ip: string): Promise<void> => {
      const { rows } = await pool.query<{ count: number; wait: number }>(
        `insert into command.login_attempt as kept (key, count, since) values ($1, 1, now())
         on conflict (key) do update set
           count = case when kept.since < now() - $2 * interval '1 second' then 1 else kept.count + 1 end,
           since = case when kept.since < now() - $2 * interval '1 second' then now() else kept.since end
         returning count, ceil(extract(epoch from since + $2 * interval '1 second' - now()))::integer as wait`,
        [keyOf(emailHash, ip), ATTEMPTS.seconds],
      );
      const { count, wait } = rows[0]!;
      if (count === 1) await pool.query(`delete from command.login_attempt where since < now() - interval '1 hour'`);
      if (count > ATTEMPTS.most) throw new Refused('ERR_TOO_MANY_REQUESTS', { details: { retryAfter: Math.max(1, wait) } });
    },
    forgive: async (emailHash: Buffer, ip: string): Promise<void> => {
      await pool.query('delete from command.login_attempt where key = $1', [keyOf(emailHash, ip)]);
    },
  };
};
