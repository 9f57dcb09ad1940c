import { canonicalIdentity, type Identity, type Inbound, topics } from '@prosa/contracts';
import type { Bus, BusMessage } from '@prosa/infra/runtime';

/** Whose message it is: what the key on `channel.inbound` is made of. */
export type Customer = { connectionId: string; to: Identity };

/** A customer's messages, receipts and outcomes have one key, so that they stay in order. */
export const inboundKey = ({ connectionId, to }: Customer): string => `${connectionId}/${canonicalIdentity(to).value}`;

/** Puts what the channels said on `channel.inbound`; resolves when it is durable there. */
export const publishInbound = (bus: Pick<Bus, 'publish'>, said: { customer: Customer; value: Inbound }[]): Promise<void> =>
  bus.publish(said.map(({ customer, value }): BusMessage => ({ topic: topics.inbound, key: inboundKey(customer), value })));
