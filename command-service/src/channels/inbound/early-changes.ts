import { contactEvents, Inbound } from '@prosa/contracts';
import { connectionKeys, KeyDestroyed } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { sweeping } from '../../kernel/sweeping.ts';

type Change = Extract<Inbound, { kind: 'edit' | 'revoke' | 'reaction' }>;
type Of = { companyId: string; connectionId: string; channelId: string };

/** How long a change waits for its message. */
const HELD = '1 day';
/** How often those are deleted whose time is over, or whose person was forgotten. */
const EVERY_MS = 5 * 60_000;

/** Changes of messages that are not here yet: channels promise no order. Each is carried out when its message comes. */
export const heldChanges = ({ pool, config }: Pick<Deps, 'pool' | 'config'>) => {
  const keys = connectionKeys({ pool, masterKey: config.PROSA_KEYS });
  const vaultOf = ({ companyId, connectionId: id }: Pick<Of, 'companyId' | 'connectionId'>) => keys.vault({ id, companyId });
  const contextOf = (target: string) => `held change ${target}`;

  return {
    /** `contactId`: whose change it is; null: somebody who is no contact. */
    hold: async (change: Change, contactId: string | null): Promise<void> => {
      if (!('channelId' in change.target)) return;
      const target = change.target.channelId;
      const sealed = await vaultOf(change)
        .seal(JSON.stringify(change), contextOf(target))
        .catch((error: unknown) => {
          // The connection was deleted: no message comes by it any more.
          if (error instanceof KeyDestroyed) return null;
          throw error;
        });
      if (!sealed) return;
      await pool.query(
        `insert into command.held_change (connection_id, target, kind, channel_id, sent_at, contact_id, sealed)
         select $1, $2, $3, $4, $5, $6, $7
         where not exists (select from keys.subject where id = $6 and destroyed_at is not null) on conflict do nothing`,
        [change.connectionId, target, change.kind, change.channelId, change.at, contactId, sealed],
      );
    },
    /** Those of a message that has come, in the order in which they were made. */
    of: async (message: Of): Promise<Change[]> => {
      const { connectionId, channelId } = message;
      const { rows } = await pool.query<{ sealed: Buffer }>({
        name: 'command-held-changes',
        text: `select sealed from command.held_change where connection_id = $1 and target = $2 and at > now() - interval '${HELD}'
          order by sent_at, at`,
        values: [connectionId, channelId],
      });
      const clear = await Promise.all(rows.map(({ sealed }) => vaultOf(message).open(sealed, contextOf(channelId))));
      return clear.map((change) => Inbound.parse(JSON.parse(change.toString())) as Change);
    },
    drop: async ({ connectionId, channelId }: Of): Promise<void> => {
      await pool.query('delete from command.held_change where connection_id = $1 and target = $2', [connectionId, channelId]);
    },
    dropOf: async (contactId: string): Promise<void> => {
      await pool.query('delete from command.held_change where contact_id = $1', [contactId]);
    },
    /** Deletes those whose time is over, and those of persons whose key was destroyed. */
    sweep: async (): Promise<void> => {
      await pool.query(
        `delete from command.held_change h where at < now() - interval '${HELD}'
           or exists (select from keys.subject where id = h.contact_id and destroyed_at is not null)`,
      );
    },
  };
};

/** Deletes changes that wait for a message no longer: after a day, or once their contact was deleted or forgotten. */
export const dropHeldChanges = defineReactor({
  name: 'held-changes',
  streams: ['contact-'],
  events: [contactEvents.ContactDeleted],
  begins: 'now',
  start: (tools) => {
    const held = heldChanges(tools);
    return {
      command: ({ data }) => held.dropOf(data.contactId),
      beside: (signal) =>
        sweeping({ everyMs: EVERY_MS, log: tools.log, failed: 'cannot delete changes that wait no longer' }, held.sweep, signal),
    };
  },
});

/**
 * The table of changes that came before their message. What a customer wrote is in it, encrypted with the connection's key, and for a day at
 * most.
 */
export const inbound: Feature = {
  name: 'inbound',
  reactors: [dropHeldChanges],
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
      {
        name: 'inbound-002',
        sql: `
          delete from command.held_change;
          alter table command.held_change drop column told;
          alter table command.held_change add column sealed bytea not null, add column contact_id uuid;
          create index held_change_contact on command.held_change (contact_id);
        `,
      },
    ],
  },
};
