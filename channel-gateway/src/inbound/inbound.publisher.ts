import { canonicalIdentity, type Identity, type Inbound, topics } from '@prosa/contracts';
import type { Bus, BusMessage } from '@prosa/infra/runtime';

/** Whose message it is: determines the key on `channel.inbound`. */
export type Customer = { connectionId: string; to: Identity };

/** A customer's messages, receipts and outcomes have the same key, so that they stay in order. */
export const inboundKey = ({ connectionId, to }: Customer): string => `${connectionId}/${canonicalIdentity(to).value}`;

/** Publishes what the channels report on `channel.inbound`; resolves when it is durable there. */
export const publishInbound = (bus: Pick<Bus, 'publish'>, said: { customer: Customer; value: Inbound }[]): Promise<void> =>
  bus.publish(said.map(({ customer, value }): BusMessage => ({ topic: topics.inbound, key: inboundKey(customer), value })));
