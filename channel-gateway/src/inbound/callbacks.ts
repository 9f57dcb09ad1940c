import { fields, type Identity, type IdentityKind, Inbound, isIdentity, limits, topics } from '@prosa/contracts';
import { type Bus, gathered } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Callbacks, Connection, Done, Receipt, Vault } from '../channels/provider.port.ts';
import { isByPerson } from '../kernel/priority.ts';
import { type Customer, publishInbound } from './inbound.publisher.ts';
import { cut, type DoneKind, doneOf } from './kinds.ts';
import { fail, settle } from './later-outcomes.ts';
import { keepSources, saidBy } from './received.ts';

type Row = { messageId: string; channelId: string | null; kind: Identity['kind']; value: string; byPerson: boolean };
export type Acknowledged = {
  customer: Customer;
  companyId: string;
  messageId: string;
  byPerson: boolean;
  ack: number;
  at: string;
};

/**
 * Handles a provider's reports about one connection. The outbox maps a receipt to our message id; a receipt for an id that the
 * outbox does not know yet waits in `gateway.early_ack`; one for a message that we never sent is dropped.
 */
export const callbacksFor = ({
  bus,
  pool,
  lookUp,
  vaultOf,
  kindsOf,
}: {
  bus: Pick<Bus, 'publish'>;
  pool: pg.Pool;
  lookUp: LookUp;
  vaultOf: (connection: Connection) => Vault;
  /** The kinds of identities that the connection's provider names. */
  kindsOf: (connection: Connection) => readonly IdentityKind[];
}) => {
  const tellDone = async (connection: Connection, done: Done, what: DoneKind): Promise<void> => {
    assertSpelled([...done.identities, ...(done.author?.identities ?? [])], kindsOf(connection));
    const said = doneOf(connection, done, what);
    assertFits(said.value);
    await publishInbound(bus, [said]);
  };
  const of = (connection: Connection): Callbacks => ({
    received: async (messages) => {
      for (const { identities, author } of messages)
        assertSpelled([...identities, ...(author?.identities ?? [])], kindsOf(connection));
      const said = messages.map((message) => saidBy(connection, message));
      for (const { value } of said) assertFits(value);
      await keepSources(pool, vaultOf, connection, said);
      await publishInbound(
        bus,
        said.map(({ to, value }) => ({ customer: { connectionId: connection.id, to }, value })),
      );
    },

    edited: ({ body, ...edit }) => tellDone(connection, edit, { kind: 'edit', body: cut(body, limits.messageMax) }),
    revoked: (revoke) => tellDone(connection, revoke, { kind: 'revoke' }),
    reacted: ({ emoji, ...reaction }) => tellDone(connection, reaction, { kind: 'reaction', emoji }),

    renamed: async ({ was, is, at }) => {
      assertSpelled([...was, ...is], kindsOf(connection));
      const { id: connectionId, companyId } = connection;
      const value = { kind: 'identity' as const, companyId, connectionId, was, is, at };
      await publishInbound(bus, [{ customer: { connectionId, to: was[0] }, value }]);
    },

    preferred: async ({ identities, optedOut, at }) => {
      assertSpelled(identities, kindsOf(connection));
      const { id: connectionId, companyId } = connection;
      const value = { kind: 'preference' as const, companyId, connectionId, identities, optedOut, at };
      await publishInbound(bus, [{ customer: { connectionId, to: identities[0] }, value }]);
    },

    accountTold: async ({ word, of, at, ...news }) => {
      const { id: connectionId, companyId } = connection;
      const kept = { ...news, word: cut(word, 100), of: of && cut(of, 200) };
      const value = { kind: 'account' as const, companyId, connectionId, news: kept, at };
      await bus.publish([{ topic: topics.inbound, key: connectionId, value }]);
    },

    settled: (proof) => settle({ bus, pool }, connection, proof),
    failed: (failure) => fail({ bus, pool }, connection, failure),

    acknowledged: async (receipts) => {
      const { id: connectionId, companyId } = connection;
      const found = await lookUp({ connectionId, receipts });
      const known = receipts.map((receipt) => {
        const row = found.find(({ messageId, channelId }) =>
          'messageId' in receipt.of ? messageId === receipt.of.messageId : channelId === receipt.of.channelId,
        );
        return { receipt, row };
      });
      await publishAcks(
        bus,
        known.flatMap(({ receipt: { ack, at }, row }) =>
          row
            ? [
                {
                  customer: { connectionId, to: { kind: row.kind, value: row.value } },
                  companyId,
                  messageId: row.messageId,
                  byPerson: row.byPerson,
                  ack,
                  at,
                },
              ]
            : [],
        ),
      );
      const early = known.flatMap(({ receipt, row }) =>
        row || !('channelId' in receipt.of) ? [] : [{ ...receipt, channelId: receipt.of.channelId }],
      );
      if (early.length > 0)
        await pool.query(
          `insert into gateway.early_ack (connection_id, channel_id, ack, at)
           select $1, u.channel_id, u.ack, u.at from unnest($2::text[], $3::smallint[], $4::timestamptz[]) as u(channel_id, ack, at)
           on conflict do nothing`,
          [connectionId, early.map(({ channelId }) => channelId), early.map(({ ack }) => ack), early.map(({ at }) => at)],
        );
    },
  });
  return (connection: Connection): Callbacks => cleaned(of(connection));
};

/** Removes from channels' reports what cannot be stored, ids included: whoever writes to a company may put it anywhere. */
const cleaned = (callbacks: Callbacks): Callbacks =>
  Object.fromEntries(
    Object.entries(callbacks).map(([name, tell]) => [name, (said: never) => tell(fields.keptIn(said))]),
  ) as unknown as Callbacks;

/** Throws for what the command side could not take and nobody would see: the channel gets the error, and keeps the report. */
const assertFits = (value: Inbound): void => {
  const { error } = Inbound.safeParse(value);
  if (error)
    throw new TypeError(
      `It does not fit its schema: ${error.issues.map(({ path, code }) => `${path.join('.')} ${code}`).join(', ')}.`,
    );
};

/**
 * An identity accepted from one provider is treated as a person everywhere. Throws if an identity is not valid for its kind; the error does
 * not contain it.
 */
const assertSpelled = (identities: readonly Identity[], kinds: readonly IdentityKind[]): void => {
  for (const identity of identities) {
    if (!kinds.includes(identity.kind)) throw new TypeError(`This provider knows nobody by ${identity.kind}.`);
    if (!isIdentity(identity)) throw new TypeError(`This is not how ${identity.kind} is spelled.`);
  }
};

/** Whether our message with this id belongs to this connection. */
export const wasSent = async (pool: pg.Pool, { id }: Connection, messageId: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select 1 from gateway.outbox where message_id = $1 and connection_id = $2 and kind = 'send' limit 1`,
    [messageId, id],
  );
  return rowCount === 1;
};

/** Our id of a message of ours, by the channel's; null if it is none of ours. */
export const ownIdOf = async (lookUp: LookUp, { id: connectionId }: Connection, channelId: string): Promise<string | null> => {
  const id = fields.kept(channelId);
  const rows = await lookUp({ connectionId, receipts: [{ of: { channelId: id } }] });
  return rows.find((row) => row.channelId === id)?.messageId ?? null;
};

export const publishAcks = (bus: Pick<Bus, 'publish'>, acks: Acknowledged[]): Promise<void> =>
  publishInbound(
    bus,
    acks.map(({ customer, companyId, messageId, byPerson, ack, at }) => ({
      customer,
      byPerson,
      value: { kind: 'ack', companyId, connectionId: customer.connectionId, messageId, ack, at },
    })),
  );

type Asked = { connectionId: string; receipts: Pick<Receipt, 'of'>[] };

export type LookUp = (asked: Asked) => Promise<Row[]>;

/**
 * Looks up the messages of receipts; those of calls that are made at the same time, of any connection, in one statement. The ids are given
 * twice so that Postgres uses the index: with the join only, a plan made while the table was small would search all rows ever sent.
 */
export const lookUpIn = (pool: pg.Pool): LookUp =>
  gathered(async (all: Asked[]) => {
    const asked = all.flatMap(({ connectionId, receipts }) => receipts.map(({ of }) => ({ connectionId, ...of })));
    const ours = asked.filter((one) => 'messageId' in one);
    const theirs = asked.filter((one) => 'channelId' in one);
    const { rows } = await pool.query<Row & { connectionId: string }>({
      name: 'gateway-receipts',
      text: `select o.connection_id as "connectionId", o.message_id as "messageId", o.channel_id as "channelId", o.to_kind as kind,
          o.to_value as value, ${isByPerson}
        from unnest($1::uuid[], $2::uuid[]) as u(connection_id, message_id)
        join gateway.outbox o on o.message_id = u.message_id and o.connection_id = u.connection_id and o.kind = 'send'
        where o.message_id = any($2)
        union all
        select o.connection_id, o.message_id, o.channel_id, o.to_kind, o.to_value, ${isByPerson}
        from unnest($3::uuid[], $4::text[]) as u(connection_id, channel_id)
        join gateway.outbox o on o.connection_id = u.connection_id and o.channel_id = u.channel_id and o.kind = 'send'
        where o.connection_id = any($3) and o.channel_id = any($4)`,
      values: [
        ours.map(({ connectionId }) => connectionId),
        ours.map(({ messageId }) => messageId),
        theirs.map(({ connectionId }) => connectionId),
        theirs.map(({ channelId }) => channelId),
      ],
    });
    const byConnection = Map.groupBy(rows, ({ connectionId }) => connectionId);
    return all.map(({ connectionId }) => byConnection.get(connectionId) ?? []);
  });
