import { type ConversationFact, conversationOf, type Outbound, topics } from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import { addressOf } from '../contacts/contact.address.ts';
import type { Beginnings } from '../tickets/beginnings.ts';
import type { KnownContacts } from './known-contacts.ts';
import { findMessage, messageAt } from './message.reading.ts';

type Sent = Extract<ConversationFact, { type: 'MessageSent' | 'OutreachSent' }>;
export type Leaving = Extract<
  ConversationFact,
  { type: `Message${'Sent' | 'Retried' | 'Deleted'}` | `Outreach${'Sent' | 'Retried' | 'Deleted'}` }
>;

/** Whether the message must be searched for: events of the first version do not record its revision. */
export const needsSearch = ({ type, data }: Leaving): boolean => {
  switch (type) {
    case 'MessageSent':
      return data.quotedId !== null && data.quotedRevision === undefined;
    case 'MessageRetried':
      return data.sentRevision === undefined;
    case 'MessageDeleted':
      return data.outgoing === undefined;
    case 'OutreachSent':
    case 'OutreachRetried':
    case 'OutreachDeleted':
      return false;
    default: {
      data satisfies never;
      return false;
    }
  }
};

/** Builds the bus messages that tell a channel to send or delete a message. */
export const outgoing = ({ store, contacts, begun }: { store: Store; contacts: KnownContacts; begun: Beginnings }) => {
  /** Returns what the channel gets for an event; null if nothing: an observation, or a message of a forgotten person. */
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
    if (fact.type === 'OutreachDeleted') return publish({ kind: 'delete', ...common });
    if (fact.type === 'MessageDeleted') {
      const { outgoing = (await findMessage(store, messageId))?.type === 'MessageSent' } = fact.data;
      return outgoing ? publish({ kind: 'delete', ...common }) : null;
    }
    const again = fact.type === 'MessageRetried' || fact.type === 'OutreachRetried' ? fact.data : null;
    const sent = again ? await found(messageId, again.sentRevision) : (fact as Sent);
    if (!sent || !isSent(sent) || sent.data.body === null) return null;
    const { quotedId = null, quotedRevision } = sent.type === 'MessageSent' ? sent.data : {};
    return publish({
      kind: 'send',
      ...common,
      attempt: again?.attempt ?? 1,
      ...contentOf(sent),
      quoted: quotedId === null ? null : { messageId: quotedId, channelId: await channelIdOf(quotedId, quotedRevision) },
      priority: prioritiesOf[sent.data.origin],
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

const isSent = (fact: ConversationFact): fact is Sent => fact.type === 'MessageSent' || fact.type === 'OutreachSent';

/** Messages that a person wrote have priority over automatic ones. */
const prioritiesOf: Record<Sent['data']['origin'], Extract<Outbound, { kind: 'send' }>['priority']> = {
  attendant: 'attendant',
  forward: 'attendant',
  phone: 'attendant',
  greeting: 'automatic',
  'out-of-hours': 'automatic',
  closing: 'automatic',
  rating: 'automatic',
  schedule: 'automatic',
  api: 'automatic',
  campaign: 'campaign',
};

/** A text, or a reference to a file with its caption. */
const contentOf = (sent: Sent): Pick<Extract<Outbound, { kind: 'send' }>, 'body' | 'media'> => {
  const { body, media } = sent.data;
  if (!media) return { body: signed(sent) };
  const { mediaId, kind, mime, bytes, name } = media;
  return { body: null, media: { mediaId, kind, mime, bytes, name, caption: body === '' ? '' : signed(sent) } };
};

/** Puts the attendant's name above the text, in the channel's bold. */
const signed = ({ type, data }: Sent): string =>
  type === 'MessageSent' && data.signature ? `*${data.signature}:*\n${data.body}` : data.body;
