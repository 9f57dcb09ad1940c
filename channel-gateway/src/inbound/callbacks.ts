import { derivedId, fields, type Identity, type IdentityKind, isIdentity, type MediaReference } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Callbacks, Connection, Receipt, ReceivedMessage, Vault } from '../channels/provider.port.ts';
import { type Customer, publishInbound } from './inbound.publisher.ts';

type Row = { messageId: string; channelId: string | null; kind: Identity['kind']; value: string };
export type Acknowledged = { customer: Customer; companyId: string; messageId: string; ack: number; at: string };

/**
 * What a provider tells the house about one connection. A receipt is mapped to our id by the outbox; one for an id that the outbox
 * does not know yet waits in `gateway.early_ack` (ADR 13); one for a message of ours that never was is dropped.
 */
export const callbacksFor =
  ({
    bus,
    pool,
    vaultOf,
    kindsOf,
  }: {
    bus: Pick<Bus, 'publish'>;
    pool: pg.Pool;
    vaultOf: (connection: Connection) => Vault;
    /** The kinds of identities that the connection's provider names. */
    kindsOf: (connection: Connection) => readonly IdentityKind[];
  }) =>
  (connection: Connection): Callbacks => ({
    received: async ({ media, ...message }) => {
      const { id: connectionId, companyId, channel } = connection;
      assertSpelled(message.identities, kindsOf(connection));
      // A channel may carry what the house could not keep: the message is worth more than that.
      const [name, text, channelId] = [message.name, message.body, message.channelId].map(fields.kept) as [
        string,
        string,
        string,
      ];
      const { quoted: named } = message;
      const quoted = named && 'channelId' in named ? { channelId: fields.kept(named.channelId) } : named;
      const content = media
        ? { body: null, media: await keepMedia(pool, vaultOf, connection, { channelId, media, text }) }
        : { body: text };
      await publishInbound(bus, [
        {
          customer: { connectionId, to: message.identities[0] },
          value: { kind: 'message', companyId, connectionId, channel, ...message, name, channelId, quoted, ...content },
        },
      ]);
    },

    acknowledged: async (receipts) => {
      const { id: connectionId, companyId } = connection;
      const found = await lookUp(pool, connectionId, receipts);
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

/** What one provider lets in, all of the house would take for a person. Throws for what is no identity of that kind, without saying it. */
const assertSpelled = (identities: readonly Identity[], kinds: readonly IdentityKind[]): void => {
  for (const identity of identities) {
    if (!kinds.includes(identity.kind)) throw new TypeError(`This provider knows nobody by ${identity.kind}.`);
    if (!isIdentity(identity)) throw new TypeError(`This is not how ${identity.kind} is spelled.`);
  }
};

/** The same file of the same message has the same id, whoever brings it again. */
const keepMedia = async (
  pool: pg.Pool,
  vaultOf: (connection: Connection) => Vault,
  connection: Connection,
  { channelId, media, text }: { channelId: string; media: NonNullable<ReceivedMessage['media']>; text: string },
): Promise<MediaReference> => {
  const { source, kind, mime, bytes, name } = media;
  const mediaId = derivedId(connection.id, 'media', channelId);
  await pool.query(
    'insert into gateway.inbound_media (media_id, connection_id, source) values ($1, $2, $3) on conflict do nothing',
    [mediaId, connection.id, await vaultOf(connection).seal(source, `media ${mediaId}`)],
  );
  return { mediaId, kind, mime: fields.kept(mime), bytes, name: name && fields.kept(name), caption: text };
};

/** Whether that message of ours was to be sent on the connection. */
export const wasSent = async (pool: pg.Pool, { id }: Connection, messageId: string): Promise<boolean> => {
  const { rowCount } = await pool.query(
    `select 1 from gateway.outbox where message_id = $1 and connection_id = $2 and kind = 'send' limit 1`,
    [messageId, id],
  );
  return rowCount === 1;
};

export const publishAcks = (bus: Pick<Bus, 'publish'>, acks: Acknowledged[]): Promise<void> =>
  publishInbound(
    bus,
    acks.map(({ customer, companyId, messageId, ack, at }) => ({
      customer,
      value: { kind: 'ack', companyId, connectionId: customer.connectionId, messageId, ack, at },
    })),
  );

const lookUp = async (pool: pg.Pool, connectionId: string, receipts: Receipt[]): Promise<Row[]> => {
  const ids = receipts.flatMap(({ of }) => ('messageId' in of ? [of.messageId] : []));
  const channelIds = receipts.flatMap(({ of }) => ('channelId' in of ? [of.channelId] : []));
  const { rows } = await pool.query<Row>({
    name: 'gateway-receipts',
    text: `select message_id as "messageId", channel_id as "channelId", to_kind as kind, to_value as value from gateway.outbox
      where connection_id = $1 and kind = 'send' and message_id = any($2::uuid[])
      union all
      select message_id, channel_id, to_kind, to_value from gateway.outbox
      where connection_id = $1 and kind = 'send' and channel_id = any($3::text[])`,
    values: [connectionId, ids, channelIds],
  });
  return rows;
};
