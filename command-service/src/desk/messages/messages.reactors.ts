import { conversationEvents, type Meta, type Outbound, topics } from '@prosa/contracts';
import { type BusMessage, mediaLinks } from '@prosa/infra/runtime';
import { knownContacts } from '../../contacts/contacts/known-contacts.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { beginnings } from '../tickets/beginnings.ts';
import { needsSearch, outgoing } from './outgoing.ts';
import { readsOf } from './reads.ts';

/** Publishes messages to customers' channels, in the order of each conversation. */
export const sendMessages = defineReactor({
  name: 'sending',
  streams: ['conversation-'],
  hears: ['contact-'],
  events: [
    conversationEvents.ConversationStarted,
    conversationEvents.MessageSent,
    conversationEvents.MessageRetried,
    conversationEvents.MessageDeleted,
    conversationEvents.OutreachSent,
    conversationEvents.OutreachRetried,
    conversationEvents.OutreachDeleted,
    conversationEvents.ConversationForgotten,
  ],
  concurrency: { total: 12, perCompany: 4 },
  start: ({ store, shared, sets, config }) => {
    const links = mediaLinks(config.PROSA_TOKEN_SECRET);
    const address = (config.PROSA_PUBLIC_URL ?? '').replace(/\/$/, '');
    const begun = shared(beginnings);
    const outbound = outgoing({
      store,
      contacts: shared(knownContacts),
      begun,
      connectionsOf: sets.connections,
      linkTo: (mediaId, at) => `${address}${links.sharedPathOf(mediaId, at)}`,
    });
    return {
      publish: async (fact) => {
        if (fact.type === 'ConversationForgotten') return forgetting(fact.meta, await begun.of(fact.meta.stream));
        if (fact.type !== 'ConversationStarted') return outbound(fact);
        begun.note(fact);
        return null;
      },
      isSlow: (fact) => fact.type !== 'ConversationStarted' && fact.type !== 'ConversationForgotten' && needsSearch(fact),
    };
  },
});

/** Comes after all messages of the conversation, which it withdraws. */
const forgetting = ({ companyId, stream, position, at }: Meta, { connectionId }: { connectionId: string }): BusMessage => {
  const conversation = stream.slice('conversation-'.length);
  const value: Outbound = {
    kind: 'forget',
    companyId,
    connectionId,
    conversation,
    position: position.toString(),
    at: at.toISOString(),
  };
  return { topic: topics.outbound, key: conversation, value };
};

/** Tells channels which of a customer's messages were read. It begins now: what was read long ago is no news. */
export const tellReads = defineReactor({
  name: 'reads',
  streams: ['conversation-'],
  hears: ['contact-', 'connections-'],
  events: [conversationEvents.MessagesRead],
  begins: 'now',
  start: ({ store, sets, shared }) => ({
    publish: readsOf({ store, sets, contacts: shared(knownContacts), begun: shared(beginnings) }),
    // Each reads the conversation.
    isSlow: ({ meta }) => meta.actor.kind === 'user',
  }),
});
