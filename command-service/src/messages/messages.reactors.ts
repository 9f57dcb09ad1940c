import { conversationEvents } from '@prosa/contracts';
import { defineReactor } from '../kernel/reactor.ts';
import { beginnings } from '../tickets/beginnings.ts';
import { knownContacts } from './known-contacts.ts';
import { needsSearch, outgoing } from './outgoing.ts';

/** Publishes messages to customers' channels, in the order of each conversation. */
export const sendMessages = defineReactor({
  name: 'sending',
  streams: ['conversation-'],
  hears: ['contact-'],
  events: [
    conversationEvents.MessageSent,
    conversationEvents.MessageRetried,
    conversationEvents.MessageDeleted,
    conversationEvents.OutreachSent,
    conversationEvents.OutreachRetried,
    conversationEvents.OutreachDeleted,
  ],
  concurrency: { total: 12, perCompany: 4 },
  start: ({ store, keepHonest }) => ({
    publish: outgoing({ store, contacts: keepHonest(knownContacts(store)), begun: beginnings(store) }),
    isSlow: needsSearch,
  }),
});
