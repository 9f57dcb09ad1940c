import { type ConversationFact, conversationOf, type Outbound, topics } from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import { addressOf } from '../contacts/contact.address.ts';
import type { Beginnings } from '../tickets/beginnings.ts';
import type { KnownContacts } from './known-contacts.ts';
import { findMessage, messageAt } from './message.reading.ts';

type Sent = Extract<ConversationFact, { type: 'MessageSent' }>;
export type Leaving = Extract<ConversationFact, { type: 'MessageSent' | 'MessageRetried' | 'MessageDeleted' }>;

/** Whether its message must be searched for, as events of the first version do not say where it is. */
export const needsSearch = ({ type, data }: Leaving): boolean => {
  switch (type) {
    case 'MessageSent':
      return data.quotedId !== null && data.quotedRevision === undefined;
    case 'MessageRetried':
      return data.sentRevision === undefined;
    case 'MessageDeleted':
      return data.outgoing === undefined;
    default: {
      data satisfies never;
      return false;
    }
  }
};

/** What is said of a message to its channel. */
export const outgoing = ({ store, contacts, begun }: { store: Store; contacts: KnownContacts; begun: Beginnings }) => {
  /** A message's way to its channel; null where it does not leave the house: an observation, or its person was forgotten. */
  const outbound = async (fact: Leaving): Promise<BusMessage | null> => {
    const { meta, data } = fact;
    const { messageId } = data;
    const conversation = conversationOf(messageId);
    if (conversation === null) return null;
    const { connectionId, contactId } = await begun(meta.stream);
    const contact = await contacts.of(meta.companyId, contactId);
    if (!contact?.number) return null;
    const common = {
      companyId: meta.companyId,
      connectionId,
      conversation,
      messageId,
      to: addressOf({ channel: contact.channel, number: contact.number }),
      position: meta.position.toString(),
      at: meta.at.toISOString(),
    };
    const publish = (value: Outbound): BusMessage => ({ topic: topics.outbound, key: conversation, value });
    if (fact.type === 'MessageDeleted') {
      const { outgoing = (await findMessage(store, messageId))?.type === 'MessageSent' } = fact.data;
      return outgoing ? publish({ kind: 'delete', ...common }) : null;
    }
    const sent = fact.type === 'MessageSent' ? fact : await found(messageId, fact.data.sentRevision);
    if (sent?.type !== 'MessageSent' || sent.data.body === null) return null;
    const { quotedId, quotedRevision } = sent.data;
    return publish({
      kind: 'send',
      ...common,
      attempt: fact.type === 'MessageRetried' ? fact.data.attempt : 1,
      body: signed(sent),
      quoted: quotedId === null ? null : { messageId: quotedId, channelId: await channelIdOf(quotedId, quotedRevision) },
      priority: sent.data.origin === 'attendant' ? 'attendant' : 'automatic',
    });
  };

  const found = (messageId: string, revision: number | undefined) =>
    revision === undefined ? findMessage(store, messageId) : messageAt(store, messageId, revision);

  /** The channel's own id of a customer's message. */
  const channelIdOf = async (messageId: string, revision: number | undefined): Promise<string | null> => {
    const quoted = await found(messageId, revision);
    return quoted?.type === 'MessageReceived' ? quoted.data.channelId : null;
  };

  return outbound;
};

/** The attendant's name above the text, in the channel's bold. */
const signed = ({ data: { signature, body } }: Sent): string => (signature ? `*${signature}:*\n${body}` : body);
