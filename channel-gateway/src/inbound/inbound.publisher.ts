import { canonicalIdentity, type Identity, type Inbound, topics } from '@prosa/contracts';
import type { Bus, BusMessage } from '@prosa/infra/runtime';

/** The customer of a message, who determines the key. */
export type Customer = { connectionId: string; to: Identity };

/** A customer's messages, receipts and outcomes have the same key, so that they stay in order. */
export const inboundKey = ({ connectionId, to }: Customer): string => `${connectionId}/${canonicalIdentity(to).value}`;

/** `byPerson` false: it is about a message of ours that no person wrote. */
export type Reported = { customer: Customer; value: Inbound; byPerson?: boolean };

/**
 * Publishes what the channels report: on `channel.receipts` what is about messages that no person wrote, so that a campaign's receipts delay
 * no customer's message, everything else on `channel.inbound`. Resolves when it is durable there.
 */
export const publishInbound = (bus: Pick<Bus, 'publish'>, said: Reported[]): Promise<void> =>
  bus.publish(
    said.map(({ customer, value, byPerson = true }): BusMessage => {
      const topic = byPerson ? topics.inbound : topics.receipts;
      return { topic, key: inboundKey(customer), value };
    }),
  );
