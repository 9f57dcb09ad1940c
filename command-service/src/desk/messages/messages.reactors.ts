import { conversationEvents } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
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
        if (fact.type !== 'ConversationStarted') return outbound(fact);
        begun.note(fact);
        return null;
      },
      isSlow: (fact) => fact.type !== 'ConversationStarted' && needsSearch(fact),
    };
  },
});

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
