import { conversationEvents } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
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
  start: ({ store, keepHonest, sets, config }) => {
    const links = mediaLinks(config.PROSA_TOKEN_SECRET);
    const address = (config.PROSA_PUBLIC_URL ?? '').replace(/\/$/, '');
    return {
      publish: outgoing({
        store,
        contacts: keepHonest(knownContacts(store)),
        begun: beginnings(store),
        connectionsOf: sets.connections,
        linkTo: (mediaId, at) => `${address}${links.sharedPathOf(mediaId, at)}`,
      }),
      isSlow: needsSearch,
    };
  },
});
