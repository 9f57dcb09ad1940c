import {
  type Abilities,
  abilitiesOf,
  type ConversationFact,
  conversationOf,
  type Outbound,
  type SentMenu,
  topics,
} from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import type { KnownContacts } from '../../contacts/contacts/known-contacts.ts';
import type { Beginnings } from '../tickets/beginnings.ts';
import { addressAt } from './customer-address.ts';
import { findMessage, messageAt } from './message.reading.ts';
import { contentOf, quoting, type Sent, shownOf } from './outgoing.content.ts';

type Send = Extract<Outbound, { kind: 'send' }>;
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

type World = {
  store: Store;
  contacts: KnownContacts;
  begun: Beginnings;
  /** Connections of a company, deleted ones included. */
  connectionsOf: (companyId: string) => Promise<ReadonlyMap<string, { channel: string; provider: string }>>;
  /** The address of a file that is sent as a link, made at a time (in milliseconds since 1970). */
  linkTo: (mediaId: string, at: number) => string;
};

/** Builds the bus messages that tell a channel to send or delete a message. */
export const outgoing = ({ store, contacts, begun, connectionsOf, linkTo }: World) => {
  /** Returns what the channel gets for an event; null if nothing: an observation, or a message of a forgotten person. */
  const outbound = async (fact: Leaving): Promise<BusMessage | null> => {
    const { meta, data } = fact;
    const { messageId } = data;
    const conversation = conversationOf(messageId);
    if (conversation === null) return null;
    const { connectionId, contactId } = await begun.of(meta.stream);
    const contact = await contacts.of(meta.companyId, contactId);
    if (!contact?.number) return null;
    const { number } = contact;
    // A message is taken back where it was sent to.
    const isDeleted = fact.type === 'MessageDeleted' || fact.type === 'OutreachDeleted';
    const sentFirst = isDeleted && contact.identified.length > 0 ? await findMessage(store, messageId) : null;
    const common = {
      companyId: meta.companyId,
      connectionId,
      conversation,
      messageId,
      to: await addressAt(store, { ...contact, number }, (sentFirst ?? fact).meta),
      position: meta.position.toString(),
      at: meta.at.toISOString(),
    };
    const publish = (value: Outbound, topic: string = topics.outbound): BusMessage => ({ topic, key: conversation, value });
    if (fact.type === 'OutreachDeleted') return publish({ kind: 'delete', ...common });
    if (fact.type === 'MessageDeleted') {
      const { outgoing = (await findMessage(store, messageId))?.type === 'MessageSent' } = fact.data;
      return outgoing ? publish({ kind: 'delete', ...common }) : null;
    }
    const again = fact.type === 'MessageRetried' || fact.type === 'OutreachRetried' ? fact.data : null;
    const sent = again ? await found(messageId, again.sentRevision) : (fact as Sent);
    // A message written on the phone is there already.
    if (!sent || !isSent(sent) || sent.data.body === null || sent.data.origin === 'phone') return null;
    const connection = (await connectionsOf(meta.companyId)).get(connectionId);
    const abilities = abilitiesOf(connection?.channel ?? contact.channel, connection?.provider);
    const send: Send = {
      kind: 'send',
      ...common,
      attempt: again?.attempt ?? 1,
      ...(await written(sent, abilities)),
      ...(sent.type === 'MessageSent' && sent.data.menu && choicesOf(sent.data.menu, abilities)),
      ...(sent.data.template && { template: sent.data.template }),
      priority: prioritiesOf[sent.data.origin],
    };
    // What a person tries again is no longer the campaign's.
    const { campaign } = sent.data;
    if (!campaign || again) return publish(send);
    const { campaignId: id, run } = campaign;
    return publish({ ...send, conversation: `${conversation}/campaign`, campaign: { id, run } }, topics.campaign);
  };

  /** The content as the channel takes it, with the quoted message or its words. */
  const written = async (
    sent: Sent,
    abilities: Abilities,
  ): Promise<Pick<Send, 'body' | 'media' | 'place' | 'contacts' | 'quoted'>> => {
    const content = contentOf(sent, abilities, linkTo);
    const { quotedId = null, quotedRevision } = sent.type === 'MessageSent' ? sent.data : {};
    if (quotedId === null) return { ...content, quoted: null };
    const quoted = await found(quotedId, quotedRevision);
    if (abilities.quotes === 'as-text') return { ...quoting(content, quoted?.data.body ?? '', abilities), quoted: null };
    const isOfChannel = quoted?.type === 'MessageReceived' || quoted?.type === 'MessageMirrored';
    const channelId = isOfChannel ? quoted.data.channelId : null;
    return { ...content, quoted: { messageId: quotedId, channelId, shows: quoted && shownOf(quoted) } };
  };

  const found = (messageId: string, revision: number | undefined) =>
    revision === undefined ? findMessage(store, messageId) : messageAt(store, messageId, revision);

  return outbound;
};

const isSent = (fact: ConversationFact): fact is Sent => fact.type === 'MessageSent' || fact.type === 'OutreachSent';

/** A menu's choices, if the channel can show so many; its text has them in any case. */
const choicesOf = ({ as, choices }: SentMenu, { choices: most }: Abilities): { choices?: SentMenu } => {
  if (!most) return {};
  const isButtons = as === 'button' && choices.length <= most.buttons;
  if (!isButtons && choices.length > most.list) return {};
  return { choices: { as: isButtons ? 'button' : 'list', choices } };
};

/** Messages that a person wrote have priority over automatic ones. */
const prioritiesOf: Record<Sent['data']['origin'], Send['priority']> = {
  attendant: 'attendant',
  forward: 'attendant',
  phone: 'attendant',
  greeting: 'automatic',
  'out-of-hours': 'automatic',
  closing: 'automatic',
  rating: 'automatic',
  menu: 'automatic',
  protocol: 'automatic',
  schedule: 'automatic',
  api: 'integration',
  campaign: 'campaign',
};
