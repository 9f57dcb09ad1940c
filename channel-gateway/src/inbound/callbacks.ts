import { fields, type Identity } from '@prosa/contracts';
import type { Bus } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Callbacks, Connection, Receipt } from '../channels/provider.port.ts';
import { type Customer, publishInbound } from './inbound.publisher.ts';

type Row = { messageId: string; channelId: string | null; kind: Identity['kind']; value: string };
export type Acknowledged = { customer: Customer; companyId: string; messageId: string; ack: number; at: string };

/**
 * What a provider tells the house about one connection. A receipt is mapped to our id by the outbox; one for an id that the outbox
 * does not know yet waits in `gateway.early_ack` (ADR 13); one for a message of ours that never was is dropped.
 */
export const callbacksFor =
  (bus: Pick<Bus, 'publish'>, pool: pg.Pool) =>
  ({ id: connectionId, companyId, channel }: Connection): Callbacks => ({
    received: (message) => {
      // A channel may carry what the house could not keep: the message is worth more than that.
      const [name, body, channelId] = [message.name, message.body, message.channelId].map(fields.kept) as [
        string,
        string,
        string,
      ];
      const { quoted: named } = message;
      const quoted = named && 'channelId' in named ? { channelId: fields.kept(named.channelId) } : named;
      return publishInbound(bus, [
        {
          customer: { connectionId, to: message.identities[0] },
          value: { kind: 'message', companyId, connectionId, channel, ...message, name, body, channelId, quoted },
        },
      ]);
    },

    acknowledged: async (receipts) => {
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
