import { Inbound } from '@prosa/contracts';
import type { Pool } from 'pg';
import type { Feature } from '../../kernel/feature.ts';

type Change = Extract<Inbound, { kind: 'edit' | 'revoke' | 'reaction' }>;
type Of = { connectionId: string; channelId: string };

/** How long a change waits for its message. */
const HELD = '1 day';

/** The table of changes that came before their message. What a customer wrote is in it, as on the bus, and for a day at most. */
export const inbound: Feature = {
  name: 'inbound',
  migrations: {
    schema: 'command',
    migrations: [
      {
        name: 'inbound-001',
        sql: `
          create table command.held_change (
            connection_id uuid not null,
            target text not null,
            kind text not null,
            channel_id text not null,
            sent_at timestamptz not null,
            told jsonb not null,
            at timestamptz not null default now(),
            primary key (connection_id, target, kind, channel_id)
          );
          create index held_change_at on command.held_change (at);
        `,
      },
    ],
  },
};

/** Changes of messages that are not here yet: channels promise no order. Each is carried out when its message comes. */
export const heldChanges = (pool: Pool) => ({
  hold: async (told: Change): Promise<void> => {
    if (!('channelId' in told.target)) return;
    await pool.query(`delete from command.held_change where at < now() - interval '${HELD}'`);
    await pool.query(
      `insert into command.held_change (connection_id, target, kind, channel_id, sent_at, told) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [told.connectionId, told.target.channelId, told.kind, told.channelId, told.at, JSON.stringify(told)],
    );
  },
  /** Those of a message that has come, in the order in which they were made. */
  of: async ({ connectionId, channelId }: Of): Promise<Change[]> => {
    const { rows } = await pool.query<{ told: unknown }>({
      name: 'command-held-changes',
      text: `select told from command.held_change where connection_id = $1 and target = $2 and at > now() - interval '${HELD}'
        order by sent_at, at`,
      values: [connectionId, channelId],
    });
    return rows.map(({ told }) => Inbound.parse(told) as Change);
  },
  drop: async ({ connectionId, channelId }: Of): Promise<void> => {
    await pool.query('delete from command.held_change where connection_id = $1 and target = $2', [connectionId, channelId]);
  },
});
