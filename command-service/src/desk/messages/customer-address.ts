import type { ConversationFact, Fact, Identity } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { addressOf } from '../../contacts/contacts/contact.address.ts';
import { type ContactRecord, isSame } from '../../contacts/contacts/contact.reading.ts';

/** The events of a conversation that are searched for the customer's last message. */
const FURTHEST = 500;

type Addressed = Pick<ContactRecord, 'channel' | 'identified' | 'numberAt'> & { number: string };

/**
 * Where a customer is written to, as of an event of their conversation: at the contact's number, or, if two contacts with numbers became this
 * one, at the number that the customer wrote from last, unless the contact's own was changed since.
 */
export const addressAt = async (
  store: Store,
  { channel, number, identified, numberAt }: Addressed,
  { stream, revision }: Pick<Fact['meta'], 'stream' | 'revision'>,
): Promise<Identity> => {
  const own = addressOf({ channel, number });
  const others = identified.filter(({ kind, value }) => kind === 'phone' && (value as string | null) !== null);
  if (own.kind !== 'phone' || others.length === 0) return own;
  for await (const fact of store.read(stream, { direction: 'backwards', from: revision, max: FURTHEST, faults: 'keep' })) {
    const { type, data, meta } = fact as ConversationFact;
    if (type !== 'MessageReceived') continue;
    const { from } = data;
    if (!from || (numberAt !== null && numberAt > meta.at)) return own;
    return others.find((one) => isSame(one, { kind: 'phone', value: from })) ?? own;
  }
  return own;
};
