import { limits, Refused } from '@prosa/contracts';
import { gathered, type Part } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { MessageRate } from '../../kernel/deps.ts';

/**
 * `free_at`: when the connection's token will have earned back what it used (GCRA's theoretical arrival time). Lost in a crash of Postgres:
 * then each token begins anew.
 */
export const rateMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'message-rate-001',
      sql: `
        create unlogged table command.message_rate (
          connection_id uuid primary key,
          free_at timestamptz not null,
          granted integer not null
        );`,
    },
  ],
};

/**
 * One statement for the calls of many connections: each gets as many of those that it asks for as its burst has room for. $3: seconds of one
 * message, $4: seconds of the whole burst.
 */
const take = `
  with asked as (select id, count, $3::float8 as each, $4::float8 as whole from unnest($1::uuid[], $2::int[]) as a(id, count))
  insert into command.message_rate as r (connection_id, free_at, granted)
    select id, now() + each * g.most * interval '1 second', g.most
    from asked, lateral (select least(count, floor(whole / each + 1e-6))::int as most) g order by id
  on conflict (connection_id) do update set (free_at, granted) = (
    select greatest(r.free_at, now()) + each * g.most * interval '1 second', g.most
    from asked, lateral (select greatest(0, least(count,
      floor((whole - extract(epoch from greatest(r.free_at, now()) - now())::float8) / each + 1e-6)))::int as most) g
    where asked.id = r.connection_id)
  returning connection_id as id, granted, extract(epoch from free_at - now())::float8 as seconds`;

type Taken = { id: string; granted: number; seconds: number };

/**
 * Counts messages by the token of a connection, over all instances. Throws Refused ERR_TOO_MANY_REQUESTS with `details.retryAfter` in
 * seconds, for the call alone that is too many.
 */
export const messageRate = (
  pool: Pool,
  { perSecond, burst }: MessageRate = standard,
): ((connectionId: string) => Promise<void>) => {
  const each = 1 / perSecond;
  const whole = burst * each;
  const ask = gathered(async (asked: string[]) => {
    const counts = new Map<string, number>();
    for (const id of asked) counts.set(id, (counts.get(id) ?? 0) + 1);
    const { rows } = await pool.query<Taken>({
      name: 'message-rate',
      text: take,
      values: [[...counts.keys()], [...counts.values()], each, whole],
    });
    const left = new Map(rows.map((row) => [row.id, { ...row }]));
    return asked.map((id) => {
      const row = left.get(id)!;
      if (row.granted > 0) {
        row.granted -= 1;
        return null;
      }
      return Math.max(1, Math.ceil(row.seconds + each - whole));
    });
  });
  return async (connectionId) => {
    const retryAfter = await ask(connectionId);
    if (retryAfter !== null) throw new Refused('ERR_TOO_MANY_REQUESTS', { details: { retryAfter } });
  };
};

const standard: MessageRate = { perSecond: limits.messagesPerSecond, burst: limits.messagesBurst };
