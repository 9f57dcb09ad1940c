import { type ConversationFact, conversationOf, isSample, type Outbound, topics } from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import type { KnownContacts } from '../../contacts/contacts/known-contacts.ts';
import type { KnownSets } from '../../kernel/known-sets.ts';
import type { Beginnings } from '../tickets/beginnings.ts';
import { addressAt } from './customer-address.ts';

type Read = Extract<ConversationFact, { type: 'MessagesRead' }>;

/** A customer is told of the newest ones only. */
const MOST = 50;
/** The events of a conversation that are searched for them. */
const FURTHEST = 500;

/** Builds the bus messages that tell a channel what was read, so that the customer's phone shows it. */
export const readsOf = ({
  store,
  sets,
  contacts,
  begun,
}: {
  store: Store;
  sets: KnownSets;
  contacts: KnownContacts;
  begun: Beginnings;
}) => {
  const channelIdsOf = async ({ data, meta }: Read): Promise<string[]> => {
    const sought = new Set(data.messageIds.slice(-MOST));
    const found: string[] = [];
    for await (const fact of store.read(meta.stream, { direction: 'backwards', max: FURTHEST, faults: 'keep' })) {
      const { type, data: said } = fact as ConversationFact;
      if (type === 'MessageReceived' && sought.delete(said.messageId)) found.unshift(said.channelId);
      if (sought.size === 0) break;
    }
    return found;
  };

  return async (fact: Read): Promise<BusMessage | null> => {
    const { meta, data } = fact;
    // A message read on the phone is known there.
    if (meta.actor.kind !== 'user' || data.messageIds.length === 0) return null;
    const conversation = conversationOf(data.ticketId);
    if (conversation === null) return null;
    const { connectionId, contactId } = await begun.of(meta.stream);
    const connection = (await sets.connections(meta.companyId)).get(connectionId);
    if (!connection || connection.deleted || connection.channel === 'simulator' || isSample(connection)) return null;
    const contact = await contacts.of(meta.companyId, contactId);
    if (!contact?.number) return null;
    const channelIds = await channelIdsOf(fact);
    if (channelIds.length === 0) return null;
    const value: Outbound = {
      kind: 'read',
      companyId: meta.companyId,
      connectionId,
      conversation,
      to: await addressAt(store, { ...contact, number: contact.number }, meta),
      channelIds,
      position: meta.position.toString(),
      at: meta.at.toISOString(),
    };
    return { topic: topics.outbound, key: conversation, value };
  };
};
